"""Draw the games whose positions the collectors ask about; run once, on the frozen commit.

``python tests/frozen/make_games.py``, and again with ``solved`` and ``journals``. What they
write is data from then on, not drawn anew: `legal_moves.sample` may choose otherwise one day.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from frozen_files import journal_text
from frozen_lines import said
from frozen_names import kinds
from frozen_store import read_lines, write_lines

POSITIONS = 200
"""Positions of each kind of game, at least."""
ASKED = 5
"""Positions of each game."""
LONGEST = 150
"""Moves of a game that are kept."""
SOLVED = 50
"""Positions of each kind that are solved."""
SOON = 0.2
"""Seconds of the processor in which they are."""
NUMBERS = {
    "size": ("3", "4", "5", "6", "8"),
    "run_max": ("1", "3"),
    "run_levels": ("0", "1"),
    "min_stones": ("1", "6"),
    "max_plies": ("12", "40"),
    "target": ("2",),
    "recovery_limit": ("1", "2"),
    "max_turns": ("3", "9"),
    "clock": ("0",),
    "players": ("1", "2", "3", "4"),
    "solo_turns": ("3",),
}
OWN = (
    {"levels": "000/010/000", "victory": "b2+a1", "needed": "2", "min_stones": "1"},
    {"levels": "0000/0120/0210/0000", "victory": "b2+b3+c2", "needed": "2", "min_stones": "2"},
    {"levels": "00000/01110/01210/01110/00000", "victory": "b2+b4+d2", "needed": "3"},
)


def words_of(option: Any) -> tuple[str, ...]:
    """The words of an option that change something."""
    if isinstance(option.default, bool):
        return ("false" if option.default else "true",)
    return tuple(option.values) or NUMBERS.get(option.name, ())


def choices(kind: Any, rng: Random) -> Iterator[dict[str, str]]:
    """Yield options: none, each word of each, own boards, then some drawn together, without end."""
    yield {}
    for option in kind.options:
        for word in words_of(option):
            yield {option.name: word}
    if any(option.name == "levels" for option in kind.options):
        yield from OWN
    while True:
        some = [option for option in kind.options if words_of(option) and rng.random() < 0.3]
        yield {option.name: rng.choice(words_of(option)) for option in some}


def game_of(kind: Any, options: dict[str, str], rng: Random) -> dict[str, Any] | None:
    """Play a game at random; None where the options do not go together."""
    try:
        position = kind.configure(options).start()
    except ValueError:
        return None
    start, strings = str(position), {}
    moves: list[str] = []
    while position.outcome is None and position.legal_moves and len(moves) < LONGEST:
        if position.to_move in position.game.players:
            strings[len(moves)] = str(position)
        move = position.legal_moves.sample(rng)
        position = position.play(move)
        moves.append(move)
    last = list(strings)[-3:]
    plies = sorted({*rng.sample(list(strings), min(ASKED - 1, len(strings))), rng.choice(last)})
    return {"game": kind.name, "start": start, "moves": moves,
            "asked": [strings[ply] for ply in plies]}  # fmt: skip


def drawn() -> Iterator[dict[str, Any]]:
    """Yield games of every kind, with each option once, and then some."""
    for kind in kinds().values():
        rng, asked = Random(kind.name), 0
        words = 1 + sum(len(words_of(option)) for option in kind.options)
        for listed, options in enumerate(choices(kind, rng), start=1):
            game = game_of(kind, options, rng)
            if game is not None:
                asked += len(game["asked"])
                yield game
            if asked >= POSITIONS and listed >= words + len(OWN):
                break


def solvable() -> Iterator[str]:
    """Yield positions that are solved soon: fifty of each game, if there are so many."""
    found: dict[str, int] = {}
    for game in read_lines("games"):
        for position in game["asked"]:
            name = game["game"]
            if name not in ("partition", "pyraos", "pyramid") or found.get(name, 0) >= SOLVED:
                continue
            begun = process_time()
            status = said(["solve", position, "--limit", "0.25"])[0]
            if status == 0 and process_time() - begun < SOON:
                found[name] = found.get(name, 0) + 1
                yield position


if __name__ == "__main__":
    if sys.argv[1:] == ["solved"]:
        write_lines("solved", list(solvable()))
    elif sys.argv[1:] == ["journals"]:
        games = read_lines("games")[5::12]
        write_lines("journals", [[game["start"], journal_text(game)] for game in games])
    else:
        write_lines("games", list(drawn()))

"""One game of a match: who the players are, and how it went from its opening to its end.

What chance does is drawn from a text that the match makes of its seed and the number of the
opening, so that games which are compared have the same dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from model.contract.game import CHANCE, Game, Move, Outcome, Position
from model.contract.game import Player as Side
from model.contract.search import WIN, Budget
from model.play.levels import HIGHEST, level_of
from model.play.matches.baseline_players import NOVICE, RANDOM, Novice, RandomPlayer
from model.play.opponent import (
    Opponent,
    Player,
    PlayerError,
    Situation,
    engine_for,
    never,
    plain_engine_for,
    refusal,
    unheard,
)
from model.play.programs.foreign import ForeignPlayer
from model.records.dice import drawn

MOST_PLIES = 400
"""Then a game of two counts as a draw; with more players it may have more, by their number."""
PLAIN = "plain"
"""The player who plays UCT with random playouts."""
PROVED = "proved"
"""How a game ended whose end was proved before it was reached."""
_WARM = 100


@dataclass(frozen=True)
class Rules:
    """What all players are given.

    Attributes
    ----------
    seconds
        For a move; None: what the levels take.
    nodes
        For a move, in place of the levels'; None: the levels'.
    seed
        Whatever is drawn is drawn by it, and by the number of the pair.
    proved
        Whether a game ends as soon as the mover, an engine of ours, has proved how it ends.
    """

    seconds: float | None = None
    nodes: int | None = None
    seed: int = 0
    proved: bool = False


@dataclass(frozen=True)
class Course:
    """How a game went.

    Attributes
    ----------
    moves
        All of them, rolls included.
    outcome
        None where it did not end by the rules.
    failed
        Who could not go on; None where nobody failed.
    how
        How it ended, a key of the game; "plies" when it was too long, "proved" when nobody had to
        play on, or a sentence when a player could not go on and lost.
    """

    moves: tuple[Move, ...]
    outcome: Outcome | None
    failed: Side | None
    how: str


def player_of(word: str, game: Game, rules: Rules, seed: int) -> Player:
    """Return the player that a word means.

    A level from 1 to 10, "plain", "random", "novice", or the command of a UGI engine. A level may
    have its own nodes for a move ("10:2000"), and a level or "plain" its own seconds of the
    processor ("10:0.2s", "plain:2s"), whatever `rules` says.

    Raises
    ------
    PlayerError
        When there is none, in one sentence.
    """
    budget = Budget(rules.nodes, seed=seed)
    if word in (RANDOM, NOVICE):
        return RandomPlayer(seed) if word == RANDOM else Novice(seed)
    if why := refusal(game):
        raise PlayerError(why)
    name, colon, own = word.partition(":")
    spends = _seconds(own)
    if name == PLAIN and (spends is not None or not colon):
        top = level_of(game.kind, HIGHEST)
        engine = plain_engine_for(game)
        plain = Opponent(engine, top, budget if spends is None else Budget(seed=seed), spends)
        plain.name = PLAIN
        return _ready(plain, game)
    is_own = own.isdecimal() or spends is not None or not colon
    if name.isdecimal() and word.isascii() and is_own:
        try:
            level = level_of(game.kind, int(name[:9]))
        except ValueError as error:
            raise PlayerError(str(error)) from error
        if spends is not None:
            return _ready(Opponent(engine_for(game), level, Budget(seed=seed), spends), game)
        nodes = int(own[:9] or 0) or rules.nodes or level.nodes
        return Opponent(engine_for(game), level, Budget(nodes, seed=seed))
    if colon and (name in (PLAIN, RANDOM, NOVICE) or name.isdecimal()):
        can = {PLAIN: "plain:2s", RANDOM: RANDOM, NOVICE: NOVICE}.get(name, "10:2000 or 10:0.2s")
        raise PlayerError(f'"{word}" is not a player: write {can}')
    player = ForeignPlayer(word, nodes=rules.nodes)
    if rules.seconds is None and rules.nodes is None:
        player.close()
        raise PlayerError(f"{player.name} needs a limit for a move: give --limit or --nodes")
    return player


def _seconds(text: str) -> float | None:
    """Return the seconds of "0.2s"; None where that is none."""
    whole, dot, part = text.removesuffix("s").partition(".")
    digits = whole + part
    if not text.endswith("s") or not (digits.isascii() and digits.isdecimal() and whole):
        return None
    return float(f"{whole[:9]}{dot}{part[:9]}") or None


def _ready(opponent: Opponent, game: Game) -> Opponent:
    """Have kernels loaded before any clock runs."""
    opponent.engine.analyse(game.start(), unheard, never, Budget(_WARM))
    return opponent


def played(
    opening: Position, seats: Mapping[Side, tuple[str, int]], rules: Rules, dice: str
) -> Course:
    """Play a game between players who come for it and are let go after it.

    Parameters
    ----------
    seats
        For each side the word that `player_of` knows its player by, and the player's seed.
    dice
        As `course_of` takes it.

    Raises
    ------
    PlayerError
        When a word means no player.
    """
    players: dict[Side, Player] = {}
    try:
        for side, (word, seed) in seats.items():
            players[side] = player_of(word, opening.game, rules, seed)
        return course_of(opening, players, rules, dice)
    finally:
        for player in players.values():
            player.close()


def course_of(opening: Position, players: Mapping[Side, Player], rules: Rules, dice: str) -> Course:
    """Play a game to its end, or until it is too long or somebody fails.

    Parameters
    ----------
    dice
        What rolls are drawn from: the same ones for the same text.
    """
    situation = Situation(opening, (), opening)
    rolls = 0
    most = MOST_PLIES * max(2, len(players)) // 2
    while situation.position.outcome is None and len(situation.moves) < most:
        turn = situation.position.to_move
        if turn is None:
            break
        if turn == CHANCE:
            situation = situation.after(drawn(situation.position, dice, rolls))
            rolls += 1
            continue
        try:
            move = players[turn].choose(situation.seen_by(turn), rules.seconds, unheard, never)
        except PlayerError as error:
            return Course(situation.moves, None, turn, str(error))
        situation = situation.after(move)
        known = _known(players[turn]) if rules.proved else None
        if known is not None and situation.position.outcome is None:
            return Course(situation.moves, known, None, PROVED)
    outcome = situation.position.outcome
    how = "plies" if outcome is None else outcome.how
    return Course(situation.moves, outcome, None, how)


def _known(player: Player) -> Outcome | None:
    """Return how a game of two ends by the proof that a player has found; None: it found none."""
    found = player.found if isinstance(player, Opponent) else None
    if found is None or found.score is None or not found.score.proved:
        return None
    shares = dict(zip(found.position.game.players, found.score.value, strict=True))
    return Outcome(next((side for side, share in shares.items() if share == WIN), None), PROVED)

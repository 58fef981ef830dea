"""Matches: games from many openings, in which everybody takes every seat with the same dice.

Of two players the two games from one opening are a *pair*: A has the side to move first, then B.

Of any other number the games from one opening are a *table*: as many as there are seats, the
players one seat further each time. In every other table they sit in the opposite order, so that
nobody always follows the same neighbour.

What chance does is drawn from a text that the match makes of its seed and the number of the
opening, so that games which are compared have the same dice.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

from msgspec import DecodeError, Struct, ValidationError, convert
from msgspec.json import decode as json_decode

from model.contract.game import CHANCE, Game, Goal, Move, Outcome, Position, Stop, Stopped
from model.contract.game import Player as Side
from model.contract.hooks import hooks_of
from model.contract.search import WIN, Budget, Report
from model.phrases import shown
from model.play.kept_lines import KeptLines, KeptLinesError
from model.play.levels import HIGHEST, level_of
from model.play.matches.elo import span
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
    until,
)
from model.play.programs.foreign import ForeignPlayer
from model.positions.setup import read_position
from model.records.sealing import drawn
from model.search.provers import prover_for

RANDOM, NOVICE = "random", "novice"


class RandomPlayer:
    """Plays any move, each as often as any other; see `model.play.opponent.Player`."""

    name = RANDOM

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(
        self, situation: Situation, seconds: float | None, report: Report, stop: Stop
    ) -> Move:
        """Return a legal move; see `Player.choose`."""
        position = situation.position
        if position.outcome is not None or not position.legal_moves:
            raise PlayerError("the game is over")
        return self._chosen(position, until(seconds, stop), Random(f"{self._seed} {position}"))

    def close(self) -> None:
        """Nothing runs between two moves."""

    def _chosen(self, position: Position, stop: Stop, rng: Random) -> Move:
        return position.legal_moves.sample(rng)


class Novice(RandomPlayer):
    """Wins at once, keeps the other side from that, and else plays anything: a first week.

    Where choices are hidden, or dice fall, nobody knows what a move leads to: there, and where
    there are not two players, it plays as the game's simple player does (`Hooks.playout_move`).
    """

    name = NOVICE

    def _chosen(self, position: Position, stop: Stop, rng: Random) -> Move:
        kind = position.game.kind
        if kind.hides or kind.rolls or len(position.game.players) != 2:
            return hooks_of(kind).playout_move(position, rng)
        moves = list(position.legal_moves)
        rng.shuffle(moves)
        mover = position.to_move
        after = {move: position.play(move) for move in moves}
        for move, reached in after.items():
            if reached.outcome is not None and reached.outcome.winner == mover:
                return move
        prover = prover_for(position.game, stop)
        other = next(side for side in position.game.players if side != mover)
        with suppress(Stopped):
            for move, reached in after.items():
                if not prover.can(reached, Goal("win", other), 1):
                    return move
        return moves[0]


MOST_PLIES = 400
"""Then a game of two counts as a draw; with more players it may have more, by their number."""
PLAIN = "plain"
"""The player who plays UCT with random playouts."""
PROVED = "proved"
"""How a game ended whose end was proved before it was reached."""
_WARM = 100


@dataclass(frozen=True)
class MatchRules:
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


def player_of(word: str, game: Game, rules: MatchRules, seed: int) -> Player:
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
    opening: Position, seats: Mapping[Side, tuple[str, int]], rules: MatchRules, dice: str
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


def course_of(
    opening: Position, players: Mapping[Side, Player], rules: MatchRules, dice: str
) -> Course:
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


@dataclass(frozen=True)
class RoundRobin:
    """Games from one opening, as many as there are seats.

    Attributes
    ----------
    number
        From 0.
    opening
        A position string.
    players
        One a seat, as `player_of` knows them.
    """

    number: int
    opening: str
    players: tuple[str, ...]
    rules: MatchRules


@dataclass(frozen=True)
class RoundRobinGame:
    """A game that was played.

    Attributes
    ----------
    table, opening
        Which table it is of, and the position it began with.
    seats
        The side that each player of the match had, in the order of the players.
    moves
        All of them, rolls included.
    wins
        The share of the win that each player made: those who share it have equal parts.
    ranks
        The place of each player, from 1; those who share places have the mean of them.
    how
        As in `PlayedGame`.
    """

    table: int
    opening: str
    seats: tuple[Side, ...]
    moves: tuple[Move, ...]
    wins: tuple[float, ...]
    ranks: tuple[float, ...]
    how: str


@dataclass(frozen=True)
class Standing:
    """How one player did; several seats with one player are one.

    Attributes
    ----------
    player
        As `player_of` knows him.
    seats
        How many seats he has in each game.
    games
        Counted.
    wins, rank
        The mean share of the win for one of his seats, and its mean place, each with the span in
        which the truth lies with a probability of 95 %.
    """

    player: str
    seats: int
    games: int
    wins: tuple[float, float, float]
    rank: tuple[float, float, float]

    def __str__(self) -> str:
        share, low, high = self.wins
        each = f" ({self.seats} seats, each)" if self.seats > 1 else ""
        said = (
            f"{self.player}{each}: won {share:.1%} of {self.games} games ({low:.1%} to {high:.1%})"
        )
        if self.rank[0] == self.rank[2] == 1:  # the only seat
            return said
        rank, least, most = self.rank
        return f"{said}, mean rank {rank:.2f} ({least:.2f} to {most:.2f})"


def round_robins_of(
    openings: Sequence[str], players: tuple[str, ...], rules: MatchRules, games: int
) -> list[RoundRobin]:
    """Return the tables of a match of at least so many games; openings come again."""
    many = -(-games // len(players))
    return [RoundRobin(n, openings[n % len(openings)], players, rules) for n in range(many)]


def play_round_robin(table: RoundRobin) -> tuple[RoundRobinGame, ...]:
    """Play all games of a table."""
    return tuple(_play(table, turn) for turn in range(len(table.players)))


def standings(games: Iterable[RoundRobinGame], players: Sequence[str]) -> list[Standing]:
    """Return how the players did in the tables that are finished, in the order they are named.

    Raises
    ------
    ValueError
        When no table is finished.
    """
    tables: dict[int, list[RoundRobinGame]] = {}
    for game in games:
        tables.setdefault(game.table, []).append(game)
    whole = [games for games in tables.values() if len(games) == len(players)]
    if not whole:
        raise ValueError("a match without a finished table says nothing")
    found, count = [], len(players)
    for player in dict.fromkeys(players):
        seats = [number for number, word in enumerate(players) if word == player]

        def mean(values: Iterable[float], each: int = count * len(seats)) -> float:
            return sum(values) / each

        wins = [mean(game.wins[seat] for game in few for seat in seats) for few in whole]
        # a place as a share of the way from the first to the last
        below = [
            mean((game.ranks[seat] - 1) / max(1, count - 1) for game in few for seat in seats)
            for few in whole
        ]
        first, low, high = (1 + (count - 1) * share for share in span(below))
        rank = (first, low, high)
        found.append(Standing(player, len(seats), count * len(whole), span(wins), rank))
    return found


def _play(table: RoundRobin, turn: int) -> RoundRobinGame:
    opening = read_position(table.opening)
    sides, count = hooks_of(opening.game.kind).seated(opening.game), len(table.players)
    order = sides[::-1] if table.number % 2 else sides
    seats = tuple(order[(number + turn) % count] for number in range(count))
    first = table.rules.seed + count * (count * table.number + turn)
    words = {
        side: (word, first + number)
        for number, (side, word) in enumerate(zip(seats, table.players, strict=True))
    }
    course = played(opening, words, table.rules, f"{table.rules.seed} {table.number}")
    wins, ranks = _results(course, sides)
    return RoundRobinGame(
        table.number,
        table.opening,
        seats,
        course.moves,
        tuple(wins[side] for side in seats),
        tuple(ranks[side] for side in seats),
        course.how,
    )


def _results(course: Course, sides: Sequence[Side]) -> tuple[dict[Side, float], dict[Side, float]]:
    """Return each side's share of the win, and its place."""
    ranks: dict[Side, float] = {}
    for group in _places(course, sides):
        ranks |= dict.fromkeys(group, len(ranks) + (len(group) + 1) / 2)
    won = () if course.outcome is None else course.outcome.winners
    if course.failed is not None:
        best = [side for side in sides if side != course.failed]
    elif won or len(sides) == 1:  # who plays alone shares with nobody a game that he does not win
        best = [side for side in sides if side in won]
    else:
        best = list(sides)
    return {side: 1 / len(best) if side in best else 0.0 for side in sides}, ranks


def _places(course: Course, sides: Sequence[Side]) -> tuple[tuple[Side, ...], ...]:
    """Return the sides from the first place to the last, those who share one together."""
    if course.outcome is not None and course.outcome.ranks:
        groups = course.outcome.ranks
    elif course.failed is not None:
        groups = (tuple(side for side in sides if side != course.failed), (course.failed,))
    else:
        best = () if course.outcome is None else course.outcome.winners
        groups = (best, tuple(side for side in sides if side not in best))
    seated = (tuple(side for side in group if side in sides) for group in groups)
    return tuple(group for group in seated if group)


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played.

    Attributes
    ----------
    pair, opening
        Which pair it is of, and the position it began with.
    first
        Who moved first, "A" or "B".
    moves
        All of them.
    points
        What A made: 1, 0.5 or 0.
    how
        How it ended, a key of the game; "plies" when it was too long, or a sentence when a player
        could not go on and lost.
    """

    pair: int
    opening: str
    first: str
    moves: tuple[Move, ...]
    points: float
    how: str


def play_pair(pair: RoundRobin) -> tuple[PlayedGame, PlayedGame]:
    """Play both games of a pair."""
    return _pair(pair, a_first=True), _pair(pair, a_first=False)


def points_of_pairs(games: Iterable[PlayedGame]) -> list[float]:
    """Return what A made of each pair that is finished, 0 to 2, in the order of the pairs."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game.pair, []).append(game.points)
    return [sum(points) for _, points in sorted(pairs.items()) if len(points) == 2]


def _pair(pair: RoundRobin, *, a_first: bool) -> PlayedGame:
    opening = read_position(pair.opening)
    sides = opening.game.players
    mover = opening.to_move if opening.to_move in sides else sides[0]
    other = next(side for side in sides if side != mover)
    names = dict(zip((mover, other), "AB" if a_first else "BA", strict=True))
    seed = pair.rules.seed + 2 * pair.number + a_first
    seats = {side: (pair.players["AB".index(letter)], seed) for side, letter in names.items()}
    course = played(opening, seats, pair.rules, f"{pair.rules.seed} {pair.number}")
    winner = None if course.outcome is None else course.outcome.winner
    if course.failed is not None:
        winner = next(side for side in sides if side != course.failed)
    points = 0.5 if winner is None else float(names[winner] == "A")
    first = "A" if a_first else "B"
    return PlayedGame(pair.number, pair.opening, first, course.moves, points, course.how)


# -- a file of a match: a line of JSON a game, so that a match that was cut off goes on ------------


G = TypeVar("G", PlayedGame, RoundRobinGame)


class GamesFile(KeptLines, Generic[G]):
    """The games of a match in a file.

    The first line tells who played, from what and how; then comes a line a game, all games of a
    pair or table at once.

    Parameters
    ----------
    path
        Made where it is not there.
    groups
        All pairs, or tables, of the match; a file of another match is refused.

    Attributes
    ----------
    games
        Those of all groups that are finished.

    Raises
    ------
    KeptLinesError
        When it cannot be read or written, or holds something else.
    """

    _type: type[G]

    def __init__(self, path: str | Path, groups: Sequence[RoundRobin]) -> None:
        other = "a match of other players, openings or limits: name another file"
        super().__init__(path, _head(groups), other)
        try:
            found = [convert(line, self._type) for line in self.lines]
        except ValidationError as error:
            raise KeptLinesError(f"{shown(str(path))} is not a file of a match") from error
        self.games: list[G] = _finished(found, len(groups[0].players))
        done = set(map(group_of, self.games))
        while found and group_of(found[-1]) not in done:
            found.pop()
        self.cut(len(found))

    def add(self, games: Sequence[G]) -> None:
        """Write the games of a pair or table."""
        self.games += games
        self.append(*map(asdict, games))


class MatchFile(GamesFile[PlayedGame]):
    """The games of a match of two in a file."""

    _type = PlayedGame


class RoundRobinFile(GamesFile[RoundRobinGame]):
    """The games of a match of any number of players in a file."""

    _type = RoundRobinGame


def lines_of_match(data: bytes) -> list[tuple[str, tuple[Move, ...], str]] | None:
    """Return the games a file of a match holds: opening, moves, and who played whom in words.

    None: it is another file. A line that was cut off is left out.
    """
    head, _, rest = data.partition(b"\n")
    try:
        players = convert(json_decode(head), _Head).match
    except (DecodeError, ValidationError):
        return None
    found = []
    for line in rest.splitlines():
        with suppress(DecodeError, ValidationError):
            game = convert(json_decode(line), _Moves)
            found.append((game.opening, game.moves, " against ".join(map(_called, players))))
    return found


def _called(player: str) -> str:
    return f"level {player}" if player.isascii() and player.isdigit() else player


class _Head(Struct):
    match: list[str]


class _Moves(Struct):
    opening: str
    moves: tuple[Move, ...]


def _head(groups: Sequence[RoundRobin]) -> dict[str, object]:
    one = groups[0]
    openings = list(dict.fromkeys(group.opening for group in groups))
    rules = asdict(one.rules)
    if not one.rules.proved:  # as in files from before there was such a rule
        del rules["proved"]
    return {"match": list(one.players), "rules": rules, "openings": openings}


def _finished(games: Sequence[G], each: int) -> list[G]:
    """Return the games of groups of which all are there: of those played twice, the last ones."""
    groups: dict[int, list[G]] = {}
    for game in games:
        groups.setdefault(group_of(game), []).append(game)
    return [game for few in groups.values() if len(few) >= each for game in few[-each:]]


def group_of(game: PlayedGame | RoundRobinGame) -> int:
    """Return the number of the pair or table that a game is of."""
    return game.pair if isinstance(game, PlayedGame) else game.table


# -- openings for matches: positions a few random moves deep from which either side may well win ---
# From a nearly empty Partition board whoever starts wins, and then a match says nothing. So a
# position counts only where quick games from it go to each side at least a third of the time.


PLIES = 8
"""Random moves deep."""
QUICK_GAMES = 9
"""Games from a position that judge it."""
QUICK_NODES = 60
"""What a side looks at for a move of them."""
LEAST = 1 / 3
QUICK_PLIES = 300
"""Then a game counts as a draw."""


def openings(
    game: Game, seed: int = 0, plies: int = PLIES, playouts: int | None = None
) -> Iterator[Position]:
    """Yield different balanced positions of `game` without end; the same ones for the same seed.

    Parameters
    ----------
    playouts
        See `is_balanced`.
    """
    rng = Random(seed)
    met: set[str] = set()
    while True:
        position = _random_position(game, rng, plies)
        if position is None or str(position) in met:
            continue
        met.add(str(position))
        if is_balanced(position, rng.randrange(1 << 30), playouts):
            yield position


def is_balanced(position: Position, seed: int, playouts: int | None = None) -> bool:
    """Tell whether quick games from `position` go to each side at least a third of the time.

    Parameters
    ----------
    playouts
        Judge those that pass by games of UCT too, with so many random playouts a move: the more,
        the fewer are left that only a weak player calls balanced. None: not asked for.
    """
    game = position.game
    level = level_of(game.kind, 3)

    def quick(number: int) -> Opponent:
        return Opponent(engine_for(game), level, Budget(QUICK_NODES, seed=seed + number))

    def better(number: int) -> Opponent:
        plain = plain_engine_for(game)
        return Opponent(plain, level_of(game.kind, HIGHEST), Budget(playouts, seed=seed + number))

    return _is_split(position, quick) and (playouts is None or _is_split(position, better))


def _is_split(position: Position, player: Callable[[int], Opponent]) -> bool:
    """Tell whether games of a player against itself go to each side a third of the time."""
    points = dict.fromkeys(position.game.players, 0.0)
    for number in range(QUICK_GAMES):
        winner = _winner(position, player(number))
        for side in points:
            points[side] += 0.5 if winner is None else float(winner == side)
        left = QUICK_GAMES - number - 1
        if min(points.values()) + left < LEAST * QUICK_GAMES:
            return False
    return True


def _winner(position: Position, opponent: Opponent) -> Side | None:
    for _ in range(QUICK_PLIES):
        if position.outcome is not None or not position.legal_moves:
            break
        position = position.play(opponent.think(position)[0])
    return None if position.outcome is None else position.outcome.winner


def _random_position(game: Game, rng: Random, plies: int) -> Position | None:
    position = game.start()
    for _ in range(plies):
        if position.outcome is not None or not position.legal_moves:
            return None
        position = position.play(position.legal_moves.sample(rng))
    return None if position.outcome is not None else position.without_past()

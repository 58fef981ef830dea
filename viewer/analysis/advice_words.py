"""What an engine advises, in words and signs: a hint in three steps, and what was bad about a move.

Pure functions of what an engine found; they play moves and count costs, so they run beside the
interface.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from model.contract.game import Goal, Move, MoveError, Player, Position, Stop
from model.contract.hooks import hooks_of
from model.contract.search import DRAW, LOSS, WIN, Analysis, Score
from model.phrases import counted, listed
from model.positions.describe import move as describe_move
from model.positions.describe import named
from model.positions.setup import turned
from model.puzzles.account import MOST_THREATS, threats
from model.puzzles.solving import whereabouts
from model.records.record import Evaluation
from viewer.games.decision import FEW, Decision, sites_of_move
from viewer.picture.compose.ground import place_word
from viewer.picture.compose.overlays import PLIES, in_moves, line_overlays, place_of, side_to_move
from viewer.picture.words.engine_words import chance, share, worth
from viewer.visuals.overlay_types import Overlay, Sign

SMALL = 0.05
"""Worth that a move may lose and still be as good as the best."""
POOR = 0.1
"""Chance under which it is said that no move has more."""
CHOICES = 3
"""Points among which the first step of a hint leaves the choice."""
MANY = 16
"""Points beyond which a part of the board is marked with dots, not with rings."""


def hint_steps(known: Analysis, stop: Stop) -> tuple[Decision, ...]:
    """Return three steps of a hint: a part of the board, the place, the move. () for no move.

    Raises
    ------
    Stopped
        When the stop function said so.
    """
    position, move, score = known.position, known.best, known.score
    if move is None or score is None:
        return ()
    danger = threats(position, Goal("win", _other(position)), stop)
    return (
        _first_step(known, move, score, danger),
        _second_step(position, move),
        _third_step(position, move, score, danger),
    )


def _first_step(known: Analysis, move: Move, score: Score, danger: tuple[Move, ...]) -> Decision:
    position = known.position
    side = side_to_move(position)
    board = position.game.board
    corner = hooks_of(position.game.kind).corner_of(position, move)
    place = place_of(position, move)
    choices = _choices(known, move)
    if corner:
        where = "the apex" if corner == "apex" else f"the {corner} corner"
        sites: tuple[int, ...] = (board.corners[corner],)
    elif len(choices) > 1:
        many = f"the {len(choices)} marked {place_word(board)}s"
        where, sites = f"{many}: the best move is among them", choices
    elif place is None:
        where, sites = "your moves that place nothing", ()
    else:
        part = whereabouts(position, board.names[place])
        where = part.text.removeprefix("Look at ").removesuffix(".")
        sites = tuple(board.index(name) for name in part.sites)
    sign = Sign("ring" if len(sites) <= MANY else "dot", "yellow", ())
    marked = tuple(Sign(sign.shape, sign.colour, (site,)) for site in sites)
    others = [of for other, of in known.moves.items() if other != move]
    only = bool(others) and all(of.proved and of.value[side] == LOSS for of in others)
    if score.proved and score.value[side] == WIN:
        length = in_moves(score.distance, wins=True)
        return Decision(f"There is a win{length}: look at {where}", marked)
    if danger:
        who = _other(position).capitalize()
        return Decision(f"{who} threatens to win: look at {where}", marked)
    if only and score.value[side] != LOSS:
        return Decision(f"All moves but one lose: look at {where}", marked)
    does = _does(position, move)
    return Decision(
        f"Find a move that {does}: look at {where}" if does else f"Look at {where}", marked
    )


def _choices(known: Analysis, best: Move) -> tuple[int, ...]:
    """Return the points of the best move and of the next best ones, in the order of the board."""
    side = side_to_move(known.position)
    ranked = sorted(known.moves, key=lambda move: -known.moves[move].value[side])
    places = dict.fromkeys(place_of(known.position, move) for move in (best, *ranked))
    return tuple(sorted([site for site in places if site is not None][:CHOICES]))


def _does(position: Position, move: Move) -> str:
    """Say which goals short of the win a move reaches and prevents, "" for none."""
    after = _after(position, move)
    if after is None or after.outcome is not None:
        return ""
    reached, stopped = _reached(position, move, after)
    return listed([*reached, *([f"stops {stopped}"] if stopped else [])])


def _reached(position: Position, move: Move, after: Position) -> tuple[list[str], str]:
    """Say which goals a move reaches, and whom it stops from which."""
    hooks, mover, other = hooks_of(position.game.kind), str(position.to_move), _other(position)
    before = hooks.within_reach(position, mover)
    reached = [hooks.describe_goal(goal).does for goal in before if hooks.reached(after, goal)]
    kept = hooks.within_reach(after, other)
    stopped = [goal for goal in hooks.within_reach(position, other) if goal not in kept]
    doing = listed([hooks.describe_goal(goal).doing for goal in stopped])
    return reached, f"{other.capitalize()} from {doing}" if stopped else ""


def _second_step(position: Position, move: Move) -> Decision:
    """Say and light the place: that of the piece that moves, else where one is put down."""
    ways = sites_of_move(position, move)
    if not ways:
        return Decision(f"Think of {named(position, move)}")
    start, end = ways[0]
    site = end if start is None else start
    name = position.game.board.names[site]
    where = f"Look at {name}" if start is None else f"Look at the piece on {name}"
    return Decision(where, (Sign("ring", "yellow", (site,)),))


def _third_step(position: Position, move: Move, score: Score, danger: tuple[Move, ...]) -> Decision:
    shown = line_overlays(position, (move,), numbered=False)
    mine = worth(position, score, of=side_to_move(position))
    play = f"Play {named(position, move)}"
    said = f"{play}: {mine}"
    if score.proved and score.value[side_to_move(position)] == WIN:
        return Decision(said, shown)
    after, other = _after(position, move), _other(position)
    left: tuple[Move, ...] = ()
    if after is not None and after.outcome is None:
        left = threats(after, Goal("win", other))
    if danger and not left:
        met = _named("the threat of", position, danger, other)
        said = f"{play}, which meets {met}: {mine}"
    elif does := _does(position, move):
        said = f"{play}, which {does}: {mine}"
    if score.value[side_to_move(position)] < POOR:
        said += ", and no move has more"
    return Decision(said, shown)


# -- a line, step by step -----------------------------------------------------------------------


def plain_steps(position: Position, line: tuple[Move, ...]) -> tuple[Decision, ...]:
    """Return who plays what in a line, as far as it is legal and as many moves as are shown."""
    steps: list[Decision] = []
    for move in line[:PLIES]:
        if position.outcome is not None or position.explain(move) is not None:
            break
        steps.append(Decision(_played(position, move)))
        after = _after(position, move)
        if after is None:
            break
        position = after
    return tuple(steps)


def line_steps(position: Position, line: tuple[Move, ...], stop: Stop) -> Iterator[Decision]:
    """Yield a sentence for each move of a legal line, with rings on what is threatened then.

    Raises
    ------
    Stopped
        When the stop function said so.
    """
    for move in line:
        yield _line_step(position, move, stop)
        position = position.play(move)


def _line_step(position: Position, move: Move, stop: Stop) -> Decision:
    mover, other = str(position.to_move), _other(position)
    after, said = _after(position, move), _played(position, move)
    if after is None:
        return Decision(said)
    if after.outcome is not None:
        winner = after.outcome.winner
        ends = ": a draw" if winner is None else f": {winner.capitalize()} wins"
        return Decision(f"{said} and wins" if winner == mover else f"{said}{ends}")
    mine = threats(after, Goal("win", mover), stop)
    met = threats(position, Goal("win", other), stop)
    left = threats(after, Goal("win", other), stop) if met else ()
    if not mine and not met:
        return _step_to_goals(position, move, after)
    if met and not left:
        said += f", which meets {_named('the threat of', position, met, other)}"
    if mine:
        joint = " and" if not met or left else ", and"
        said += f"{joint} threatens {_named('', after, mine, mover)}"
    if left:
        said += f", but {other.capitalize()} still threatens {_named('', after, left, other)}"
    return Decision(said, _rings(after, mine or left))


def _step_to_goals(position: Position, move: Move, after: Position) -> Decision:
    """Say which goals short of the win a move reaches, threatens and prevents; ring the threats."""
    hooks, mover = hooks_of(position.game.kind), str(position.to_move)
    before, now = hooks.within_reach(position, mover), hooks.within_reach(after, mover)
    reached, stopped = _reached(position, move, after)
    does = [_played(position, move), *reached]
    new = {goal: ways for goal, ways in now.items() if goal not in before}
    if new:
        does.append("threatens to " + listed([_do(after, *one) for one in new.items()]))
    said = listed(does)
    if stopped:
        said += f", which stops {stopped}"
    return Decision(said, _rings(after, tuple(way for ways in new.values() for way in ways)))


def _do(position: Position, goal: Goal, ways: tuple[Move, ...]) -> str:
    """ "hold NE with 2b2 or 3c3"."""
    do = hooks_of(position.game.kind).describe_goal(goal).do
    with_ = listed(_ways(position, ways, goal.side), "or")
    return f"{do} with {with_}" if len(ways) <= FEW else do


def _rings(position: Position, ways: tuple[Move, ...]) -> tuple[Overlay, ...]:
    sites = dict.fromkeys(place_of(position, way) for way in ways[:FEW])
    return tuple(Sign("ring", "yellow", (site,)) for site in sites if site is not None)


def _played(position: Position, move: Move) -> str:
    if move in position.game.board:
        return f"{str(position.to_move).capitalize()} plays {move}"
    return describe_move(position, move)


def _ways(position: Position, ways: tuple[Move, ...], side: Player) -> list[str]:
    """Moves that a side threatens, as a sentence names them."""
    as_if = turned(position, side)
    return [way if as_if is None else named(as_if, way) for way in ways]


def _named(of: str, position: Position, ways: tuple[Move, ...], side: Player) -> str:
    """ "the threat of 1a1", "1a1 and 1e5", "to win in 6 ways"."""
    if len(ways) <= FEW:
        return f"{of} {listed(_ways(position, ways, side))}".strip()
    number = "at least 12 ways" if len(ways) == MOST_THREATS else counted(len(ways), "way")
    return "every threat" if of else f"to win in {number}"


# -- why a move was bad ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Judgement:
    """What an engine says of a move that was played.

    Attributes
    ----------
    text
        One sentence.
    line
        What refutes it, or what is expected to follow: played after the move.
    """

    text: str
    line: tuple[Move, ...]


def reviewed_analysis(position: Position, kept: Evaluation) -> Analysis | None:
    """Return what a review found of a position as an engine tells it; None where it is over."""
    if not kept.line:
        return None
    score = Score(kept.value, kept.distance, proved=kept.proved)
    return Analysis(position, {kept.line[0]: score}, kept.line, done=True, nodes=kept.nodes)


def judged(
    move: Move, before: Analysis, after: Analysis | None, end: Position, stop: Stop
) -> Judgement:
    """Return what is to be said of `move`.

    Parameters
    ----------
    before
        What an engine thinks of the position it was played in.
    after
        And of the position after it; None where the game is over.
    end
        The position after it.

    Raises
    ------
    Stopped
        When the stop function said so.
    """
    position = before.position
    side = side_to_move(position)
    best, top = before.best, before.score
    assert best is not None
    assert top is not None
    outcome = end.outcome
    if after is None or after.score is None:
        winner = None if outcome is None else outcome.winner
        value = DRAW if winner is None else WIN if winner == position.to_move else LOSS
        players = position.game.players
        shares = tuple(value if one == position.to_move else WIN - value for one in players)
        got = Score(shares, 0, proved=True)
        line: tuple[Move, ...] = ()
    else:
        got, line = after.score, after.line
    now, could = got.value[side], top.value[side]
    sure = top.proved and could == WIN and not (got.proved and now == WIN)
    lost = got.proved and now == LOSS and not (top.proved and could == LOSS)
    if best == move or (could - now < SMALL and not sure and not lost):
        mine, its = named(position, move), named(position, best)
        if outcome is not None:
            return Judgement(f"{mine} ends the game, and nothing was better", line)
        said = "is the engine's move too" if its == mine else f"is about as good as {its}"
        return Judgement(f"{mine} {said}: {worth(end, got)}", line)
    text = _blame(move, before, end, got, sure=sure, lost=lost)
    better = _line_step(position, best, stop).text
    if not sure and better != _played(position, best):
        text += f". Better: {better}"
    if line:
        text += _answer(end, line[0], stop)
    return Judgement(text, line)


def _blame(
    move: Move, before: Analysis, end: Position, got: Score, *, sure: bool, lost: bool
) -> str:
    position, best, top = before.position, before.best, before.score
    assert best is not None
    assert top is not None
    side = side_to_move(position)
    who, other = (str(position.to_move).capitalize(), _other(position).capitalize())
    now, could = share(got.value[side]), share(top.value[side])
    move, best = named(position, move), named(position, best)
    if lost:
        length, winner = "", end.outcome.winner if end.outcome is not None else None
        if end.outcome is None:
            length = in_moves(got.distance, wins=side_to_move(end) == 1 - side)
        if len(position.game.players) > 2:  # who wins is known where it is over
            other = "another" if winner is None else winner.capitalize()
        better = "wins" if sure else chance(top.value[side])
        return f"{move} lets {other} win{length}; with {best} {who} {better}"
    if sure:
        length = in_moves(top.distance, wins=True)
        return f"{move} misses a win: {best} wins{length}; now {who} {chance(got.value[side])}"
    return f"{move} lowers {who}'s winning chances from {could} % to {now} % (best: {best})"


def _answer(end: Position, reply: Move, stop: Stop) -> str:
    """Return ". After 2b2 Blue threatens 3c3 and 4a1" of the move that answers, or what it does."""
    other = str(end.to_move).capitalize()
    played = _after(end, reply)
    if played is None:
        return ""
    if played.outcome is not None:
        by = named(end, reply)
        return f". {other} wins at once by {by}" if played.outcome.winner == end.to_move else ""
    ways = threats(played, Goal("win", str(end.to_move)), stop)
    if not ways:
        return f". {_step_to_goals(end, reply, played).text}"
    threatens = _named("", played, ways, str(end.to_move))
    return f". After {named(end, reply)} {other} threatens {threatens}"


def _after(position: Position, move: Move) -> Position | None:
    """The position after a legal move; None where that would reveal another's secret choice."""
    try:
        return position.play(move)
    except MoveError:
        return None


def _other(position: Position) -> Player:
    players = position.game.players
    return players[1 - side_to_move(position)]

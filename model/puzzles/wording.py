"""What a puzzle asks, in a plain English sentence."""

from collections.abc import Sequence

from model.contract.game import WIN, Goal, Position
from model.contract.hooks import hooks_of
from model.phrases import counted, listed
from model.positions.setup import side_of
from model.records.puzzle import Fight, MoveCounts, Puzzle, Stipulation
from model.records.record import Record

GRADES = ("", "very easy", "easy", "medium", "hard", "very hard")
"""Words for `model.records.puzzle.Puzzle.grade`."""
THEME = "theme"
"""The header that keeps what a puzzle is about, with commas between the themes."""


def solver_of(position: Position) -> str:
    """Return the side that is asked: the one to move."""
    return position.game.players[side_of(position)]


def opponent_of(position: Position) -> str:
    """Return the other side."""
    return position.game.players[1 - side_of(position)]


def goal_of(position: Position, stipulation: Stipulation) -> Goal:
    """Return what the solver is to reach; of "parry" and "only" what the other side must not."""
    defends = stipulation.kind in ("parry", "only")
    who = opponent_of(position) if defends else solver_of(position)
    about_corner = position.game.kind.corner_goal
    if stipulation.kind == "parry" and stipulation.corner and about_corner is not None:
        return Goal(about_corner.name, who, stipulation.corner)
    if not stipulation.asks_goal or stipulation.kind == WIN.name:
        return Goal(WIN.name, who)
    return Goal(stipulation.kind, who, stipulation.corner)


def asked(position: Position, stipulation: Stipulation, *, drawn: bool = False) -> str:
    """Return what is asked, in a sentence ("Red to move: win in 2 moves.").

    Parameters
    ----------
    drawn
        Arrows show the program that is known, where it has any.
    """
    who, other = solver_of(position).capitalize(), opponent_of(position).capitalize()
    moves = stipulation.moves
    by = "" if moves is None else " at once" if moves == 1 else f" in {moves} moves"
    words = hooks_of(position.game.kind).describe_goal(goal_of(position, stipulation))
    if position.game.kind.hides:
        if drawn and stipulation.known.strip("./"):
            return f"The arrows show what {other} has chosen. {who} to move: {words.do} this turn."
        if stipulation.known:
            # A program may end with dots of its own.
            return f"{other} has chosen {stipulation.known}; {who} to move: {words.do} this turn."
        return f"{who} to move: {words.do} this turn, whatever {other} has chosen."
    if stipulation.asks_goal:
        return f"{who} to move: {words.do}{by}."
    if stipulation.kind == "parry":
        when = "on the next move" if (moves or 1) == 1 else f"within {moves} moves"
        return f"{who} to move: stop {other} from {words.doing} {when}."
    if stipulation.kind == "only":
        return f"{who} to move: find the only move that does not lose."
    return f"{who} to move: find a good move."


def soundness(stipulation: Stipulation, position: Position | None = None) -> str:
    """Return what is promised about the answers, and where they are, in a position of the game."""
    if position is not None and position.game.kind.hides:
        # What is promised where more may be chosen than is needed.
        ways = "are several answers" if stipulation.first == "set" else "is one answer"
        return f"There {ways}. Extra commands are allowed as long as the program still wins."
    if stipulation.kind == "accepted":
        said = "The answers were chosen by the author; no search proves them."
    elif stipulation.kind == "only" or stipulation.first == "only":
        said = "Only one first move works."
    elif stipulation.first == "set":
        said = "There are several key moves: find one."
    else:
        said = "Only one first move works (mirror images count as one)."
    if stipulation.points:
        said += f" The answer is among the marked points {listed(stipulation.points)}."
    return said


def difficulty(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, "" where nobody said; what needs no choice is not graded."""
    counts = None if puzzle.proof is None else puzzle.proof.counts
    if counts is not None and counts.no_choice:
        return "every move gets there in the end" if counts.later else "every move works"
    return GRADES[puzzle.grade]


def counted_moves(counts: MoveCounts, stipulation: Stipulation) -> str:
    """Return what becomes of the first moves, without a full stop.

    "of 24 moves 1 reaches the goal in time, 4 later and 19 not at all"; "no choice: all 23 moves
    reach the goal, 1 in time and 22 later".
    """
    total = counts.total
    timed = stipulation.asks_goal and stipulation.moves is not None
    if counts.no_choice:
        if total == 1:
            return "no choice: there is only 1 move"
        soon = f"{counts.in_time} in time and {counts.later} later"
        late = soon if counts.in_time else "none of them in time"
        later = f", {late}" if counts.later else ""
        return f"no choice: all {total} moves reach the goal{later}"
    if counts.never == total > 0:
        return f"none of {total} moves reaches the goal" if total > 1 else "the only move fails"
    verb = "reaches" if counts.in_time < 2 else "reach"
    reaches = f"{counts.in_time or 'none'} {verb} the goal"
    parts = [f"{reaches} in time" if timed else reaches]
    if counts.later:
        parts.append(f"{counts.later} later")
    if counts.never:
        parts.append(f"{counts.never} not at all")
    undecided = f"; {counts.open} undecided" if counts.open else ""
    return f"of {counted(total, 'move')} {listed(parts)}{undecided}"


def fight_words(position: Position, fight: Fight) -> tuple[str, ...]:
    """Return a sentence on each of the conditions of a fight, without full stops; "" for none."""
    who, other = solver_of(position).capitalize(), opponent_of(position).capitalize()
    if fight.loses:
        stake = f"{fight.loses} loses"
    elif fight.threat:
        stake = f"{other} threatens to win in {counted(fight.threat, 'move')}"
    else:
        stake = (
            f"nothing is at stake: {other} threatens no win, and no move that tempts {who} loses"
        )
    only_stop = f"only the key stops what {other} threatens to do next"
    tries = (
        f"{listed(fight.tries)} {'fails' if len(fight.tries) == 1 else 'fail'} to just one reply"
    )
    said = (
        (stake, stake, "whether anything is at stake is undecided"),
        (
            f"{other}'s pieces matter",
            f"{other}'s pieces do not matter: without them the key is the same",
            f"whether {other}'s pieces matter is undecided",
        ),
        (
            tries,
            "no move that tempts fails to just one reply",
            "whether a move that tempts fails to just one reply is undecided",
        ),
        (
            "the key is not what is seen first",
            only_stop if fight.forced else "the key is what is seen first",
            "whether the key is what is seen first is undecided",
        ),
        (_holding(fight), _delaying(other, fight), "whether the key holds is undecided"),
    )
    return tuple(
        "" if answer is None else words[("yes", "no", "undecided").index(answer)]
        for answer, words in zip(fight.answers, said, strict=True)
    )


def _holding(fight: Fight) -> str:
    if not fight.reach:
        return "the key holds for good"
    return f"the key holds for {counted(fight.reach, 'move')} at least, what follows is undecided"


def _delaying(other: str, fight: Fight) -> str:
    if fight.throws:
        return "the key loses a game that another move wins"
    when = f" in {counted(fight.later, 'move')}" if fight.later else ""
    return f"the key only delays: {other} gets there{when} all the same"


def fight_verdict(position: Position, fight: Fight) -> str:
    """Return whether a puzzle is a fight, and why or why not, without a full stop."""
    words = fight_words(position, fight)
    said = [one for one, by in zip(words, fight.answers, strict=True) if by == fight.answer]
    verdict = {"yes": "a fight", "no": "no fight", "undecided": "fight or not"}[fight.answer]
    return f"{verdict}: {', '.join(said)}"


def theme_words(themes: Sequence[str]) -> str:
    """Return what a puzzle is about, without a full stop: "themes: cut, parry"."""
    return f"{'theme' if len(themes) == 1 else 'themes'}: {', '.join(themes)}"


def made_by(record: Record) -> str:
    """Who composed a puzzle, or where it comes from."""
    composer, source = (record.headers.get(name, "") for name in ("composer", "source"))
    if composer:
        return f"Composed by {composer}"
    return source[:1].upper() + source[1:]


def hint_words(given: int) -> str:
    """Return what a button for hints is called once some were given."""
    if given == 0:
        return "Hint"
    return f"Hint {given + 1} of 3" if given < 3 else "The last hint again"


def moves_left(left: int | None, of: int | None) -> str:
    """Return how many moves are left of all that a puzzle allows; "" where it counts none."""
    if left is None:
        return ""
    if not left:
        return "No move left"
    if left == 1:
        return "1 move left" if of == 1 else f"The last of {of} moves"
    return f"{left} of {of} moves left"

"""Words about puzzles being made: what a proof says, and the moves a person writes."""

from model.contract.game import Move, MoveError, Position
from model.contract.hooks import hooks_of
from model.phrases import counted, listed
from model.puzzles.request import answering
from model.puzzles.wording import counted_moves, fight_verdict, goal_of
from model.records.puzzle import Proof, Puzzle
from viewer.session.document.move_entry import choices_in, legal_move
from viewer.session.session import SessionError


def read_moves(position: Position, text: str) -> tuple[Move, ...]:
    """Return the legal moves a person wrote, separated by blanks; SessionError says what is not."""
    moves: list[Move] = []
    for word in text.replace(",", " ").split():
        try:
            move = position.read_move(word)
            reason = position.explain(move)
        except MoveError as error:
            raise SessionError(str(error)) from error
        if reason is not None:
            raise SessionError(str(reason))
        moves.append(move)
    return tuple(dict.fromkeys(moves))


def read_known(position: Position, text: str) -> Move:
    """Return what the other side is known to choose, as a person wrote it.

    That is a whole choice, or what its slots hold ("S1=N pass=2L"); "" is what it does if nothing
    is chosen. SessionError says what is wrong.
    """
    after = answering(position)
    partial = choices_in(after, (), text)
    if partial is None and text.strip():
        return legal_move(after, text)
    move = after.steps(partial or ()).move
    if move is None:
        raise SessionError("there is no default choice here: write the whole choice")
    return move


def verdict_words(position: Position, puzzle: Puzzle) -> tuple[str, str]:
    """Return (what the kept proof says, its tone: "right", "wrong", "hint" or "")."""
    from model.puzzles.proof import proof_holds

    proof = puzzle.proof
    if proof is None:
        return "Not checked yet.", ""
    if not proof_holds(position, puzzle):
        return (
            "The proof belongs to another position or other rules: check the puzzle again.",
            "hint",
        )
    if proof.verdict == "sound" and proof.no_choice:
        return _no_choice(puzzle, proof), "hint"
    if proof.verdict == "sound":
        if len(proof.first) == 1:
            return f"Sound: {proof.first[0]} is the only key move.", "right"
        return _ended(f"Sound: {len(proof.first)} key moves: {listed(proof.first)}"), "right"
    if proof.verdict == "cooked":
        return _cooked_by(position, puzzle, proof), "wrong"
    if proof.verdict == "unsolvable":
        return _why_not(puzzle, proof), "wrong"
    return "Not proved: the accepted moves are the author's.", "hint"


def counts_words(puzzle: Puzzle) -> str:
    """Return what becomes of all first moves, as far as the check counted them; "" if not."""
    proof = puzzle.proof
    if proof is None or proof.counts is None or (proof.verdict == "sound" and proof.no_choice):
        return ""  # of a sound puzzle without a choice the verdict says it
    return _sentence(counted_moves(proof.counts, puzzle.stipulation))


def fight_sentence(position: Position, puzzle: Puzzle) -> str:
    """Return whether a puzzle is a fight, and why or why not; "" where that was not judged."""
    fight = None if puzzle.proof is None else puzzle.proof.fight
    return "" if fight is None else _sentence(fight_verdict(position, fight))


def _no_choice(puzzle: Puzzle, proof: Proof) -> str:
    assert proof.counts is not None
    said = _sentence(counted_moves(proof.counts, puzzle.stipulation))
    if proof.counts.later and len(proof.first) == 1:
        return f"{said} {proof.first[0]} is only quicker."
    return said


def _cooked_by(position: Position, puzzle: Puzzle, proof: Proof) -> str:
    """What solves it and should not, or does so too soon."""
    said = []
    if proof.shorter:
        moves = counted(_own_moves(position, proof.shorter), "move")
        goal = goal_of(position, puzzle.stipulation)
        does = hooks_of(position.game.kind).describe_goal(goal).does
        said.append(f"Short: {proof.shorter[0]} {does} in {moves}.")
    if proof.cooks:
        said.append(f"Cooked: {_cooks(puzzle.keys, proof)}")
    return " ".join(said) or "The goal is reached before the first move."


def _cooks(meant: tuple[Move, ...], proof: Proof) -> str:
    """What solves it and should not; where no key is meant, none is called so."""
    if not meant:
        return _ended(
            f"there is more than one key move: {_first_few((*proof.first, *proof.cooks))}"
        )
    are = "is" if len(meant) == 1 else "are"
    verb = "solves" if len(proof.cooks) == 1 else "solve"
    return f"{listed(meant)} {are} meant; {_first_few(proof.cooks)} also {verb} it."


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _ended(sentence: str) -> str:
    """A sentence with its full stop, which a program at its end may have already."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def _first_few(moves: tuple[Move, ...], most: int = 6) -> str:
    """Return "1a1, 1c1 and 7 more": it is never a part that looks like the whole."""
    if len(moves) <= most + 1:
        return listed(moves)
    return listed((*moves[:most], f"{len(moves) - most} more"))


def _own_moves(position: Position, line: tuple[Move, ...]) -> int:
    """Count the moves of a line that the side which begins it makes."""
    solver, count = position.to_move, 0
    for move in line:
        count += position.to_move == solver
        position = position.play(move)
    return count


def _why_not(puzzle: Puzzle, proof: Proof) -> str:
    if proof.refutation and proof.first:
        move, *line = proof.refutation
        met = f"; {line[0]} refutes it" if line else ""
        would = listed(proof.first[:4])
        return f"Unsolvable: {move} is meant, but does not reach the goal{met}. {would} would."
    asked, counts = puzzle.stipulation.moves, proof.counts
    if asked is not None and counts is not None and counts.soonest is not None:
        said = f"No solution in {counted(asked, 'move')}; there is one in {counts.soonest}."
    else:
        said = "Unsolvable: no first move reaches the goal."
    if not proof.refutation:
        return said
    move, *line = proof.refutation
    met = f"; {line[0]} refutes it" if line else ""
    return f"{said} The best try is {move}{met}."


def proof_words(proof: Proof) -> str:
    """Return by what a puzzle was checked, and how much work it was."""
    did = "Checked" if proof.verdict == "unproved" else "Proved"
    if not proof.visited:
        return f"{did} by Pyramidion {proof.version}."
    noun = "position" if proof.visited == 1 else "positions"
    return f"{did} by Pyramidion {proof.version}, which looked at {proof.visited:,} {noun}."

"""Thousands of position strings and texts of moves: each is read, or refused with its place."""

from random import Random

import fuzz_texts as odd
from fuzz_trial import check_line
from soaking import counts
from watchdog import within

from model.contract.game import IllegalMove, MoveError, Position
from model.notation.tokens import NotationError
from model.positions.setup import Draft, notes, read_position, read_setup
from model.records.record import ROOT, new_record
from model.records.variation_text import LineTextError, paste_line, write_line

SECONDS = 20


def try_position(text: str) -> Position | None:
    """Read a position; None where it is refused."""
    try:
        position = read_position(text)
    except NotationError as error:
        check_fault(error, text)
        return try_draft(text)
    written = str(position)
    again = read_position(written)
    assert str(again) == written
    assert again == position
    assert hash(again) == hash(position)
    assert (again.to_move, again.outcome) == (position.to_move, position.outcome)
    notes(position)
    assert bool(position.legal_moves) == (position.outcome is None)
    return position


def check_fault(error: NotationError, text: str) -> None:
    """Assert that a fault is told in a sentence, with a place in the text."""
    check_line(error.sentence)
    assert len(error.message) < 400, error.message
    assert error.line == 1
    assert 1 <= error.column <= len(text) + 1


def try_draft(text: str) -> Position | None:
    """Read what may be one that cannot exist."""
    try:
        draft = read_setup(text)
    except NotationError as error:
        check_line(error.sentence)
        return None
    assert isinstance(draft, Draft)
    assert str(read_setup(str(draft))) == str(draft)
    for problem in draft.problems[:3]:
        check_line(str(problem))
    return draft


def try_moves(position: Position, rng: Random) -> int:
    """Enter moves of all sorts; how many of them were legal."""
    legal = 0
    for _ in range(4):
        text = odd.move(rng, position) if rng.random() < 0.9 else odd.text(rng)
        reason = position.explain(text)
        assert (text in position.legal_moves) == (reason is None)
        if reason is not None:
            check_line(str(reason))
        try:
            move = position.read_move(text)
            position.play(move)
            assert move in position.legal_moves
            position.events(move)
            legal += 1
        except MoveError as error:
            check_line(str(error))
        steps = position.steps(tuple(odd.move(rng, position) for _ in range(rng.randint(0, 3))))
        if steps.message:
            check_line(steps.message)
    return legal


def try_line(position: Position, rng: Random) -> bool:
    """Paste a line of moves with variations; whether it was taken."""
    words, here = [], position
    for _ in range(rng.randint(0, 8)):
        kind = rng.random()
        if kind < 0.6 and here.legal_moves:
            words.append(here.legal_moves.sample(rng))
            try:
                here = here.play(words[-1])
            except IllegalMove as error:  # what it would reveal is told to nobody
                assert here.sealed
                check_line(str(error))
                break
        elif kind < 0.8:
            words.append(rng.choice(("(", ")", "((", "))", "( )", "1.", "...", "*")))
        else:
            words.append(odd.move(rng, here))
    text = rng.choice((" ", "  ", "\n", "\t")).join(words)
    text = odd.spoilt(rng, text) if rng.random() < 0.3 else text
    record = new_record(str(position))
    try:
        grown, _, first = paste_line(record, ROOT, position, text)
    except LineTextError as error:
        check_line(str(error))
        return False
    again, _, _ = paste_line(record, ROOT, position, write_line(grown, first))
    assert write_line(again, first) == write_line(grown, first)
    return True


@counts(500, 40_000)
def test_a_text_does_no_harm(count: int, seed: int, tell, qapp: object) -> None:
    read = legal = lines = 0
    with within(300):  # kernels are compiled
        for kind in odd.KINDS.values():
            try_moves(kind.configure({}).start(), Random(1))
    for index in range(count):
        rng = Random(f"text {seed} {index}")
        text = odd.position(rng)
        try:
            with within(SECONDS):
                position = try_position(text)
                if position is not None:
                    read += 1
                if position is not None and not isinstance(position, Draft):
                    legal += try_moves(position, rng)
                    lines += try_line(position, rng)
        except BaseException:
            print(f"seed {seed}, index {index}: {text[:2000]!r}")
            raise
    assert read > count // 3, "the fuzzer does not reach far"
    tell("texts", positions=count, read=read, legal_moves=legal, lines_pasted=lines)

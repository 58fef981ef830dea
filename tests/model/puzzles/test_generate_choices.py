"""Puzzles generated where both sides choose at once: they are sound, and what they say they are."""

from random import Random

import pytest

from model.contract.hooks import hooks_of
from model.positions.setup import notes, read_position
from model.puzzles import generate as generating
from model.puzzles.generate import generate, position_from_play, random_position
from model.puzzles.proof import check, proof_holds
from model.puzzles.request import (
    PuzzleRequest,
    answering,
    choices_in,
    does,
    parts_of,
    request_fault,
)
from model.records.puzzle import Puzzle
from model.registry import kinds

BALL = kinds()["pyramid-ball"]
BASIC, ADVANCED = BALL.configure({}), BALL.configure({"mode": "advanced"})
NEAR = read_position("pyramid-ball 7,7,7,7,7,3M2S,L2l2m,3s3 A ball=AM")


@pytest.mark.parametrize(
    ("game", "kind", "fault"),
    [
        (BASIC, "win", ""),
        (ADVANCED, "any", ""),
        (BALL.configure({"first": "duel"}), "known", ""),
        (BASIC, "hold",
         'where both sides choose at once a puzzle asks for a win in 1 move, not for "hold"'),
        (BALL.configure({"mode": "advanced", "side_prompt": "true"}), "win",
         "no search proves puzzles under these options"),
        (kinds()["pyraos"].configure({}), "known",
         "in Pyraos no choice is known before the move: nothing is chosen at once"),
        (kinds()["partition"].configure({}), "win", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_generated_is_said(game, kind, fault):
    assert request_fault(PuzzleRequest(game, kind=kind)) == fault


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("win", 4), ("known", 19)])
def test_a_puzzle_of_each_kind_is_made_and_is_what_it_says(kind, seed):
    """The seeds find one at once; a machine that is too slow for it looks on."""
    request = PuzzleRequest(BASIC, 1, 2, 5, kind, "random", seed=seed)
    (made,) = generate(request).made
    position, puzzle = made.position, made.puzzle
    known = puzzle.stipulation.known
    assert bool(known) == (kind == "known")
    assert proof_holds(position, puzzle)
    assert made.depth == min(choices_in(position, way) for way in puzzle.proof.first)
    assert 2 <= made.depth <= 5
    assert 1 <= puzzle.grade <= 5
    assert made.title == (f"A's answer to {known}" if known else "A wins this turn")
    rng = Random(seed)
    hooks, after = hooks_of(BALL), answering(position)
    for way in puzzle.proof.first:
        answers = [known] if known else [hooks.likely_choice(after, rng) for _ in range(40)]
        for answer in answers:
            assert position.play(way).play(answer).outcome.winner == "A"
    for one in puzzle.tries:
        outcome = position.play(one.move).replay(one.refutation).outcome
        assert outcome is None or outcome.winner == "B"
    for move in [hooks.likely_choice(position, rng) for _ in range(60)] if known else ():
        if not any(does(position, move, way) for way in puzzle.proof.first):
            # To do more may spoil a way, never make one: nothing wins that does none of them.
            outcome = position.play(move).play(known).outcome
            assert outcome is None or outcome.winner != "A"
    if known:
        assert check(position, Puzzle(puzzle.stipulation)).proof.first == puzzle.proof.first


def test_nothing_is_found_where_the_answer_would_be_too_long(monkeypatch):
    monkeypatch.setattr(generating, "ATTEMPTS", 1)
    request = PuzzleRequest(BASIC, 1, 8, 9, "known", "random", seed=19)
    assert generate(request).end == "exhausted"


@pytest.mark.check
@pytest.mark.parametrize("game", [BASIC, ADVANCED], ids=["basic", "advanced"])
def test_positions_can_come_about_and_begin_before_anybody_has_chosen(game):
    rng = Random(2)
    for _ in range(40):
        position = random_position(game, rng)
        assert read_position(str(position)) == position
        assert notes(position) == ()
        assert position.state.score[0] == game.rules.points - 1
        assert position.explain(hooks_of(BALL).likely_choice(position, rng)) is None
        after = answering(position)
        assert after.explain(hooks_of(BALL).likely_choice(after, rng)) is None
    for _ in range(6):
        assert position_from_play(game, rng, 7).sealed == ()


def test_what_a_choice_says_is_counted_and_left_out():
    move = "N../W../.../pass2L"
    assert choices_in(NEAR, move) == 3
    assert parts_of(NEAR, move) == (
        ".../W../.../pass2L", "N../.../.../pass2L", "N../W../..."
    )  # fmt: skip
    assert choices_in(NEAR, ".../.../...") == 0
    assert does(NEAR, move, ".../W../...")
    assert not does(NEAR, move, ".../E../...")

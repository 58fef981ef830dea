"""Generated puzzles: sound by another prover, as long as wanted, reduced, never twice the same."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from model.contract.game import Goal, Stopped
from model.positions import setup
from model.positions.setup import read_position
from model.positions.symmetry import canonical, maps
from model.puzzles import generate as generating
from model.puzzles import proof
from model.puzzles.generate import generate, position_from_play, random_position
from model.puzzles.generated import Generated, grade_found, grade_of
from model.puzzles.proof import check, proof_holds, reduce_puzzle
from model.puzzles.request import PuzzleRequest, request_fault
from model.records import files
from model.records.puzzle import Puzzle, Stipulation
from model.registry import kinds
from model.search.proofs.plain_prover import PlainProver


@pytest.fixture(autouse=True)
def moves_are_counted_briefly(monkeypatch):
    """What is counted is not asked here, and takes a second a puzzle where it does not end."""
    monkeypatch.setattr(proof, "SECONDS", 0.02)


def game(name="partition", **options):
    return kinds()[name].configure(options)


THREE = game(size="3")


def sides(position):
    """(who solves, who does not)."""
    solver = setup.side_of(position)
    players = position.game.players
    return players[solver], players[1 - solver]


@pytest.fixture(scope="module")
def wins():
    return generate(PuzzleRequest(THREE, 3, 2, 2, "win", seed=5))


@pytest.mark.check
def test_as_many_as_wanted_are_made_and_a_notebook_shows_them_in_a_line(wins):
    assert wins.end == "done"
    assert len(wins.made) == 3
    assert wins.looked >= 3
    assert repr(wins) == "<3 puzzles of 3: done>"
    assert repr(wins.made[0]) == f"<{wins.made[0].title}: {wins.made[0].position}>"


def test_each_is_sound_by_brute_force_and_exactly_as_long_as_wanted(wins):
    for one in wins.made:
        solver, _ = sides(one.position)
        prover = PlainProver(THREE)
        asked = one.puzzle.stipulation
        found = check(one.position, Puzzle(asked), prover=prover, thorough=False)
        assert found.proof.verdict == "sound", one
        assert found.proof.first == one.puzzle.proof.first
        assert asked.moves == one.depth == 2
        assert prover.can(one.position, Goal("win", solver), 2) is True
        assert prover.can(one.position, Goal("win", solver), 1) is False


def test_each_carries_its_proof_its_grade_and_a_title(wins):
    for one in wins.made:
        assert proof_holds(one.position, one.puzzle)
        assert one.puzzle.proof.line[0] in one.puzzle.proof.first
        assert one.puzzle.grade == grade_found(one.position, one.puzzle)
        solver, _ = sides(one.position)
        assert one.title == f"{solver.capitalize()} wins in 2 moves"


@pytest.mark.check
def test_nothing_can_be_taken_away(wins):
    for one in wins.made:
        solver, _ = sides(one.position)
        for site in np.flatnonzero(setup.cells_of(one.position)):
            less = setup.put(one.position, [int(site)], 0)
            if less.outcome is not None or less.to_move is None:
                continue
            found = check(less, Puzzle(one.puzzle.stipulation), thorough=False)
            quicker = PlainProver(THREE).can(less, Goal("win", solver), 1)
            same = found.proof.verdict == "sound" and found.proof.first == one.puzzle.proof.first
            if same and one.puzzle.proof.fight.answer == "yes":  # a fight stays one
                same = check(less, Puzzle(one.puzzle.stipulation)).proof.fight.answer == "yes"
            assert quicker or not same, (str(one.position), int(site))


def test_no_two_are_the_same_and_they_come_easy_to_hard(wins):
    keys = [canonical(one.position) for one in wins.made]
    assert len(set(keys)) == len(keys)
    grades = [one.puzzle.grade for one in wins.made]
    assert grades == sorted(grades)


@pytest.mark.check
@pytest.mark.slow
def test_the_same_request_gives_the_same_puzzles_and_another_seed_others():
    first, again, other = (
        [str(one.position) for one in generate(PuzzleRequest(THREE, 2, 2, 2, "win", seed=s)).made]
        for s in (5, 5, 6)
    )
    assert len(first) == 2
    assert again == first
    assert set(other) != set(first)


def test_turned_and_exchanged_positions_are_the_same():
    position = read_position("partition:size=3,rules=free RRB,3,3/1R,2/1 red")
    for image in maps(position.game.board):
        turned = setup.moved(position, image)
        assert canonical(turned) == canonical(position)
        assert canonical(setup.exchanged(turned)) == canonical(position)
    other = read_position("partition:size=3,rules=free RRB,3,3/1B,2/1 red")
    assert canonical(other) != canonical(position)


def test_twice_the_same_position_is_taken_once(monkeypatch):
    position = read_position("partition:size=3,rules=free RRB,3,3/1R,2/1 red")
    monkeypatch.setattr(generating, "random_position", lambda *_: position)
    monkeypatch.setattr(generating, "position_from_play", lambda *_: setup.exchanged(position))
    monkeypatch.setattr(generating, "ATTEMPTS", 6)
    found = generate(PuzzleRequest(THREE, 3, 1, 3, "win", reduce=False))
    assert found.end == "exhausted"
    assert len(found.made) == 1


# -- other questions -----------------------------------------------------------------------------


@pytest.mark.check
@pytest.mark.slow
def test_corners_are_held():
    found = generate(PuzzleRequest(THREE, 3, 2, 2, "hold", seed=1))
    for one in found.made:
        asked = one.puzzle.stipulation
        solver, _ = sides(one.position)
        goal = Goal("hold", solver, asked.corner)
        prover = PlainProver(THREE)
        assert asked.kind == "hold"
        assert prover.can(one.position, goal, 2) is True
        assert prover.can(one.position, goal, 1) is False
    assert len(found.made) == 3


@pytest.mark.check
@pytest.mark.slow
def test_threats_are_held_off():
    found = generate(PuzzleRequest(THREE, 3, 1, 2, "parry", seed=2))
    assert len(found.made) == 3
    for one in found.made:
        asked = one.puzzle.stipulation
        _, other = sides(one.position)
        goal = Goal("hold" if asked.corner else "win", other, asked.corner)
        prover = PlainProver(THREE)
        safe = [
            move
            for move in one.position.legal_moves
            if not prover.can(one.position.play(move), goal, asked.moves or 1)
        ]
        assert set(one.puzzle.proof.first) <= set(safe)
        given = setup.with_side(one.position, 1 - setup.side_of(one.position))
        assert prover.can(given, goal, asked.moves or 1) is True, "there is something to hold off"


@pytest.mark.soak
@pytest.mark.slow
def test_only_moves_are_found():
    found = generate(PuzzleRequest(THREE, 2, 1, 2, "only", seed=2))
    assert len(found.made) == 2
    for one in found.made:
        assert one.puzzle.stipulation == Stipulation("only", first="only")
        assert len(one.puzzle.proof.first) == 1


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.parametrize("source", ["random", "played"])
def test_both_sources_give_puzzles(source):
    found = generate(PuzzleRequest(THREE, 2, 1, 2, "any", source, seed=4))
    assert len(found.made) == 2


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "moves", "seed"),
    [
        ("pyraos", {"rules": "standard"}, 2, 5),
        ("pyramid", {}, 1, 2),
        ("partition", {"size": "3", "rules": "stacking"}, 1, 3),
    ],
)
def test_other_games_have_puzzles_too(name, options, moves, seed):
    found = generate(PuzzleRequest(game(name, **options), 1, moves, moves, "win", seed=seed))
    assert [one.puzzle.proof.verdict for one in found.made] == ["sound"]
    one = found.made[0]
    assert one.position.game.kind.name == name
    prover, goal = PlainProver(one.position.game), Goal("win", sides(one.position)[0])
    assert prover.can(one.position, goal, moves) is True
    assert prover.can(one.position, goal, moves - 1) is False
    assert all(
        prover.can(one.position.play(move), goal, moves - 1) for move in one.puzzle.proof.first
    )


def test_a_request_that_cannot_be_is_refused_in_words():
    right = "ask for win, parry or only"
    assert right in request_fault(PuzzleRequest(game("pyramid"), kind="hold"))
    assert right in request_fault(PuzzleRequest(game("pyraos"), kind="hold"))
    assert "at most" in request_fault(PuzzleRequest(THREE, shortest=3, longest=2))
    with pytest.raises(ValueError, match=right):
        generate(PuzzleRequest(game("pyramid"), kind="hold"))


# -- ends ----------------------------------------------------------------------------------------


@pytest.mark.check
def test_stopping_keeps_what_was_found():
    heard = []
    found = generate(
        PuzzleRequest(THREE, 50, 1, 2, "win", seed=5),
        stop=lambda: len(heard) >= 2,
        hear=heard.append,
    )
    assert found.end == "stopped"
    assert len(found.made) == 2
    assert set(found.made) == set(heard)


def test_no_time_gives_no_puzzles_and_no_trouble():
    found = generate(PuzzleRequest(THREE, 5, 1, 2, "win"), limit=0.0)
    assert found.end == "late"
    assert found.made == ()


def test_a_limit_is_for_all_requests_together(monkeypatch):
    """Those that wait for a process have less of it, however few processes there are."""
    limits, clock = [], [0.0]

    def late(request, *, limit):
        limits.append(limit)
        clock[0] += 4.0
        return Generated(request, end="late")

    monkeypatch.setattr(generating, "generate", late)
    monkeypatch.setattr(generating, "time", lambda: clock[0])
    request = PuzzleRequest(THREE, 4, 1, 2, "win")
    found = generating.generate_in_batches(request, lambda: ThreadPoolExecutor(1), limit=10.0)
    assert limits == [10.0, 6.0, 2.0, 0.0]
    assert found.end == "late"


@pytest.mark.check
@pytest.mark.slow
def test_progress_counts_up_to_what_was_wanted():
    told = []
    generate(PuzzleRequest(THREE, 2, 1, 2, "win", seed=5), progress=lambda *row: told.append(row))
    assert [total for _, total, _ in told] == [2] * len(told)
    done = [number for number, _, _ in told]
    assert done == sorted(done)
    assert done[-1] == 2
    assert "looked at" in told[-1][2]


# -- what becomes of them ------------------------------------------------------------------------


def test_they_are_saved_and_read_as_a_collection(wins, tmp_path):
    path = tmp_path / "made.pyramidion"
    files.save_collection(path, wins.collection())
    held = files.load_any(path)
    assert isinstance(held, files.Collection)
    assert held.about.startswith("3 puzzles, size 3, rules free. Each was proved sound. ")
    assert [item.kind for item in held.items] == ["puzzle"] * 3
    for item, one in zip(held.items, wins.made, strict=True):
        assert item.record.puzzle == one.puzzle
        assert item.record.start == str(one.position)
        assert item.record.headers["title"] == one.title
        assert "seed 5" in item.record.headers["source"]


def test_grades_grow_with_depth_and_tries_and_stay_in_bounds():
    for tries in range(6):
        assert all(a <= b for a, b in pairwise(grade_of(depth, tries) for depth in range(1, 9)))
    assert grade_of(1, 0) == 1
    assert grade_of(2, 2) > grade_of(2, 0)
    assert grade_of(9, 9) == 5


# -- sources -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made_of",
    [game(size="4"), game(size="4", rules="stacking"), game("pyraos"), game("pyramid")],
    ids=["free", "stacking", "pyraos", "pyramid"],
)
def test_random_positions_can_exist_and_are_not_over(made_of):
    rng = Random(1)
    seen = set()
    for _ in range(30):
        position = random_position(made_of, rng)
        if position is None:
            continue
        seen.add(str(position))
        assert not setup.problems(position)
        assert position.outcome is None
        if made_of.kind.name != "pyramid":
            cells = setup.cells_of(position)
            first, second = int((cells == 1).sum()), int((cells == 2).sum())
            assert first - second in (0, 1)
            if made_of.kind.name == "partition":
                assert setup.side_of(position) == first - second
    assert len(seen) > 3


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["partition", "pyraos", "pyramid"])
def test_played_positions_are_reached_by_play(name):
    made_of = THREE if name == "partition" else game(name)
    rng = Random(2)
    for _ in range(4):
        position = position_from_play(made_of, rng, 3)
        assert position.outcome is None
        assert any(True for _ in position.legal_moves)


# -- leaving out ---------------------------------------------------------------------------------


CROWDED = "partition:size=4,rules=free 1BRB,1B1R,B2R,1BR1/3,2R,BB1/1R,2/R red"


@pytest.mark.check
@pytest.mark.slow
def test_all_that_is_not_needed_goes_at_once():
    position = read_position(CROWDED)
    asked = Puzzle(Stipulation("win", 2))
    asked = Puzzle(asked.stipulation, proof=check(position, asked, thorough=False).proof)
    less = reduce_puzzle(position, asked)
    before, after = setup.cells_of(position), setup.cells_of(less)
    assert (after != 0).sum() < (before != 0).sum()
    assert np.array_equal(after[after != 0], before[after != 0])
    found = check(less, Puzzle(asked.stipulation), thorough=True)
    assert found.proof.verdict == "sound"
    assert found.proof.first == asked.proof.first
    solver = sides(less)[0]
    assert PlainProver(less.game).can(less, Goal("win", solver), 1) is False


def test_leaving_out_can_be_stopped():
    position = read_position(CROWDED)
    asked = Puzzle(Stipulation("win", 2))
    asked = Puzzle(asked.stipulation, proof=check(position, asked, thorough=False).proof)
    with pytest.raises(Stopped):
        reduce_puzzle(position, asked, stop=lambda: True)

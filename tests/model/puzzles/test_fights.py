"""Puzzles that are fights: each condition against playing out, bounded work, the same again."""

import contextlib

import brute
import msgspec
import pytest
from brute import MEETS, QUICKER
from shipped import PUZZLES, puzzles
from soaking import counts

from model.contract.game import Goal, Stopped
from model.contract.hooks import hooks_of
from model.play.opponent import never
from model.positions.setup import put, read_position
from model.puzzles import fights
from model.puzzles.fights import SAFE, Tempting, can_be_judged, judge
from model.puzzles.generated import grade_found
from model.puzzles.proof import check
from model.puzzles.question import Question
from model.puzzles.wording import fight_verdict, fight_words
from model.records.puzzle import Fight, Proof, Puzzle, Stipulation
from model.registry import kinds
from model.search.provers import BoundedProver, prover_for

GREEDY = "partition:size=3,rules=free B1B,RB1,R1B/R1,1R/1 red"
"""3c3 holds the apex, and then Blue wins; 1c1 alone wins for Red."""


def judged(position, asked, right):
    return judge(position, asked, right, Tempting(position, never), never)


@pytest.mark.check
def test_nothing_is_at_stake_where_everything_wins():
    position, asked = read_position(QUICKER), Stipulation("win", 2)
    found = judged(position, asked, ["1e3"])
    assert (found.stake, found.loses, found.threat, found.answer) == ("no", "", 0, "no")
    assert fight_words(position, found)[0] == (
        "nothing is at stake: Blue threatens no win, and no move that tempts Red loses"
    )
    for move in position.legal_moves:  # the other side wins after none of them
        known = {}
        assert not brute.forces(position.play(move).without_past(), "blue", "", 9, known)


def test_a_threat_is_at_stake():
    position = read_position(MEETS)
    asked = Stipulation("parry", 1)
    right = sorted(brute.solutions(position, asked))
    found = judged(position, asked, right)
    assert (found.stake, found.threat) == ("yes", 1)
    # Without Red's balls there is nothing to parry, and every move does.
    assert found.pieces == "yes"


def test_the_only_stop_of_what_would_follow_at_once_is_seen_by_anybody():
    position = read_position(MEETS)
    asked = Stipulation("parry", 1)
    found = judged(position, asked, sorted(brute.solutions(position, asked)))
    assert (found.forced, found.unseen, found.answer) == (True, "no", "no")
    assert "only the key stops what Red threatens to do next" in fight_verdict(position, found)


@pytest.mark.check
def test_a_shipped_key_is_forced_where_every_other_move_loses_at_once():
    seen = set()
    for path in PUZZLES:
        if path.stem not in ("partition-puzzles", "pyramid-puzzles"):
            continue
        for number, position, puzzle in puzzles(path):
            fight, asked = puzzle.proof.fight, puzzle.stipulation
            if fight is None or fight.threat != 1 or asked.points or asked.first == "set":
                continue
            other = next(side for side in position.game.players if side != position.to_move)
            corner = asked.corner if asked.kind == "parry" else ""
            wrong = [move for move in position.legal_moves if move not in puzzle.proof.first]
            at_once = [
                move
                for move in wrong
                if any(
                    brute.is_reached(there.play(reply), other, corner)
                    for there in (position.play(move),)
                    for reply in there.legal_moves
                )
            ]
            assert fight.forced == (at_once == wrong), f"{path.stem}#{number}"
            seen.add(path.stem)
    assert len(seen) == 2


def test_a_parry_that_only_delays_is_no_fight():
    position, asked = read_position(MEETS), Stipulation("parry", 1)
    found = judged(position, asked, sorted(brute.solutions(position, asked)))
    assert (found.holds, found.later, found.reach) == ("no", 2, 0)
    said = fight_words(position, found)[-1]
    assert said == "the key only delays: Red gets there in 2 moves all the same"
    assert said in fight_verdict(position, found)
    after = position.play("1c5").without_past()
    reached = [brute.forces(after, "red", "", moves, {}) for moves in (1, 2)]
    assert reached == [False, True]


def test_a_corner_is_not_worth_a_game():
    position, asked = read_position(GREEDY), Stipulation("hold", 1, "apex")
    right = sorted(brute.solutions(position, asked))
    found = judged(position, asked, right)
    assert (found.holds, found.throws) == ("no", True)
    assert fight_words(position, found)[-1] == "the key loses a game that another move wins"
    assert not any(brute.forces(position.play(key), "red", "", 9, {}) for key in right)
    assert brute.forces(position, "red", "", 9, {})


def test_a_win_has_nothing_to_hold():
    position, asked = read_position(QUICKER), Stipulation("win", 2)
    found = judged(position, asked, ["1e3"])
    assert found.holds is None
    assert fight_words(position, found)[-1] == ""
    assert msgspec.json.decode(msgspec.json.encode(found), type=Fight) == found


def test_it_is_said_how_far_a_key_is_proved_to_hold():
    position = read_position(MEETS)
    held = Fight("yes", "yes", "yes", "yes", "yes")
    assert fight_words(position, held)[-1] == "the key holds for good"
    held = msgspec.structs.replace(held, reach=4)
    said = "the key holds for 4 moves at least, what follows is undecided"
    assert fight_words(position, held)[-1] == said
    assert held.answer == "yes"
    assert msgspec.structs.replace(held, holds="undecided").answer == "undecided"


PARRIES = [
    pytest.param(position, puzzle, id=f"{path.stem}#{number}")
    for path in PUZZLES
    for number, position, puzzle in puzzles(path)
    if puzzle.proof.fight is not None
    and puzzle.proof.fight.answer == "yes"
    and not puzzle.stipulation.asks_goal
]


@counts(few=6, all=200)
def test_no_parry_of_a_shipped_fight_merely_delays(count):
    """After the key the other side needs more moves than asked for, and more than four."""
    for position, puzzle in (one.values for one in PARRIES[:count]):
        fight, asked = puzzle.proof.fight, puzzle.stipulation
        assert fight.holds == "yes"
        question = Question(position, asked, prover_for(position.game, never))
        within = fight.reach or max(SAFE, (asked.moves or 1) + 1)
        for key in puzzle.proof.first:
            assert not question.can(position.play(key).without_past(), within)


# Small enough to be played out, and judged in a moment.
SMALL_ONES = [
    pytest.param(position, puzzle, id=f"{path.stem}#{number}")
    for path in PUZZLES
    for number, position, puzzle in puzzles(path)
    if path.stem in ("partition-puzzles", "pyraos-puzzles")
    and puzzle.stipulation.kind == "win"
    and brute.size(position, puzzle.stipulation, 3_000) < 3_000
]


@pytest.mark.check
@pytest.mark.sample(8)
@pytest.mark.slow
@counts(few=2_000, all=2_000_000)
@pytest.mark.parametrize(("position", "puzzle"), SMALL_ONES)
def test_what_is_said_of_small_puzzles_is_what_playing_out_says(count, position, puzzle):
    asked = puzzle.stipulation
    solver = position.to_move
    other = next(side for side in position.game.players if side != solver)
    right = brute.solutions(position, asked)
    tempting = Tempting(position, never)
    found = judge(position, asked, sorted(right), tempting, never)
    tried = [move for move in dict.fromkeys(tempting.moves) if move not in right]
    known = {}

    def refuting(move):
        after = position.play(move)
        if after.outcome is not None or after.to_move != other:
            return None
        replies = list(after.legal_moves)
        right_ones = [
            reply
            for reply in replies
            if not brute.forces(
                after.play(reply).without_past(), solver, "", asked.moves - 1, known
            )
        ]
        return len(right_ones) if len(replies) > 1 else None

    assert found.tries == tuple(move for move in tried if refuting(move) == 1)
    assert (found.tempts == "yes") == bool(found.tries)
    if found.loses:
        assert found.loses in tried
        after = position.play(found.loses).without_past()
        with contextlib.suppress(brute.TooLong):
            assert not brute.forces(after, solver, "", asked.moves + 1, brute.Known(count))
    assert fight_verdict(position, found).startswith(
        {"yes": "a fight: ", "no": "no fight: ", "undecided": "fight or not: "}[found.answer]
    )


def test_there_are_small_puzzles():
    assert len(SMALL_ONES) >= 8


def test_the_same_again_is_the_same():
    position, asked = read_position(QUICKER), Stipulation("win", 2)
    assert judged(position, asked, ["1e3"]) == judged(position, asked, ["1e3"])


def test_what_takes_too_much_work_is_undecided(monkeypatch):
    position, asked = read_position(QUICKER), Stipulation("win", 2)
    monkeypatch.setattr(fights, "WORK", 0)
    found = judged(position, asked, ["1e3"])
    assert found.stake == "undecided"
    fight = Fight(found.stake, "yes", "yes", "yes")
    assert fight.answer == "undecided"
    said = "fight or not: whether anything is at stake is undecided"
    assert fight_verdict(position, fight) == said


def test_it_can_be_stopped():
    position, asked = read_position(QUICKER), Stipulation("win", 2)
    with pytest.raises(Stopped):
        judge(position, asked, ["1e3"], Tempting(position, never), lambda: True)


@pytest.mark.check
@pytest.mark.parametrize(
    "text",
    [
        "partition:size=5,rules=free 5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red",
        "partition:size=4,rules=stacking 4,4,4,4/3,3,3/2,2/1 red",
        "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white",
    ],
)
def test_a_bounded_prover_gives_up_at_the_same_position_each_time(text):
    position = read_position(text)
    goal = Goal("win", position.to_move)
    found = []
    for _ in range(2):
        prover = BoundedProver(position.game, 640, never)
        found.append((prover.can(position, goal, 16), prover.visited))
    assert found[0] == found[1]
    assert found[0][0] is None
    assert found[0][1] <= 640 + 6_000  # a slice of a kernel


@pytest.mark.parametrize(
    "text",
    [
        "partition:size=3,rules=free RRR,1BB,3/2,2/1 blue",
        "poly-y:corners=3,size=4 R/R1/R2/1BB1 red",
    ],
)
def test_a_plan_reaches_its_goal_if_the_other_side_passes(text):
    position = read_position(text)
    plan = hooks_of(position.game.kind).plan(position, Goal("win", "red"))
    assert plan
    sites = [position.game.board.index(move) for move in plan]
    assert put(position, sites, 1).outcome.winner == "red"


def test_a_corner_that_is_lost_has_no_plan():
    position = read_position("partition:size=3,rules=free RRR,1BB,3/2,2/1 blue")
    hooks = hooks_of(position.game.kind)
    assert hooks.plan(position, Goal("hold", "red", "NW"))
    assert hooks.plan(position, Goal("hold", "blue", "SW")) == ()


def test_games_with_secrets_or_dice_are_not_judged():
    assert can_be_judged(read_position(QUICKER))
    for name in ("pyramid-ball", "rolling-pyramids"):
        assert not can_be_judged(kinds()[name].configure({}).start())


@pytest.mark.check
def test_a_check_keeps_what_was_judged_and_the_tries_are_what_levels_play():
    path = next(path for path in PUZZLES if path.stem == "poly-y-puzzles")
    number, position, puzzle = puzzles(path)[3]
    found = check(position, msgspec.structs.replace(puzzle, tries=(), proof=None))
    fight = found.proof.fight
    assert fight is not None, number
    played = Tempting(position, never).moves
    assert found.tries
    assert all(one.move in played for one in found.tries)
    assert set(fight.tries) <= {one.move for one in found.tries}
    assert msgspec.json.decode(msgspec.json.encode(found.proof), type=Proof) == found.proof


@pytest.mark.parametrize(
    ("level", "tries", "grade"), [(1, 0, 1), (2, 1, 1), (3, 0, 2), (6, 2, 4), (9, 0, 5), (0, 0, 5)]
)
def test_the_grade_is_the_level_that_finds_the_key_and_the_tries(level, tries, grade):
    position = read_position(QUICKER)
    fight = Fight(tries=("1a1",) * tries, level=level)
    proof = Proof("sound", "", "", first=("1e3",), fight=fight)
    assert grade_found(position, Puzzle(Stipulation("win", 2), proof=proof)) == grade

"""Pyramid Ball: programs and their text, passes, phases, strings, steps, set-up, what is sealed."""

import re
from fractions import Fraction
from itertools import islice, product
from random import Random

import numpy as np
import pytest
from soaking import counts

from model.contract.game import IllegalMove, MalformedMove
from model.games.pyramid_ball.rulebook import NAMES, crossed, read_program
from model.notation.tokens import NotationError
from model.play.many_analyses import analyze
from model.play.perft import perft
from model.positions.setup import (
    Draft,
    cells_of,
    exchanged,
    notes,
    problems,
    put,
    read_position,
    read_setup,
    with_cells,
    with_side,
)
from model.positions.symmetry import image_of, kept_by, named_maps
from model.registry import kinds

START = "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
ADVANCED = START.replace("pyramid-ball", "pyramid-ball:mode=advanced")
STILL = ".../.../..."


def advanced(extra="", options=""):
    return read_position(ADVANCED.replace("advanced", f"advanced{options}") + extra)


# -- programs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("NN./E../...", "NN./E../..."),
        ("nn-/e/.", "NN./E../..."),
        ("X.N/.../...", "..N/.../..."),
        ("S:NN. L:.N.", "NN./.../.N."),
        ("l=ns m:w", ".../W../NS."),
        ("NN./E../... pass2L", "NN./E../.../pass2L"),
        ("NN./E../.../blitz/pass:3S/dash=w/quick", "NN./E../.../pass3S/dashW/quick/blitz"),
        (".../.../.../sideW", STILL),
        ("pass2L", ".../.../.../pass2L"),
        (".../.../.../sidee", ".../.../.../sideE"),
    ],
)
def test_a_program_is_read_as_people_write_it(text, canonical):
    assert str(read_program(text)) == canonical
    assert read_position(START).read_move(text) == canonical


@pytest.mark.parametrize(
    "text",
    ["", "NN.", "NN./E..", "NN./E../.../...", "NNNN/.../...", "S:N S:E", "passes", "dash",
     "NN./E../.../pass2L/pass3L", "NN./E../.../pass4L", "NN./E../.../dashX", "S:N M:E L:. .../...",
     "x" * 3000],
)  # fmt: skip
def test_what_is_no_program_is_refused(text):
    position = read_position(START)
    assert read_program(text) is None
    with pytest.raises(MalformedMove, match="is not a program: write it like"):
        position.read_move(text)
    with pytest.raises(MalformedMove):
        position.play(text)


def test_a_program_written_otherwise_is_told_how_it_is_written():
    with pytest.raises(MalformedMove, match=r'"NN\./\.\.\./\.\.\./sideW" is written NN\./'):
        read_position(START).play("NN./.../.../sideW")


@pytest.mark.parametrize(
    ("position", "move", "says"),
    [
        (START, ".../.../.../dashN", "A has no dash to use"),
        (START, ".../.../.../sideE", "a side for the ball is chosen only in the advanced game"),
        (ADVANCED, ".../.../.../blitz", "A has no blitz to use"),
        (ADVANCED + " used=M:-", ".../.../.../pass1L/quick", "A has no quick pass to use"),
        (START, "W", "W is not for now: A chooses a program"),
        (ADVANCED + " score=0:1 owed=1:0", STILL, "A chooses take-S, take-M or take-L"),
        (START + " score=1:0", STILL, "the game is over: A has scored"),
    ],
)
def test_what_cannot_be_chosen_is_explained(position, move, says):
    with pytest.raises(IllegalMove, match=re.escape(says)):
        read_position(position).play(move)


def test_programs_are_counted_without_being_listed():
    position = read_position(START)
    assert position.legal_moves.count() == perft(position, 1) == 5**9 * 10
    assert perft(position, 2) == (5**9 * 10) ** 2
    few = list(islice(position.legal_moves, 12))
    assert few[0] == STILL
    assert len(set(few)) == 12
    everything = advanced(" specials=SML:S")
    assert everything.legal_moves.count() == 5**9 * 10 * 5 * 2 * 2 * 2
    assert perft(everything, 2) == 5**9 * 400 * 5**9 * 100


def test_a_piece_in_a_closed_row_must_step_out_first():
    text = ("pyramid-ball:mode=advanced 7,7,1L5,3m3,1l3s1,7,5M1,3S3 A ball=c8 offence=A "
            "score=1:0 ban=A")  # fmt: skip
    position = read_position(text)
    with pytest.raises(IllegalMove, match="the small piece on d8 must leave the closed row"):
        position.play(STILL)
    slot = next(slot for slot in position.steps(()).slots if slot.name == "S1")
    assert (slot.choices, slot.default) == (("S",), "S")
    assert position.steps(()).move == "S../.../..."
    assert position.legal_moves.count() == 5**8 * 10 * 2
    position.play("S../.../...")
    stuck = read_position(text.replace("5M1", "3M3"))  # the way out is taken: nothing is forced
    stuck.play(STILL)
    assert stuck.legal_moves.count() == 5**9 * 10 * 2
    honour = read_position(text.replace("advanced", "advanced,exit_duty=honour"))
    honour.play(STILL)


# -- passes ----------------------------------------------------------------------------------------


def by_intervals(source, target):
    """The squares whose open inside a line between two centres meets, by the times it is there."""
    ends = [(site % 7, site // 7) for site in (source, target)]
    (x, y), (dx, dy) = ends[0], (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1])
    found = []
    for site in set(range(len(NAMES))) - {source, target}:
        lower, upper = Fraction(0), Fraction(1)
        for start, way, at in ((x, dx, site % 7), (y, dy, site // 7)):
            low, high = at - Fraction(1, 2), at + Fraction(1, 2)
            if way:
                times = sorted(((low - start) / way, (high - start) / way))
                lower, upper = max(lower, times[0]), min(upper, times[1])
            elif not low < start < high:
                lower = upper
        if lower < upper:
            found.append((lower, site))
    return tuple(site for _, site in sorted(found))


@counts(few=4, all=len(NAMES))
def test_a_pass_crosses_what_exact_arithmetic_says(count):
    for source, target in product(range(count), range(len(NAMES))):
        if source != target:
            assert crossed(source, target) == by_intervals(source, target)


def test_the_nearest_defender_intercepts():
    position = read_position("pyramid-ball 7,3M3,7,3l3,3m3,7,3L3,S5s A ball=AM")
    moves = [".../.../.../pass2L", STILL]
    after = position.replay(moves)
    assert str(after.outcome.winner) == "B"
    assert " ball=BL " in f"{after} "


# -- phases ----------------------------------------------------------------------------------------


def test_who_begins_is_fought_out_with_sizes():
    start = kinds()["pyramid-ball"].configure({"first": "duel"}).start()
    assert list(start.legal_moves) == ["large", "medium", "small"]
    assert str(start).endswith(" A ball=AM phase=duel")
    one = start.play("medium")
    assert (one.to_move, one.sealed) == ("B", ("A",))
    assert one.seen_by("B") == start.play("small").seen_by("B") != one
    with pytest.raises(IllegalMove, match="sealed"):
        one.seen_by("B").play("small")
    tie = one.play("medium")
    assert tie == start
    for first, second, winner in (
        ("medium", "small", "A"), ("small", "large", "A"), ("large", "small", "B"),
    ):  # fmt: skip
        picked = start.replay([first, second])
        assert (picked.to_move, tuple(picked.legal_moves)) == (winner, ("offence", "defence"))
    b_wins = start.replay(["large", "small"])
    assert str(b_wins).endswith(" B ball=AM phase=pick")
    assert str(b_wins.play("offence")).endswith(" A ball=BM")
    assert str(b_wins.play("defence")).endswith(" A ball=AM")


def test_whoever_lets_a_point_in_takes_a_special_move():
    position = read_position(
        "pyramid-ball:mode=advanced 7,2L4,7,3M3,3m3,5l1,S5s,7 A ball=AM score=4:0 specials=-:SM"
    )
    after = position.replay([STILL, ".../S../..."])
    assert str(after).endswith(" A ball=BM score=4:1 specials=-:SM owed=1:0")
    assert tuple(after.legal_moves) == ("take-S", "take-M", "take-L")
    taken = after.play("take-M")
    assert str(taken).endswith(" A ball=BM score=4:1 specials=M:SM")
    again = read_position(
        "pyramid-ball:mode=advanced 7,2L4,7,3M3,3m3,5l1,S5s,7 A ball=BM score=0:3 used=SML:-"
    ).replay([STILL, STILL])
    assert next(iter(again.legal_moves)) == STILL, "each special move comes once"
    both = read_position(str(after).replace("owed=1:0", "owed=1:1"))
    assert both.play("take-L").to_move == "B"
    assert tuple(both.play("take-L").legal_moves) == ("take-L",)


def test_a_turn_that_asks_for_a_side_goes_on_with_the_answer():
    text = "pyramid-ball:mode=advanced,side_prompt=true 7,7,1L5,7,l3m1s,7,3M3,S6 A ball=AM"
    begun = read_position(text).play(".../NS./...")
    asked = begun.play(".../..N/...")
    assert asked.to_move == "B"
    assert tuple(asked.legal_moves) == ("W", "E")
    assert dict(asked.counters) == {"score A": 1, "score B": 0, "row": 1}
    assert read_position(str(asked)) == asked
    west, east = asked.play("W"), asked.play("E")
    assert " ball=c8 offence=A " in str(west)
    assert " ball=e8 offence=A " in str(east)
    assert west.pieces.site.tolist() != asked.pieces.site.tolist()
    with pytest.raises(IllegalMove, match="B chooses W or E"):
        asked.play(STILL)


def test_the_last_turn_ends_the_match():
    text = ADVANCED.replace("advanced", "advanced,max_turns=9")
    drawn = read_position(text + " score=1:1 turns=8").replay([STILL, STILL])
    assert (drawn.outcome.how, drawn.outcome.winner, drawn.outcome.winners) == ("turns", None, ())
    won = read_position(text + " score=1:2 turns=8").replay([STILL, STILL])
    assert won.outcome.winner == "B"
    assert won.outcome.scores == (("A", 1), ("B", 2))


def test_a_ball_that_is_kept_too_long_opens_the_row():
    text = ("pyramid-ball:mode=advanced,recovery_limit=2 7,7,1L3S1,3M3,7,1l3s1,7,3m3 A "
            "ball=BM score=1:0 ban=A")  # fmt: skip
    one = read_position(text).replay([STILL, STILL])
    assert str(one).endswith(" ban=A kept=1")
    assert "ban" not in str(one.replay([STILL, STILL]))
    usual = read_position(text.replace(",recovery_limit=2", ""))
    assert str(usual.replay([STILL, STILL] * 3)) == str(usual)


# -- options in ways that test_ball_options does not try -------------------------------------------


def turn(text, *programs):
    """What is told of a turn, line by line."""
    position = read_position(text)
    events = position.play(programs[0]).events(programs[1])
    return [event.value for event in events if event.kind == "note"]


@pytest.mark.parametrize(
    ("options", "text", "programs", "told"),
    [
        # A defender leaves a square that a piece of the offence wants.
        ("follow_defender=false", "M2L3,7,7,S2s3,7,7,l6,m6 A ball=AM",
         ("EE./.../...", "..E/.../..."), []),
        ("follow_defender=false", "M2L3,7,7,2Ss3,7,7,l6,m6 A ball=AM",
         ("E../.../...", "E../.../..."), ["fail AS occupied"]),
        ("follow_defender=true", "M2L3,7,7,2Ss3,7,7,l6,m6 A ball=AM",
         ("E../.../...", "E../.../..."), []),
        # A piece that is pushed onto such a square.
        ("follow_defender=false", "M2L3,7,7,sSm4,7,7,l6,7 A ball=AM",
         (STILL, "E../N../..."), ["fail BS push-defender"]),
        ("follow_defender=true", "M2L3,7,7,sSm4,7,7,l6,7 A ball=AM",
         (STILL, "E../N../..."), ["push BS AS c4"]),
    ],
)  # fmt: skip
def test_an_option_does_what_it_says(options, text, programs, told):
    assert turn(f"pyramid-ball:{options} {text}", *programs) == told


def test_a_blitz_may_come_first():
    text = "pyramid-ball:mode=advanced{} 7,7,7,7,3S3,M6,7,L1l2ms A ball=AS specials=-:L"
    position = read_position(text.format(",blitz_first=true"))
    account = position.play(STILL).carried_out(".../.../SSS/blitz")[2]
    assert [stage.name for stage in account.stages] == ["1a", "1b", "1c", "1", "2", "3"]
    assert NAMES[account.stages[2].state.squares[3]] == "c5"
    usual = read_position(text.format("")).play(STILL).carried_out(".../.../SSS/blitz")[2]
    assert [stage.name for stage in usual.stages] == ["1", "1b", "1c", "2", "3"]


@pytest.mark.parametrize(
    ("program", "kept"),
    [
        ("W../.../.../dashN", "special-kept A dash"),
        (".../.../.../pass1S/quick", "special-kept A quick"),
        ("..S/.../.../dashN", None),
    ],
)
def test_a_special_move_that_came_to_nothing_may_be_kept(program, kept):
    text = ("pyramid-ball:mode=advanced{} 7,7,S6,7,7,L6,l6,m2M2s A ball=AS "
            "specials=SML:-")  # fmt: skip
    told = turn(text.format(",special_spent_when_programmed=false"), program, STILL)
    assert [line for line in told if line.startswith("special-kept")] == ([kept] if kept else [])
    assert "special-kept" not in " ".join(turn(text.format(""), program, STILL))


# -- strings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (START.replace("3S1,", "5,"), "A's small piece is missing"),
        (START.replace("7,7,1L", "7,S6,1L"), "A's small piece stands on the pitch 2 times"),
        (START.replace(" A ", " B "), "A chooses here, not B; B chooses once A has"),
        (START + " offence=A", "the offence is the team with the ball"),
        (START.replace("AM", "b8"), "say which team had a loose ball last"),
        (START.replace("AM", "i9"), "the ball is on a piece like AM or on a square like b8"),
        (START + " ban=A", "a closed row goes with mode=advanced"),
        (START + " specials=S:-", "specials goes with mode=advanced"),
        (START + " score=1:1", "only one team can have reached 1"),
        (START + " score=2:0", "each a number up to 1"),
        (START + " score=0:0", "a score of 0:0 is not written"),
        (START + " kept=1", "kept goes with recovery_limit"),
        (START + " turns=1", "turns goes with max_turns"),
        (START + " phase=duel", "goes with first=duel"),
        (START + " sealed=A", "sealed=A stands where B chooses after A"),
        (START + " mood=good", "is unknown"),
        (ADVANCED + " ban=A", "A has the ball: no row is closed to it"),
        (ADVANCED + " specials=MS:-", "special moves are S, M and L in this order"),
        (ADVANCED + " specials=-:-", "specials is left out where there are none"),
        (ADVANCED + " specials=S:- used=S:-", "each special move once in a match"),
        (ADVANCED + " owed=4:0", "each a number up to 3"),
        (ADVANCED + f" A={STILL} B={STILL}", "these programs ask nobody"),
        (START.replace("ball:", "ball").replace("pyramid-ball", "pyramid-ball:target=3"),
         "one point wins the basic game"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(text, says):
    with pytest.raises(NotationError, match=re.escape(says)):
        read_position(text)


def test_a_target_that_is_usual_is_not_written():
    for text in (START.replace("ball ", "ball:target=1 "),
                 START.replace("ball ", "ball:mode=basic,target=1 ")):  # fmt: skip
        assert str(read_position(text)) == START
    assert str(advanced(options=",target=6")) == ADVANCED
    assert str(advanced(options=",target=4")) == ADVANCED.replace("ed ", "ed,target=4 ")


def test_a_string_without_a_ball_gives_it_to_the_medium_piece_of_a():
    assert str(read_position(START.replace(" ball=AM", ""))) == START


def test_analyze_tells_ball_points_and_who_has_chosen():
    found, _ = analyze(advanced(" score=0:1 specials=S:-").play(STILL).seen_by(None))
    assert found["ball"] == "AM"
    assert found["score"] == {"A": 0, "B": 1}
    assert found["specials"] == {"A": "S", "B": ""}
    assert found["sealed"] == ["A"]


# -- set-up ----------------------------------------------------------------------------------------


def test_a_piece_is_moved_by_hand_through_a_draft_that_keeps_ball_and_points():
    position = advanced(" score=0:1 specials=S:-")
    site = position.game.board.index
    draft = put(position, [site("d4")], 0)
    assert isinstance(draft, Draft)
    assert [str(problem) for problem in problems(draft)] == ["A's medium piece is missing"]
    assert read_setup(str(draft)) == draft
    moved = put(draft, [site("d6")], 2)
    assert str(moved) == (
        "pyramid-ball:mode=advanced 7,7,1L3S1,7,3m3,1l1M1s1,7,7 A ball=AM score=0:1 specials=S:-"
    )
    assert with_cells(moved, cells_of(position)) == position


def test_exchanged_teams_exchange_ball_and_points():
    position = advanced(" score=0:1 specials=S:-")
    assert str(exchanged(position)) == (
        "pyramid-ball:mode=advanced 7,7,1l3s1,3m3,3M3,1L3S1,7,7 A ball=BM score=1:0 specials=-:S"
    )
    assert exchanged(exchanged(position)) == position
    with pytest.raises(NotationError, match="A chooses here, not B"):
        with_side(position, 1)


def test_what_no_play_leads_to_is_noted():
    odd = "pyramid-ball:mode=advanced 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=c4 offence=A {}"
    assert [note.key for note in notes(read_position(odd.format("specials=S:- ban=A")))] == [
        "more-specials", "ball-astray", "ban-without-goal",
    ]  # fmt: skip
    rng = Random(4)
    for options in ({}, {"mode": "advanced", "max_turns": "30"}):
        position = kinds()["pyramid-ball"].configure(options).start()
        while position.outcome is None:
            position = position.play(position.legal_moves.sample(rng))
            assert notes(position) == problems(position) == ()


def test_the_mirror_from_west_to_east_turns_programs_round():
    position = read_position("pyramid-ball:mode=advanced 3L3,7,3S3,3M3,3m3,3l3,7,3s3 A ball=AM")
    images = kept_by(position)
    assert len(images) == 2
    assert image_of(position, "NE./W../.../pass2L/sideE", images[1]) == "NW./E../.../pass2L"
    assert image_of(position, STILL, images[0]) == STILL
    assert len(named_maps(position.game.board)) == 4
    assert len(kept_by(read_position(START))) == 1
    assert np.array_equal(position.game.board.centres[0], [0, 0, 0])

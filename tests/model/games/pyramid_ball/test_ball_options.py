"""Every option, and what the rule sheet leaves open, in a position where the answer matters.

Each row of the tables has six squares (A's large, medium and small piece, then B's), the ball and
what else a string says, the programs of A and B, and all that comes of them.
"""

import pytest
from ball_cases import board

from model.contract.game import IllegalMove
from model.games.pyramid_ball.rulebook import NAMES, OPTIONS, PIECES
from model.positions.setup import read_position

STILL = ".../.../..."
WON = ["over: points A"]
LOST = ["win B", "over: points B"]
GOAL = ["goal AM run", "point A goal"]
TACKLED = ["offence B", "point B tackle"]
ADVANCED = "mode=advanced"


def came_of(options, squares, rest, first, second, asked=()):
    """What is told of a turn line by line, then who is where of those asked about, and the end."""
    pos = dict(zip(PIECES, squares.split(), strict=True))
    header = f"pyramid-ball:{options}" if options else "pyramid-ball"
    position = read_position(f"{header} {board(pos)} A {rest}")
    try:
        sealed = position.play(first)
    except IllegalMove as error:
        return [str(error)]
    told = [event.value for event in sealed.events(second) if event.kind == "note"]
    after = sealed.play(second)
    told += [f"{one} on {NAMES[after.now.squares[PIECES.index(one)]]}" for one in asked]
    if after.outcome is not None:
        told.append(f"over: {after.outcome.how} {after.outcome.winner}")
    return told


# -- options ---------------------------------------------------------------------------------------

AT_EDGE = ("a1 b1 a3 g8 f8 e8", "ball=AS specials=S:-")
NEAR_GOAL = ("a1 d7 b1 g3 f3 e3", "ball=AM")
CLOSED = ("a1 b1 d8 g3 d6 e3", "ball=c8 offence=A score=1:0 ban=A")
OPTION_ROWS = [
    ("mode", "", ADVANCED, *NEAR_GOAL, ".../N../...", STILL, (),
     [*GOAL, "win A", *WON], [*GOAL, "loose c8"]),
    ("target", ADVANCED, f"{ADVANCED},target=2", NEAR_GOAL[0], "ball=AM score=1:0",
     ".../N../...", STILL, (), [*GOAL, "loose c8"], [*GOAL, "win A", *WON]),
    ("follow_defender", "", "follow_defender=false", "a1 b1 c4 g8 f8 d4", "ball=AM",
     "E../.../...", "E../.../...", ("AS",), ["AS on d4"], ["fail AS occupied", "AS on c4"]),
    ("edge_tackle", "", "edge_tackle=true", "c1 a4 b1 g8 b4 e8", "ball=AM", STILL,
     ".../W../...", ("AM",), ["fail BM push-edge", "AM on a4"],
     ["fail BM push-edge", "tackle BM AM", *TACKLED, "win B", "AM on a4", "over: points B"]),
    ("chain_push_tackles", "", "chain_push_tackles=true", "a1 d4 c4 g8 f8 b4", "ball=AM", STILL,
     "E../.../...", (), ["push BS AS d4", "push BS AM e4"],
     ["push BS AS d4", "push BS AM e4", "tackle BS AM", *TACKLED, *LOST]),
    ("push_locks_stander", "", "push_locks_stander=true", "a1 b1 c4 g8 f8 b4", "ball=AM",
     ".N./.../...", "E../.../...", ("AS",), ["push BS AS d4", "AS on d5"],
     ["push BS AS d4", "AS on d4"]),
    ("pass_check", "", "pass_check=original", "a6 b1 a3 g8 f8 e8", "ball=AS",
     "WN./.../.../pass2L", STILL, (), ["fail AS edge", "pass AS AL"],
     ["fail AS edge", "nopass A moving"]),
    ("special_spent_when_programmed", ADVANCED, f"{ADVANCED},special_spent_when_programmed=false",
     *AT_EDGE, "W../.../.../dashN", STILL, (), ["special A dash", "fail AS edge"],
     ["special A dash", "fail AS edge", "special-kept A dash"]),
    ("ban_from", ADVANCED, f"{ADVANCED},ban_from=now", *NEAR_GOAL, ".../NSN/...", STILL, ("AM",),
     [*GOAL, "loose c8", "AM on d8"], [*GOAL, "loose c8", "fail AM goal-row-ban", "AM on d7"]),
    ("exit_duty", ADVANCED, f"{ADVANCED},exit_duty=honour", *CLOSED, STILL, STILL, ("AS",),
     ["the small piece on d8 must leave the closed row first: S in row 1"], ["AS on d8"]),
    ("recovery_limit", ADVANCED, f"{ADVANCED},recovery_limit=1", "a1 b1 c1 g3 d8 e3",
     "ball=BM score=1:0 ban=A", STILL, STILL, (), [], ["ban-end"]),
    ("blitz_first", ADVANCED, f"{ADVANCED},blitz_first=true", "a1 d4 b1 a4 f8 e8",
     "ball=AM specials=-:L", ".../N../...", ".../.../EEE/blitz", ("BL",),
     ["special B blitz", "BL on d4"],
     ["special B blitz", "push BL AM e4", "tackle BL AM", *TACKLED, "BL on d4"]),
    ("side_prompt", ADVANCED, f"{ADVANCED},side_prompt=true", *NEAR_GOAL, ".../N../...", STILL,
     (), [*GOAL, "loose c8"], GOAL),
    ("max_turns", "", "max_turns=1", *NEAR_GOAL, STILL, STILL, (), [], ["over: turns None"]),
    # Time is kept by whoever shows the game: no program comes to anything else by these two.
    ("clock", "", "clock=5", *NEAR_GOAL, ".../N../...", STILL, (),
     [*GOAL, "win A", *WON], [*GOAL, "win A", *WON]),
    ("late_void", "", "late_void=true", *NEAR_GOAL, ".../N../...", STILL, (),
     [*GOAL, "win A", *WON], [*GOAL, "win A", *WON]),
]  # fmt: skip


@pytest.mark.parametrize("row", OPTION_ROWS, ids=lambda row: row[0])
def test_an_option_changes_what_comes_of_a_turn(row):
    _, usual, other, squares, rest, first, second, asked, by_default, otherwise = row
    assert came_of(usual, squares, rest, first, second, asked) == by_default
    assert came_of(other, squares, rest, first, second, asked) == otherwise


def test_there_is_a_row_for_each_option_but_who_begins():
    assert {row[0] for row in OPTION_ROWS} == {option.name for option in OPTIONS} - {"first"}


# -- what the sheet leaves open --------------------------------------------------------------------

GAPS = {
    "a piece that was stopped is pushed like one that stands":
        ("", "a1 d8 b1 g1 c8 g3", "ball=AL", ".../N../...", ".../E../...", ("AM",),
         ["fail AM edge", "push BM AM e8", "AM on e8"]),
    "a defender comes through where it would swap, and tackles":
        ("", "a1 d4 b1 g8 d5 e8", "ball=AM", ".../N../...", ".../S../...", ("AM", "BM"),
         ["fail AM swap", "push BM AM d3", "tackle BM AM", *TACKLED, "win B", "AM on d3",
          "BM on d4", "over: points B"]),
    "nobody is pushed onto a defender who stands":
        ("", "a1 d4 b1 g8 c4 e4", "ball=AL", STILL, ".../E../...", (),
         ["fail BM push-defender"]),
    "nor onto one who is stopped":
        ("", "a1 d4 b1 e5 c4 e4", "ball=AL", STILL, "N../E../...", (),
         ["fail BM push-defender", "fail BS defender-there"]),
    "nobody is pushed where another defender goes":
        ("", "a1 d4 b1 g8 c4 e5", "ball=AL", STILL, "S../E../...", ("BS",),
         ["fail BM push-claimed", "BS on e4"]),
    "nor where two defenders stop each other":
        ("", "a1 d4 b1 e3 c4 e5", "ball=AL", STILL, "S../E../N..", (),
         ["fail BL defenders-meet", "fail BM push-claimed", "fail BS defenders-meet"]),
    "a piece may be pushed where a defender leaves":
        ("", "a1 d4 b1 g8 c4 e4", "ball=AL", STILL, "N../E../...", ("AM", "BS"),
         ["push BM AM e4", "AM on e4", "BS on e5"]),
    "three in a row are pushed, and the last keeps the ball":
        ("", "d4 c4 e4 g8 b4 f8", "ball=AS", STILL, ".../E../...", ("AS",),
         ["push BM AM d4", "push BM AL e4", "push BM AS f4", "AS on f4"]),
    "nobody of a row is pushed against the edge":
        ("", "g4 f4 b1 g8 e4 f8", "ball=AL", STILL, ".../E../...", (), ["fail BM push-edge"]),
    "who gave way to a push stays stopped when the push fails":
        ("", "a1 d4 e5 e6 c4 g8", "ball=AL", "S../.../...", ".../E../S..", ("AS",),
         ["fail AS pushed-piece-takes", "fail BL pushes-meet", "fail BM pushes-meet",
          "AS on e5"]),
    "two defenders who want the carrier stop each other":
        ("", "a1 d4 b1 g8 c4 e4", "ball=AM", STILL, "W../E../...", (),
         ["fail BM defenders-meet", "fail BS defenders-meet"]),
    "a team-mate who is run into is not stopped":
        ("", "a1 b1 c1 g8 c4 d4", "ball=AM", STILL, ".N./E../...", ("BS",),
         ["fail BM defender-there", "BS on d5"]),
    "commands count where two of the offence want one square":
        ("", "e4 d4 e5 g8 f8 a8", "ball=AM", "S../E../N..", STILL, (),
         ["fail AL swap", "fail AM offence-meet", "fail AS swap"]),
    "a pass to oneself is none":
        ("", "a1 d4 b1 g8 f8 e8", "ball=AM", ".../.../.../pass2M", STILL, (), ["nopass A self"]),
    "the defence may mark a pass for when it has the ball":
        (ADVANCED, "a1 d4 b1 g8 c4 d6", "ball=AM", STILL, ".../E../.../pass2S", (),
         ["push BM AM e4", "tackle BM AM", *TACKLED, "pass BM BS"]),
    "who was stopped stays so when its team loses the ball":
        (ADVANCED, "b2 d4 a1 g8 c4 d6", "ball=AM", "WN./.../...", ".../E../...", ("AS",),
         ["fail AS edge", "push BM AM e4", "tackle BM AM", *TACKLED, "AS on a1"]),
    "after the point of the basic game nothing is carried out":
        ("", "a1 d7 b1 g3 f3 e3", "ball=AM", "NN./N../...", STILL, ("AS",),
         [*GOAL, "win A", "AS on b2", *WON]),
    "whoever gets the ball in the row it scores in has no goal, nor by moving along it":
        (ADVANCED, "b3 a1 g1 g8 d1 e8", "ball=AM", ".../.../.../pass2S", ".../.E./...", ("BM",),
         ["intercept BM from AM to AS", "offence B", "point B interception", "BM on e1"]),
    "a tackle in the closed row is a point and opens it":
        (f"{ADVANCED},exit_duty=honour", "a1 b8 c8 g3 d8 e3", "ball=BM score=1:0 ban=A",
         "E../.../.../pass2M", STILL, (),
         ["push AS BM e8", "tackle AS BM", "offence A", "ban-end", "point A tackle",
          "pass AS AM", "goal AM pass", "point A goal", "loose a8"]),
    "who stands beside the ball does not pick it up":
        (ADVANCED, "a1 b1 c1 g3 d8 e3", "ball=c8 offence=A score=1:0 ban=A", STILL, STILL, (), []),
    "who stands on the ball is pushed off it":
        (f"{ADVANCED},exit_duty=honour", "a1 b1 c8 g3 d8 e3", "ball=c8 offence=A score=1:0 ban=A",
         STILL, ".../W../...", (), ["push BM AS b8", "recover BM", "offence B"]),
    "while the ball lies loose both may blitz":
        (ADVANCED, "a1 b1 c1 g3 d6 e3", "ball=c8 offence=A score=1:1 ban=A specials=L:L",
         ".../.../.../blitz", ".../.../.../blitz", (), ["special A blitz", "special B blitz"]),
    "the row of a goal is left by its scorer and may be moved along":
        (f"{ADVANCED},exit_duty=honour", "a1 b1 d8 g3 f3 e3",
         "ball=c8 offence=A score=1:0 ban=A", "E../.../...", STILL, ("AS",), ["AS on e8"]),
    "whoever lets a goal in puts the ball on the side that its program says":
        (ADVANCED, *NEAR_GOAL, ".../N../...", f"{STILL}/sideE", (), [*GOAL, "loose e8"]),
    "the other side is taken where there is no room":
        (ADVANCED, "b1 a7 c1 g3 f3 e3", "ball=AM", ".../N../...", STILL, (),
         [*GOAL, "loose b8"]),
}  # fmt: skip


@pytest.mark.parametrize("what", GAPS)
def test_what_the_sheet_leaves_open_is_answered_as_the_page_says(what):
    *given, told = GAPS[what]
    assert came_of(*given) == told

"""What `check` says of puzzles is what playing every line out says, planted cooks included."""

from random import Random

import brute
import msgspec
import pytest
from brute import MEETS
from shipped import PUZZLES, puzzles

from model.positions.setup import put, read_position
from model.positions.symmetry import image_of, kept_by
from model.puzzles import proof
from model.puzzles.proof import check, first_fault, proof_holds
from model.puzzles.question import sites_in
from model.records.puzzle import Puzzle, Stipulation

SMALL = 60_000


@pytest.fixture(autouse=True)
def moves_are_counted_briefly(monkeypatch):
    """What is counted is not asked here, and takes a second a puzzle where it does not end."""
    monkeypatch.setattr(proof, "SECONDS", 0.02)


def shipped():
    """All shipped puzzles: (file and number, position, puzzle)."""
    return [(f"{path.stem}#{n}", *more) for path in PUZZLES for n, *more in puzzles(path)]


def one_of_each_kind(position, asked, moves):
    """Sets of moves that a symmetry of position and stipulation exchanges."""
    board = position.game.board
    kept = [[board.names[board.corners[asked.corner]]]] if asked.corner else []
    kept += [list(asked.points)] if asked.points else []
    images = kept_by(position, kept)
    kinds = {
        frozenset({move, *(image_of(position, move, one) for one in images)}) for move in moves
    }
    return {frozenset(kind & set(moves)) for kind in kinds}


def allowed(position, asked, moves):
    points = set(asked.points)
    return {move for move in moves if not points or sites_in(position, move) & points}


SMALL_ONES = [
    pytest.param(position, puzzle, id=name)
    for name, position, puzzle in shipped()
    if puzzle.stipulation.kind != "accepted"
    and (
        brute.size(position, puzzle.stipulation, SMALL) < SMALL
        or (puzzle.stipulation.kind == "only" and len(list(position.legal_moves)) <= 8)
    )
]


def test_many_shipped_puzzles_are_small_enough_to_be_played_out():
    assert len(SMALL_ONES) >= 12


@pytest.mark.check
@pytest.mark.sample(25)
@pytest.mark.slow
@pytest.mark.parametrize(("position", "puzzle"), SMALL_ONES)
def test_shipped_puzzles_are_what_playing_them_out_says(position, puzzle):
    asked = puzzle.stipulation
    right = allowed(position, asked, brute.solutions(position, asked))
    found = check(position, puzzle, thorough=False)
    assert found.decided
    assert found.proof.verdict == "sound"
    if asked.first == "set":
        assert set(found.proof.first) == right
    elif asked.first == "only" or asked.kind == "only":
        assert right == set(found.proof.first)
    else:
        (kind,) = one_of_each_kind(position, asked, right)
        assert found.proof.first[0] in kind


def variants(position, asked, rng):
    """The same puzzle with a move more to do it in, and with one of the solver's pieces more."""
    if asked.kind in ("win", "hold") and asked.moves is not None:
        yield "one move more", position, msgspec.structs.replace(asked, moves=asked.moves + 1)
    if asked.kind == "parry" and (asked.moves or 1) > 1:
        yield "looked at less far", position, msgspec.structs.replace(asked, moves=1)
    taken = {int(site) for site in position.pieces.site}
    own = position.game.players.index(position.to_move) + 1
    free = [site for site in range(len(position.game.board)) if site not in taken]
    rng.shuffle(free)
    for site in free[:12]:
        try:
            more = put(position, [site], own)
        except ValueError:
            continue
        if not getattr(more, "problems", ()) and more.outcome is None:
            yield f"with {position.game.board.names[site]}", more.without_past(), asked


def planted(game, most, small):
    """Shipped puzzles changed so that, played out, more first moves do it than the one meant.

    `small` bounds how many lines playing one out may take.
    """
    rng, found = Random(4), []
    for name, position, puzzle in shipped():
        asked, key, here = puzzle.stipulation, puzzle.proof.first[0], 0
        if position.game.kind.name != game or asked.first == "set" or asked.kind == "accepted":
            continue
        for what, more, other in variants(position, asked, rng):
            if here == 3 or len(found) == most:
                break
            if brute.size(more, other, small) >= small or more.to_move != position.to_move:
                continue
            if more.explain(key) is not None:
                continue
            right = allowed(more, other, brute.solutions(more, other))
            kinds = one_of_each_kind(more, other, right)
            if key in right and len(kinds) > 1:
                found.append((f"{name}, {what}", more, other, key, right, kinds))
                here += 1
    return found


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "least", "small"),
    [
        ("partition", 3, 3_000),
        ("pyraos", 5, 3_000),
        ("pyramid", 2, 8_000),
        pytest.param("partition", 16, SMALL, marks=pytest.mark.soak),
        pytest.param("pyraos", 6, SMALL, marks=pytest.mark.soak),
        pytest.param("pyramid", 6, SMALL, marks=pytest.mark.soak),
    ],
)
def test_planted_cooks_are_caught_and_named(game, least, small):
    found = planted(game, least + 2, small)
    assert len(found) >= least
    for name, position, asked, key, right, kinds in found:
        result = check(position, Puzzle(asked, keys=(key,)), thorough=False)
        assert result.decided, name
        assert result.proof.verdict == "cooked", name
        assert result.proof.first == (key,), name
        cooks = set(result.proof.cooks)
        assert cooks <= right - {key}, name
        named = {kind for kind in kinds if cooks & kind}
        assert named == {kind for kind in kinds if key not in kind} or asked.first == "only", name
        assert result.proof.cooks[0] in result.message, name


# -- solutions in fewer moves ---------------------------------------------------------------------

ROADS = "partition:size=4,rules=free 2RB,3R,3R,1BR1/3,2R,3/1R,2/R red"
"""Three first moves win in three moves; one of them wins in two."""


def quickly_asked_again(game, asked):
    """Whether one move more is proved in no time: of large pyramids and long ways it is not."""
    return asked.moves < {"partition": 4, "poly-y": 4, "pyraos": 9, "pyramid": 3}[game]


LONGER = [
    pytest.param(
        position, puzzle, id=name,
        marks=() if quickly_asked_again(position.game.kind.name, puzzle.stipulation)
        and len(position.game.board) <= 64 else pytest.mark.soak,
    )
    for name, position, puzzle in shipped()
    if puzzle.stipulation.kind in ("win", "hold") and puzzle.stipulation.moves is not None
    if not position.game.kind.hides  # a program is proved for the turn it is chosen for
]  # fmt: skip


@pytest.mark.check
@pytest.mark.sample(20)
@pytest.mark.slow
@pytest.mark.parametrize(("position", "puzzle"), LONGER)
def test_a_shipped_puzzle_asked_for_one_move_more_is_told_with_the_line(position, puzzle):
    asked = puzzle.stipulation
    longer = msgspec.structs.replace(asked, moves=asked.moves + 1)
    found = check(position, Puzzle(longer, keys=puzzle.keys), thorough=False)
    assert (found.decided, found.proof.verdict) == (True, "cooked")
    line = found.proof.shorter
    assert own_moves(position, line) == asked.moves
    assert f"not {longer.moves}: {' '.join(line)}" in found.message
    here = position
    for move in line:
        assert here.explain(move) is None
        here = here.play(move)
    assert brute.is_reached(here, position.to_move, asked.corner)


def test_most_shipped_puzzles_are_asked_again():
    assert len(LONGER) >= 60
    assert sum(not one.marks for one in LONGER) >= 40


@pytest.mark.check
def test_the_quickest_of_several_first_moves_is_a_fault_of_the_puzzle():
    position, asked = read_position(ROADS), Stipulation("win", 3, first="set")
    keys = ("1e3", "2d2", "2f2")
    assert brute.forces(position.play("2f2"), "red", "", 1, {})
    found = check(position, Puzzle(asked, keys=keys), thorough=False)
    assert (found.proof.verdict, found.proof.first, found.proof.cooks) == ("cooked", keys, ())
    assert found.proof.shorter[0] == "2f2"
    assert found.message == f"Red wins in 2 moves, not 3: {' '.join(found.proof.shorter)}"


def test_what_is_reached_before_the_first_move_is_told():
    position = read_position("partition:size=3,rules=free RRR,3,BB1/2,2/B red")
    found = check(position, Puzzle(Stipulation("hold", 2, "SW")), thorough=False)
    assert found.proof.verdict == "cooked"
    assert found.message.startswith("Red holds SW before the first move")


def test_a_longer_look_at_a_parry_is_no_shorter_solution():
    position = read_position("pyramid 7,7,B1W1BB1,3BW2,2W1W2,7,7 black")
    for moves in (1, 2):
        asked = Stipulation("parry", moves, first="only")
        found = check(position, Puzzle(asked), thorough=False)
        assert (found.proof.verdict, found.proof.first) == ("sound", ("d4xe4",))
        assert not found.proof.shorter


# -- random positions -----------------------------------------------------------------------------

SOME = {
    "partition": ("partition:size=3,rules=free 3,3,3/2,2/1 red",),
    "pyraos": ("pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white",),
    # From the start it takes long until anything is near.
    "pyramid": (
        "pyramid 7,4B2,3WW2,7,2W2W1,4B2,7 white",
        "pyramid 7,7,B1W1BB1,3BW2,2W1W2,7,7 black",
        "pyramid 7,7,2WWB2,7,2W1W2,5B1,7 white",
    ),
}


def fewest_moves(position, asked):
    """In how many of the solver's moves it is done, where that is fewer than asked for."""
    if asked.kind not in ("win", "hold"):
        return None
    known = {}
    for moves in range(asked.moves):
        if brute.forces(position, position.to_move, asked.corner, moves, known):
            return moves
    return None


def own_moves(position, line):
    """How many moves of a line are those of the side that begins it."""
    solver, count = position.to_move, 0
    for move in line:
        count += position.to_move == solver
        position = position.play(move)
    return count


def asked_at_random(rng, game):
    """A stipulation that can be put to a position of `game`."""
    kind = rng.choice(("win", "win", "parry", "hold") if game == "partition" else ("win", "parry"))
    deep = {"partition": 3, "pyraos": 2, "pyramid": 1}[game]
    moves = rng.randint(1, deep if kind != "parry" else max(1, deep - 1))
    corner = rng.choice(("SW", "SE", "NW", "NE", "apex")) if kind == "hold" else ""
    first = rng.choice(("unique", "unique", "set", "only"))
    return Stipulation(kind, moves, corner, first)


def position_at_random(rng, game):
    """A position some random moves from the start, late enough to be interesting."""
    position = read_position(rng.choice(SOME[game]))
    most = {"partition": (3, 9), "pyraos": (22, 34), "pyramid": (0, 2)}[game]
    for _ in range(rng.randint(*most)):
        after = position.play(position.legal_moves.sample(rng))
        if after.outcome is not None:
            break
        position = after
    return position.without_past()


@pytest.mark.check
@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "enough"),
    [
        ("partition", 60),
        ("pyraos", 40),
        ("pyramid", 4),
        pytest.param("partition", 150, marks=pytest.mark.soak),
        pytest.param("pyraos", 80, marks=pytest.mark.soak),
        pytest.param("pyramid", 30, marks=pytest.mark.soak),
    ],
)
def test_verdicts_on_random_positions_are_those_of_playing_out(game, enough):
    rng, seen = Random(11), []
    kinds_wanted, of_each = ("sound", "cooked", "unsolvable"), min(4, enough // 3)
    for _ in range(4000):
        position, asked = position_at_random(rng, game), asked_at_random(rng, game)
        if brute.size(position, asked, 4000) >= 4000:
            continue
        right = brute.solutions(position, asked)
        found = check(position, Puzzle(asked), thorough=False)
        words = (str(position), asked, found.message)
        assert found.decided, words
        kinds = one_of_each_kind(position, asked, right)
        quick = fewest_moves(position, asked)
        if not right:
            assert found.proof.verdict == "unsolvable", words
        elif quick is not None:
            assert found.proof.verdict == "cooked", words
            assert own_moves(position, found.proof.shorter) == quick, words
        elif asked.first == "set":
            assert (found.proof.verdict, set(found.proof.first)) == ("sound", right), words
        else:
            alone = len(right) if asked.first == "only" else len(kinds)
            assert found.proof.verdict == ("sound" if alone == 1 else "cooked"), words
            assert {*found.proof.first, *found.proof.cooks} <= right, words
        seen.append(found.proof.verdict)
        if len(seen) >= enough and min(map(seen.count, kinds_wanted)) >= of_each:
            break
    assert min(map(seen.count, kinds_wanted)) >= of_each, seen


# -- refutations, superfluous pieces, faults ------------------------------------------------------


def test_what_cannot_be_done_is_refuted_by_a_line_that_is_legal_and_right():
    position = read_position("partition:size=3,rules=free 3,3,3/2,R1/1 red")
    asked = Stipulation("hold", 1, "NW")
    assert not brute.solutions(position, asked)
    found = check(position, Puzzle(asked))
    assert found.proof.verdict == "unsolvable"
    first, *line = found.proof.refutation
    here = position.play(first)
    for move in line:
        assert here.explain(move) is None
        here = here.play(move)
    assert not brute.forces(here.without_past(), "red", "NW", 0, {})


def test_a_meant_move_that_fails_is_refuted():
    position = read_position("partition:size=3,rules=free 3,3,3/2,R1/1 red")
    asked = Stipulation("hold", 2, "NW")
    assert brute.solutions(position, asked) == {"1a5"}
    found = check(position, Puzzle(asked, keys=("2b2",)))
    assert found.proof.verdict == "unsolvable"
    move, reply = found.proof.refutation[:2]
    assert move == "2b2"
    after = position.play("2b2").play(reply).without_past()
    assert not brute.forces(after, "red", "NW", 1, {})


def test_tries_fail_by_their_refutations():
    position = read_position("partition:size=3,rules=free 3,3,3/2,R1/1 red")
    found = check(position, Puzzle(Stipulation("hold", 2, "NW")))
    assert found.proof.verdict == "sound"
    assert found.tries
    for one in found.tries:
        after = position.play(one.move).play(one.refutation[0]).without_past()
        assert not brute.forces(after, "red", "NW", 1, {})


@pytest.mark.check
def test_balls_without_which_it_stays_sound_are_superfluous_and_no_others():
    position = read_position("partition:size=3,rules=free 3,3,1BB/2,R1/1 red")
    puzzle = Puzzle(Stipulation("hold", 2, "NW"))
    found = check(position, puzzle)
    assert found.proof.verdict == "sound"
    names = position.game.board.names
    for site in position.pieces.site.tolist():
        less = put(position, [site], 0).without_past()
        alone = brute.solutions(less, puzzle.stipulation) == set(found.proof.first)
        assert (names[site] in found.proof.superfluous) is alone, names[site]
    assert found.proof.superfluous


@pytest.mark.check
def test_symmetric_first_moves_count_once_unless_only_one_may_do_it():
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/R red")
    asked = Stipulation("hold", 2, "apex")
    right = brute.solutions(position, asked)
    kinds = one_of_each_kind(position, asked, right)
    found = check(position, Puzzle(asked), thorough=False)
    assert found.proof.verdict == ("sound" if len(kinds) == 1 else "cooked")
    alone = check(position, Puzzle(Stipulation("hold", 2, "apex", "only")), thorough=False)
    assert alone.proof.verdict == ("sound" if len(right) == 1 else "cooked")
    assert len(right) > len(kinds)


@pytest.mark.check
def test_of_a_set_one_of_what_symmetry_exchanges_is_enough():
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/R red")
    asked = Stipulation("hold", 2, "apex", "set")
    right = brute.solutions(position, asked)
    kinds = one_of_each_kind(position, asked, right)
    assert max(map(len, kinds)) > 1
    one_each = tuple(min(kind) for kind in kinds)
    found = check(position, Puzzle(asked, keys=one_each), thorough=False)
    assert (found.proof.verdict, found.proof.cooks) == ("sound", ())
    if len(kinds) > 1:
        found = check(position, Puzzle(asked, keys=one_each[1:]), thorough=False)
        assert found.proof.verdict == "cooked"
        assert len(found.proof.cooks) == 1


@pytest.mark.parametrize(
    ("text", "puzzle", "fault"),
    [
        ("partition:size=3,rules=stacking 3,3,3/R1,2/1 red", Puzzle(Stipulation("win", 1)),
         "cannot exist"),
        (MEETS, Puzzle(Stipulation("win", 1), keys=("9z9",)), "9z9"),
        (MEETS, Puzzle(Stipulation("win", 1), keys=("1e1",)), "1e1 is not legal"),
        (MEETS, Puzzle(Stipulation("accepted", accepted=("1e1",))), "1e1 is not legal"),
        (MEETS, Puzzle(Stipulation("win", 1, points=("1a1",)), keys=("1c5",)), "marked points"),
    ],
)  # fmt: skip
def test_what_is_no_puzzle_is_told_in_a_sentence(text, puzzle, fault):
    from model.positions.setup import read_setup

    assert fault in first_fault(read_setup(text), puzzle)


def test_accepted_moves_are_marked_as_unproved():
    found = check(read_position(MEETS), Puzzle(Stipulation("accepted", accepted=("1c5",))))
    assert (found.proof.verdict, found.proof.first, found.decided) == ("unproved", ("1c5",), True)
    assert "nothing is proved" in found.message


# -- stopping, proofs kept ------------------------------------------------------------------------


def test_a_check_that_is_stopped_or_late_decides_nothing():
    position = read_position(
        "partition:size=6,rules=free 6,6,6,6,6,6/5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red"
    )
    puzzle = Puzzle(Stipulation("win", 9))
    stopped = check(position, puzzle, stop=lambda: True)
    assert not stopped.decided
    assert "cancelled" in stopped.message
    late = check(position, puzzle, limit=0.05)
    assert not late.decided
    assert late.proof.verdict == "unproved"


def test_progress_is_told_and_never_runs_backwards_within_a_part():
    told = []
    position = read_position(MEETS)
    check(position, Puzzle(Stipulation("parry", 1)), progress=lambda *row: told.append(row))
    assert told
    assert all(0 <= done <= total for done, total, _ in told)
    assert {what.split(" ")[0] for _, _, what in told} >= {"first", "what", "without"}


def test_a_kept_proof_is_of_its_position_and_rules_alone():
    position = read_position(MEETS)
    puzzle = Puzzle(Stipulation("parry", 1))
    kept = msgspec.structs.replace(puzzle, proof=check(position, puzzle).proof)
    assert proof_holds(position, kept)
    assert not proof_holds(read_position(MEETS.replace("R1R", "R2")), kept)
    assert not proof_holds(read_position(MEETS.replace("free", "stacking")), kept)
    assert not proof_holds(position, puzzle)


@pytest.mark.parametrize("word", ["2b2\x1b[31m", "1a1\u202e", "\x00", "x" * 100_000])
def test_a_word_of_a_file_that_is_no_move_is_told_harmlessly(word):
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    for puzzle in (
        Puzzle(Stipulation("win"), keys=(word,)),
        Puzzle(Stipulation("accepted", accepted=(word,))),
    ):
        fault = first_fault(position, puzzle)
        assert "is not legal" in fault
        assert fault.isprintable()
        assert len(fault) < 300

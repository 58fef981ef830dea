"""Words that `describe` says, read back and held against the rules."""

import random
import re

import numpy as np
import pytest
from shipped import EXAMPLES, LESSONS, PUZZLES
from told import in_secret, pieces_of, rebuilt

from model.connection.groups import groups
from model.games.poly_y.ring_board import poly_y_board
from model.phrases import called
from model.positions import describe
from model.positions.setup import read_position
from model.records import files
from model.records.record import PositionCache
from model.registry import kinds

HEADERS = (
    "partition:size=4",
    "partition:size=4,rules=stacking",
    "pyraos",
    "pyraos:rules=alternate",
    "pyramid",
    "pyramid:board=plateau-7,push_back_ban=true,max_plies=120",
    "pyramid-ball",
    "pyramid-ball:mode=advanced,first=duel,side_prompt=true,max_turns=40,recovery_limit=2",
    "poly-y:corners=3,size=5",
    "poly-y",
    "rolling-pyramids",
    "rolling-pyramids:players=3,hold_units=true",
)


def shipped(path):
    """The positions of a shipped file, as everybody may know them."""
    loaded = files.load_any(path)
    for item in loaded.items if isinstance(loaded, files.Collection) else (loaded,):
        cache = PositionCache()
        for node in item.record.nodes:
            yield cache.position(item.record, node).seen_by(None)


def played(header, plies=40):
    """A game at random: each position with the move that is made there."""
    rng = random.Random(header)
    name, _, options = header.partition(":")
    position = kinds()[name].configure(dict(o.split("=") for o in options.split(",") if o)).start()
    for _ in range(plies):
        if position.outcome is not None:
            return
        move = position.legal_moves.sample(rng)
        yield position, move
        position = position.play(move)


def hold(position, sites):
    """What is said of a position, and of so many of its sites, is so."""
    game, board = position.game, position.game.board
    text = describe.position(position)
    assert in_secret(rebuilt(text)) == in_secret(str(position))
    heard = {
        (site, count, what)
        for site, standing in pieces_of(text).items()
        for count, what in standing
    }
    table = position.pieces
    rows = zip(table.site, table.owner, table.kind, table.count, strict=True)
    assert heard == {
        (
            board.names[site],
            count,
            f"{'' if owner < 0 else called(game.players[owner]) + ' '}"
            # A word that ends in s is the same for several.
            f"{game.piece_kinds[kind].name}".removesuffix("s"),
        )
        for site, owner, kind, count in rows
    }
    owner = np.full(len(board), -2)
    owner[table.site] = table.owner
    for site in random.Random(len(text)).sample(range(len(board)), min(sites, len(board))):
        hold_point(position, site, owner)


def hold_point(position, site, owner):
    board, game = position.game.board, position.game
    head, _, told = describe.point(position, site).partition(": ")
    lines = [head, *re.split(r"; |(?<=\)), |(?<=neighbours), |(?<=neighbour), ", told)]
    assert head.split(", ")[0] == board.names[site]
    assert ("empty" in head) == (owner[site] == -2)
    near = board.neighbours(site).tolist()
    assert lines[1].split(" ")[0] == str(len(near))
    for number, player in enumerate(game.players):
        theirs = [board.names[one] for one in near if owner[one] == number]
        said = f"{len(theirs)} {called(player)} ({', '.join(theirs)})"
        assert (said in lines) == bool(theirs)


@pytest.mark.check
@pytest.mark.sample(16)
@pytest.mark.parametrize(
    "path", sorted([*EXAMPLES.glob("*.pyramidion"), *LESSONS, *PUZZLES]), ids=str
)
def test_every_shipped_position_is_rebuilt_from_its_words(path):
    seen = set()
    for position in shipped(path):
        if str(position) not in seen:
            seen.add(str(position))
            hold(position, 10 if len(seen) > 1 else 400)
    assert seen


@pytest.mark.check
@pytest.mark.parametrize("header", HEADERS)
def test_positions_at_random_are_rebuilt_from_their_words(header):
    for position, _ in list(played(header))[::5]:
        hold(position.seen_by(None), 400)


def test_groups_are_those_of_the_judge():
    for position, _ in list(played("partition:size=6", 70))[::7]:
        board, told = position.game.board, describe.position(position, "group").splitlines()
        for player in position.game.players:
            found = groups(board, position.balls(player))
            for number in range(len(found)):
                sites = found.sites(number)
                (line,) = (one for one in told if f": {describe.points(board, sites)}" in one)
                assert line.startswith(f"{player} group of {len(sites)} ball")
                assert line == describe.group(position, sites[-1])
                walls = [w for w in describe.WALLS if board.wall(w)[list(sites)].any()]
                assert [w for w in describe.WALLS if w in line.partition("; touches")[2]] == walls
                corners = [c for c, at in board.corners.items() if at in sites]
                assert re.findall(r"on the corner (\w+)", line) == corners


@pytest.mark.parametrize("corners", [3, 4, 5, 7])
def test_cells_say_on_which_side_or_corner_they_lie(corners):
    board = poly_y_board(corners, 4)
    named = {at: f"corner {name}" for name, at in board.corners.items()}
    letters = [*board.corners, "A"]
    for site, bits in enumerate(board.sides.tolist()):
        sides = [f"side {''.join(letters[k : k + 2])}" for k in range(corners) if bits >> k & 1]
        assert describe.rim(board, site) == named.get(site, "".join(sides))


def test_a_group_says_which_sides_it_touches():
    position = read_position("poly-y:corners=3,size=4 R/R1/1B1/4 blue")
    assert describe.point(position, 0).startswith("a1, corner A, red stone: ")
    assert describe.group(position, 0) == (
        "red group of 2 stones: a1, b1; touches side AB and side CA; on the corner A"
    )


def test_an_empty_point_has_no_group():
    position = read_position("partition:size=3 R2,3,3/2,2/1 blue")
    assert describe.group(position, 1) == "no group on 1c1"


def test_the_groups_a_ball_would_join_are_counted():
    for position, move in played("partition:size=5", 60):
        board, mover = position.game.board, position.to_move
        own = groups(board, position.balls(mover))
        site = board.index(move)
        near = set(own.labels[board.neighbours(site)].tolist()) - {-1}
        said = ("begin a {} group", "extend a {} group")[len(near)] if len(near) < 2 else None
        said = said or f"join {len(near)} {{}} groups"
        assert describe.point(position, site).endswith(f"; would {said.format(mover)}")


def test_lists_of_points_are_in_order():
    board = read_position("partition:size=3 3,3,3/2,2/1 red").game.board
    assert describe.points(board, (4, 0, 9), "escape") == "escape of 3 points: 1c3, 1a1, 2b2"
    steps = np.full(len(board), -1, np.int32)
    steps[[0, 1, 9, 4]] = 0, 1, 1, 2
    assert describe.pour(board, steps) == "1a1; step 1: 1c1, 2b2; step 2: 1c3"


# -- moves -----------------------------------------------------------------------------------------


@pytest.mark.check
@pytest.mark.parametrize("header", HEADERS)
def test_two_moves_of_a_position_never_have_the_same_words(header):
    for position, move in list(played(header))[::4]:
        if position.to_move == "chance":
            continue
        said = {move: describe.move(position, move)}
        for _ in range(30):
            other = position.legal_moves.sample(random.Random(len(said)))
            said[other] = describe.move(position, other)
        assert len(set(said.values())) == len(said)


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("pyraos WW2,4,4,4/3,3,3/2,2/1 black", "1a3", "Black places a sphere on 1a3"),
        (
            "pyramid W5B,WWW4,7,7,7,7,BBBB3 white",
            "a2-a4",
            "White runs north 2 squares from a2 to a4",
        ),
        ("poly-y:corners=3,size=3 R/2/3 blue", "swap", "Blue swaps the red stone on a1"),
        (
            "pyramid-ball 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM",
            "N.N/.../NNN/pass2L",
            "A: small runs north, stands, runs north; large runs north three squares; "
            "pass to large in row 2",
        ),
        ("partition:size=3 3,3,3/2,2/1 red", "2b2", "Red places a ball on 2b2"),
    ],
)
def test_moves_have_the_words_of_their_game(text, move, words):
    assert describe.move(read_position(text), move) == words

"""Themes of puzzles: each that is named is there, as playing out and counting by hand say."""

from collections import deque

import brute
import pytest
from shipped import PUZZLES, puzzles

from model.contract.game import Stopped
from model.play.opponent import never
from model.positions.setup import put, read_position, turned
from model.puzzles.proof import check
from model.puzzles.solutions.themes import themes_of
from model.records import files
from model.records.puzzle import Puzzle, Stipulation

PARTITION = next(path for path in PUZZLES if path.stem == "partition-puzzles")
CORNERS = ("SW", "SE", "NW", "NE", "apex")


def themed(path):
    """The puzzles of a file with their themes."""
    return [
        (number, position, puzzle, themes_of(position, puzzle, never))
        for number, position, puzzle in puzzles(path)
    ]


@pytest.fixture(scope="module")
def partition():
    return themed(PARTITION)


def with_theme(rows, theme):
    found = [
        (number, position, puzzle) for number, position, puzzle, about in rows if theme in about
    ]
    assert found, theme
    return found


def without_theme(rows, theme):
    return [
        (number, position, puzzle) for number, position, puzzle, about in rows if theme not in about
    ]


def other_of(position):
    return next(side for side in position.game.players if side != position.to_move)


def holders(position, site, side):
    """The corners that `side` newly holds with a ball on a point."""
    value = position.game.players.index(side) + 1
    after = put(position, [position.game.board.index(site)], value)
    number = value - 1
    return {
        corner
        for corner, was, now in zip(CORNERS, position.holders, after.holders, strict=True)
        if now == number != was
    }


def parts(position, side):
    """Every ball of a side with the group it belongs to."""
    value, board = position.game.players.index(side) + 1, position.game.board
    found = {}
    for site in range(len(board)):
        if position.cells[site] != value or site in found:
            continue
        waiting = deque([site])
        found[site] = site
        while waiting:
            for near in map(int, board.neighbours(waiting.popleft())):
                if position.cells[near] == value and near not in found:
                    found[near] = site
                    waiting.append(near)
    return found


def touched(position, labels, site):
    board = position.game.board
    return {labels[near] for near in map(int, board.neighbours(site)) if near in labels}


@pytest.mark.check
def test_after_a_double_threat_no_reply_helps(partition):
    for number, position, puzzle in with_theme(partition, "double threat"):
        asked, side = puzzle.stipulation, position.to_move
        after = position.play(puzzle.proof.line[0])
        for reply in after.legal_moves:
            there = after.play(reply)
            assert brute.forces(there.without_past(), side, asked.corner, 1, {}), number
        given = turned(after, side)
        ways = [
            move
            for move in given.legal_moves
            if brute.is_reached(given.play(move), side, asked.corner)
        ]
        assert len(ways) > 1, number


def test_a_parry_stops_what_would_follow(partition):
    small = [
        row
        for row in with_theme(partition, "parry")
        if row[2].stipulation.kind == "parry"
        and brute.size(row[1], row[2].stipulation, 9_000) < 9_000
    ]
    assert small
    for number, position, puzzle in small:
        asked, other = puzzle.stipulation, other_of(position)
        moves, known = asked.moves or 1, {}
        given = turned(position, other)
        assert brute.forces(given.without_past(), other, asked.corner, moves, known), number
        after = position.play(puzzle.proof.line[0]).without_past()
        assert not brute.forces(after, other, asked.corner, moves, {}), number


def test_a_hole_takes_a_corner_for_one_side_or_the_other(partition):
    def takes(position, key):
        return any(holders(position, key, side) for side in position.game.players)

    for number, position, puzzle in with_theme(partition, "hole"):
        assert takes(position, puzzle.proof.line[0]), number
    for number, position, puzzle in without_theme(partition, "hole"):
        assert not takes(position, puzzle.proof.line[0]), number


def test_a_cut_is_the_only_point_that_would_join_two_groups(partition):
    def only_joint(position, key):
        labels = parts(position, other_of(position))
        board = position.game.board
        apart = touched(position, labels, board.index(key))
        joints = [
            site
            for site in range(len(board))
            if not position.cells[site] and len(apart & touched(position, labels, site)) > 1
        ]
        return joints == [board.index(key)]

    for number, position, puzzle in with_theme(partition, "cut"):
        assert only_joint(position, puzzle.proof.line[0]), number
    for number, position, puzzle in without_theme(partition, "cut"):
        assert not only_joint(position, puzzle.proof.line[0]), number


def test_whichever_point_of_a_bridge_is_taken_the_other_joins(partition):
    for number, position, puzzle in with_theme(partition, "bridge"):
        side, key = position.to_move, puzzle.proof.line[0]
        after = position.play(key)
        board, labels = after.game.board, parts(after, side)
        own = labels[board.index(key)]
        shared = {}
        for move in after.legal_moves:
            site = board.index(move)
            if board.index(key) in map(int, board.neighbours(site)):
                for part in touched(after, labels, site) - {own}:
                    shared.setdefault(part, []).append(move)
        bridged = {part: moves for part, moves in shared.items() if len(moves) > 1}
        assert bridged, number
        part, (one, other, *_) = next(iter(bridged.items()))
        joined = parts(after.play(one).play(other), side)
        assert joined[part] == joined[board.index(key)], number


def test_a_fork_makes_two_corners_ready_to_be_taken(partition):
    for number, position, puzzle in with_theme(partition, "fork"):
        side = position.to_move
        after = turned(position.play(puzzle.proof.line[0]), side)
        before = set().union(*(holders(position, move, side) for move in position.legal_moves))
        ready = [holders(after, move, side) - before for move in after.legal_moves]
        assert len(set().union(*ready)) > 1, number


def test_a_tether_and_a_wrap_belong_to_a_corner_that_is_taken(partition):
    for theme in ("tether", "wrap"):
        for number, position, puzzle in with_theme(partition, theme):
            side = position.game.players.index(position.to_move)
            end = position.replay(puzzle.proof.line)
            pairs = zip(position.holders, end.holders, strict=True)
            assert any(now == side != was for was, now in pairs), (theme, number)


@pytest.mark.check
@pytest.mark.slow
def test_games_without_motifs_have_threats_alone():
    for path in PUZZLES:
        if path.stem in ("pyraos-puzzles", "pyramid-puzzles", "poly-y-puzzles"):
            found = {theme for *_, about in themed(path) for theme in about}
            assert found <= {"double threat", "parry"}, path.stem
            assert "parry" in found, path.stem


@pytest.mark.check
@pytest.mark.slow
def test_what_is_not_proved_or_hidden_has_no_theme():
    position = read_position("partition:size=3,rules=free RRB,3,3/1R,2/1 red")
    asked = Stipulation("win", 2)
    assert themes_of(position, Puzzle(asked), never) == ()
    proof = check(position, Puzzle(asked)).proof
    assert "double threat" in themes_of(position, Puzzle(asked, proof=proof), never)
    accepted = Puzzle(Stipulation("accepted", accepted=("1e3",)), proof=proof)
    assert themes_of(position, accepted, never) == ()
    ball = next(path for path in PUZZLES if path.stem == "pyramid-ball-puzzles")
    assert not any(about for *_, about in themed(ball))
    with pytest.raises(Stopped):
        themes_of(position, Puzzle(asked, proof=proof), lambda: True)


def test_shipped_puzzles_of_partition_name_their_themes(partition):
    for item, (number, *_, about) in zip(files.load_any(PARTITION).items, partition, strict=True):
        named = item.record.headers.get("theme", "")
        assert named == ", ".join(about), number

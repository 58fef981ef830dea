"""Records: playing, variations, comments; ids that are never used again; values that stay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.games.partition.kind import KIND
from model.records import record as records
from model.records.json_form import decode_item as decode
from model.records.json_form import encode
from model.records.record import ROOT, LineError, PositionCache, check_lines
from model.records.view import Cut, Mark, View

START = str(KIND.game(3, "free").start())


def line(*moves, record=None, node=ROOT):
    record = record or records.new_record(START)
    for move in moves:
        record, node = records.play(record, node, move)
    return record, node


def moves_to(record, node):
    return [record.nodes[i].move for i in records.line_to(record, node)[1]]


def test_moves_follow_one_another():
    record, node = line("2b2", "1a1", "1c1")
    assert len(record) == 3
    assert moves_to(record, node) == ["2b2", "1a1", "1c1"]
    assert records.ply_of(record, node) == 3
    assert list(record.main_line()) == [1, 2, 3]
    assert records.last_of_main_line(record) == node


def test_a_move_that_is_there_is_only_gone_to():
    record, _ = line("2b2", "1a1")
    again, node = records.play(record, ROOT, "2b2")
    assert again is record
    assert node == 1


def test_another_move_makes_a_variation():
    record, _ = line("2b2", "1a1")
    record, node = records.play(record, 1, "1c1")
    assert record[1].children == (2, node)
    assert records.last_of_main_line(record) == 2


def test_ids_are_not_used_again():
    record, node = line("2b2", "1a1")
    shorter, parent = records.delete(record, node)
    assert parent == 1
    assert node not in shorter
    longer, new = records.play(shorter, parent, "1c1")
    assert new == 3
    assert node in record, "the old value stays"
    assert len(longer) == 2


def test_deleting_takes_all_that_follows():
    record, _ = line("2b2", "1a1", "1c1", "1e1")
    record, variation = records.play(record, 2, "3c3")
    record, parent = records.delete(record, 2)
    assert parent == 1
    assert sorted(record.nodes) == [0, 1]
    assert variation not in record
    with pytest.raises(ValueError, match="start"):
        records.delete(record, ROOT)


def test_promoting_moves_up_one_place():
    record, _ = line("2b2")
    for move in ("1a1", "1c1", "1e1"):
        record, last = records.play(record, 1, move)
    record, below = records.play(record, last, "3c3")
    record, node = records.promote(record, below)
    assert node == below
    assert [record[c].move for c in record[1].children] == ["1a1", "1e1", "1c1"]
    record, _ = records.promote(record, below)
    assert records.last_of_main_line(record) == below
    assert records.promote(record, below)[0] is record, "the main line cannot rise"


def test_making_a_line_the_main_line_at_every_branch():
    record, _ = line("2b2", "1a1")
    record, a = records.play(record, ROOT, "1c1")
    record, _ = records.play(record, a, "1a1")
    record, b = records.play(record, a, "1e1")
    record, _ = records.make_main_line(record, b)
    assert records.last_of_main_line(record) == b
    assert records.make_main_line(record, b)[0] is record


def test_what_is_said_stays_with_the_node():
    record, node = line("2b2")
    old = record
    record, _ = records.comment(record, node, "the middle")
    record, _ = records.mark(record, node, (Mark("1a1"), Mark("2b2", "text", text="!")))
    record, _ = records.set_view(record, node, View(cuts=(Cut(family="level", at=1),)))
    assert record[node].comment == "the middle"
    assert record[node].marks[1].text == "!"
    assert record[node].view.cuts[0].family == "level"
    assert old[node].comment == ""
    assert records.comment(record, node, "the middle")[0] is record, "no change, no new value"
    record = records.head(record, "red", "Ada")
    assert record.headers["red"] == "Ada"
    assert "red" not in records.head(record, "red", "").headers
    record = records.bookmark(record, "inside", View(explode=1.0))
    assert record.bookmarks["inside"].explode == 1.0
    assert not records.bookmark(record, "inside", None).bookmarks


@st.composite
def trees(draw, most=14):
    """Records of random legal play with variations, comments and deletions."""
    record = records.new_record(START, title=draw(st.text(max_size=8).filter(_unicode)))
    cache = PositionCache()
    for _ in range(draw(st.integers(0, most))):
        node = draw(st.sampled_from(sorted(record.nodes)))
        what = draw(st.sampled_from(["play", "play", "play", "comment", "delete", "promote"]))
        moves = list(cache.position(record, node).legal_moves)
        if what == "play" and moves:
            record, _ = records.play(record, node, draw(st.sampled_from(moves)))
        elif what == "comment":
            record, _ = records.comment(record, node, draw(st.text(max_size=8).filter(_unicode)))
        elif what == "delete" and node != ROOT:
            record, _ = records.delete(record, node)
        elif what == "promote":
            record, _ = records.promote(record, node)
    return record


def _unicode(text):
    return not any("\ud800" <= c <= "\udfff" for c in text)


@pytest.mark.check
@settings(max_examples=40)
@given(trees())
def test_every_tree_hangs_together(record):
    reached = list(records.subtree(record, ROOT))
    assert sorted(reached) == sorted(record.nodes)
    assert len(reached) == len(set(reached))
    for number, node in record.nodes.items():
        for child in node.children:
            assert record[child].parent == number
    assert record.next_id > max(record.nodes)
    check_lines(record)


@pytest.mark.slow
@settings(max_examples=60)
@given(trees(), st.data())
def test_every_record_comes_back_from_a_file(record, data):
    node = data.draw(st.sampled_from(sorted(record.nodes)))
    view = data.draw(st.sampled_from([View(), View(explode=0.5)]))
    record, _ = records.set_view(record, ROOT, data.draw(st.sampled_from([None, View(lens="2b2")])))
    assert decode(encode(record, node, view)) == (record, node, view)


@settings(max_examples=40)
@given(trees(), st.integers(1, 4), st.integers(1, 4))
def test_a_small_cache_gives_the_same_positions(record, kept, stride):
    cache = PositionCache(kept, stride)
    start = KIND.game(3, "free").start()
    for node in record.nodes:
        assert cache.position(record, node) == start.replay(moves_to(record, node))


def test_a_move_played_after_an_undo_is_not_taken_for_the_one_undone():
    cache = PositionCache()
    before, node = line("2b2")
    one, a = records.play(before, node, "1a1")
    other, b = records.play(before, node, "1c1")
    assert a == b, "an undone id comes again in the other future"
    assert cache.position(one, a) != cache.position(other, b)


def test_a_move_that_cannot_be_played_is_found_wherever_it_is():
    record, _ = line("2b2", "1a1", "1c1")
    record, bad = line("1e1", "1e1", "3c3", record=record, node=1)
    with pytest.raises(LineError, match="1e1 is taken") as caught:
        check_lines(record)
    assert caught.value.node == record[bad].parent
    with pytest.raises(LineError):
        PositionCache().position(record, bad)

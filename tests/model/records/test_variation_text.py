"""Lines of moves as text, both ways."""

import pytest

from model.positions.setup import read_position
from model.records import record as records
from model.records.variation_text import LineTextError, graft, paste_line, write_line

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"


def made():
    record = records.new_record(START)
    at = 0
    for move in ("2b2", "1a1", "3c3"):
        record, at = records.play(record, at, move)
    record, side = records.play(record, 1, "1c1")
    record, _ = records.play(record, side, "2d4")
    record, _ = records.play(record, side, "1e5")
    record, _ = records.comment(record, side, "or this")
    return record


def test_a_tree_is_written_and_pasted_elsewhere():
    record = made()
    text = write_line(record, 1)
    assert text == "2b2 1a1 (1c1 2d4 (1e5)) 3c3"
    fresh = records.new_record(START)
    pasted, touched, first = paste_line(fresh, 0, read_position(START), text)
    assert write_line(pasted, first) == text
    assert set(touched) == set(pasted.nodes)
    again, touched, _ = paste_line(pasted, 0, read_position(START), text)
    assert again is pasted
    assert touched == ()
    told, touched = graft(pasted, 0, record, 1)
    assert [told.nodes[k].comment for k in touched] == ["or this"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no moves"),
        ("2b2 2b2", "2b2 cannot be pasted here: 2b2 is taken"),
        ("2b2 (1a1", "never closed"),
        ("2b2 1a1) 3c3", "never opened"),
        ("(2b2)", "before any move"),
        ("2b2 nonsense", "nonsense cannot be pasted here"),
    ],
)
def test_what_is_no_line_is_refused_whole(text, says):
    record = records.new_record(START)
    with pytest.raises(LineTextError, match=says):
        paste_line(record, 0, read_position(START), text)


def test_a_word_that_is_no_move_is_repeated_short_and_harmless():
    record = records.new_record(START)
    for word in ("\x1b[31mred", "x" * 90_000, "2b2\u202e"):
        with pytest.raises(LineTextError) as caught:
            paste_line(record, 0, read_position(START), word)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 300


def test_what_stands_beside_a_set_up_is_written_and_the_set_up_is_grafted():
    record = made()
    other = "partition:size=3,rules=free 1rb,3,3/2,2/1 red"
    record, setup = records.set_up(record, 2, other)
    record, last = records.play(record, setup, "3c3")
    record, _ = records.make_main_line(record, last)
    text = write_line(record, 1)
    assert text == "2b2 1a1 (1c1 2d4 (1e5)) 3c3"
    fresh = records.new_record(START)
    pasted, _, first = paste_line(fresh, 0, read_position(START), text)
    told, touched = graft(pasted, 0, record, 1)
    assert set(told.nodes) - set(pasted.nodes) < set(touched)
    below = [told.nodes[k] for k in records.subtree(told, first)]
    assert [node.setup for node in below if node.setup] == [other]
    assert sum(node.move == "3c3" for node in below) == 2
    assert told.next_id == max(told.nodes) + 1
    bare, _ = graft(pasted, 0, record, 1, board=False)
    assert not any(node.setup for node in bare.nodes.values())
    assert any(node.comment == "or this" for node in bare.nodes.values())

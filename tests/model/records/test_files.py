"""`.pyramidion` files: round trips, what is refused and where, and writing whole or not at all."""

import json
import os
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from watchdog import within

from model.games.partition.kind import KIND
from model.records import files, json_form
from model.records import record as records
from model.records.files import Contents, FileError, load, parse, save
from model.records.json_form import decode_item as decode
from model.records.json_form import encode
from model.records.record import ROOT
from model.records.view import Camera, Cut, Mark, Peel, View

START = str(KIND.game(3, "free").start())


def game():
    record, node = records.new_record(START, red="Ada", blue="Bob"), ROOT
    for move in ("2b2", "1a1", "1c1"):
        record, node = records.play(record, node, move)
    record, side = records.play(record, 1, "3c3")
    record, _ = records.comment(record, side, 'the apex: "é" {[')
    record, _ = records.mark(record, side, (Mark("3c3", "cross", "red"),))
    record, _ = records.set_view(record, side, View(camera=Camera(azimuth=90.0), explode=0.5))
    record = records.bookmark(record, "inside", View(cuts=(Cut(family="level", at=2.0),)))
    return record, node


def form(**changes):
    """The JSON of a small game as a dictionary, changed."""
    nodes = [
        {"id": 0},
        {"id": 1, "parent": 0, "move": "2b2"},
        {"id": 2, "parent": 1, "move": "1a1"},
    ]
    whole = {"format": "pyramidion/1", "kind": "game", "position": START, "nodes": nodes}
    whole.update(changes)
    return {key: value for key, value in whole.items() if value is not ...}


def refusal(data):
    if isinstance(data, dict):
        data = json.dumps(data).encode()
    with pytest.raises(FileError) as caught:
        parse(data, "x.pyramidion")
    sentence = str(caught.value)
    assert sentence.startswith("x.pyramidion: ")
    assert sentence.isprintable()
    assert len(sentence) < 500
    return caught.value


def test_what_is_saved_is_found_again(tmp_path):
    record, node = game()
    view = View(peel=Peel(levels=(1, 2)))
    path = tmp_path / "game.pyramidion"
    save(path, Contents(record, node, view))
    assert load(path) == Contents(record, node, view)
    save(path, load(path))
    assert load(path) == Contents(record, node, view)


def test_children_keep_their_order_and_ids_are_not_used_again():
    record, node = game()
    record, _ = records.promote(record, 4)
    record, _ = records.delete(record, node)
    again, _, _ = decode(encode(record, 1, View()))
    assert again[1].children == (4, 2)
    assert again == record
    assert again.next_id == 5


def test_files_written_by_hand_may_leave_out_what_follows():
    record, node, view = decode(json.dumps(form()).encode())
    assert [record.nodes[i].move for i in records.line_to(record, node)[1]] == ["2b2", "1a1"]
    assert view == View()
    record, node, _ = decode(json.dumps(form(nodes=...)).encode())
    assert (len(record), node) == (0, ROOT)


def test_the_example_on_the_page_is_a_file():
    page = Path(__file__).parents[3] / "docs" / "file-format.md"
    example = re.search(r"```json\n(.*?)```", page.read_text("utf-8"), re.DOTALL)[1]
    record, node, view = decode(example.encode())
    assert encode(record, node, view).decode() == example


def test_extra_survives_a_round_trip():
    extra = {"engine": {"depth": 3, "line": ["2b2", None, 1.5]}, "": []}
    nodes = [{"id": 0, "extra": [1]}, {"id": 1, "parent": 0, "move": "2b2", "extra": {"x": {}}}]
    data = json.dumps(form(extra=extra, nodes=nodes)).encode()
    again = json.loads(encode(*decode(data)))
    assert again["extra"] == extra
    assert again["nodes"][0]["extra"] == [1]
    assert again["nodes"][1]["extra"] == {"x": {}}


@pytest.mark.parametrize("extra", [{}, [], 0, False, "", {"a": {}}])
def test_an_extra_that_says_nothing_survives_too(extra):
    data = json.dumps(form(extra=extra)).encode()
    found = parse(data, "x")
    assert found.record.extra == extra
    assert json.loads(encode(found.record, found.node, found.view))["extra"] == extra


def test_ids_may_reach_their_limit():
    last = (1 << 31) - 1
    nodes = [{"id": last, "parent": 0, "move": "2b2"}]
    found = parse(json.dumps(form(nodes=nodes)).encode(), "x")
    assert found.record.next_id == records.MOST_IDS
    assert parse(encode(found.record, found.node, found.view), "x").record == found.record
    refusal(form(nodes=nodes, next_id=records.MOST_IDS + 1))


def test_the_view_of_the_current_node_is_taken():
    nodes = [{"id": 0, "view": {"explode": 1.5}}]
    _, _, view = decode(json.dumps(form(nodes=nodes)).encode())
    assert view.explode == 1.5


def test_a_text_file_may_hold_a_position(tmp_path):
    path = tmp_path / "position.txt"
    for text in (f"{START}\n", START, f"{START}\r\n", f"\ufeff{START}"):
        path.write_bytes(text.encode())
        contents = load(path)
        assert contents.record.start == START
        assert contents.kind == "position"
    path.write_text("partition 2,2/1 green\n")
    with pytest.raises(FileError, match="line 1, column 17: the side to move") as caught:
        load(path)
    assert (caught.value.line, caught.value.column) == (1, 17)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "pyramidion/2"}, "$.format: "),
        ({"format": 1}, "$.format: expected"),
        ({"format": ...}, "$: "),
        ({"kind": "novel"}, "$.kind: "),
        ({"kind": "puzzle"}, "$.puzzle: a file of the kind puzzle needs it"),
        ({"position": "partition 2,2/1"}, "$.position: column 16: "),
        ({"position": 7}, "$.position: expected"),
        ({"sequel": 1}, "sequel"),
        ({"nodes": 5}, "$.nodes: expected"),
        ({"nodes": [{"id": "a"}]}, "$.nodes[0].id: expected"),
        ({"nodes": [{"id": -1}]}, "$.nodes[0].id: expected"),
        ({"nodes": [{"id": 2**31}]}, "$.nodes[0].id: expected"),
        ({"nodes": [{"id": 10**400}]}, "$.nodes[0].id: "),
        ({"nodes": [{"id": 1, "parent": 0, "move": 3}]}, "$.nodes[0].move: expected"),
        ({"nodes": [{"id": 1, "parent": 0, "move": "9z9"}]}, "$.nodes[0].move: node 1: "),
        ({"nodes": [{"id": 1, "parent": 0, "move": "b2"}]}, "$.nodes[0].move: node 1: "),
        ({"nodes": [{"id": 1, "parent": 0}]}, "$.nodes[0].move: node 1 needs a move or a setup"),
        ({"nodes": [{"id": 1, "move": "2b2"}]}, "$.nodes[0].parent: node 1 needs one"),
        ({"nodes": [{"id": 0, "move": "2b2"}]}, "$.nodes[0]: node 0 is the start"),
        ({"nodes": [{"id": 0}, {"id": 0}]}, "$.nodes[1].id: there are two nodes 0"),
        ({"nodes": [{"id": 1, "parent": 9, "move": "2b2"}]}, "[0].parent: there is no node 9"),
        ({"nodes": [{"id": 1, "parent": 1, "move": "2b2"}]}, "not linked to the start"),
        (
            {"nodes": [{"id": i, "parent": 3 - i, "move": "2b2"} for i in (1, 2)]},
            "$.nodes[0].parent: node 1 is not linked to the start",
        ),
        ({"nodes": [{"id": 0, "children": [1]}]}, "$.nodes[0].children: "),
        (
            {"nodes": [{"id": i, "parent": 0, "move": "2b2"} for i in (1, 2)]},
            "node 1 plays what another node plays",
        ),
        (
            {"nodes": [{"id": i, "parent": i - 1, "move": "2b2"} for i in (1, 2)]},
            "$.nodes[1].move: node 2: 2b2 is taken by a red ball",
        ),
        ({"current": 9}, "$.current: there is no node 9"),
        ({"next_id": 2}, "$.next_id: must be larger than every id, so 3 at least"),
        ({"view": {"explode": 99}}, "$.view.explode: expected"),
        ({"view": {"cuts": [{"family": "waist", "at": 1}]}}, "$.view: cuts[0]: the board has no"),
        ({"view": {"camera": {"azimuth": 1e300}}}, "$.view: camera.azimuth is out of reach"),
        ({"bookmarks": {"a": {"layer": ["waist", 1]}}}, '$.bookmarks["a"]: layer: '),
        ({"nodes": [{"id": 0, "marks": [{"site": "9z9"}]}]}, "$.nodes[0].marks[0].site: "),
        ({"nodes": [{"id": 0, "view": {"peel": {"only": "x"}}}]}, "$.nodes[0].view: peel: "),
        ({"headers": {"red": 3}}, "$.headers[...]: expected"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_path(changes, says):
    assert says in str(refusal(form(**changes)))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (b"{", "not JSON"),
        (b"[]", "$: expected"),
        (b'"pyramidion"', "$: expected"),
        (b'{"format": "pyramidion/1",\n "kind" 3}', "line 2, column 9: not JSON"),
        (json.dumps(form()).encode("utf-16"), "is not UTF-8"),
        (json.dumps(form(extra="é"), ensure_ascii=False).encode("latin-1"), "is not UTF-8"),
        (b"{\x00}", "not JSON"),
        (b"\x00" * 1000, "is neither"),
        (b"\x89PNG\r\n\x1a\n", "is not UTF-8"),
        (b"[" * 100_000, "more than 64 brackets"),
        (b'{"extra":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "more than 64 brackets"),
        (b'{"a":' * 100_000, "more than 64 brackets"),
        (b'"' + b"\\" * 100_001, "not JSON"),
        (b'{"format": "\\ud800"}', "not JSON"),
        (json.dumps(form()).encode()[:-1], "not JSON"),
        (b'{"format":"pyramidion/1","kind":"game","position":"x","next_id":1e999}', "$.next_id"),
        (b'{"format":"pyramidion/1","kind":"game","position":"x","extra":1e999}', ""),
        (b"%PDF-1.7", "is neither"),
    ],
)
def test_what_is_no_such_file_is_refused(data, says):
    assert says in str(refusal(data))


def test_a_file_that_holds_too_much_is_refused():
    marks = [{"site": "1a1"}] * 1001
    fault = refusal(form(nodes=[{"id": 0, "marks": marks}]))
    assert "$.nodes[0].marks: expected a list of at most 1000" in str(fault)
    fault = refusal(form(bookmarks={f"view {k}": {} for k in range(501)}))
    assert "$.bookmarks: expected a list of at most 500" in str(fault)
    task = {"kind": "choice", "choices": [{"text": "yes"}] * 101}
    fault = refusal(form(kind="lesson", lesson={"steps": [{"node": 0, "task": task}]}))
    assert "task.choices: expected a list of at most 100" in str(fault)


@pytest.mark.check
def test_many_moves_at_one_place_take_no_longer_than_their_file():
    """The one that is there twice was looked for among all others: minutes for 4 MB."""
    many = 60_000
    nodes = [{"id": k, "parent": 0, "move": f"m{k}"} for k in range(1, many)]
    nodes.append({"id": many, "parent": 0, "move": f"m{many - 1}"})
    with within(60):
        fault = refusal(form(nodes=nodes))
    assert f"node {many - 1} plays what another node plays" in str(fault)


def test_brackets_in_texts_do_not_count():
    record, node, view = decode(json.dumps(form(headers={"red": '\\"' + "[" * 500})).encode())
    assert decode(encode(record, node, view)) == (record, node, view)


@pytest.mark.parametrize("block", [5, 64, 1 << 20])
def test_brackets_are_counted_as_a_parser_does(monkeypatch, block):
    """Whatever letters stand in the strings, and wherever a block ends."""
    monkeypatch.setattr(json_form, "_BLOCK", block)
    for seed in range(200):
        rng = Random(seed)
        value = "".join(rng.choice('"\\[{]}x') for _ in range(rng.randrange(9)))
        deep = rng.randint(json_form.MAX_DEPTH - 1, json_form.MAX_DEPTH + 2)
        for _ in range(deep):
            value = [value] if rng.random() < 0.5 else {"".join(rng.choices('"\\[{}', k=3)): value}
        data = json.dumps(value).encode()
        if deep > json_form.MAX_DEPTH:
            with pytest.raises(json_form.FormError, match="brackets"):
                json_form.check_depth(data)
        else:
            json_form.check_depth(data)


def test_files_that_cannot_be_read(tmp_path):
    for path, says in [
        (tmp_path / "nothing", "there is no such file"),
        (tmp_path, "is a folder"),
        ("a\0b", "is not a file name"),
        ("x" * 5000, "cannot be read"),
    ]:
        with pytest.raises(FileError, match=says) as caught:
            load(path)
        assert str(caught.value).isprintable()


def test_a_file_too_large_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_BYTES", 1 << 20)
    path = tmp_path / "large"
    path.write_bytes(b"{" + b" " * (1 << 20))
    with pytest.raises(FileError, match="larger than 1 MB"):
        load(path)


def test_the_last_good_file_is_kept(tmp_path):
    record, node = game()
    path = tmp_path / "game.pyramidion"
    save(path, Contents(record, node))
    assert os.listdir(tmp_path) == ["game.pyramidion"]
    path.chmod(0o640)
    first = path.read_bytes()
    shorter, parent = records.delete(record, node)
    save(path, Contents(shorter, parent))
    assert (tmp_path / "game.pyramidion~").read_bytes() == first
    assert path.read_bytes() != first
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["game.pyramidion", "game.pyramidion~"]


@pytest.mark.parametrize("step", ["fsync", "replace", "link"])
def test_a_write_that_fails_changes_nothing(tmp_path, monkeypatch, step):
    record, node = game()
    path = tmp_path / "game.pyramidion"
    save(path, Contents(record, node))
    before = path.read_bytes()
    real = getattr(os, step)

    def full(*arguments, **more):
        if step == "replace" and str(arguments[1]).endswith("~"):
            return real(*arguments, **more)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    if step == "link":  # a file system without hard links
        save(path, Contents(record, 1))
        assert load(path).node == 1
        assert load(f"{path}~").node == node
        return
    with pytest.raises(FileError, match="no space left on device") as caught:
        save(path, Contents(record, 1))
    assert caught.value.machine
    assert path.read_bytes() == before
    assert [name for name in os.listdir(tmp_path) if name.endswith(".tmp")] == []


def test_places_that_cannot_be_written(tmp_path):
    record, node = game()
    (tmp_path / "file").write_text("")
    for path, says in [
        (tmp_path / "no" / "game.pyramidion", "folder it should go to is not there"),
        (tmp_path / "file" / "game.pyramidion", "folder it should go to"),
        (tmp_path, "is a folder"),
        ("a\0b", "is not a file name"),
    ]:
        with pytest.raises(FileError, match=says):
            save(path, Contents(record, node))


def test_texts_that_are_no_unicode_are_not_written(tmp_path):
    record, node = game()
    record, _ = records.comment(record, node, "\ud800")
    with pytest.raises(FileError, match="cannot"):
        save(tmp_path / "game.pyramidion", Contents(record, node))
    assert not list(Path(tmp_path).iterdir())


@pytest.mark.slow
@settings(max_examples=150)
@given(st.data())
def test_any_mangled_file_is_read_or_refused(data):
    record, node = game()
    good = encode(record, node, View(explode=0.25))
    mangled = bytearray(good)
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(mangled)))
        cut = data.draw(st.sampled_from([0, 1, 2, 9, 400]))
        new = data.draw(
            st.one_of(
                st.binary(max_size=3), st.sampled_from([b"null", b"1e9", b"{}", b'"id":', b","])
            )
        )
        mangled[at : at + cut] = new
    refused = None
    try:
        contents = parse(bytes(mangled), "x")
    except FileError as error:
        refused = error
    if refused is None:
        assert decode(encode(contents.record, contents.node, contents.view))[0] == contents.record
    else:
        assert str(refused).isprintable()
        assert len(str(refused)) < 500

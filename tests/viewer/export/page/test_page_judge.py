"""The judge inside a page, held to the rules model: all vectors, and random positions."""

import base64
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from judged_positions import partition_position, positions, pours, told
from mixed_page import page_with
from page_browser import PageBrowser

from model import connection
from model.games.poly_y.kind import KIND as POLY_Y
from model.notation.tokens import NotationError
from model.positions.setup import read_position
from model.records.record import new_record
from viewer.export.page.page_data import PageCatalog, palettes

CASES = Path(__file__).parents[3] / "cases"
ASK = "return arguments[0].map((given) => pyramidionJudge[arguments[1]](...given))"
AT_ONCE = 400
"""Positions asked for in one go: the browser answers while the model judges the same ones."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = new_record("poly-y:corners=3,size=3 1/2/3 red")
    return page_with(tmp_path_factory.mktemp("page") / "page.html", record)


@pytest.fixture
def judge(page_browser: PageBrowser, page: Path) -> Any:
    """Ask the judge of a page, which was opened once: `judge("judged", [[position], ...])`."""
    page_browser.open(page)
    page_browser.wait("return 'pyramidionJudge' in window")
    return lambda what, given: page_browser.run(ASK, given, what)


def rows(game: str, part: str) -> list[Any]:
    found: list[Any] = []
    for file in sorted((CASES / game).glob("*.json")):
        data = json.loads(file.read_text("utf-8"))
        found += data.get(part, []) if isinstance(data, dict) else []
    assert found
    return found


def held(answer: dict[str, Any]) -> list[list[str]]:
    """The corners that red holds, and those of blue."""
    return [[c["corner"] for c in answer["corners"] if c["holder"] == side] for side in (0, 1)]


@pytest.mark.check
def test_vectors_of_partition(judge: Any) -> None:
    cases = rows("partition", "cases")
    texts = [f"partition:size={case['size']},rules=free {case['board']} red" for case in cases]
    for case, answer in zip(cases, judge("judged", [[text] for text in texts]), strict=True):
        assert [sorted(names) for names in held(answer)] == [
            sorted(case["red"]),
            sorted(case["blue"]),
        ], case


@pytest.mark.check
def test_vectors_of_poly_y(judge: Any) -> None:
    cases = rows("poly-y", "captures")
    answers = judge("judged", [[case["position"]] for case in cases])
    for case, answer in zip(cases, answers, strict=True):
        assert answer["position"] == case["position"]
        assert held(answer) == [case["red"], case["blue"]], case


@pytest.mark.check
def test_games_of_poly_y_end_as_the_vectors_say(judge: Any) -> None:
    cases = rows("poly-y", "outcomes")
    answers = judge("judged", [[case["position"], case["moves"].split()] for case in cases])
    for case, answer in zip(cases, answers, strict=True):
        assert answer["position"] == case["end"]
        assert (answer["over"], answer["winner"]) == (case["how"] is not None, case["winner"])


@pytest.mark.check
def test_boards_of_poly_y(judge: Any) -> None:
    for case in rows("poly-y", "boards"):
        start = str(POLY_Y.game(str(case["corners"]), case["size"]).start())
        (board,) = judge("boardOf", [[start]])
        names = board["names"]
        assert names == case["names"]
        assert {c["name"]: names[c["site"]] for c in board["corners"]} == case["corner_cells"]
        near = {
            name: [names[k] for k in around]
            for name, around in zip(names, board["neighbours"], strict=True)
        }
        assert {name: sorted(few) for name, few in near.items()} == case["neighbours"]


@pytest.mark.check
@pytest.mark.parametrize("size", [2, 5, 12])
def test_explore_draws_boards_as_the_program_does(judge: Any, size: int) -> None:
    header = f"partition:size={size},rules=free"
    shelf = PageCatalog()
    shelf.game(read_position(_empty(header)))
    (wanted,) = msgspec.to_builtins(shelf.boards)
    shelf.close()
    (made,) = judge("drawnBoard", [[header, palettes()]])
    for name in ("names", "levels", "neighbours", "ground", "home"):
        assert made[name] == wanted[name], name
    assert {one["name"]: one["values"] for one in made["layers"]} == {
        one["name"]: one["values"] for one in wanted["layers"]
    }
    for ours, theirs in zip(made["planes"], wanted["planes"], strict=True):
        assert [ours[name] for name in ("name", "label", "words", "first")] == [
            theirs[name] for name in ("name", "label", "words", "first")
        ]
        for name in ("normal", "offsets"):
            np.testing.assert_allclose(ours[name], theirs[name], atol=1e-5)
    for palette, (slab, *letters) in made["base"].items():
        assert {one["part"] for one in letters} == {"labels"}
        theirs = msgspec.to_builtins(shelf.layers[wanted["base"][palette][0]])
        pairs = [(slab["points"], theirs["points"])]
        pairs += [(slab["attributes"][k], value) for k, value in theirs["attributes"].items()]
        for ours, value in pairs:
            np.testing.assert_allclose(_floats(ours), _floats(value), atol=1e-4)


def _floats(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text.removeprefix("f4:")), "<f4")


@pytest.mark.check
def test_explore_spans_sheets_as_the_program_does(judge: Any) -> None:
    rng = Random(31)
    asked = [partition_position(rng) for _ in range(60)]
    answers = judge("surfaces", [[str(position)] for position in asked])
    seen = 0
    for position, sheets in zip(asked, answers, strict=True):
        for one in sheets:
            wanted = connection.triangles(position.game.board, one["sheet"]).tolist()
            assert sorted(one["triangles"]) == wanted
            seen += bool(wanted)
    assert seen > 5


@pytest.mark.check
def test_moves_are_refused(judge: Any) -> None:
    cases = rows("poly-y", "refused")
    reasons = judge("refused", [[case["position"], case["move"]] for case in cases])
    assert all(isinstance(reason, str) and reason.endswith(".") for reason in reasons)


@pytest.mark.check
def test_boards_lie_where_those_of_the_model_do(judge: Any) -> None:
    texts = [f"partition:size={size},rules=free" for size in range(2, 13)]
    texts += [f"poly-y:corners={k},size={size}" for k in (3, 4, 5, 7) for size in (3, 6, 12)]
    games = [read_position(_empty(text)).game for text in texts]
    boards = judge("boardOf", [[_empty(text)] for text in texts])
    for game, board in zip(games, boards, strict=True):
        assert list(game.board.names) == board["names"]
        np.testing.assert_allclose(board["centres"], game.board.centres, atol=1e-9)
        neighbours = [game.board.neighbours(site).tolist() for site in range(len(game.board))]
        assert neighbours == board["neighbours"]


def _empty(header: str) -> str:
    name, _, rest = header.partition(":")
    options = dict(pair.split("=") for pair in rest.split(","))
    from model.registry import kinds

    return str(kinds()[name].configure(options).start())


def agree(judge: Any, number: int, seed: int) -> None:
    """Hold the judge to the model in so many positions, and after a move in each."""
    rng = Random(seed)
    for start in range(0, number, AT_ONCE):
        asked = positions(rng, min(AT_ONCE, number - start))
        # A position is asked as it stands, or with the move that leads on from it.
        moves = [list(p.legal_moves)[-1:] if rng.random() < 0.3 else [] for p in asked]
        given = [[str(p), m] for p, m in zip(asked, moves, strict=True)]
        for position, move, answer in zip(asked, moves, judge("judged", given), strict=True):
            assert answer == told(position.play(move[0]) if move else position), (position, move)


@pytest.mark.check
def test_it_pours_as_the_model_does(judge: Any) -> None:
    asked = positions(Random(29), 30)
    answers = judge("pours", [[str(position)] for position in asked])
    assert answers == [pours(position) for position in asked]


@pytest.mark.check
def test_it_agrees_with_the_model(judge: Any) -> None:
    agree(judge, 800, seed=28)


@pytest.mark.soak
def test_it_agrees_with_the_model_at_length(judge: Any) -> None:
    agree(judge, 100_000, seed=2811)


REFUSED = (
    "",
    "chess",
    "partition",
    "pyraos 1/2 ivory",
    "partition:size=3,rules=free",
    "poly-y:corners=6 1 red",
    "partition:size=1,rules=free 1 red",
    "partition:size=51 1 red",
    "partition:size=03 3,3,3/2,2/1 red",
    "partition:size=3,size=3 3,3,3/2,2/1 red",
    "partition:colour=red 3,3,3/2,2/1 red",
    "partition: 1 red",
    "partition:size=3,rules=free 3,3,3/2,2 red",
    "partition:size=3,rules=free 3,3/2,2/1 red",
    "partition:size=3,rules=free 4,3,3/2,2/1 red",
    "partition:size=3,rules=free 3,3,3/2,2/X red",
    "partition:size=3,rules=free 2,3,3/2,2/1 red",
    "partition:size=3,rules=free RRRR,3,3/2,2/1 red",
    "partition:size=3,rules=free 3,3,3/2,2/1 green",
    "partition:size=3,rules=free 3,3,3/2,2/1 red a=b",
    "partition:size=3,rules=stacking 3,3,3/R1,2/1 red",
    "partition:size=3,rules=free  3,3,3/2,2/1 red",
    "partition:size=3,rules=free 3,3,3/2,2/0 red",
    "partition:size=3,rules=free 3,3,3/2,2/1 red ",
    "<img src=x onerror=alert(1)>",
    "poly-y:size=3,swap=maybe 1/5/9 red",
    "poly-y:size=3 1/5 red",
)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_position_here_is_answered_by_a_sentence(text: str) -> None:
    """Each of them is refused by the program, too, but for games that a page does not judge."""
    if not text.startswith("pyraos"):
        with pytest.raises(NotationError):
            read_position(text)


@pytest.mark.check
def test_refused_texts(judge: Any, page_browser: PageBrowser) -> None:
    script = """
        return arguments[0].map((text) => {
          try { pyramidionJudge.judged(text); return ""; } catch (error) { return error.message; }
        })"""
    said = page_browser.run(script, list(REFUSED))
    for text, sentence in zip(REFUSED, said, strict=True):
        assert re.fullmatch(r"[^\n]{10,150}\.", sentence), text

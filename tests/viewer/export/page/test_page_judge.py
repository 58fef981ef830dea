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
from mixed_page import page_with
from page_browser import PageBrowser

from model import connection
from model.boards.lattice import CORNERS, pyramid
from model.games.partition import position as placing
from model.games.partition.kind import KIND as PARTITION
from model.games.partition.position import PartitionPosition
from model.games.partition.verdicts import corner_state as stands
from model.games.poly_y import corner_costs
from model.games.poly_y.kind import KIND as POLY_Y
from model.games.poly_y.position import PolyYPosition
from model.notation.tokens import NotationError
from model.positions.setup import read_position
from model.records.record import new_record
from viewer.export.page.page_data import PageCatalog, palettes

CASES = Path(__file__).parents[3] / "cases"
ASK = "return arguments[0].map((given) => pyramidionJudge[arguments[1]](...given))"
AT_ONCE = 400
"""Positions asked for in one go: the browser answers while the model judges the same ones."""


PLAYERS = ("red", "blue")
NOWHERE: dict[str, Any] = {
    "group": [], "line": [], "sheet": [], "tether": [], "wall": "", "alsoSheet": [],
    "alsoTether": [], "arms": [], "escape": [],
}  # fmt: skip
KINDS = {"captured": "holds", "cut off": "isolates", "open": "open", "lost": "other"}


def _size(rng: Random, least: int) -> int:
    """A size up to 12: most positions are small, where more kinds of them are met in a second."""
    return rng.randint(least, rng.choice((4, 5, 6, 6, 8, 12)))


def partition_position(rng: Random) -> PartitionPosition:
    """Return a position of either rules: scattered balls, or planes of one colour."""
    game = PARTITION.game(_size(rng, 2), rng.choice(("free", "stacking")))
    board = game.board
    noise = np.random.default_rng(rng.getrandbits(32))
    share = rng.random()
    cells = np.where(noise.random(len(board)) < share, 1 + (noise.random(len(board)) < 0.5), 0)
    for _ in range(rng.randint(0, 3)):
        layer = board.layers[rng.choice(("level", "diag", "anti", "west", "north", *CORNERS))]
        plane = layer == rng.randint(int(layer.min()), int(layer.max()))
        # A few holes and strangers in it: what nearly cuts a corner off is what matters.
        cells[plane & (noise.random(len(board)) > rng.choice((0.0, 0.0, 0.02, 0.1)))] = rng.randint(
            1, 2
        )
    while game.stacking:
        loose = (cells != 0) & ~placing.supported(board, cells)
        if not loose.any():
            break
        cells[loose] = 0
    return PartitionPosition(game, cells.astype(np.int8), rng.randint(0, 1))


def poly_y_position(rng: Random) -> PolyYPosition:
    """Return a position of any board: from empty to full, few stones or many."""
    game = POLY_Y.game(rng.choice("3457"), _size(rng, 3), rng.random() < 0.8)
    many = len(game.board)
    share, red = rng.choice((0.02, rng.random(), 1.0)), rng.uniform(0.3, 0.7)
    cells = [(1 if rng.random() < red else 2) if rng.random() < share else 0 for _ in range(many)]
    return PolyYPosition(game, np.array(cells, np.int8), rng.randint(0, 1))


def positions(rng: Random, number: int) -> list[PartitionPosition | PolyYPosition]:
    """Return positions, two of three of them Partition's."""
    return [
        poly_y_position(rng) if at % 3 == 2 else partition_position(rng) for at in range(number)
    ]


def told(position: PartitionPosition | PolyYPosition) -> dict[str, Any]:
    """Return what `judged` of the page's judge ought to say."""
    outcome = position.outcome
    corners = _partition(position) if isinstance(position, PartitionPosition) else _poly_y(position)
    return {
        "position": str(position),
        "legal": list(position.legal_moves),
        "winner": None if outcome is None else outcome.winner,
        "over": outcome is not None,
        "witness": [] if outcome is None else list(outcome.witness),
        "corners": corners,
    }


def pours(position: PartitionPosition | PolyYPosition) -> list[list[list[int]]]:
    """Return what `pours` of the page's judge ought to say."""
    board = position.game.board
    return [
        [connection.pour(board, position.cells == side, corner).tolist() for side in (1, 2)]
        for corner in board.corners
    ]


def _partition(position: PartitionPosition) -> list[dict[str, Any]]:
    found = []
    for number, corner in enumerate(CORNERS):
        standings = []
        for player in PLAYERS:
            state = stands(position, player, corner)
            sites = {
                "group": state.group, "line": state.line, "sheet": state.sheet,
                "tether": state.tether, "alsoSheet": state.also_sheet,
                "alsoTether": state.also_tether, "escape": state.escape,
            }  # fmt: skip
            lists = {name: list(some) for name, some in sites.items()}
            standings.append({**NOWHERE, **lists, "kind": state.kind, "wall": state.wall})
        found.append(
            {
                "corner": corner,
                "site": pyramid(position.game.size).corners[corner],
                "holder": int(position.holders[number]),
                "standings": standings,
            }
        )
    return found


def _poly_y(position: PolyYPosition) -> list[dict[str, Any]]:
    found = []
    board = position.game.board
    for corner, site in board.corners.items():
        standings = []
        for player in PLAYERS:
            state = corner_costs.corner_state(position, player, corner)
            # The chain is the one that its arms run in.
            group: list[int] = []
            for chain in position.chains[player]:
                if state.arms and state.arms[0][0] in chain.sites:
                    group += chain.sites
            arms = {"arms": [list(arm) for arm in state.arms], "group": group}
            standings.append(
                {**NOWHERE, **arms, "kind": KINDS[state.kind], "escape": list(state.escape)}
            )
        holder = next(
            (at for at, who in enumerate(PLAYERS) if corner in position.captured(who)), -1
        )
        found.append({"corner": corner, "site": site, "holder": holder, "standings": standings})
    return found


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

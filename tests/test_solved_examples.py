"""The five positions of Pyraos that surprise: what their comments say is proved anew."""

import pytest

from model.contract.tables import Entry
from model.games.pyraos.kind import KIND
from model.games.pyraos.position import PyraosPosition
from model.play.opponent import never
from model.positions.setup import read_position
from model.records import files
from model.search.move_values import MoveValues, proved
from model.search.provers import prover_for
from model.tablebase.library import table_for
from viewer.session.files import resources

NUMBERS = ("26", "27", "28", "29", "30")
NAMES = [path.stem for path in resources.examples() if path.stem[:2] in NUMBERS]


def start_of(name: str) -> PyraosPosition:
    position = read_position(files.load(resources.example(name)).record.start)
    assert isinstance(position, PyraosPosition)
    return position


def values_of(position: PyraosPosition) -> MoveValues:
    game = position.game
    return proved(
        position,
        lambda stop: prover_for(game, stop),
        lambda known: None,
        never,
        lambda stop: KIND.value_search(game, stop),
    )


def turned(position: PyraosPosition) -> PyraosPosition:
    """The same with the other side to move."""
    return PyraosPosition(position.game, position.white, position.black, 1 - position.side)


def test_whoever_moves_loses() -> None:
    position = start_of("26-pyraos-zugzwang")
    assert set(position.reserves.values()) == {4}
    assert values_of(position).worth == Entry("loss", 8)
    assert values_of(turned(position)).worth == Entry("loss", 10)


def test_one_move_of_21_wins() -> None:
    found = values_of(start_of("27-pyraos-one-move-of-21"))
    assert len(found.moves) == 21
    assert {move for move, of in found.moves.items() if of.value == "win"} == {"1g3-2b6"}
    assert found.worth == Entry("win", 15)
    assert max(of.distance or 0 for of in found.moves.values() if of.value == "loss") == 16


def test_who_is_three_spheres_behind_wins() -> None:
    position = start_of("28-pyraos-three-spheres-behind")
    assert position.to_move == "black"
    assert position.reserves == {"white": 7, "black": 4}
    assert values_of(position).worth == Entry("win", 19)


def test_a_draw_that_only_one_move_keeps() -> None:
    position = start_of("30-pyraos-a-draw")
    search = KIND.value_search(position.game, never)
    assert search.worth(position) == "draw"
    values = {move: search.worth(position.play(move)) for move in position.legal_moves}
    assert values == {"1a1": "draw", "1e1": "win", "1g1": "win", "3c5": "win"}


@pytest.mark.soak  # nothing is asked where no table was built
@pytest.mark.parametrize("name", NAMES)
def test_the_moves_are_best_play_where_a_table_is_there_to_ask(name: str) -> None:
    contents = files.load(resources.example(name))
    position = read_position(contents.record.start)
    table = table_for(position.game)
    if table is None:
        pytest.skip("there is no table of this game here: PYRAMIDION_TABLES names a folder of them")
    first = table.probe(position)
    assert (first.value == "draw") == (name == "30-pyraos-a-draw")
    node = contents.record.nodes[0]
    left = first.distance
    while node.children:
        node = contents.record.nodes[node.children[0]]
        kept = table.probe_moves(position)
        assert kept[node.move].rank == max(entry.rank for entry in kept.values())
        assert kept[node.move].distance == left
        left = None if left is None else left - 1
        position = position.play(node.move)
    if name == "29-pyraos-the-longest-win":
        decided = table.header.figures["decided"]
        assert isinstance(decided, list)
        assert first.distance == 38 == len(decided) - 1

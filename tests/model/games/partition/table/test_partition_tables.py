"""Tables of small Partition: against a solver that shares no code, and as files."""

from random import Random

import numpy as np
import pytest
from check_dataset import PlainPartition

from model.contract.game import Goal
from model.contract.tables import BuildCancelled, BuildPlan, Entry, TableError, TableFigures
from model.games.partition.kind import KIND
from model.games.partition.table import making
from model.games.partition.table.making import (
    PartitionTable,
    check_states,
    position_of,
    sides_of,
    state_index,
)
from model.play.opponent import never
from model.positions.setup import read_position
from model.search.provers import prover_for
from model.tablebase.library import maker_for

pytestmark = pytest.mark.check  # building compiles what nothing else in the first ring needs
SMALL = [(2, "free"), (2, "stacking"), (3, "free"), (3, "stacking")]
MAKER = KIND.tables


def build(folder, size, rules, control=lambda: None, **plan):
    game = KIND.game(size, rules)
    path = folder / MAKER.file_name(game)
    stages = list(MAKER.build(game, BuildPlan(path, **plan), control))
    return path, stages


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("tables")
    for size, rules in SMALL:
        build(made, size, rules)
    return made


@pytest.fixture
def opened(folder):
    tables = []

    def open_one(size, rules):
        tables.append(PartitionTable(folder / f"partition-{size}-{rules}.table"))
        return tables[-1]

    yield open_one
    for table in tables:
        table.close()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "rules"), SMALL)
def test_another_solver_says_the_same(opened, size, rules):
    table, plain = opened(size, rules), PlainPartition(size, rules == "stacking")
    draw = Random(size)
    for _ in range(60):
        position, own, other = KIND.game(size, rules).start(), 0, 0
        while position.outcome is None:
            plies = plain.worth(own, other)
            assert table.probe(position) == Entry("win" if plies % 2 else "loss", plies)
            after = {
                plain.names[bit.bit_length() - 1]: plain.after(own, other, bit)
                for bit in plain.moves(own, other)
            }
            found = table.probe_moves(position)
            assert {move: entry.distance - 1 for move, entry in found.items()} == after
            move = draw.choice(sorted(after))
            own, other = other, own | 1 << plain.names.index(move)
            position = position.play(move)
            assert plain.has_won(other) == (position.outcome is not None)
        assert table.probe(position) == Entry("loss", 0)
        assert table.probe_moves(position) == {}


def test_colours_are_told_apart_by_whose_turn_it_is(opened):
    table = opened(3, "free")
    red = read_position("partition:size=3,rules=free R2,1B1,3/2,2/1 red")
    blue = read_position("partition:size=3,rules=free B2,1R1,3/2,2/1 blue")
    assert table.probe(red) == table.probe(blue)
    assert table.probe_moves(red) == table.probe_moves(blue)


def test_positions_that_no_game_leads_to_are_not_in_it(opened):
    table = opened(3, "free")
    lone = read_position("partition:size=3,rules=free R2,3,3/2,2/1 red")
    assert table.probe(lone) == Entry("unknown")
    assert table.probe_moves(lone) == {}


def test_another_game_is_refused(opened):
    table = opened(3, "free")
    for game in (KIND.game(3, "stacking"), KIND.game(2, "free")):
        with pytest.raises(TableError, match="another game"):
            table.probe(game.start())


def test_only_small_games_have_tables():
    assert [str(game.options["size"]) + game.options["rules"] for game in MAKER.games()] == [
        "2free", "2stacking", "3free", "3stacking", "4stacking"
    ]  # fmt: skip
    assert maker_for(KIND.game(4, "stacking")) is not None
    assert maker_for(KIND.game(4, "free")) is None
    assert maker_for(KIND.game(5, "stacking")) is None


def test_a_build_that_was_stopped_goes_on(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(making, "AT_ONCE", 500)
    left = 12

    def control():
        nonlocal left
        left -= 1
        if left == 0:
            raise BuildCancelled

    with pytest.raises(BuildCancelled):
        build(tmp_path, 3, "stacking", control, every=0.0)
    path = tmp_path / "partition-3-stacking.table"
    assert path.with_suffix(".checkpoint").exists()
    _, stages = build(tmp_path, 3, "stacking")
    assert stages[0].name == "reading"
    solved = [stage for stage in stages if stage.name == "solving"]
    assert solved[0].done > 500
    assert not path.with_suffix(".checkpoint").exists()
    whole, again = PartitionTable(folder / path.name), PartitionTable(path)
    assert whole.header.checksum == again.header.checksum
    whole.close()
    again.close()


def test_values_alone_say_who_wins(opened, tmp_path):
    path, _ = build(tmp_path, 3, "stacking", distances=False)
    table, full = PartitionTable(path), opened(3, "stacking")
    start = KIND.game(3, "stacking").start()
    assert table.probe(start) == Entry("loss", None)
    for move, entry in full.probe_moves(start.play("1c3")).items():
        assert table.probe_moves(start.play("1c3"))[move] == Entry(entry.value, None)
    with pytest.raises(TableError, match="no distances"):
        next(MAKER.figures(path))
    table.close()


def test_a_wrong_state_is_found(opened, tmp_path):
    table, game = opened(3, "free"), KIND.game(3, "free")
    codes = table.all_codes()
    check_states(codes, game, 200, table.path)
    codes[: len(codes) // 2] ^= 1
    with pytest.raises(TableError, match="has a value that does not follow"):
        check_states(codes, game, 200, table.path)
    assert list(MAKER.verify(table.path))[-1].text == "states by the rules"


def test_a_table_under_another_ones_name_is_refused(folder, tmp_path):
    wrong = tmp_path / "partition-2-free.table"
    wrong.write_bytes((folder / "partition-3-free.table").read_bytes())
    with pytest.raises(TableError, match=r"rename it to partition-3-free\.table"):
        PartitionTable(wrong)


@pytest.mark.parametrize(("size", "rules"), [(3, "free"), (4, "stacking")])
def test_states_have_their_numbers(size, rules):
    from model.games.partition.table.making import state_of

    game, g = KIND.game(size, rules), state_index(size, rules == "stacking")
    drawn = np.random.default_rng(size).integers(0, g.states, 300).tolist()
    for state in [0, 1, g.states - 1, *drawn]:
        position = position_of(game, state)
        assert game.floating(position.cells) is None
        red, blue = sides_of(position)
        assert red.bit_count() == (red | blue).bit_count() // 2
        twin = state_of(g, red, blue)
        # A symmetry of the configuration itself may carry a state into another of it.
        if g.alike[np.searchsorted(g.base, state, "right") - 1] == 8:
            assert twin == state


def test_figures_count_what_is_not_over(opened):
    table = opened(3, "stacking")
    *stages, figures = MAKER.figures(table.path)
    assert isinstance(figures, TableFigures)
    assert len(stages) == 14
    told = table.header.figures
    assert sum(sum(row.counts[:2]) for row in figures.by_pieces) == told["wins"] + told["losses"]
    assert [(one.move, one.alike, one.value, one.distance) for one in figures.first_moves] == [
        ("1a1", 4, "loss", 14), ("1c1", 4, "loss", 14), ("1c3", 1, "loss", 14)
    ]  # fmt: skip
    assert figures.by_pieces[0].counts == (0, 1, 0, 1, 1)  # whoever begins loses
    assert figures.longest[0][1] == 13


def test_provers_ask_it(folder, monkeypatch):
    monkeypatch.setenv("PYRAMIDION_TABLES", str(folder))
    game = KIND.game(3, "free")
    prover, goal = prover_for(game, never), Goal("win", "red")
    assert prover.can(game.start(), goal, 5) is False
    assert prover.can(game.start(), goal, 6) is True
    assert prover.visited == 2

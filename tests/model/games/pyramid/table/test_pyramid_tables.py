"""The table of Pyramid's endings: by the rules on a small board, and as a file."""

from functools import partial

import numpy as np
import pytest

from model.contract.game import Goal
from model.contract.tables import BuildCancelled, BuildPlan, Entry, TableError, TableFigures
from model.games.pyramid.kind import KIND
from model.games.pyramid.position import PyramidPosition
from model.games.pyramid.table import making, retrograde
from model.games.pyramid.table.making import (
    PyramidTable,
    check_states,
    entry_of,
    numbers_of_states,
    position_of,
)
from model.games.pyramid.table.retrograde import PyramidAnalysis, state_index
from model.positions.setup import read_position
from model.search.provers import prover_for
from model.tablebase.library import maker_for

MAKER = KIND.tables
SMALL = KIND.configure({
    "levels": "00000/01110/01210/01110/00000", "victory": "b2+d2+b4+d4", "needed": "4"
})  # fmt: skip
"""A board of 25 fields: its endings are few enough to be solved here."""
WINS = "pyramid W1W4,7,7,7,7,7,W5W white"
NAME = "pyramid-giza-7.table"


@pytest.fixture(scope="module")
def solved():
    """The small board's endings of four stones against one or none, by the kernels."""
    solving = PyramidAnalysis(SMALL, state_index(5, 1))
    for _ in solving.go_on(lambda: None):
        pass
    return solving.codes(0, solving.index.states)


@pytest.fixture
def lone(monkeypatch):
    """Have tables of four stones against none: the only ones that are built in no time."""
    monkeypatch.setattr(making, "state_index", partial(state_index, 7, 0))
    monkeypatch.setattr(making, "CHECKED", 40)


def build(folder, control=lambda: None, **plan):
    path = folder / NAME
    return path, list(MAKER.build(MAKER.games()[0], BuildPlan(path, **plan), control))


@pytest.mark.soak
def test_states_are_worth_what_their_moves_make_of_them(solved, tmp_path):
    index = state_index(5, 1)
    check_states(index, solved, SMALL, 150, tmp_path)
    wrong = solved.copy()
    wrong[wrong == 3] = 5
    with pytest.raises(TableError, match="has a value that does not follow"):
        check_states(index, wrong, SMALL, 2_000, tmp_path)


@pytest.mark.check
@pytest.mark.slow
def test_a_prover_says_the_same(solved):
    index, prover = state_index(5, 1), prover_for(SMALL)
    rng, asked = np.random.default_rng(3), 0
    for state in rng.permutation(len(solved)).tolist():
        position, code = position_of(index, SMALL, state), int(solved[state])
        if position.outcome is not None or code > 5:
            continue
        mover = position.to_move
        winner = mover if code & 1 else "black" if mover == "white" else "white"
        if code == 0:
            for side in SMALL.players:
                assert not prover.can(position, Goal("win", side), 3)
        else:
            own = (code + (winner == mover)) // 2
            assert prover.length(position, Goal("win", winner), own) == code
            assert own == 1 or not prover.can(position, Goal("win", winner), own - 1)
        asked += 1
        if asked == 30:
            break


@pytest.mark.check
def test_states_have_their_numbers():
    for index, game in ((state_index(), MAKER.games()[0]), (state_index(5, 1), SMALL)):
        drawn = np.random.default_rng(5).integers(0, index.states, 300).tolist()
        states = [0, 1, index.states - 1, *drawn]
        positions = [position_of(index, game, state) for state in states]
        assert numbers_of_states(index, positions).tolist() == states


def test_colours_and_symmetries_do_not_matter():
    index, game = state_index(), MAKER.games()[0]
    for state in np.random.default_rng(6).integers(0, index.states, 100).tolist():
        position = position_of(index, game, state)
        swapped = tuple((0, 2, 1)[stone] for stone in position.cells)
        twin = PyramidPosition(game, swapped, 1 - position.side)
        assert numbers_of_states(index, [twin])[0] == state
        for image in index.turned.tolist():
            cells = tuple(position.cells[site] for site in image)
            turned = position_of(index, game, int(numbers_of_states(
                index, [PyramidPosition(game, cells, position.side)]
            )[0]))  # fmt: skip
            assert sorted(turned.cells) == sorted(position.cells)
            assert turned.side == position.side


def test_only_the_usual_game_has_a_table():
    (game,) = MAKER.games()
    assert game == KIND.configure({})
    assert MAKER.file_name(game) == NAME
    for options in ({"board": "plateau-7"}, {"no_moves": "draw"}, {"max_plies": "9"}):
        other = KIND.configure(options)
        assert maker_for(other) is None
        assert MAKER.file_name(other) != NAME
    assert maker_for(SMALL) is None


@pytest.mark.check
def test_a_table_is_a_file(lone, tmp_path):
    path, stages = build(tmp_path)
    assert {stage.name for stage in stages} == {"counting", "solving", "checking", "writing"}
    assert list(MAKER.verify(path))[-1].text == "states by the rules"
    table = PyramidTable(path)
    won = read_position(WINS)
    assert table.probe(won) == Entry("win", 1)
    moves = table.probe_moves(won)
    assert set(moves) == set(won.legal_moves)
    assert set(moves.values()) == {Entry("win", 1)}
    assert table.probe(won.play("a1-a2")) == Entry("loss", 0)
    start = won.game.start()
    assert table.probe(start) == Entry("unknown")
    assert table.probe_moves(start) == {}
    with pytest.raises(TableError, match="another game"):
        table.probe(KIND.configure({"no_moves": "draw"}).start())
    told = table.header.figures
    assert (told["wins"], told["losses"], told["over"]) == (26_864, 0, 26_866)
    *_, figures = MAKER.figures(path)
    assert isinstance(figures, TableFigures)
    assert [row.counts[:3] for row in figures.by_pieces] == [(26_864, 0, 0), (0, 0, 0)]
    table.close()


@pytest.mark.check
def test_values_alone_say_who_wins(lone, tmp_path):
    path, _ = build(tmp_path, distances=False)
    table = PyramidTable(path)
    assert table.probe(read_position(WINS)) == Entry("win", None)
    with pytest.raises(TableError, match="no distances"):
        next(MAKER.figures(path))
    table.close()


@pytest.mark.check
def test_a_build_that_was_stopped_goes_on(lone, tmp_path, monkeypatch):
    path, _ = build(tmp_path)
    whole = PyramidTable(path)
    monkeypatch.setattr(retrograde, "AT_ONCE", 10_000)
    left = 9

    def control():
        nonlocal left
        left -= 1
        if left == 0:
            raise BuildCancelled

    with pytest.raises(BuildCancelled):
        build(tmp_path, control, every=0.0)
    assert path.with_suffix(".checkpoint").exists()
    _, stages = build(tmp_path)
    assert stages[0].name == "reading"
    assert len([stage for stage in stages if stage.name == "counting"]) < 6
    assert not path.with_suffix(".checkpoint").exists()
    again = PyramidTable(path)
    assert whole.header.checksum == again.header.checksum
    whole.close()
    again.close()


def test_entries_are_read_from_codes():
    assert [entry_of(code) for code in (0, 1, 70)] == [
        Entry("draw"), Entry("win", 1), Entry("loss", 70)
    ]  # fmt: skip

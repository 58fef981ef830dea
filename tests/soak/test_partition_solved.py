"""Partition of size 4: stacking solved by the command and judged by a solver that shares no code.

Most states come from no game that makes sense, so as many are drawn of every number of balls.
"""

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from check_dataset import PlainPartition, best

from model.contract.game import Goal
from model.contract.tables import Entry
from model.games.partition.kind import KIND
from model.games.partition.prover import PartitionProver
from model.games.partition.table.making import PartitionTable, position_of, sides_of
from viewer.cli.main import main

EACH, LATE = 150, 21
"""States drawn of every number of balls; the balls from which they are solved to the end."""

FIRST = ["4d4", "1a1", "1c1", "1c3", "2b2", "2d2", "2d4", "3c3"]
"""The first moves of size 4 where balls float, up to symmetry."""
C = Path(__file__).parents[1] / "support" / "partition_float.c"

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    words = ["build", "partition", "--size", "4", "--rules", "stacking", "--folder", str(folder)]
    assert main(["tablebase", *words]) == 0
    made = PartitionTable(folder / "partition-4-stacking.table")
    yield made
    made.close()


def test_who_begins_loses_by_the_last_ball(table):
    start = KIND.game(4, "stacking").start()
    assert table.probe(start) == Entry("loss", 30)
    assert set(table.probe_moves(start).values()) == {Entry("loss", 30)}


def test_another_solver_says_the_same(table, seed, tell):
    game, plain, draw = KIND.game(4, "stacking"), PlainPartition(4, True), Random(seed)
    g, judged, solved = table.index, 0, 0
    for balls in range(len(g.down)):
        first, last = (int(g.base[g.layers[n]]) for n in (balls, balls + 1))
        for _ in range(EACH):
            position = position_of(game, draw.randrange(first, last))
            own, other = sides_of(position)
            over = plain.has_won(own) or plain.has_won(other)
            assert over == (position.outcome is not None), str(position)
            judged += 1
            if over:
                continue
            found = table.probe(position)
            assert found.value == ("win" if found.distance % 2 else "loss")
            if balls >= LATE:
                assert plain.worth(own, other) == found.distance, str(position)
                solved += 1
                continue
            after = []
            for bit in plain.moves(own, other):
                following = position.play(plain.names[bit.bit_length() - 1])
                won = plain.has_won(own | bit)
                assert won == (following.outcome is not None)
                after.append(0 if won else table.probe(following).distance)
            assert best(after) == found.distance, str(position)
    tell("partition-4-stacking", states=judged, solved=solved)


@pytest.mark.parametrize("first", FIRST)
def test_where_balls_float_the_apex_alone_wins_in_17_plies(first):
    after = KIND.game(4, "free").start().play(first)
    prover, wins = PartitionProver(after.game), first == "4d4"
    assert prover.can(after, Goal("win", "red"), 8) is wins
    assert wins or prover.can(after, Goal("win", "blue"), 8) is False


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_a_program_in_c_says_the_same_where_balls_float(tmp_path):
    program = tmp_path / "partition_float"
    subprocess.run(["cc", "-O2", "-o", program, C], check=True)
    points = KIND.game(4, "free").board.names
    asked = [(first, "8", first == "4d4") for first in FIRST]
    asked += [(first, "9", first == "1a1") for first in FIRST if first != "4d4"]
    for first, more, wins in asked:
        words = [program, str(points.index(first)), more]
        said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        assert said == f"{int(wins)}\n", (first, more)

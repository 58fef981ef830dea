"""Wins proved by the engine are those of a solver in plain Python, and few moves keep them."""

from random import Random

import pytest
from check_dataset import PlainPartition

from benchmarks.strength import proved_wins
from benchmarks.strength.hard_wins import SHARE
from benchmarks.strength.partition_positions import balls
from benchmarks.strength.proved_wins import DRAWINGS, drawn, winning_moves, wins_at_once
from model.registry import kinds

pytestmark = pytest.mark.check


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(("rules", "fewest"), [("free", 4), ("stacking", 2)])
def test_moves_that_win_are_those_of_a_plain_solver(rules, fewest):
    game = kinds()["partition"].configure({"size": "3", "rules": rules})
    plain, rng = PlainPartition(3, rules == "stacking"), Random(5)
    told = many = 0
    while not (told > 3 and many > 3):
        position = game.start()
        while position.outcome is None and balls(position) < fewest + rng.randrange(3):
            position = position.play(position.legal_moves.sample(rng))
        if position.outcome is not None:
            continue
        expected, at_once = answers(plain, position)
        assert wins_at_once(position) == at_once
        few = len(expected) <= SHARE * position.legal_moves.count()
        assert winning_moves(position, 60) == (tuple(sorted(expected)) if few else ())
        told, many = told + bool(few and expected), many + (not few)


def answers(plain, position):
    """The moves that win, and whether either side wins with its next ball."""
    own, other = (
        sum(1 << int(site) for site in (position.cells == side + 1).nonzero()[0])
        for side in (position.side, 1 - position.side)
    )
    moves = list(plain.moves(own, other))
    winning = {
        plain.names[bit.bit_length() - 1] for bit in moves if plain.after(own, other, bit) % 2 == 0
    }
    at_once = any(
        plain.after(mine, theirs, bit) == 0
        for mine, theirs in ((own, other), (other, own))
        for bit in moves
    )
    return winning, at_once


def test_positions_are_drawn_by_their_number_and_a_run_goes_on(monkeypatch, capsys, tmp_path):
    first = next(one for one in (drawn(DRAWINGS[0], number) for number in range(9)) if one)
    assert DRAWINGS[0].fewest <= balls(first) <= DRAWINGS[0].most
    assert drawn(DRAWINGS[0], 0) == drawn(DRAWINGS[0], 0)
    assert winning_moves(first, 0) is None, "nothing is told of what there was no time for"
    log, name = tmp_path / "log.jsonl", DRAWINGS[0].name
    log.write_text(
        f'{{"kind": "{name}", "case": "B \\tx"}}\n{{"kind": "{name}", "case": "?"}}\n'
        f'{{"kind": "{name}", "case": ""}}\n{{"kind": "{name}", "case": "A\\ty"}}\n'
    )
    monkeypatch.setattr("sys.argv", ["proved_wins", str(log), str(tmp_path), "--minutes", "0"])
    proved_wins.main()
    assert capsys.readouterr().out == f"{name}: 2 of 4 positions\n"
    assert (tmp_path / f"{name}.txt").read_text() == "A\ty\nB \tx\n"

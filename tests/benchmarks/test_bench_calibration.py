"""Calibration: the fit finds the power that is there, and the measure goes on from its file."""

import json
from random import Random
from types import SimpleNamespace

import pytest

from benchmarks.strength import calibration
from benchmarks.strength.calibration import Judged, fitted, report, tenth
from model.contract.search import AS_SEEN, Sureness
from model.contract.tables import Entry
from model.play.levels import true_share

pytestmark = pytest.mark.check

GAME = "pyraos:rules=children"


def judged(sureness, number=2500):
    """Return positions that are won as often as a sureness makes of what is seen."""
    rng = Random(1)
    for _ in range(number):
        chance = rng.random()
        seen = true_share(chance, Sureness(1 / sureness.power, -sureness.mover / sureness.power))
        yield Judged(seen, float(rng.random() < chance))


@pytest.mark.parametrize(
    "sureness", [Sureness(0.5), AS_SEEN, Sureness(1.0, 0.6), Sureness(4.0, -0.7)]
)
def test_the_sureness_that_is_there_is_found(sureness):
    few = list(judged(sureness))
    assert fitted(few) == pytest.approx(sureness, rel=0.15, abs=0.15)
    *_, count, last = report(few, sureness)
    good, _, of, *_ = count.split()
    assert good == of == "9"
    assert last.startswith(f"power {sureness.power:.2f} and mover {sureness.mover:+.2f}: log loss ")


def test_what_is_told_wrongly_is_seen():
    *_, count, _ = report(list(judged(Sureness(4.0))), AS_SEEN)
    good, _, of, *_ = count.split()
    assert int(good) < int(of)


def test_a_draw_is_half_a_win():
    drawn = [Judged(0.5, 0.5)] * 4
    assert next(report(drawn, AS_SEEN)).startswith("told 45 to 55 %: 50% of 4 won")


def test_tenths_have_their_figure_in_the_middle():
    assert [tenth(share) for share in (0.0, 0.049, 0.051, 0.549, 0.551, 1.0)] == [0, 0, 1, 5, 6, 10]


def asked(monkeypatch, capsys, *words):
    monkeypatch.setattr("sys.argv", ["calibration", *map(str, words)])
    calibration.main()
    return capsys.readouterr().out


def test_a_measure_goes_on_from_its_file_and_draws_the_same_again(monkeypatch, capsys, tmp_path):
    table = SimpleNamespace(
        probe=lambda position: Entry("win" if str(position)[-1] == "k" else "draw")
    )
    monkeypatch.setattr(calibration, "table_for", lambda game: table)
    outs = [tmp_path / "one", tmp_path / "two"]
    words = (GAME, "--plies", "6..9", "--limit", "0.2", "--nodes", "400", "--out")
    for out, times in zip(outs, (2, 1), strict=True):
        for _ in range(times):
            said = asked(monkeypatch, capsys, *words, out)
    one, two = ([json.loads(line) for line in out.read_text().splitlines()] for out in outs)
    assert one[0] == two[0]
    fewer = min(len(one), len(two))
    assert one[:fewer] == two[:fewer]
    assert [row["number"] for row in one[1:]] == list(range(len(one) - 1))
    assert f"{len(two) - 1} drawn" in said
    assert {row["worth"] for row in one[1:]} <= {None, 0.5, 1.0}


@pytest.mark.parametrize("word", ["chess", "pyraos:rules=none", "rolling-pyramids:players=4"])
def test_a_game_that_cannot_be_measured_is_told_in_a_sentence(monkeypatch, capsys, tmp_path, word):
    with pytest.raises(SystemExit):
        asked(monkeypatch, capsys, word, "--plies", "1..2", "--out", tmp_path / "out")
    assert "Traceback" not in capsys.readouterr().err

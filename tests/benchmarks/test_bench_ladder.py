"""The ladder of levels: it makes openings, goes on from its files, and keeps its figures."""

import pytest

from benchmarks.strength import ladder
from model.play import levels as level_figures
from model.registry import kinds

pytestmark = pytest.mark.check

GAME = "partition:size=3,rules=free"


def climbed(monkeypatch, capsys, *words):
    monkeypatch.setattr("sys.argv", ["ladder", *map(str, words)])
    ladder.main()
    return capsys.readouterr().out


def test_levels_are_compared_once_and_figures_kept(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(ladder, "MADE", 2)
    file = tmp_path / "figures.json"
    file.write_text("{}")
    monkeypatch.setattr(level_figures, "_FILE", file)
    level_figures._known.cache_clear()
    words = [GAME, "--openings", tmp_path / "openings.txt", "--out", tmp_path / "games"]
    words += ["--levels", "2..3", "--games", 4]
    first = climbed(monkeypatch, capsys, *words)
    assert [line.partition(":")[0] for line in first.splitlines()] == ["2 against 1", "3 against 2"]
    assert len((tmp_path / "openings.txt").read_text().splitlines()) == 2
    played = (tmp_path / "games" / "2.jsonl").read_text()
    assert len(played.splitlines()) == 5
    assert climbed(monkeypatch, capsys, *words, "--keep") == first
    assert (tmp_path / "games" / "2.jsonl").read_text() == played
    game = kinds()["partition"].configure({"size": "3"})
    kept = level_figures.figures_of(game)
    assert [(figure.level, figure.games) for figure in kept] == [(2, 4), (3, 4)]
    level_figures._known.cache_clear()

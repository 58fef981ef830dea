"""Examples and rules pages are found in a checkout and as installed; the gallery draws them all."""

import os
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest

from model.registry import kinds
from viewer.program import startup
from viewer.session.files import resources

ROOT = Path(__file__).resolve().parents[4]


def test_a_checkout_uses_its_own_examples_and_rules():
    assert resources.examples() == tuple(sorted((ROOT / "examples").glob("*.pyramidion")))
    assert resources.guide_page() == ROOT / "docs" / "guide" / "README.md"
    assert resources.glossary_page() == ROOT / "docs" / "guide" / "glossary.md"
    for game in kinds():
        assert resources.course_of(game).stem.endswith(f"-{game}-course")
        assert resources.rules_page(game) == ROOT / "docs" / "rules" / f"{game}.md"
        assert resources.has_rule(f"{game}.md#end")
    of_games = [resources.puzzles_of(game) for game in kinds()]
    assert resources.puzzles() == tuple(path for path in of_games if path is not None)
    for find in (resources.course_of, resources.puzzles_of, resources.rules_page):
        assert find("chess") is None
    assert not resources.has_rule("chess.md#end")
    assert not resources.has_rule("")


def test_an_example_is_found_by_its_name() -> None:
    name = resources.examples()[0].stem
    assert resources.example(name).stem == name
    with pytest.raises(FileNotFoundError, match="no example is called nothing"):
        resources.example("nothing")


@pytest.mark.parametrize("scheme", [None, "posix_user"])
def test_what_is_installed_is_used_where_there_is_no_checkout(
    scheme: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").mkdir()  # anyone's folder beside site-packages is not ours
    (tmp_path / "examples" / "foreign.pyramidion").touch()
    data = tmp_path / "data"
    shared = data / "share" / "pyramidion"
    (shared / "examples").mkdir(parents=True)
    (shared / "examples" / "ours.pyramidion").touch()
    monkeypatch.setattr(resources, "CHECKOUT", tmp_path)
    places = {scheme: str(data)}
    monkeypatch.setattr(
        sysconfig, "get_path", lambda _, at=None: places.get(at, str(tmp_path / "nowhere"))
    )
    assert [path.name for path in resources.examples()] == ["ours.pyramidion"]
    assert resources.rules_page("partition") is None
    assert resources.guide_page() is None
    (shared / "guide").mkdir()
    assert resources.guide_page() is None
    for name in ("b", "a"):
        (shared / "guide" / f"{name}.md").touch()
    assert resources.guide_page() == shared / "guide" / "a.md"
    assert resources.glossary_page() is None


def test_packages_of_other_games_bring_pages_and_courses_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brings = (SimpleNamespace(folder=None), SimpleNamespace(folder=tmp_path))
    monkeypatch.setattr(resources, "plugins", lambda: brings)
    rules = tmp_path / "rules/other.md"
    course = tmp_path / "examples/lessons/9-other-course.pyramidion"
    for path in (rules, course):
        path.parent.mkdir(parents=True)
        path.touch()
    assert resources.rules_page("other") == rules
    assert resources.course_of("other") == course == resources.lessons()[-1]


def test_where_the_disk_fails_there_are_no_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as during:
        during.setattr(os, "stat", fail)
        assert resources.examples() == ()
    with monkeypatch.context() as during:
        during.setattr(os, "scandir", fail)
        assert resources.lessons() == ()


@pytest.mark.check
def test_the_gallery_draws_every_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = sorted(resources.examples(), key=lambda path: path.stat().st_size)[:2]
    monkeypatch.setattr(resources, "examples", lambda: tuple(two))
    monkeypatch.setattr(startup, "PICTURE", (160, 100))
    drawn = list(startup.draw_examples(tmp_path / "out"))
    assert [path.name for path in drawn] == [f"{path.stem}.png" for path in two]
    for path in drawn:
        assert path.read_bytes().startswith(b"\x89PNG")

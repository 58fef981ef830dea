"""Examples and rules pages are found in a checkout and as installed; the gallery draws them all."""

import os
import sysconfig
from pathlib import Path

import pytest

from viewer.program import gallery
from viewer.session.files import resources

ROOT = Path(__file__).resolve().parents[4]


def test_a_checkout_uses_its_own_examples_and_rules() -> None:
    assert resources.examples() == tuple(sorted((ROOT / "examples").glob("*.pyramidion")))
    assert resources.rules_page("partition") == ROOT / "docs" / "rules" / "partition.md"
    assert resources.rules_page("chess") is None


def test_an_example_is_found_by_its_name() -> None:
    name = resources.examples()[0].stem
    assert resources.example(name).stem == name
    with pytest.raises(FileNotFoundError, match="no example is called nothing"):
        resources.example("nothing")


def test_what_is_installed_is_used_where_there_is_no_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").mkdir()  # anyone's folder beside site-packages is not ours
    (tmp_path / "examples" / "foreign.pyramidion").touch()
    data = tmp_path / "data"
    shared = data / "share" / "pyramidion"
    (shared / "examples").mkdir(parents=True)
    (shared / "examples" / "ours.pyramidion").touch()
    monkeypatch.setattr(resources, "CHECKOUT", tmp_path)
    monkeypatch.setattr(sysconfig, "get_path", lambda *_: str(data))
    assert [path.name for path in resources.examples()] == ["ours.pyramidion"]
    assert resources.rules_page("partition") is None


def test_where_the_disk_fails_there_are_no_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as during:
        during.setattr(os, "stat", fail)
        assert resources.examples() == ()
    with monkeypatch.context() as during:
        during.setattr(os, "scandir", fail)
        assert resources.lessons() == ()


def test_the_gallery_draws_every_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = sorted(resources.examples(), key=lambda path: path.stat().st_size)[:2]
    monkeypatch.setattr(resources, "examples", lambda: tuple(two))
    monkeypatch.setattr(gallery, "SIZE", (160, 100))
    drawn = list(gallery.draw(tmp_path / "out"))
    assert [path.name for path in drawn] == [f"{path.stem}.png" for path in two]
    for path in drawn:
        assert path.read_bytes().startswith(b"\x89PNG")

"""Games of other packages: found by metadata, imported when asked for, refused in a sentence."""

import itertools
import sys

import pytest

from model import plugins, registry
from model.notation.tokens import NotationError
from model.positions.setup import is_position, read_position
from model.records.files import Contents, FileError, load, parse, save
from model.records.record import PACKAGE, new_record
from model.records.view import View

NUMBERS = itertools.count()
"""For modules: Python imports one of a name once."""
CODE = """
from keystone.game import KeystoneKind

class Other(KeystoneKind):
    name = "{name}"
    {body}

KIND = Other()
"""


SWAPPED = """
    def read(self, options, board, side, extras):
        swapped = board.translate(str.maketrans("RB", "BR"))
        return super().read(options, type(board)(swapped), side, extras)
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Put packages into a folder that Python looks into, as an installer would."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_KINDS", registry._Kinds())
    plugins.installed.cache_clear()

    def install(game, body="pass", *, name=None, value=None, package=None):
        module = f"game_{next(NUMBERS)}"
        code = CODE.format(name=name or game, body=body)
        (tmp_path / f"{module}.py").write_text(code)
        package = package or f"{game}-package"
        folder = tmp_path / f"{package.replace('-', '_')}-2.5.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.5\n")
        entry = f"[{plugins.GAMES}]\n{game} = {value or f'{module}:KIND'}\n"
        (folder / "entry_points.txt").write_text(entry)
        plugins.installed.cache_clear()
        return module

    yield install
    plugins.installed.cache_clear()


def test_a_game_is_named_by_metadata_and_imported_when_it_is_asked_for(install):
    module = install("arch")
    assert "arch" in registry.names()
    assert "partition" in registry.kinds()
    assert registry.kinds()["partition"].name == "partition"
    assert module not in sys.modules
    kind = registry.kinds()["arch"]
    assert kind.title == "Keystone"
    assert module in sys.modules
    plugin = registry.plugin_of("arch")
    assert (plugin.package, plugin.version) == ("arch-package", "2.5")
    assert registry.plugin_of("partition") is None
    assert list(registry.kinds())[-1] == "arch"
    assert registry.faults() == {}


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"value": "there_is_no_module:KIND"}, "cannot be imported (ModuleNotFoundError"),
        ({"body": "raise SystemExit(3)"}, "cannot be imported (SystemExit: 3, game_"),
        ({"body": "raise GeneratorExit"}, "cannot be imported (GeneratorExit, game_"),
        (
            {"body": r"raise ValueError('a\33[31mb')"},
            "cannot be imported (ValueError: a [31mb, game_",
        ),
        ({"value": "sys:path"}, "is not a GameKind"),
        ({"name": "other"}, "calls itself 'other'; its entry point calls it 'arch'"),
        ({"body": "configure = None"}, "cannot begin (TypeError"),
        ({"body": "read = lambda self, *parts: None"}, "does not read back the position it writes"),
        ({"body": SWAPPED}, "does not read back the position it writes, 'arch:size=4 "),
    ],
)
def test_one_that_is_broken_costs_a_sentence(install, caplog, how, says):
    caplog.set_level("INFO")
    install("arch", **how)
    assert "arch" not in registry.kinds()
    (why,) = registry.faults().values()
    assert why.startswith("the game arch of the package arch-package ")
    assert says in why
    assert why in caplog.text
    assert "\n" not in why
    assert registry.fault_of("arch") == why
    assert set(registry.kinds()) == {kind.name for kind in registry.SHIPPED}


def test_a_name_is_taken_once(install):
    install("pyraos")
    install("arch", package="first")
    install("arch", package="second")
    assert registry.kinds()["pyraos"] in registry.SHIPPED
    assert registry.kinds()["arch"].name == "arch"
    assert registry.plugin_of("arch").package == "first"
    assert sorted(registry.faults().values()) == [
        "the game arch of the package second has the name of a game of another package",
        "the game pyraos of the package pyraos-package has the name of a game that ships with "
        "Pyramidion",
    ]


def test_they_are_kept_out_by_a_variable(install, monkeypatch):
    install("arch")
    monkeypatch.setenv(plugins.OFF, "1")
    plugins.installed.cache_clear()
    assert registry.names() == tuple(kind.name for kind in registry.SHIPPED)


def test_a_file_names_the_package_and_says_so_where_it_is_missing(install, tmp_path, monkeypatch):
    install("arch")
    record = new_record("arch:size=3 3,3,3/2,2/1 red")
    assert record.headers == {PACKAGE: "arch-package"}
    path = tmp_path / "a.pyramidion"
    save(path, Contents(record, 0, View(), record.kind))
    assert load(path).record.headers[PACKAGE] == "arch-package"
    data = path.read_bytes()
    monkeypatch.setattr(registry, "_KINDS", registry._Kinds())
    monkeypatch.setenv(plugins.OFF, "1")
    plugins.installed.cache_clear()
    says = 'there is no game "arch" here: it comes with the package "arch-package"'
    with pytest.raises(FileError, match=says):
        parse(data, "a")
    with pytest.raises(FileError, match='"arch" is not a game; choose partition'):
        parse(data.replace(b'"package"', b'"parcel"'), "a")


def test_a_position_of_a_game_that_cannot_be_used_says_why(install):
    install("arch", "raise OSError('no luck')")
    for text in ("arch:size=3 3,3,3/2,2/1 red", "arch 3,3,3/2,2/1 red"):
        assert is_position(text)
        with pytest.raises(
            NotationError, match=r"the game arch of .* cannot be imported .*no luck"
        ):
            read_position(text)
    assert not is_position("archive 3.pyramidion")

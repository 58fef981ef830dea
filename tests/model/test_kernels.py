"""Kernels: compiled late, cached where that can be, and never in the way."""

import os
import pickle
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]

LABEL = """
import numpy as np
from model.connection import groups
from model.kernels import cache_folder
from model.boards.lattice import pyramid
import model.connection
full = np.ones(5, bool)
print(groups(pyramid(2), full).labels.tolist())
print(cache_folder(__import__("pathlib").Path(model.connection.__file__).parent))
"""


def python(code: str, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


@pytest.mark.check
def test_reading_a_position_does_not_load_numba() -> None:
    low = ("boards.lattice", "contract.game", "notation.levels", "connection", "kernels")
    code = f"import sys, {', '.join(f'model.{name}' for name in low)}\n"
    assert python(code + "print('numba' in sys.modules)")[0] == "False"


@pytest.mark.check
@pytest.mark.slow
def test_kernels_are_kept_in_the_cache_folder(tmp_path: Path) -> None:
    shown, folder, *_ = python(LABEL, NUMBA_CACHE_DIR=str(tmp_path / "kernels"))
    assert shown == "[0, 0, 0, 0, 0]"
    assert Path(folder).parent == tmp_path / "kernels"
    assert list(Path(folder).rglob("*.nbc"))


@pytest.mark.check
@pytest.mark.slow
def test_kernels_work_where_nothing_can_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file is no folder")
    shown, folder, *_ = python(LABEL, NUMBA_CACHE_DIR=str(blocked / "kernels"))
    assert shown == "[0, 0, 0, 0, 0]"
    assert folder == "None"


def test_the_cache_lies_in_the_users_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from model.kernels import cache_folder, source_state

    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *args, **kwargs: tmp_path / "home")
    source = tmp_path / "kernel_sources"
    source.mkdir()
    (source / "one.py").write_text("x = 1")
    cache_folder.cache_clear()
    first = cache_folder(source)
    assert first is not None
    assert first.parent == tmp_path / "home" / "kernels"
    # Another state of the sources has another folder: numba does not see into called kernels.
    (source / "one.py").write_text("x = 2")
    cache_folder.cache_clear()
    source_state.cache_clear()
    assert cache_folder(source) != first
    cache_folder.cache_clear()


def test_a_kernel_calls_a_kernel() -> None:
    from model.connection import flood

    assert flood.judge.compiled is flood.judge.compiled
    assert flood.label.__name__ == "label"  # type: ignore[attr-defined]  # of update_wrapper


INNER_AND_OUTER = """
import numpy as np
from model.kernels import kernel

@kernel
def inner(number):
    return 2 * number

@kernel
def outer(number):
    return inner(number) + inner(np.int32(number)) - inner(2) + 1
"""


def inner_and_outer(clone: Path) -> ModuleType:
    """Return the two kernels from a file in a clone of their own."""
    (clone / "numbers").mkdir(parents=True)
    (clone / "numbers" / "numbers.py").write_text(INNER_AND_OUTER)
    found = spec_from_file_location("numbers", clone / "numbers" / "numbers.py")
    assert found is not None
    assert found.loader is not None
    made = module_from_spec(found)
    found.loader.exec_module(made)
    return made


def test_a_kernel_from_another_clone_is_kept_and_unpacked_only_to_be_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    assert inner_and_outer(tmp_path / "first").outer(4) == 13
    kept = inner_and_outer(tmp_path / "second")
    assert kept.outer(4.5) == 14.0
    inner = kept.inner.callee
    assert sum(inner.stats.cache_hits.values()) == 1
    # One for a number of any width, written out or not, and one for a fraction.
    loaded, _ = sorted(inner.overloads.values(), key=lambda one: str(one.signature), reverse=True)
    assert loaded.library._shared_module is None


def test_a_kernel_that_kernels_call_has_no_machine_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    numbers = inner_and_outer(tmp_path / "clone")
    assert numbers.outer(4) == 13
    (compiled,) = numbers.inner.callee.overloads.values()
    assert not compiled.library._has_code
    assert not numbers.inner.compiled.overloads
    assert numbers.inner(4) == 8, "Python has it compiled for itself"


def test_references_are_counted_only_where_arrays_are_made_or_returned() -> None:
    from model.connection import corner_states, flood
    from model.games.pyraos import kernels as pyraos

    counted = {
        one.__name__: one.compiled.targetoptions["_nrt"]  # type: ignore[attr-defined]
        for one in (pyraos.perft, flood.label, corner_states.min_cut, pyraos.list_moves)
    }
    assert counted == {"perft": True, "label": True, "min_cut": True, "list_moves": False}


TEMPLATE_AND_PARTS = """
from model.kernels import kernel, specialised

@kernel
def worth(number: int) -> int:
    raise NotImplementedError

@kernel
def _doubled(number: int) -> int:
    return 2 * worth(number)

@kernel
def search(number: int) -> int:
    return _doubled(number) + 1

@kernel
def square(number: int) -> int:
    return number * number

squares = specialised(search, worth=square)
"""


@pytest.mark.check
@pytest.mark.slow
def test_an_algorithm_with_parts_of_a_game_keeps_its_cache(tmp_path: Path) -> None:
    (tmp_path / "squares_kernels.py").write_text(TEMPLATE_AND_PARTS)
    code = f"""
import sys
sys.path.append({str(tmp_path)!r})
from squares_kernels import squares
print(squares(3), end=" ")
print(sum(squares.compiled.stats.cache_hits.values()), end=" ")
print(sum(squares.compiled.stats.cache_misses.values()))
"""
    folder = str(tmp_path / "kernels")
    assert python(code, NUMBA_CACHE_DIR=folder)[0] == "19 0 1"
    assert python(code, NUMBA_CACHE_DIR=folder)[0] == "19 1 0"


@pytest.mark.soak
def test_a_search_is_made_for_a_game_and_keeps_its_cache(tmp_path: Path) -> None:
    code = """
from model.games.pyraos.engine import search
from model.play.opponent import engine_for, never, unheard
from model.registry import kinds
from model.contract.search import Budget
game = kinds()["pyraos"].configure({})
engine_for(game).analyse(game.start(), unheard, never, Budget(nodes=50))
print(sum(search.compiled.stats.cache_hits.values()), end=" ")
print(sum(search.compiled.stats.cache_misses.values()))
"""
    folder = str(tmp_path / "kernels")
    assert python(code, NUMBA_CACHE_DIR=folder)[0] == "0 1"
    assert python(code, NUMBA_CACHE_DIR=folder)[0] == "1 0"


def test_a_part_that_an_algorithm_does_not_name_is_refused() -> None:
    from model.kernels import specialised
    from model.search.tree_search import game_tree

    with pytest.raises(TypeError, match="game_tree has no evaluate"):
        specialised(game_tree.grow, evaluate=game_tree.outcome)


def test_what_was_kept_for_a_type_that_has_been_moved_is_compiled_anew(tmp_path):
    import numba

    from model.packed_kernels import KernelIndex

    index = KernelIndex(str(tmp_path), "kernel", "stamp")
    moved = b"\x80\x04(\x8c\x05stampcmodel.no_longer_there\nWork\nt."
    (tmp_path / "kernel.nbi").write_bytes(pickle.dumps(numba.__version__) + moved)
    assert index.load("key") is None
    index.save("key", "data")
    assert index.load("key") == "data"

"""What is compiled ahead of time, so that nobody waits for it, and in which order."""

import concurrent.futures
import os
import re
import runpy
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from model import kernels
from model.games.pyramid_ball.kernels import proof_kernels
from model.games.pyramid_ball.search import turn_proof
from model.games.pyraos.position import Turns
from model.play import warm
from model.registry import kinds
from model.search.proofs import proof_number, proof_search
from model.search.tree_search import game_tree


@pytest.mark.check
@pytest.mark.slow
def test_every_kernel_of_a_proof_is_called(monkeypatch):
    source = Path(turn_proof.__file__).read_text(encoding="utf-8")
    names = set(re.findall(r"\bkernels\.([a-z_]+)\(", source))
    assert len(names) >= 6
    game = kinds()["pyramid-ball"].configure({})
    # Compiled before anything listens: a kernel cannot call what is put in another's place.
    warm._prove_a_choice(game)
    called = set()

    def heard(name, kernel):
        def hear(*args):
            called.add(name)
            return kernel(*args)

        return hear

    for name in names:
        monkeypatch.setattr(proof_kernels, name, heard(name, getattr(proof_kernels, name)))
    warm._prove_a_choice(game)
    assert called == names


def test_kernels_that_only_long_searches_call_are_compiled():
    warm._outgrow()
    for kernel in (proof_search._pour, proof_number.pour, game_tree.copy_on):
        assert kernel.compiled.signatures


def test_several_processes_compile_each_game_once_and_look_for_what_is_left(monkeypatch):
    did = []
    monkeypatch.setattr(
        concurrent.futures, "ProcessPoolExecutor", lambda workers, **_: ThreadPoolExecutor(workers)
    )
    monkeypatch.setattr(warm, "warm_connection", lambda: did.append("connection"))
    monkeypatch.setattr(warm, "_warm_game", did.append)
    monkeypatch.setattr(warm, "warm", lambda: did.append("all"))
    warm.warm_together(2)
    assert sorted(did[:-1]) == sorted(["connection", *kinds()])
    assert did[-1] == "all"


def test_the_command_compiles_with_all_cores_what_is_not_compiled(tmp_path, monkeypatch):
    class Began(Exception):
        """So many processes were to compile."""

    def begin(workers, **_):
        raise Began(workers)

    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", begin)
    monkeypatch.setattr(kernels, "cache_folder", lambda package: tmp_path / "kernels")
    monkeypatch.setattr(sys, "argv", ["warm", "--together"])
    monkeypatch.delitem(sys.modules, warm.__name__)
    with pytest.raises(Began, match=str(os.cpu_count())):
        runpy.run_module("model.play.warm", run_name="__main__")


def test_the_game_that_is_named_is_compiled_first_and_a_stamp_says_when_all_is(
    tmp_path, monkeypatch
):
    for name in ("_outgrow", "warm_connection"):
        monkeypatch.setattr(warm, name, lambda: None)
    monkeypatch.setattr(warm, "_warm_game", lambda name: None)
    monkeypatch.setattr(warm, "_stamp", lambda: tmp_path / "compiled")
    told = []
    warm.warm("pyraos", lambda *one: told.append(one))
    assert told[0] == (1, len(told), "pyraos")
    assert {part for *_, part in told} > {*kinds()}
    assert (tmp_path / "compiled").exists()


def test_the_stamp_lies_beside_the_kernels_that_are_kept(tmp_path, monkeypatch):
    stamp = warm._stamp.__wrapped__  # which remembers nothing
    monkeypatch.setattr(warm, "cache_folder", lambda package: tmp_path / "kernels")
    assert stamp().parent == tmp_path
    monkeypatch.setattr(warm, "cache_folder", lambda package: None)
    assert stamp() is None


def test_what_kernels_have_called_is_compiled_for_python_that_calls_it_too():
    from model.games.pyraos import kernels

    warm._warm_game("pyraos")
    assert kernels.count_moves in warm._named_in(Turns.count)
    assert set(kernels.count_moves.taken) <= set(kernels.count_moves.compiled.signatures)

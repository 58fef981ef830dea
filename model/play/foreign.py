"""Somebody else's engine: a program of its own that speaks UGI, as a `Player`.

It is started from a command that a person gave, never because a file names it. Whatever it does -
hang, crash, answer nonsense - costs one sentence.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic

from model.game import Analysis, Move, MoveError, Report, Score, Stop
from model.notation import shown
from model.play.opponent import PlayerError, Situation

START_SECONDS = 120.0
"""For saying ``ugiok``, and for ``readyok``: the first time an engine may compile or load much."""
GRACE = 5.0
"""Seconds that an engine may be late with its move."""
LOOK = 0.01
LONGEST_LINE = 1 << 16


class ForeignPlayer:
    """An engine that speaks UGI; see `model.play.opponent.Player`.

    Parameters
    ----------
    command
        The program and its arguments, as in a shell (no shell is used).
    options
        What to set by ``setoption`` once it runs.

    Raises
    ------
    PlayerError
        When it cannot be started, or does not say that it speaks UGI.
    """

    def __init__(self, command: str, options: Mapping[str, str] | None = None) -> None:
        self.name = command
        self._lines: Queue[str | None] = Queue()
        self._process = _started(command)
        self._reader = Thread(target=self._read, name="foreign engine", daemon=True)
        self._reader.start()
        try:
            self._send("ugi")
            while (words := self._answer("ugiok", START_SECONDS)) != ["ugiok"]:
                if words[:2] == ["id", "name"]:
                    self.name = " ".join(words[2:])[:60] or self.name
            for name, value in (options or {}).items():
                self._send(f"setoption name {name} value {value}")
            self._send("isready")
            self._wait_for("readyok", START_SECONDS)
        except PlayerError:
            self.close()
            raise

    def choose(
        self, situation: Situation, seconds: float | None, report: Report, stop: Stop
    ) -> Move:
        """Return its move; see `Player.choose`."""
        moves = f" moves {' '.join(situation.moves)}" if situation.moves else ""
        self._send(f"position fen {situation.start}{moves}")
        self._send("go infinite" if seconds is None else f"go movetime {seconds * 1000:.0f}")
        end = None if seconds is None else monotonic() + seconds + GRACE
        stopped = False
        while True:
            if not stopped and (stop() or (end is not None and monotonic() > end - GRACE / 2)):
                self._send("stop")
                stopped, end = True, monotonic() + GRACE
            try:
                line = self._lines.get(timeout=LOOK)
            except Empty:
                if end is not None and monotonic() > end:
                    self.close()
                    raise PlayerError(f"{self.name} gave no move in time and was ended") from None
                continue
            if line is None:
                raise PlayerError(f"{self.name} ended without giving a move")
            words = line.split()
            if words[:1] == ["info"]:
                self._pass_on(words, situation, report)
            if words[:1] == ["bestmove"]:
                return self._legal(words[1:], situation)

    def close(self) -> None:
        """Ask it to quit, and end it where it does not."""
        with suppress(PlayerError):
            self._send("quit")
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _legal(self, words: list[str], situation: Situation) -> Move:
        said = " ".join(words) or "nothing"
        try:
            move = situation.position.read_move(said)
            reason = situation.position.explain(move)
        except MoveError as error:
            reason = error.reason
        if reason is not None:
            raise PlayerError(f"{self.name} played {shown(said)}, which is not legal: {reason}")
        return move

    def _pass_on(self, words: list[str], situation: Situation, report: Report) -> None:
        """Report the line an engine expects, as far as it is legal."""
        if "pv" not in words:
            return
        position, line = situation.position, []
        for text in words[words.index("pv") + 1 :]:
            try:
                move = position.read_move(text)
                position = position.play(move)
            except MoveError:
                break
            line.append(move)
        if line:
            here = situation.position
            nodes = _number_after(words, "nodes")
            unknown = Score((0.5,) * len(here.game.players), visits=nodes)
            report(Analysis(here, {line[0]: unknown}, tuple(line), False, nodes))

    # -- lines -------------------------------------------------------------------------------------

    def _send(self, line: str) -> None:
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise PlayerError(f"{self.name} no longer listens: it has ended") from error

    def _answer(self, wanted: str, seconds: float) -> list[str]:
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            said = f"it did not answer {wanted} within {seconds:g} seconds"
            raise PlayerError(f"{self.name} does not speak UGI: {said}") from None
        if line is None:
            raise PlayerError(f"{self.name} does not speak UGI: it ended before it said {wanted}")
        return line.split()

    def _wait_for(self, wanted: str, seconds: float) -> None:
        end = monotonic() + seconds
        while self._answer(wanted, max(0.0, end - monotonic())) != [wanted]:
            pass

    def _read(self) -> None:
        out = self._process.stdout
        assert out is not None
        with suppress(OSError, ValueError):
            while line := out.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(None)


def _started(command: str) -> subprocess.Popen[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"{shown(command)} is no command: a quote is left open") from error
    if not words:
        raise PlayerError("the command of an engine is its program and arguments, not nothing")
    try:
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, encoding="utf-8", errors="replace", bufsize=1, start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise PlayerError(f"{shown(words[0])} cannot be started: {why}") from error


def _number_after(words: list[str], name: str) -> int:
    at = words.index(name) + 1 if name in words else len(words)
    return int(words[at]) if at < len(words) and words[at].isdigit() else 0

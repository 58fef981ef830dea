"""Engines of others: programs that speak UGI, each as a `Player`.

A program is started from a command that a person gave, never because a file names it. First it is
asked for its name, its author and the games it plays. Whatever it does (hang, crash, answer
nonsense) costs one sentence.
"""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, Full, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from weakref import WeakSet

from model.contract.game import Game, GameKind, Move, MoveError, Stop, Stopped
from model.contract.search import Analysis, Report, Score
from model.own_process import end_with
from model.phrases import refused, shown
from model.play.opponent import PlayerError, Situation, never, refusal_of_open, unheard

_starter = ThreadPoolExecutor(1, "starter of programs")
"""Linux ends a program with the thread that started it: this one lives as long as the process."""
_running: WeakSet[subprocess.Popen[str]] = WeakSet()


def words_of(command: str) -> list[str]:
    r"""Return the program and the arguments of a command, as a shell would take it apart.

    On Windows a backslash stands for itself, as in ``C:\engines\one.exe``.

    Raises
    ------
    ValueError
        A quote is left open.
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if sys.platform == "win32":
        words.escape = ""
    return list(words)


def started(command: str) -> subprocess.Popen[str]:
    """Start a program with pipes to its input and from its output; no shell is asked.

    On Linux it ends with this process, whatever ends that.

    Raises
    ------
    PlayerError
        The command makes no sense, or the program cannot be started.
    """
    try:
        words = words_of(command)
    except ValueError as error:
        raise PlayerError(f"{shown(command)} is not a command: a quote is left open") from error
    if not words:
        raise PlayerError("the command of an engine is its program and arguments, not nothing")
    flags = 0
    if sys.platform == "win32":  # where a program of a terminal would open a black window
        flags = subprocess.CREATE_NO_WINDOW

    ends = partial(end_with, os.getpid())

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,
            creationflags=flags,
            preexec_fn=ends if sys.platform == "linux" else None,
        )

    try:
        process = _starter.submit(start).result()
    except OSError as error:
        raise PlayerError(f"{shown(words[0])} cannot be started: {refused(error)}") from error
    _running.add(process)
    return process


def kill_all() -> None:
    """End all programs that `started` started and that still run: this process is about to end."""
    for process in list(_running):
        if process.poll() is None:
            kill(process)


def kill(process: subprocess.Popen[str]) -> None:
    """End a program that `started` started, and all programs that it started itself."""
    if sys.platform == "win32":
        _kill_family(process.pid)
    else:  # it leads a group of its own
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def _kill_family(pid: int) -> None:
    """End a process and its descendants where there are neither signals nor groups."""
    from psutil import NoSuchProcess, Process

    try:
        first = Process(pid)
        family = [*first.children(recursive=True), first]
    except NoSuchProcess:
        return
    for one in family:
        with suppress(NoSuchProcess):
            one.kill()


START_SECONDS = 120.0
"""For saying ``ugiok``, and for ``readyok``: the first time an engine may compile or load much."""
GRACE = 5.0
"""Seconds that an engine may be late with its move."""
QUIT_SECONDS = 1.0
"""For ending by itself once it was told to quit."""
READ_SECONDS = 20.0
"""Within which an engine has to read a line that it is sent."""
LOOK = 0.01
LONGEST_LINE = 1 << 16
MOST_LINES = 10_000
"""Lines that wait to be read; an engine that says more has to wait."""
DIGITS = 15
"""Of a number an engine may give: no search counts further, and a float still holds it."""


class ForeignPlayer:
    """An engine that speaks UGI; see `model.play.opponent.Player`.

    Parameters
    ----------
    command
        The program and its arguments, as in a shell (no shell is used).
    options
        What to set by ``setoption`` once it runs.
    name
        What it is called in sentences; "": as it says.
    nodes
        Positions it may look at for a move that has no time; None: as many as it likes.
    stop
        Asked while it starts; once it says True the program is ended.

    Attributes
    ----------
    name, author
        As it says, or as it was named.

    Raises
    ------
    PlayerError
        When it cannot be started, or does not say that it speaks UGI.
    Stopped
        When the stop function said so.
    """

    def __init__(
        self,
        command: str,
        options: Mapping[str, str] | None = None,
        *,
        name: str = "",
        nodes: int | None = None,
        stop: Stop = never,
    ) -> None:
        self.name = name or command
        self._nodes = nodes
        self.author = ""
        self._game: Game | None = None
        self._lines: Queue[str | None] = Queue(MOST_LINES)
        self._unsent: SimpleQueue[str | None] = SimpleQueue()
        self._sending_since: float | None = None
        self._gone_since: float | None = None
        self._closed = False
        self._process = started(command)
        # A pipe that is full makes whoever writes wait: nobody but a thread of its own may.
        self._reader = Thread(target=self._read, name="foreign engine", daemon=True)
        self._writer = Thread(target=self._write, name="foreign engine", daemon=True)
        self._reader.start()
        self._writer.start()
        try:
            self._send("ugi")
            for words in self._answers("ugiok", stop):
                if words[:2] == ["id", "name"] and not name:
                    self.name = _said(words) or self.name
                if words[:2] == ["id", "author"]:
                    self.author = _said(words)
            for option, value in (options or {}).items():
                self._send(f"setoption name {option} value {value}")
            self._wait_until_ready(stop)
        except (PlayerError, Stopped):
            self.close()
            raise

    def choose(
        self, situation: Situation, seconds: float | None, report: Report, stop: Stop
    ) -> Move:
        """Return its move; see `Player.choose`. Getting ready for a game counts for no move."""
        self.get_ready(situation, stop)
        moves = f" moves {' '.join(situation.moves)}" if situation.moves else ""
        self._send(f"position fen {situation.start}{moves}")
        limit = "infinite" if self._nodes is None else f"nodes {self._nodes}"
        self._send(f"go {limit}" if seconds is None else f"go movetime {seconds * 1000:.0f}")
        end = None if seconds is None else monotonic() + seconds + GRACE
        stopped = False
        while True:
            now = monotonic()
            if end is not None and now > end:
                self.close()
                raise PlayerError(f"{self.name} gave no move in time and was ended")
            if not stopped and (stop() or (end is not None and now > end - GRACE / 2)):
                self._send("stop")
                stopped, end = True, now + GRACE
            line = self._next_line("ended without giving a move")
            if line is None:
                continue
            words = line.split()
            if words[:1] == ["info"]:
                self._pass_on(words, situation, report)
            if words[:1] == ["bestmove"]:
                return self._legal(words[1:], situation)

    def get_ready(self, situation: Situation, stop: Stop) -> None:
        """Have it load what it needs for a game, if it has not played that one yet.

        Raises
        ------
        PlayerError
            When it does not say that it is ready.
        Stopped
            When the stop function said so first.
        """
        game = situation.position.game
        if self._game != game:
            self._send(f"position fen {situation.start}")
            self._wait_until_ready(stop)
            self._game = game

    def close(self) -> None:
        """Ask it to quit, and end it and whatever it started where it does not.

        One that does not even read what it is sent is ended at once.
        """
        if self._closed:
            return
        self._closed = True
        self._unsent.put("stop\nquit\n")
        self._unsent.put(None)
        since = self._sending_since
        try:
            if since is not None and monotonic() - since > LOOK:
                kill(self._process)
            self._process.wait(timeout=QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            kill(self._process)
            self._process.wait()
        # Whatever it started in a group of its own may still hold the pipes: both threads are
        # daemons, and end when it does.
        self._writer.join(timeout=QUIT_SECONDS)
        self._reader.join(timeout=QUIT_SECONDS)

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
        """Have a line written; it never waits, and `_next_line` says what came of it."""
        self._unsent.put(f"{line}\n")

    def _next_line(self, ended: str) -> str | None:
        """Return what it said next, None where that is nothing yet.

        Raises
        ------
        PlayerError
            When it has ended, which the words `ended` tell, or does not read what it is sent.
        """
        since = self._sending_since
        if since is not None and monotonic() - since > READ_SECONDS:
            self.close()
            raise PlayerError(f"{self.name} does not read what it is sent and was ended")
        try:
            line = self._lines.get(timeout=LOOK)
        except Empty:
            if self._process.poll() is None:
                return None
            # It has ended, and what it started holds its pipe: what it said itself is read by now.
            self._gone_since = self._gone_since or monotonic()
            if monotonic() - self._gone_since < QUIT_SECONDS:
                return None
            line = None
        if line is None:
            raise PlayerError(f"{self.name} {ended}")
        return line

    def _wait_until_ready(self, stop: Stop) -> None:
        self._send("isready")
        for _ in self._answers("readyok", stop):
            pass

    def _answers(self, last: str, stop: Stop) -> Iterator[list[str]]:
        """Yield the words of each line that comes before `last`."""
        end = monotonic() + START_SECONDS
        while True:
            if stop():
                raise Stopped
            if monotonic() > end:
                said = f"it did not answer {last} within {START_SECONDS:g} seconds"
                raise PlayerError(f"{self.name} does not speak UGI: {said}")
            line = self._next_line(f"does not speak UGI: it ended before it said {last}")
            if line is None:
                continue
            words = line.split()
            if words == [last]:
                return
            yield words

    def _write(self) -> None:
        into = self._process.stdin
        assert into is not None
        # One that no longer listens has ended, or will give no answer: both are told when reading.
        with suppress(OSError, ValueError), into:
            while (line := self._unsent.get()) is not None:
                self._sending_since = monotonic()
                into.write(line)
                into.flush()
                self._sending_since = None
        self._sending_since = None

    def _read(self) -> None:
        out = self._process.stdout
        assert out is not None
        with suppress(OSError, ValueError), out:
            while line := out.readline(LONGEST_LINE):
                if not self._keep(line):
                    return
        self._keep(None)

    def _keep(self, line: str | None) -> bool:
        """Hand a line on, in its turn; return False once nobody reads them any more."""
        while not self._closed:
            try:
                self._lines.put(line, timeout=LOOK)
            except Full:
                continue
            return True
        return False


def _said(words: list[str]) -> str:
    """Return what follows `id name` or `id author`, as far as it may be shown."""
    return "".join(letter for letter in " ".join(words[2:]) if letter.isprintable())[:60]


def _number_after(words: list[str], name: str) -> int:
    """Return the number that follows a word; 0 where none does that can be believed."""
    at = words.index(name) + 1 if name in words else len(words)
    digits = words[at] if at < len(words) else ""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS else 0


SECONDS = 0.3
"""For a move from the start of each game."""


@dataclass(frozen=True)
class Examined:
    """What an engine is.

    Attributes
    ----------
    name, author
        As it says; "" where it does not say.
    plays
        The games from whose start it gave a legal move.
    """

    name: str
    author: str
    plays: tuple[GameKind, ...]


class Examination:
    """Starts an engine and asks it for a move of each game.

    Parameters
    ----------
    command
        As a person gave it; see `ForeignPlayer`.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._player: ForeignPlayer | None = None
        self._closed = False

    def run(self, games: Iterable[GameKind], stop: Stop) -> Examined:
        """Return what the engine is; one that fails at a game is started anew for the next.

        Raises
        ------
        PlayerError
            When it cannot be started, or does not speak UGI.
        Stopped
            When the stop function said so.
        """
        plays = []
        try:
            first = self._start(stop)
            name = "" if first.name == self._command else first.name
            author = first.author
            for kind in games:
                start = kind.configure({}).start()
                if refusal_of_open(start.game):
                    continue
                if stop() or self._closed:
                    raise Stopped
                player = self._player or self._start(stop)
                try:
                    player.choose(Situation(start, (), start), SECONDS, unheard, stop)
                except PlayerError:
                    self._end()
                else:
                    plays.append(kind)
            return Examined(name, author, tuple(plays))
        finally:
            self._end()

    def close(self) -> None:
        """End the engine, and what is asked of it; may be called from another thread."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.close()

    def _start(self, stop: Stop) -> ForeignPlayer:
        self._player = ForeignPlayer(self._command, stop=lambda: stop() or self._closed)
        return self._player

"""The UGI program: tournament programs speak the Universal Game Interface to it, line by line.

UGI is UCI for any game of two players: sides are p1 and p2, results are asked for (`query`), and a
position string names its own game. Lines are read in one thread and moves thought about in another,
so that `stop` is heard at once.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Event, Lock, Thread
from time import monotonic

from model.contract.game import Game, GameKind, MoveError, Option, Position
from model.contract.search import Analysis, Budget, Engine
from model.notation.tokens import NotationError, Token, add_option
from model.phrases import shown
from model.play.clock import share
from model.play.levels import HIGHEST, LOWEST, calibrated_score, level_of
from model.play.opponent import Opponent, Situation, engine_for, never, refusal_of_open, unheard
from model.positions.setup import problems, read_position
from model.registry import kinds

# -- the options of the UGI program ----------------------------------------------------------------


MOST_SEED = (1 << 31) - 1


class UgiError(Exception):
    """A line that cannot be followed; one sentence says why."""


class UgiOptions:
    """What `setoption` has set.

    Options of a game keep the names they have in position strings; each game has its own values,
    and the ones meant are those of the game that is chosen.

    Attributes
    ----------
    level, seed
        How well it plays, and what it draws by.
    """

    def __init__(self) -> None:
        self.level = HIGHEST
        self.seed = 0
        self._kind = next(kind for kind in kinds().values() if not _refused(kind))
        self._values: dict[str, dict[str, str]] = {}

    @property
    def game(self) -> Game:
        """The game that begins at `startpos`; UgiError when its options do not fit together."""
        try:
            return self._kind.configure(self._values.get(self._kind.name, {}))
        except NotationError as error:
            raise UgiError(error.message) from error

    def lines(self) -> Iterator[str]:
        """Yield an ``option`` line for each."""
        names = [name for name, kind in kinds().items() if not _refused(kind)]
        choice = " ".join(f"var {name}" for name in names)
        yield f"option name Game type combo default {names[0]} {choice}"
        yield f"option name Level type spin default {HIGHEST} min {LOWEST} max {HIGHEST}"
        yield f"option name Seed type spin default 0 min 0 max {MOST_SEED}"
        for option in self._kind.options:
            yield f"option name {option.name} {_typed(option)}"

    def set(self, name: str, value: str) -> None:
        """Set an option; UgiError when there is none of that name, or the value is bad."""
        known = name.lower()
        if known == "game":
            kind = kinds().get(value.lower())
            if kind is None:
                raise UgiError(f"there is no game {shown(value)}; there are {', '.join(kinds())}")
            if why := _refused(kind):
                raise UgiError(why)
            self._kind = kind
        elif known == "level":
            self.level = _number(name, value, LOWEST, HIGHEST)
        elif known == "seed":
            self.seed = _number(name, value, 0, MOST_SEED)
        else:
            self._set_of_game(name, value)

    def _set_of_game(self, name: str, value: str) -> None:
        kind = self._kind
        names = [option.name for option in kind.options]
        if name not in names:
            there = ", ".join(["Game", "Level", "Seed", *names])
            raise UgiError(f"there is no option {shown(name)}; in {kind.name} there are {there}")
        values = {key: old for key, old in self._values.get(kind.name, {}).items() if key != name}
        try:
            if value and value != "<empty>":
                add_option(kind, values, Token(f"{name}={value}"))
        except NotationError as error:
            raise UgiError(error.message) from error
        self._values[kind.name] = values


def _refused(kind: GameKind) -> str:
    return refusal_of_open(kind.configure({}))


def _number(name: str, value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdigit() and least <= int(value[:12]) <= most):
        raise UgiError(f"{name} is a number from {least} to {most}, not {shown(value)}")
    return int(value)


def _typed(option: Option) -> str:
    """Return type, default and bounds as UGI, like UCI, writes them."""
    default = option.default
    if option.values:
        return f"type combo default {default} {' '.join(f'var {word}' for word in option.values)}"
    if isinstance(default, bool):
        return f"type combo default {'true' if default else 'false'} var true var false"
    if option.text or option.optional or default is None:
        return f"type string default {'<empty>' if default is None else default}"
    return f"type spin default {default} min {option.minimum} max {option.maximum}"


# -- the UGI program -------------------------------------------------------------------------------


NAME, AUTHOR = "Pyramidion", "the Pyramidion authors"
TOLD_EVERY = 0.25
"""Seconds between two lines of `info`, at least."""
LINE_SHOWN = 12
"""Moves of the expected line that are told."""
WHOLE_NUMBER = re.compile("-?[0-9]{1,12}")
"""After ``go``; a clock may be below zero."""


@dataclass(frozen=True)
class _Go:
    """What `go` allows."""

    seconds: float | None
    budget: Budget
    infinite: bool


class UgiProgram:
    """Answers lines of UGI.

    Parameters
    ----------
    write
        Takes a line of answer, without its end; called from two threads, never at once.
    loaded
        Called by `isready` once all is loaded that thinking needs.
    """

    def __init__(
        self, write: Callable[[str], None], loaded: Callable[[], None] = lambda: None
    ) -> None:
        self._write = write
        self._loaded = loaded
        self._lock = Lock()
        self._options = UgiOptions()
        self._situation: Situation | None = None
        self._engine: tuple[str, Engine] | None = None
        self._thread: Thread | None = None
        self._thinks = False  # not the same as an alive thread: it ends a moment after its answer
        self._stop = Event()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._be_ready,
            "uginewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._end_thinking(),
            "query": self._query,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Serve `lines` until `quit` or their end."""
        try:
            for line in lines:
                if not self.serve(line):
                    break
        finally:
            self._end_thinking()

    def serve(self, line: str) -> bool:
        """Serve one line; return False after `quit`. A bad one is told of, and nothing changes."""
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        command = self._commands.get(words[0])
        try:
            if command is None:
                there = ", ".join([*self._commands, "quit"])
                raise UgiError(f"there is no command {shown(words[0])}; there are {there}")
            command(words[1:])
        except UgiError as error:
            self._tell(f"info string {error}")
        return True

    def _tell(self, line: str) -> None:
        with self._lock:
            self._write(" ".join(line.split()))

    # -- commands ----------------------------------------------------------------------------------

    def _introduce(self, words: list[str]) -> None:
        self._tell(f"id name {NAME}")
        self._tell(f"id author {AUTHOR}")
        for line in self._options.lines():
            self._tell(line)
        self._tell("ugiok")

    def _be_ready(self, words: list[str]) -> None:
        if not self._thinks:  # the first look compiles kernels: it belongs before the clocks
            position = self._here().position
            if position.outcome is None:
                self._engine_of(position).analyse(position, unheard, never, Budget(nodes=1))
                self._loaded()
        self._tell("readyok")

    def _new_game(self, words: list[str]) -> None:
        self._refuse_while_thinking("uginewgame")
        self._situation, self._engine = None, None

    def _set_option(self, words: list[str]) -> None:
        self._refuse_while_thinking("setoption")
        if len(words) < 2 or words[0] != "name":
            raise UgiError("an option is set by: setoption name NAME value VALUE")
        at = words.index("value") if "value" in words else len(words)
        self._options.set(" ".join(words[1:at]), " ".join(words[at + 1 :]))

    def _set_position(self, words: list[str]) -> None:
        self._refuse_while_thinking("position")
        at = words.index("moves") if "moves" in words else len(words)
        start = self._start_of(words[:at])
        situation = Situation(start, (), start)
        for number, text in enumerate(words[at + 1 :], start=1):
            try:
                situation = situation.after(situation.position.read_move(text))
            except MoveError as error:
                raise UgiError(f"move {number}, {shown(text)}: {error}") from error
        self._situation = situation

    def _start_of(self, words: Sequence[str]) -> Position:
        if list(words) == ["startpos"]:
            return self._options.game.start()
        if not words or words[0] != "fen" or len(words) < 2:
            raise UgiError("a position is: position startpos|fen STRING [moves MOVE ...]")
        try:
            position = read_position(" ".join(words[1:]))
        except NotationError as error:
            raise UgiError(error.message) from error
        if why := refusal_of_open(position.game):
            raise UgiError(why)
        if faults := problems(position):
            raise UgiError(f"the position cannot exist: {faults[0]}")
        return position

    def _query(self, words: list[str]) -> None:
        position = self._here().position
        outcome, players = position.outcome, position.game.players
        if words == ["gameover"]:
            answer = "true" if outcome is not None else "false"
        elif words == ["p1turn"]:
            answer = "true" if position.to_move == players[0] else "false"
        elif words == ["result"]:
            answer = "none"
            if outcome is not None:
                won = outcome.winner
                answer = "draw" if won is None else f"p{players.index(won) + 1}win"
        else:
            raise UgiError("a query is one of: gameover, p1turn, result")
        self._tell(f"response {answer}")

    def _here(self) -> Situation:
        if self._situation is None:
            start = self._options.game.start()
            self._situation = Situation(start, (), start)
        return self._situation

    def _engine_of(self, position: Position) -> Engine:
        """Return the engine of the game, the same one as long as the game is the same."""
        game = position.game
        key = f"{game.kind.name} {dict(game.options)}"
        if self._engine is None or self._engine[0] != key:
            self._engine = (key, engine_for(game))
        return self._engine[1]

    # -- thinking ----------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> None:
        self._refuse_while_thinking("go")
        position = self._here().position
        allowed = self._allowed(words, position)
        if position.outcome is not None or not position.legal_moves:
            self._tell("bestmove none")
            return
        self._end_thinking()
        self._stop.clear()
        self._thread = Thread(
            target=self._think, args=(position, allowed), name="thinking", daemon=True
        )
        self._thinks = True
        self._thread.start()

    def _allowed(self, words: list[str], position: Position) -> _Go:
        numbers: dict[str, int] = {}
        known = ("movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc")
        rest = list(words)
        infinite = not rest
        while rest:
            word = rest.pop(0)
            if word == "infinite":
                infinite = True
                continue
            if word not in known:
                raise UgiError(f"go knows infinite, {', '.join(known)}, not {shown(word)}")
            value = rest.pop(0) if rest else ""
            if not WHOLE_NUMBER.fullmatch(value):
                raise UgiError(f"after go {word} comes a whole number, not {shown(value)}")
            numbers[word] = max(0, int(value))
        side = "p1" if position.to_move == position.game.players[0] else "p2"
        seconds = None
        if "movetime" in numbers:
            seconds = numbers["movetime"] / 1000
        elif f"{side}time" in numbers:
            added = numbers.get(f"{side}inc", 0) / 1000
            seconds = share(numbers[f"{side}time"] / 1000, added)
        level = level_of(position.game.kind, self._options.level)
        nodes = numbers.get("nodes", level.nodes)
        if not infinite and seconds is None and nodes is None and "depth" not in numbers:
            raise UgiError("go without a limit for the side to move: say movetime, nodes or depth")
        budget = Budget(nodes, numbers.get("depth"), self._options.seed)
        return _Go(seconds, budget, infinite)

    def _think(self, position: Position, allowed: _Go) -> None:
        start, reported = monotonic(), 0.0

        def report(found: Analysis) -> None:
            nonlocal reported
            now = monotonic()
            if now - reported > TOLD_EVERY:
                reported = now
                self._inform(found, now - start)

        try:
            level = level_of(position.game.kind, self._options.level)
            opponent = Opponent(self._engine_of(position), level, budget=allowed.budget)
            best, found = opponent.think(position, allowed.seconds, report, self._stop.is_set)
            self._inform(found, monotonic() - start)
        except OSError:  # nobody reads the answers any more
            self._thinks = False
            return
        except Exception as error:  # the game goes on with some legal move
            self._tell(f"info string the engine failed: {error}")
            best = next(iter(position.legal_moves))
        if allowed.infinite:
            self._stop.wait()
        self._thinks = False  # whoever reads the answer may go on at once
        self._tell(f"bestmove {best}")

    def _inform(self, found: Analysis, seconds: float) -> None:
        score = calibrated_score(found)
        if score is None or found.position.to_move is None:
            return
        value = score.value[found.position.game.players.index(found.position.to_move)]
        parts = [f"info depth {found.depth or len(found.line)} nodes {found.nodes}"]
        parts.append(f"time {seconds * 1000:.0f} nps {found.nodes / max(seconds, 1e-3):.0f}")
        parts.append(f"score {value:.4f}{' proved' if score.proved else ''}")
        if found.line:
            parts.append(f"pv {' '.join(found.line[:LINE_SHOWN])}")
        self._tell(" ".join(parts))

    def _refuse_while_thinking(self, command: str) -> None:
        if self._thinks:
            raise UgiError(f"{command} has to wait: the engine is thinking; stop ends that")

    def _end_thinking(self) -> None:
        """Stop, and wait until the answer is out: the next line finds the thread gone."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stop.set()
            thread.join(timeout=10)

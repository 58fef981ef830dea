"""What somebody may choose in a phase: the frame that all phases share."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from model.contract.base_position import ListedMoves
from model.contract.game import Move, Reason, Steps
from model.games.rolling_pyramids.round_state import RoundState
from model.games.rolling_pyramids.rulebook import Rules, named
from model.phrases import shown


class PhaseMoves(ListedMoves):
    """The legal moves of one phase, and what they lead to (`model.contract.game.LegalMoves`).

    Attributes
    ----------
    like
        A move of the phase, for sentences.
    asks
        What `task` says, with {who}; "" where it says more.
    """

    like: str
    asks = ""

    def __init__(self, rules: Rules, state: RoundState) -> None:
        self.rules, self.state = rules, state

    @property
    def who(self) -> str:
        """Whoever chooses, as sentences call him."""
        return named(self.rules.sides[self.state.side])

    @property
    def task(self) -> str:
        """What is chosen by whom: "P1 picks a die"."""
        return self.asks.format(who=self.who)

    @abstractmethod
    def explain(self, move: Move) -> Reason | None:
        """Return why a move of this phase that is not legal cannot be made."""

    @abstractmethod
    def after(self, move: Move) -> RoundState:
        """Return the state after a legal move."""

    def tokens(self, move: Move) -> tuple[str, ...]:
        """Return the steps a move is built of."""
        return (move,)

    def steps(self, partial: Sequence[str]) -> Steps:
        """Answer a partial move."""
        built = tuple(partial)
        split = [(self.tokens(move), move) for move in self]
        fitting = [(words, move) for words, move in split if words[: len(built)] == built]
        if not fitting:
            return Steps((), False, None, self.misfit(built))
        move = next((move for words, move in fitting if words == built), None)
        more = dict.fromkeys(words[len(built)] for words, _ in fitting if len(words) > len(built))
        return Steps(tuple(more), move is not None, move, self.message(built, move))

    def message(self, built: tuple[str, ...], move: Move | None) -> str:
        """Return a sentence for the person who chooses."""
        return self.task if move is None else f"{self.task}: {move}"

    def misfit(self, built: tuple[str, ...]) -> str:
        """Return a sentence on words that lead to no legal move."""
        if built and built[-1] in self.rules.ground.names:
            return self.task  # a place was pointed at: what is wrong with it is no matter
        return f"{shown(' '.join(built))} cannot be chosen here: {self.task}"


class NoChoices(PhaseMoves):
    """Nothing, when the game is over."""

    like, asks = "", "the game is over"

    def __iter__(self) -> Iterator[Move]:
        return iter(())

    def explain(self, move: Move) -> Reason | None:
        """Never asked."""
        raise NotImplementedError

    def after(self, move: Move) -> RoundState:
        """Never asked."""
        raise NotImplementedError


class WordMoves(PhaseMoves):
    """Choices that are few words, listed at once."""

    @property
    @abstractmethod
    def words(self) -> tuple[Move, ...]:
        """All of them."""

    def __iter__(self) -> Iterator[Move]:
        return iter(self.words)

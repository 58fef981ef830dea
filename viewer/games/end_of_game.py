"""How the game of a record ended where somebody looks: by its rules, or by its players."""

from __future__ import annotations

from dataclasses import dataclass

from model.contract.game import Player, Position
from model.contract.hooks import hooks_of
from model.phrases import listed
from model.records.ending import Ending, ending_of
from model.records.record import Record
from viewer.games.registry import ending


@dataclass(frozen=True)
class End:
    """The end of a game.

    Attributes
    ----------
    winners
        Who has won; () in a draw.
    reason
        Why, in a few words; "" where the rules name no reason.
    sentence
        Both, in one sentence.
    score
        What each of two has made, as "2:1"; "" where nothing is counted.
    """

    winners: tuple[Player, ...]
    reason: str
    sentence: str
    score: str = ""

    @property
    def result(self) -> str:
        """The sentence without its reason."""
        return self.sentence.partition(": ")[0]

    @property
    def title(self) -> str:
        """Who has won, in a word or two."""
        if not self.winners:
            return "Draw"
        verb = "wins" if len(self.winners) == 1 else "win"
        who = f"{listed([side.capitalize() for side in self.winners])} {verb}"
        return f"{who} {self.score}" if self.score else who


def end_of(record: Record, node: int, position: Position) -> End | None:
    """Return how the game ended at a node of a record; None where it goes on there.

    Parameters
    ----------
    position
        That at the node.
    """
    outcome = position.outcome
    if outcome is not None:
        sentence = ending(position)
        _, _, reason = sentence.partition(": ")
        points = [str(points) for _, points in outcome.scores]
        score = ":".join(points) if len(points) == 2 else ""
        return End(tuple(outcome.winners), _begun(reason), sentence, score)
    players = ended_by_players(record, position)
    if players is None or players.node != node:
        return None
    reason = "Both sides agreed on it"
    if players.how == "agreed":
        return End((), reason, "The game is drawn: both sides agreed on it")
    loser, winner = players.loser.capitalize(), players.winner.capitalize()
    reason = f"{loser} resigned" if players.how == "resigned" else f"{loser} ran out of time"
    return End((players.winner,), reason, f"{winner} has won: {reason}")


def ended_by_players(record: Record, position: Position) -> Ending | None:
    """Return how the players of a record ended its game, wherever that was; None: they did not."""
    game = position.game
    return ending_of(record, hooks_of(game.kind).seated(game))


def _begun(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]

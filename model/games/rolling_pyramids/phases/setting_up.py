"""Before the first round: who begins, where everybody starts, and as which race."""

from __future__ import annotations

from functools import cached_property

from model.contract.moves import Move, Reason
from model.games.rolling_pyramids.maps import STARTS
from model.games.rolling_pyramids.phases.choices import Chance, WordMoves
from model.games.rolling_pyramids.phases.rounds import after_seat
from model.games.rolling_pyramids.reasons import SETTING_UP, because, named
from model.games.rolling_pyramids.round_state import SEATS, RoundState, replaced
from model.games.rolling_pyramids.rulebook import PLAYERS, RACE_WORDS, RACES


class Beginner(Chance):
    """Chance draws the first player, or in the solo game the starting area."""

    rule = SETTING_UP

    @property
    def like(self) -> str:  # type: ignore[override]  # which of the two
        """A word of it."""
        return self.words[0]

    @property
    def task(self) -> str:
        """What is drawn."""
        return "the starting area is drawn" if self.rules.is_solo else "the first player is drawn"

    @cached_property
    def words(self) -> tuple[Move, ...]:
        """One for each player, or for each starting area."""
        if self.rules.is_solo:
            return tuple(f"start-{start}" for start in STARTS)
        return tuple(f"first-{player}" for player in PLAYERS[: self.rules.players])

    def explain(self, move: Move) -> Reason | None:
        """Say who is not there."""
        if move in self.words:
            return None
        return because("no-such", "{move} is not drawn: it is one of {words}", SETTING_UP,
                       move=move, words=", ".join(self.words))  # fmt: skip

    def after(self, move: Move) -> RoundState:
        """Return the state in which seats are chosen."""
        number = self.words.index(move)
        if not self.rules.is_solo:
            return after_seat(self.rules, self.state._replace(first=number))
        return self.state._replace(phase=SEATS, seats=((number, -1),), side=0)


class SeatMoves(WordMoves):
    """A starting area that nobody has, and a race that nobody is."""

    rule, like = SETTING_UP, "S2-bastet"

    @property
    def task(self) -> str:
        """Who chooses."""
        drawn = self.state.seats[self.state.side][0] >= 0
        return f"{self.who} chooses a race" if drawn else f"{self.who} chooses a start and a race"

    @cached_property
    def words(self) -> tuple[Move, ...]:
        """Every pair of both."""
        state = self.state
        drawn = state.seats[state.side][0]
        taken = {start for start, _ in state.seats}
        starts = [drawn] if drawn >= 0 else [n for n in range(len(STARTS)) if n not in taken]
        races = {race for _, race in state.seats}
        return tuple(f"{STARTS[start]}-{RACES[race]}" for start in starts
                     for race in range(len(RACES)) if race not in races)  # fmt: skip

    def tokens(self, move: Move) -> tuple[str, ...]:
        """Return the start and the race."""
        return tuple(move.split("-"))

    def explain(self, move: Move) -> Reason | None:
        """Say which of the two is taken."""
        if move in self.words:
            return None
        start, race = move.split("-")
        drawn = self.state.seats[self.state.side][0]
        if drawn >= 0 and start != STARTS[drawn]:
            return because("drawn", "{who} starts on {start}: it was drawn", SETTING_UP,
                           who=self.who, start=STARTS[drawn])  # fmt: skip
        for player, (other, kind) in enumerate(self.state.seats):
            if kind < 0:
                continue
            if STARTS[other] == start:
                return because("start-taken", "{start} belongs to {who}: choose another start",
                               SETTING_UP, start=start, who=named(PLAYERS[player]))  # fmt: skip
            if RACES[kind] == race:
                return because("race-taken", "{who} plays {race}: choose another race", SETTING_UP,
                               race=RACE_WORDS[race], who=named(PLAYERS[player]))  # fmt: skip
        raise AssertionError(move)

    def after(self, move: Move) -> RoundState:
        """Return the state with the start taken."""
        start, race = move.split("-")
        state, place = self.state, STARTS.index(start)
        seat = (place, RACES.index(race))
        seats = (*state.seats[: state.side], seat, *state.seats[state.side + 1 :])
        there = self.rules.ground.spaces + place
        state = state._replace(
            seats=seats,
            holders=replaced(state.holders, there, state.side),
            soldiers=replaced(state.soldiers, there, 0),
        )
        return after_seat(self.rules, state)

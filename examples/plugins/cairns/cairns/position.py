"""Cairns: the game with its options fixed, and its positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from model.contract.base_position import BaseMoves, BasePosition
from model.contract.game import (
    CHANCE,
    Event,
    GameKind,
    IllegalMove,
    Move,
    OptionValue,
    Outcome,
    PieceKind,
    Pieces,
    Player,
    PlayerSheet,
    Reason,
    Slot,
    Steps,
    next_tokens,
    slot_values,
    unknown_token,
)
from model.notation.tokens import write_header
from model.phrases import shown

from .extras import BOXES, NO_CARDS, Cards, obstacle, sheets_of, write_cards, write_fences
from .hexagon import Hexagon, hexagon

PLAYERS = ("amber", "jade", "violet")
BIDS = ("bid1", "bid1!", "bid2", "bid2!", "bid3", "bid3!")
"""The lowest first."""
FACES = ("roll1", "roll2", "roll3")
WRITES = {f"die-{box}": box for box in BOXES}
_SHAPED = re.compile(r"([a-i][1-9])(?:-([a-i][1-9]))?")


@dataclass(frozen=True)
class CairnsGame:
    """Cairns with its options fixed."""

    kind: GameKind = field(compare=False, repr=False)
    radius: int
    stones: int
    cards: bool
    fences: int

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return MappingProxyType({option.name: getattr(self, option.name)
                                 for option in self.kind.options})  # fmt: skip

    @property
    def board(self) -> Hexagon:
        return hexagon(self.radius, borders=self.fences > 0)

    @property
    def players(self) -> tuple[Player, ...]:
        return PLAYERS

    @property
    def piece_kinds(self) -> tuple[PieceKind, ...]:
        stone = PieceKind("stone")
        return (stone, PieceKind("fence", "small pyramid")) if self.fences else (stone,)

    def start(self) -> CairnsPosition:
        return CairnsPosition(self, {}, 0, ())


@dataclass(frozen=True)
class CairnsPosition(BasePosition):
    """An immutable position.

    `cairns` is site -> (owner, height); `side` bids or plays, or leads once the die is rolled;
    `bids` are those made so far, as places in `BIDS`, None for one that is not known here; `cap` is
    0 before the roll. `cards` are the numbers on the players' cards, `built` is site -> owner
    of the fences.
    """

    game: CairnsGame
    cairns: Mapping[int, tuple[int, int]]
    side: int
    bids: tuple[int | None, ...]
    rolling: bool = False
    cap: int = 0
    cards: Cards = NO_CARDS
    built: Mapping[int, int] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((str(self), self.bids))

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        rows, site = [], 0
        for width in self.game.board.widths:
            rows.append(self._row(range(site, site + width)))
            site += width
        words = [write_header(self.game.kind, self.game.options), ",".join(rows)]
        if self.rolling:
            words += [CHANCE, f"leads={PLAYERS[self.side]}"]
        else:
            words += [PLAYERS[self.side]]
            words += [f"cap={self.cap}"] if self.cap else []
            words += [f"sealed={'+'.join(self.sealed)}"] if self.sealed else []
        words += [f"cards={write_cards(self.cards)}"] if self.cards != NO_CARDS else []
        words += [f"fences={write_fences(self.game, self.built)}"] if self.built else []
        return " ".join(words)

    def _row(self, sites: range) -> str:
        text, empty = "", 0
        for site in sites:
            owner, height = self.cairns.get(site, (-1, 0))
            if not height:
                empty += 1
                continue
            text += (str(empty) if empty else "") + "AJV"[owner]
            text += f"*{height}" if height > 1 else ""
            empty = 0
        return text + (str(empty) if empty else "")

    @property
    def sealed(self) -> tuple[Player, ...]:
        return PLAYERS[: len(self.bids)]

    @property
    def reserves(self) -> Mapping[Player, int]:
        held = [0, 0, 0]
        for owner, height in self.cairns.values():
            held[owner] += height
        return {p: self.game.stones - n for p, n in zip(PLAYERS, held, strict=True)}

    @property
    def counters(self) -> Mapping[str, int]:
        return {"cap": self.cap}

    @property
    def sheets(self) -> tuple[PlayerSheet, ...]:
        if not self.game.cards:
            return ()
        notes = [""] * 3
        for number, bid in enumerate(self.bids):
            notes[number] = "has bid" if bid is None else f"has bid {BIDS[bid][3:]}"
        die, on = self.cap - 1 if self.cap else 0, self.outcome is None and not self.rolling
        return sheets_of(
            PLAYERS,
            self.cards,
            die,
            tuple(notes),
            mover=self.side if on and die else None,
            bidder=self.side if on and not die else None,
        )

    @cached_property
    def outcome(self) -> Outcome | None:
        if not self.cap:
            return None
        owner, height = self.cairns.get(self.game.board.middle, (-1, 0))
        if height == self.cap:
            return Outcome(
                PLAYERS[owner], "middle", (self.game.board.names[self.game.board.middle],)
            )
        return None if any(True for _ in self._turns()) else self._stuck()

    def _stuck(self) -> Outcome:
        """Whoever has most stones on the board wins, or shares the win."""
        scores = {
            player: self.game.stones - left + sum(map(bool, card))
            for (player, left), card in zip(self.reserves.items(), self.cards, strict=True)
        }
        ranks = tuple(
            tuple(player for player in PLAYERS if scores[player] == score)
            for score in sorted(set(scores.values()), reverse=True)
        )
        best = ranks[0]
        reason = _reason("stuck", "{side} cannot move", side=PLAYERS[self.side].capitalize())
        winner = best[0] if len(best) == 1 else None
        return Outcome(winner, "stuck", (), best, tuple(scores.items()), reason, ranks)

    @property
    def to_move(self) -> Player | None:
        if self.outcome:
            return None
        return CHANCE if self.rolling else PLAYERS[self.side]

    @property
    def pieces(self) -> Pieces:
        rows = [(site, owner, 0, height) for site, (owner, height) in sorted(self.cairns.items())]
        rows += [(site, owner, 1, 1) for site, owner in sorted(self.built.items())]
        return Pieces(*np.array(rows, np.int32).reshape(len(rows), 4).T.copy())

    def _turns(self) -> Iterator[Move]:
        """Moves of the third phase in site order, the outcome aside."""
        board = self.game.board
        names = board.names
        if self.game.cards:
            for box in BOXES:
                if obstacle(self.cards[self.side], box, self.cap - 1) is None:
                    yield f"die-{box}"
        for site in board.edges:
            if self._fence_obstacle(site) is None:
                yield names[site]
        for site, name in enumerate(names[: board.fields]):
            if self._place_obstacle(site) is None:
                yield name
            for target in self.game.board.neighbours(site).tolist():
                if self._move_obstacle(site, target) is None:
                    yield f"{name}-{names[target]}"

    def _fence_obstacle(self, site: int) -> Reason | None:
        board = self.game.board
        field_, _ = board.edges[site]
        if list(self.built.values()).count(self.side) == self.game.fences:
            return _reason("no-fence", "no fence is left to put up")
        if site in self.built:
            return _reason("fenced", "{site} has a fence already", site=board.names[site])
        if self.cairns.get(field_, (-1, 0))[0] != self.side:
            return _reason("no-cairn", "{site} is no border of an own cairn",
                           site=board.names[site])  # fmt: skip
        return None

    def _place_obstacle(self, site: int) -> Reason | None:
        if not self.reserves[PLAYERS[self.side]]:
            return _reason("no-stone", "no stone is left to place")
        owner, height = self.cairns.get(site, (self.side, 0))
        if owner != self.side:
            return _reason("rival", "{site} is a rival's", site=self.game.board.names[site])
        return _reason("full", "this cairn is as high as it may be") if height == self.cap else None

    def _move_obstacle(self, source: int, target: int) -> Reason | None:
        names = self.game.board.names
        owner, height = self.cairns.get(source, (-1, 0))
        if owner != self.side:
            return _reason("not-yours", "{site} has no cairn of yours", site=names[source])
        if target not in self.game.board.neighbours(source):
            return _reason("apart", "{to} is not beside {site}", to=names[target],
                           site=names[source])  # fmt: skip
        sides = [f"{names[source]}>{names[target]}", f"{names[target]}>{names[source]}"]
        if any(side in names and self.game.board.index(side) in self.built for side in sides):
            return _reason("fence", "a fence stands between {site} and {to}", to=names[target],
                           site=names[source])  # fmt: skip
        other, there = self.cairns.get(target, (-1, 0))
        if other == self.side and height + there > self.cap:
            return _reason("too-high", "together they are higher than {cap}", cap=str(self.cap))
        if other not in (-1, self.side) and there >= height:
            return _reason("stands", "the cairn on {to} is not lower", to=names[target])
        return None

    @property
    def legal_moves(self) -> Moves:
        if self.outcome:
            return Moves(self, ())
        if self.rolling:
            return Rolls(self, FACES)
        return Moves(self, tuple(self._turns()) if self.cap else BIDS)

    def explain(self, move: Move) -> Reason | None:
        if move in BIDS or move in FACES:
            if self.outcome:
                return _reason("game-over", "the game is over")
            phase = FACES if self.rolling else () if self.cap else BIDS
            return None if move in phase else _reason("not-now", "{move} is not for now", move=move)
        if self.game.cards and move in WRITES:
            if not self.cap or self.outcome:
                return _reason("not-now", "{move} is not for now", move=move)
            return obstacle(self.cards[self.side], WRITES[move], self.cap - 1)
        sites = self._sites(move)
        if sites is None:
            return _reason("no-move", "{text} is no move: one reads like bid2, c3 or c3-d3",
                           text=shown(move))  # fmt: skip
        if self.outcome:
            return _reason("game-over", "the game is over")
        if not self.cap:
            return _reason("not-now", "{move} is not for now", move=move)
        if sites[0] in self.game.board.edges:
            return self._fence_obstacle(*sites)
        return self._place_obstacle(*sites) if len(sites) == 1 else self._move_obstacle(*sites)

    def _sites(self, move: Move) -> tuple[int, ...] | None:
        found, board = _SHAPED.fullmatch(move), self.game.board
        if move in board and board.index(move) in board.edges:
            return (board.index(move),)
        names = [name for name in found.groups() if name] if found else []
        return tuple(map(board.index, names)) if names and all(n in board for n in names) else None

    def check(self, move: Move) -> None:
        super().check(move)
        if move in BIDS and len(self.bids) == 2 and None in self.bids:
            why = _reason("sealed", "what was bid is sealed: the bids cannot be compared here")
            raise IllegalMove(why)

    def play(self, move: Move) -> CairnsPosition:
        self.check(move)
        if move in BIDS:
            bids = (*self.bids, BIDS.index(move))
            if len(bids) < len(PLAYERS):
                return replace(self, side=len(bids), bids=bids)
            alone = [bid for bid in bids if bid is not None and bids.count(bid) == 1]
            leads = bids.index(min(alone)) if alone else 0
            return replace(self, side=leads, bids=(), rolling=True)
        if move in FACES:
            return replace(self, rolling=False, cap=int(move[4]) + 1)
        on = (self.side + 1) % 3
        if move in WRITES:
            card = list(self.cards[self.side])
            card[BOXES.index(WRITES[move])] = self.cap - 1
            cards = (*self.cards[: self.side], tuple(card), *self.cards[self.side + 1 :])
            return replace(self, cards=cards, side=on)
        cairns = dict(self.cairns)
        source, *further = self._sites(move) or ()
        if source in self.game.board.edges:
            return replace(self, built={**self.built, source: self.side}, side=on)
        if not further:
            cairns[source] = self.side, cairns.get(source, (0, 0))[1] + 1
        else:
            height, there = cairns.pop(source)[1], cairns.get(further[0], (-1, 0))
            cairns[further[0]] = self.side, height + (there[1] if there[0] == self.side else 0)
        return replace(self, cairns=cairns, side=on)

    def steps(self, partial: Sequence[str]) -> Steps:
        moves, message = tuple(self.legal_moves), "the game is over"
        if self.outcome is None:
            who = self.to_move or ""
            task = "rolls the die" if self.rolling else "plays a stone" if self.cap else "bids"
            message = f"{who.capitalize()} {task}"
        if moves == BIDS:
            return self._bidding(partial, message)
        built = "-".join(partial)
        if not partial:
            firsts = dict.fromkeys(move.split("-")[0] for move in moves)
            return Steps(tuple(firsts), False, None, message)
        goals = tuple(move.split("-")[1] for move in moves if move.startswith(f"{built}-"))
        if built in moves:
            return Steps(goals, True, built, f"{built} may be played")
        if built == "die":
            said = "Write the die into a box of the card" if goals else "no box takes the die"
            return Steps(goals, False, None, said)
        return Steps(goals, False, None, str(self.explain(built) or message))

    def _bidding(self, partial: Sequence[str], message: str) -> Steps:
        """A bid is made of two slots, the number and whether it is a boast."""
        begun = {}
        if partial and partial[0] in BIDS:
            begun = {"number": partial[0][3], "boast": "yes" if partial[0][4:] else "no"}
            partial = partial[1:]
        blank = (Slot("number", ("1", "2", "3")), Slot("boast", ("yes", "no"), default="no"))
        unknown = unknown_token(partial, blank)
        if unknown is not None:
            return Steps((), False, None, f"{shown(unknown)} is no part of a bid")
        values = slot_values(partial, begun)
        slots = tuple(replace(slot, value=values.get(slot.name, "")) for slot in blank)
        number, boast = (slot.value or slot.default for slot in slots)
        bid = f"bid{number}{'!' if boast == 'yes' else ''}" if number else None
        return Steps(next_tokens(slots), bid is not None, bid, message, slots=slots)

    def events(self, move: Move) -> tuple[Event, ...]:
        self.check(move)
        if move in BIDS:
            made = Event(0, "commit", owner=self.side)
            if len(self.bids) < 2:
                return (made,)
            bids = enumerate((*self.bids, BIDS.index(move)))
            revealed = [Event(1, "reveal", owner=k, value=BIDS[bid or 0][3:]) for k, bid in bids]
            leads = self.play(move).side
            why = _reason("leads", "{side} leads", side=PLAYERS[leads].capitalize())
            return (made, *revealed, Event(1, "note", owner=leads, cause="leads", reason=why))
        if move in FACES:
            cap = int(move[4]) + 1
            return (Event(0, "roll", value=move[4]), Event(0, "count", value="cap", count=cap))
        if move in WRITES:
            words = {"side": PLAYERS[self.side].capitalize(), "box": WRITES[move]}
            why = _reason("written", "{side} writes into {box}", **words)
            return (Event(0, "note", owner=self.side, cause="written", reason=why),)
        source, *further = self._sites(move) or ()
        if source in self.game.board.edges:
            return (Event(0, "place", site=source, owner=self.side, piece=1),)
        if not further:
            return (Event(0, "place", site=source, owner=self.side, reserve=-1),)
        height, (owner, there) = self.cairns[source][1], self.cairns.get(further[0], (-1, 0))
        moved = Event(0, "move", site=source, to=further[0], owner=self.side, count=height)
        if owner in (-1, self.side):
            return (moved,)
        return (
            Event(0, "remove", site=further[0], owner=owner, count=there, reserve=there,
                  cause="toppled"),
            moved,
        )  # fmt: skip

    def seen_by(self, player: Player | None) -> CairnsPosition:
        known = tuple(
            bid if who == player else None for who, bid in zip(PLAYERS, self.bids, strict=False)
        )
        return self if known == self.bids else replace(self, bids=known)


class Moves(BaseMoves):
    """The legal moves of a position, as they were listed."""

    def __init__(self, position: CairnsPosition, moves: tuple[Move, ...]) -> None:
        super().__init__(position)
        self.moves = moves

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)


class Rolls(Moves):
    """What the loaded die may show."""

    def probability(self, move: Move) -> float:
        return FACES.index(move) / 6 + 1 / 6

    def sample(self, rng: Random) -> Move:
        return rng.choices(FACES, [self.probability(face) for face in FACES])[0]


def _reason(key: str, text: str, /, **args: Any) -> Reason:
    return Reason(key, text, args)

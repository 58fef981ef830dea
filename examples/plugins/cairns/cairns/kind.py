"""Cairns before its options are chosen: registering, options, reading positions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from model.contract.game import CHANCE, GameKind, Option, Player
from model.contract.hooks import Hooks
from model.notation.tokens import Token, fault, read_number, read_options
from model.phrases import listed, shown

from .extras import NO_CARDS, read_cards, read_fences
from .position import PLAYERS, CairnsGame, CairnsPosition

_PIECE = re.compile(r"(?P<letter>[AJV])(?:\*(?P<height>[2-4]))?|(?P<empty>[1-9])")


class CairnsKind(GameKind, Hooks[CairnsGame, CairnsPosition]):
    """What `model.registry.register` takes."""

    name = "cairns"
    title = "Cairns"
    credit = "Cairns, a game for tests."
    players: tuple[Player, ...] = PLAYERS
    endings: tuple[str, ...] = ("middle", "stuck")
    hides = True
    rolls = True
    options: tuple[Option, ...] = (
        Option("radius", 2, minimum=1, maximum=4, always=True, help="rings round the middle"),
        Option("stones", 7, minimum=3, maximum=20, help="stones in each hand"),
        Option("cards", False, help="each player has a card to write the die on"),
        Option("fences", 0, minimum=0, maximum=9, help="fences each player may put up"),
    )

    def configure(self, options: Mapping[str, str]) -> CairnsGame:
        values = {option.name: option.default for option in self.options}
        return CairnsGame(self, **(values | read_options(self, options)))

    def read(
        self, options: Mapping[str, str], board: str, side: str, extras: Mapping[str, str]
    ) -> CairnsPosition:
        game = self.configure(options)
        cairns = self._cairns(game, board)
        if side not in (*PLAYERS, CHANCE):
            fault(side, f"the side to move is {listed((*PLAYERS, CHANCE), 'or')}")
        allowed = {"leads"} if side == CHANCE else {"sealed", "cap"}
        allowed |= ({"cards"} if game.cards else set()) | ({"fences"} if game.fences else set())
        for key in extras:
            if key not in allowed:
                fault(key, f"{shown(key)} does not go with {side}")
        cards = read_cards(extras["cards"]) if "cards" in extras else NO_CARDS
        built = read_fences(game, extras["fences"]) if "fences" in extras else {}
        if side == CHANCE:
            leads = extras.get("leads")
            if leads not in PLAYERS:
                fault(side, "before the roll it says who leads, as in leads=jade")
            side_to_lead = PLAYERS.index(leads)
            return CairnsPosition(
                game, cairns, side_to_lead, (), rolling=True, cards=cards, built=built
            )
        number = PLAYERS.index(side)
        if "cap" in extras:
            cap = read_number(extras["cap"])
            if cap is None or not 2 <= cap <= 4 or "sealed" in extras:
                fault(extras["cap"], "the cap is 2, 3 or 4 and stands alone")
            if any(height > cap for _, height in cairns.values()):
                fault(board, f"a cairn is higher than the cap {cap}")
            return CairnsPosition(game, cairns, number, (), cap=cap, cards=cards, built=built)
        if extras.get("sealed", "") != "+".join(PLAYERS[:number]):
            fault(side, f"{side} bids after {listed(PLAYERS[:number]) or 'nobody'}")
        bids = (None,) * number
        return CairnsPosition(game, cairns, number, bids, cards=cards, built=built)

    def _cairns(self, game: CairnsGame, board: str) -> dict[int, tuple[int, int]]:
        """Site -> (owner, height)."""
        token = board if isinstance(board, Token) else Token(board)
        rows = token.cut(",")
        widths = game.board.widths
        if len(rows) != len(widths):
            fault(token, f"the board has {len(widths)} ranks, not {len(rows)}")
        cairns: dict[int, tuple[int, int]] = {}
        site, held = 0, [0, 0, 0]
        for row, width in zip(rows, widths, strict=True):
            end, at = site + width, 0
            while at < len(row):
                found = _PIECE.match(row, at)
                if found is None:
                    fault(row, f"{shown(row[at])} is no piece: A, J*2 or a number", at)
                if found["letter"]:
                    owner, height = "AJV".index(found["letter"]), int(found["height"] or 1)
                    cairns[site] = owner, height
                    held[owner] += height
                    site += 1
                else:
                    site += int(found["empty"])
                at = found.end()
            if site != end:
                fault(row, f"this rank has {width} fields")
        for player, number in zip(PLAYERS, held, strict=True):
            if number > game.stones:
                fault(token, f"{player} has {number} stones: each player has {game.stones}")
        return cairns


KIND = CairnsKind()

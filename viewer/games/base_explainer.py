"""An explainer with nothing to explain yet, for games to begin theirs with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from model.contract.game import Position, Stop
from viewer.games.facts import Fact, general_facts
from viewer.games.game_view import ExplainAction, Explanation, Findings, TellFindings
from viewer.visuals.overlay_types import Overlay, Pour


@dataclass(frozen=True)
class NothingFound:
    """Findings on a position about which nothing is found out."""

    position: Position
    done: bool = True


class BaseExplainer:
    """An `Explainer` (viewer.games.game_view) for a game to inherit.

    Why shows the lines of `facts`; a line with `Fact.show` lays that over the position when it is
    clicked. What takes long is found out by `analyze`, in the background, and comes back as
    `analysis`.
    """

    explanations: tuple[Explanation, ...] = ()
    actions: tuple[ExplainAction, ...] = ()
    panel = ""

    def analyze(self, position: Position, report: TellFindings, stop: Stop) -> None:
        report(NothingFound(position))

    def moved_to(self, analysis: Findings, position: Position) -> Findings:
        return NothingFound(position)

    def can_weigh(self, analysis: Findings, site: int) -> bool:
        return False

    def weigh(self, analysis: Findings, site: int, stop: Stop) -> Findings | None:
        return None

    def facts(self, position: Position, analysis: Findings | None) -> tuple[Fact, ...]:
        return general_facts(position)

    def headline(self, position: Position, analysis: Findings | None) -> str:
        return ""

    def interesting(self, position: Position, analysis: Findings | None) -> tuple[int, ...] | None:
        return None

    def point_text(
        self, position: Position, site: int, analysis: Findings | None, *, quiet: bool
    ) -> str:
        return ""

    def bare_point(self, position: Position, site: int) -> str:
        return ""

    def overlays(
        self,
        position: Position,
        show: str,
        analysis: Findings | None,
        *,
        plans: bool = True,
    ) -> tuple[Overlay, ...]:
        return ()

    def threats(self, position: Position, analysis: Findings | None) -> tuple[Overlay, ...]:
        return ()

    def find(self, position: Position, shows: Sequence[str], *, threats: bool) -> Findings:
        return NothingFound(position)

    def finale(self, position: Position) -> str:
        return ""

    def pour(self, position: Position, what: str) -> Pour | None:
        return None

"""What stands in the docks: every panel with all it needs, imported and made when first opened."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from model.exercises.lesson import LessonExercise
from model.records.sealing import SEALED
from viewer.commands import opening
from viewer.commands.shell import Shell
from viewer.commands.table import BY_ID
from viewer.games.game_view import GameDock
from viewer.games.registry import all_docks, game_view_of
from viewer.session.document.document import Document
from viewer.session.document.move_entry import steps_of
from viewer.window.dock_declaration import DockDeclaration, Panel
from viewer.window.dock_room import LEFT, RIGHT
from viewer.window.docks import BELOW

if TYPE_CHECKING:
    from viewer.panels.collection_panel import CollectionPanel
    from viewer.panels.maps.panel import LevelMaps
    from viewer.panels.moves.panel import MovesPanel
    from viewer.panels.why_panel import WhyPanel


class DockContents:
    """Makes the panels, and passes on what only one of them wants to hear.

    Attributes
    ----------
    moves, why, maps, collection
        Panels that others speak to; None until they are made.
    """

    def __init__(self, shell: Shell) -> None:
        self._session, self._shell = shell.session, shell
        self.moves: MovesPanel | None = None
        self.why: WhyPanel | None = None
        self.maps: LevelMaps | None = None
        self.collection: CollectionPanel | None = None

    @property
    def declarations(self) -> tuple[DockDeclaration, ...]:
        """All docks, in the order of their tabs."""
        return (
            DockDeclaration("look", "Look", LEFT, 330, self._make_look),
            DockDeclaration("moves", "Moves", LEFT, 330, self._make_moves),
            DockDeclaration("review", "Review", LEFT, 330, self._make_review),
            DockDeclaration(
                "learn",
                "Learn",
                LEFT,
                360,
                self._make_learn,
                # Beside a game it has nothing to say until it is asked for.
                belongs=lambda document: (
                    document.kept.kind in ("lesson", "puzzle")
                    or (document.exercise is not None and document.exercise.is_task)
                ),
            ),
            DockDeclaration("setup", "Set up", LEFT, 340, self._make_setup),
            DockDeclaration(
                "collection",
                "Collection",
                LEFT,
                360,
                self._make_collection,
                belongs=self._is_of_collection,
            ),
            DockDeclaration(
                "why",
                "Why",
                RIGHT,
                380,
                self._make_why,
                starts_open=lambda preferences: preferences.why_open,
                waits=self._why_waits,
                needed=_why_begins,
            ),
            DockDeclaration(
                "maps",
                "Level maps",
                RIGHT,
                380,
                self._make_maps,
                starts_open=lambda preferences: preferences.level_maps_open,
                fits=lambda document: game_view_of(self._session.position_of(document)).level_maps,
            ),
            DockDeclaration(
                "boards",
                "Boards",
                RIGHT,
                390,
                self._make_boards,
                starts_open=lambda preferences: True,
                fits=lambda document: bool(self._session.position_of(document).sheets),
                comes=self._has_cells_to_choose,
                needed=self._needs_boards,
                most=490,
            ),
            *(self._declare(game, dock) for game, dock in all_docks()),
        )

    def _declare(self, game: str, dock: GameDock) -> DockDeclaration:
        """Return the declaration of a dock that only one game has."""

        def make() -> Panel:
            from viewer.panels.games.game_panel import load_panel

            panel = load_panel(dock, self._session, self._shell.scene)
            return Panel(panel, panel.changed, panel.prefer, panel.close_down)

        def fits(document: Document) -> bool:
            return self._session.position_of(document).game.kind.name == game

        def comes(document: Document) -> bool:
            move = document.record.nodes[document.node].move
            if dock.comes_forward is None or not move or move == SEALED:
                return False
            parent = document.record.nodes[document.node].parent
            return dock.comes_forward(
                self._session.position_of(replace(document, node=parent)), move
            )

        return DockDeclaration(
            dock.name,
            dock.title,
            RIGHT,
            dock.width,
            make,
            starts_open=lambda preferences: dock.starts_open,
            fits=fits,
            comes=comes,
        )

    def _has_cells_to_choose(self, document: Document) -> bool:
        """Whether what comes next in a game is chosen on a board of one's own."""
        position = self._session.position_of(document)
        if position.outcome is not None or position.to_move not in position.game.players:
            return False
        steps = steps_of(position, ())
        return any(cell.name in steps.choices for sheet in position.sheets for cell in sheet.cells)

    def _needs_boards(self, document: Document) -> bool:
        """Whether a lesson or a puzzle runs where players have boards of their own."""
        exercise = document.exercise
        return (
            exercise is not None
            and exercise.is_task
            and bool(self._session.position_of(document).sheets)
        )

    # -- making ------------------------------------------------------------------------------

    def _make_look(self) -> Panel:
        from viewer.panels.view_panel import ViewPanel

        panel = ViewPanel(self._session, self._shell.scene, self._shell.notices, self._shell.chosen)
        return Panel(panel, panel.changed)

    def _make_moves(self) -> Panel:
        from viewer.panels.moves.panel import MovesPanel

        shell = self._shell
        self.moves = panel = MovesPanel(
            self._session,
            shell.playing.opponents,
            shell.values,
            shell.notices,
            quiet=shell.chosen.now.hide_verdicts,
            perform=self._shell.frame.perform,
            offered=lambda name: (BY_ID[name].title, BY_ID[name].enabled(shell)),
        )
        return Panel(panel, panel.changed, panel.prefer)

    def _make_review(self) -> Panel:
        from viewer.panels.review_panel import ReviewPanel

        panel = ReviewPanel(
            self._session, self._shell.reviews, self._shell.chosen, self._shell.frame.perform
        )
        return Panel(panel, panel.changed, panel.prefer)

    def _make_learn(self) -> Panel:
        from viewer.panels.learn_panel import LearnPanel

        shell = self._shell
        panel = LearnPanel(self._session, shell.scene, shell.notices, shell.learning)
        panel.poured.connect(self._shell.display.show_pour)
        panel.lesson.collection_wanted.connect(
            lambda path: shell.notices.try_to(lambda: opening.open_unsolved(shell, path))
        )
        lesson = shell.learning.player.lesson
        step = None if lesson is None else lesson.current
        if step is not None:
            panel.lesson.pour(step.pour)  # the lesson began before there was a panel
        return Panel(panel, panel.changed, close_down=panel.close_down)

    def _make_setup(self) -> Panel:
        from viewer.panels.setup_panel import SetupPanel

        panel = SetupPanel(self._session, self._shell.toolbox.setup, self._shell.scene)
        return Panel(panel, panel.changed)

    def _make_collection(self) -> Panel:
        from viewer.panels.collection_panel import CollectionPanel

        shell = self._shell
        self.collection = panel = CollectionPanel(
            self._session,
            shell.notices,
            shell.ask,
            perform=self._shell.frame.perform,
            open_entry=partial(opening.open_entry, shell),
        )
        # It has all the room where nothing stands below it.
        shell.docks.switched.connect(
            lambda: panel.stand_alone(not any(map(shell.docks.is_shown, BELOW)))
        )
        return Panel(panel, panel.changed)

    def _make_why(self) -> Panel:
        from viewer.panels.why_panel import WhyPanel

        shell = self._shell
        self.why = panel = WhyPanel(
            self._session, shell.analysis, shell.scene, shell.advice, shell.values, shell.chosen.now
        )
        panel.poured.connect(self._shell.display.show_pour)
        panel.rule_wanted.connect(shell.auxiliary_windows.show_rule)
        return Panel(panel, panel.changed, panel.prefer, panel.close_down)

    def _make_maps(self) -> Panel:
        from viewer.panels.maps.panel import LevelMaps

        shell = self._shell
        self.maps = panel = LevelMaps(
            self._session, shell.analysis, shell.scene, shell.toolbox, shell.chosen.now
        )
        panel.hovered.connect(shell.scene.hover_from_outside)
        shell.display.analyzed.connect(panel.retell)
        shell.display.overlaid.connect(panel.show_over)
        shell.scene.tools.changed.connect(panel.retell)
        return Panel(panel, panel.changed, panel.prefer)

    def _make_boards(self) -> Panel:
        from viewer.panels.boards_panel import BoardsPanel

        panel = BoardsPanel(self._session, self._shell.scene)
        return Panel(panel, panel.changed)

    # -- what single panels hear -------------------------------------------------------------

    def _is_of_collection(self, document: Document) -> bool:
        """Whether a document is an item of the collection or the folder that is shown.

        Or it may become one: somebody who writes a lesson or a puzzle goes to its tab to add it.
        """
        if self.collection is None or self.collection.shown is None:
            return False
        if document.item is None and document.exercise is None and document.kept.kind != "game":
            return document.path is None or document.edited or self._shell.learning.writes
        return self.collection.holds(document)

    def _why_waits(self, document: Document) -> bool:
        """Whether Why is not taught yet, or would take the scene's width with every answer.

        Beside the level maps it stays: nothing moves under the mouse with each task.
        """
        if document.exercise is None or not document.exercise.is_task:
            return False
        if not document.exercise.explains:
            return True
        maps = game_view_of(self._session.position_of(document)).level_maps
        return not (maps and self._shell.docks.is_open("maps"))

    def tell_players(self) -> None:
        """Name the players in the Moves dock again: somebody else sits there."""
        if self.moves is not None:
            self.moves.tell_players()

    def hovered(self, site: int | None) -> None:
        """Light the point that is hovered in the scene in the maps, too."""
        if self.maps is not None and self._shell.docks.is_open("maps"):
            self.maps.show_hover(site)

    def show_annotations(self) -> None:
        """Draw in the maps, too, the marks that lie over the position for now."""
        if self.maps is not None and self._shell.docks.is_open("maps"):
            self.maps.show_signs(self._shell.scene.laid.marks)


def _why_begins(document: Document) -> bool:
    """Whether the step of a lesson that brings Why has been done: now there is something to see."""
    exercise = document.exercise
    step = exercise.current if isinstance(exercise, LessonExercise) else None
    return exercise is not None and step is not None and step.why and not exercise.asks

"""Stages of a walk of the window's layout: the dialogs."""

from layout_walk import Stage, Walk
from msgspec.structs import replace

from model.registry import kinds
from viewer.session.files import resources
from viewer.session.preferences import EngineEntry
from viewer.widgets.controls import ScrolledPanel


def new_game(walk: Walk) -> None:
    from viewer.window.dialogs.new_game import NewGame

    walk.new(size="4")
    walk.dialog(lambda: NewGame(walk.window).open())


def keys_page(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.auxiliary_windows.show_help("keys"))


def guide(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.auxiliary_windows.show_help("guide"))


def about(walk: Walk) -> None:
    walk.dialog(lambda: walk.shell.auxiliary_windows.show_help("about"))


def settings(walk: Walk) -> None:
    walk.dialog(lambda: walk.window.perform("edit.settings"))


def settings_with_engines(walk: Walk) -> None:
    """The lower end of the settings, with engines of others."""
    chosen = walk.window.chosen
    before = chosen.own.engines
    entries = (
        EngineEntry("Tower", "/usr/games/tower --ugi"),
        EngineEntry(
            "An engine with quite a long name", "/opt/engines/long/name/engine ugi level 3"
        ),
    )
    chosen.take(replace(chosen.own, engines=entries))
    walk.afterwards(lambda: chosen.take(replace(chosen.own, engines=before)))
    walk.dialog(lambda: walk.window.perform("edit.settings"))
    bar = walk.shown.findChild(ScrolledPanel).verticalScrollBar()
    bar.setValue(bar.maximum())


def seats(walk: Walk) -> None:
    walk.new(size="4")
    walk.question(lambda: walk.window.perform("play.seats"))


def pupils(walk: Walk) -> None:
    walk.dialog(lambda: walk.window.perform("teach.pupils"))


def tables(walk: Walk) -> None:
    """What building a table takes, with a sentence on how the last one ended."""
    walk.new("pyraos")
    walk.dialog(lambda: walk.window.perform("explain.tables"))
    dialog = walk.shell.auxiliary_windows.tables
    walk.wait(lambda: dialog.selected is not None)
    dialog.said.setText("A build takes 6.9 GB on the disk and a/folder/of/tables has 1 MB free.")
    dialog.said.show()


def generator(walk: Walk) -> None:
    walk.new(size="4")
    walk.dialog(walk.shell.auxiliary_windows.puzzle_generator.appear)


def transform(walk: Walk) -> None:
    from viewer.window.dialogs.requests import Transform

    walk.new(size="4")
    position = walk.session.position
    assert position is not None
    walk.dialog(lambda: Transform(position, walk.window).open())


def new_puzzle(walk: Walk) -> None:
    from viewer.window.dialogs.new_game import NewPuzzle

    walk.new(size="4")
    position = walk.session.position
    assert position is not None
    walk.dialog(lambda: NewPuzzle(position, walk.window).open())


def new_game_of(game: str) -> Stage:
    """Return the stage of the dialog with the options of a game."""

    def stage(walk: Walk) -> None:
        from viewer.window.dialogs.new_game import NewGame

        dialog = NewGame(walk.window)
        walk.dialog(dialog.open)
        dialog.game.setCurrentIndex(dialog.game.findData(game))

    stage.__name__ = f"new_game_{game}"
    return stage


def rules_of(example: str) -> Stage:
    """Return the stage of the rules of an example's game."""

    def stage(walk: Walk) -> None:
        walk.open(resources.example(example))
        walk.dialog(lambda: walk.shell.auxiliary_windows.show_help("rules"))

    stage.__name__ = f"rules_{example}"
    return stage


def headers(walk: Walk) -> None:
    walk.new(size="4")
    walk.question(lambda: walk.window.perform("edit.headers"))


def unsaved(walk: Walk) -> None:
    walk.new(size="4")
    walk.question(lambda: walk.shell.ask.unsaved(walk.session.state.documents))


def changed_on_disk(walk: Walk) -> None:
    walk.new(size="4")
    path = walk.folder / "a-game-with-a-long-name.pyramidion"
    walk.question(lambda: walk.shell.ask.changed(path))


DIALOGS: tuple[Stage, ...] = (
    new_game, *map(new_game_of, list(kinds())[1:]), keys_page, guide, about, settings,
    settings_with_engines, seats, pupils, tables, generator, transform, new_puzzle,
    rules_of("01-empty-board"), rules_of("11-pyraos-taking-back"), rules_of("17-pyramid-osiris"),
    headers, unsaved, changed_on_disk,
)  # fmt: skip

"""The stages a walk of the window's layout goes through: the scene with its docks and modes.

Lessons and puzzles are in `layout_teaching`, dialogs in `layout_dialogs`.
"""

from functools import partial
from itertools import cycle

from layout_dialogs import DIALOGS, new_game, new_puzzle
from layout_teaching import TEACHING, presentation
from layout_walk import Stage, Walk

from model.play.clock import TimeControl
from model.play.seats import Computer, Seats
from model.records.record import Evaluation
from viewer.session.files import resources

__all__ = ["DIALOGS", "PAGES", "SAMPLE"]


def welcome(walk: Walk) -> None:
    walk.window.pages.turn_to(scene=False)


def plain_game(walk: Walk) -> None:
    walk.new(size="6")


def figure(walk: Walk) -> None:
    """A game with sheets, threats and costs; Look beside it."""
    walk.open(resources.examples()[1])
    walk.dock("look")
    walk.window.perform("view.add-cut")
    walk.window.perform("view.layer")


def moves(walk: Walk) -> None:
    walk.open(resources.example("05-floating-sheet"))
    walk.dock("moves")


def reviewed(walk: Walk) -> None:
    """A graph with mistakes, at one of them; the Moves dock with its marks lies behind."""
    walk.open(resources.example("21-pyramid-a-game"))
    document = walk.session.document
    assert document is not None

    def line(node: int) -> tuple[str, ...]:
        """Six moves that can be played there: what is said of a move plays them."""
        here, moves = walk.session.position_at(node), []
        while here.outcome is None and here.legal_moves and len(moves) < 6:
            moves.append(next(iter(here.legal_moves)))
            here = here.play(moves[-1])
        return tuple(moves)

    walk.session.evaluate({
        node: Evaluation((share, 1 - share), line=line(node))
        for node, share in zip(document.record.nodes, cycle((0.5, 0.54, 0.2, 0.9)), strict=False)
    })  # fmt: skip
    walk.session.go(3)
    walk.dock("moves", "review")


def thought(walk: Walk) -> None:
    """What an engine thinks: heat, the best line, the card in Why."""
    walk.open(resources.example("05-floating-sheet"))
    walk.dock("why")
    for name in ("heat", "line"):
        walk.window.perform(f"explain.engine-{name}")
        walk.afterwards(partial(walk.window.perform, f"explain.engine-{name}"))
    walk.wait(lambda: walk.shell.advice.thinking.known(walk.session.position))


def on_the_clock(walk: Walk) -> None:
    """A game against a level, on the clock."""
    walk.new(size="5")
    opponents = walk.shell.playing.opponents
    opponents.seat(Seats().place("blue", Computer(1)))
    opponents.set_clock(TimeControl(5, 2))
    walk.session.play("1c3")
    walk.wait(lambda: not opponents.is_thinking)


def handed_over(walk: Walk) -> None:
    """The cover between two people at one screen."""
    walk.session.new("pyramid-ball")
    walk.session.play(".../.../...")


def set_up(walk: Walk) -> None:
    walk.open(resources.examples()[1])
    walk.window.perform("setup.mode")
    walk.afterwards(lambda: walk.window.perform("setup.mode"))


def large_board(walk: Walk) -> None:
    walk.open(resources.example("07-size-20"))
    walk.dock("learn")


def pyraos(walk: Walk) -> None:
    walk.open(resources.example("11-pyraos-taking-back"))
    walk.dock("moves")


def pyramid(walk: Walk) -> None:
    walk.open(resources.example("17-pyramid-osiris"))
    walk.dock("look")


def many_tabs(walk: Walk) -> None:
    for path in resources.examples()[:8]:
        walk.open(path)


def palette(walk: Walk) -> None:
    walk.new(size="4")
    walk.window.show_palette()
    walk.afterwards(lambda: walk.window.command_palette.shut())


def message(walk: Walk) -> None:
    walk.new(size="4")
    walk.window.notices.complain(
        "3a9 is not a point of this board. Level 3 has files c to f.", "details " * 30
    )


def collection(walk: Walk) -> None:
    """A file of many items above the one that is open."""
    walk.shell.opening.show_collection(walk.copy(resources.puzzles()[0]))
    walk.ready()


def folder(walk: Walk) -> None:
    """A folder of files of all kinds, over a game that is none of it."""
    for path in (*resources.examples()[:3], resources.lessons()[0], resources.puzzles()[0]):
        walk.copy(path)
    walk.new(size="4")
    walk.shell.opening.show_collection(walk.folder)
    walk.settle()


def halves(walk: Walk) -> None:
    """Two views, one of them faded, both with bars and names of their own."""
    walk.open(resources.examples()[1])
    walk.window.perform("view.second")
    walk.window.perform("view.add-cut")
    walk.window.perform("view.other-view")
    walk.window.perform("view.layer")


def halves_with_legend(walk: Walk) -> None:
    """Two views coloured otherwise: each says what its colours mean, below its chips."""
    halves(walk)
    walk.window.perform("view.colour-level")
    walk.window.perform("view.other-view")
    walk.window.perform("view.colour-group")


def slice_beside(walk: Walk) -> None:
    walk.open(resources.example("05-floating-sheet"))
    walk.window.perform("view.layer")
    walk.window.perform("view.slice")
    walk.dock("look")


def turned_together(walk: Walk) -> None:
    walk.open(resources.example("19-pyramid-victory-fields"))
    walk.window.perform("view.turn-together")


def why_pyraos(walk: Walk) -> None:
    walk.open(resources.example("12-pyraos-a-line"))
    walk.dock("why")


def why_pyramid(walk: Walk) -> None:
    walk.open(resources.example("18-pyramid-double-osiris"))
    walk.dock("why", "moves")


def won(walk: Walk) -> None:
    """The end of a game, told in every place that tells it."""
    walk.open(resources.example("21-pyramid-a-game"))
    walk.session.last()
    walk.dock("moves")


def steps_of_a_move(walk: Walk) -> None:
    """A move half made: buttons over the scene, a chip in the field of moves."""
    walk.open(resources.example("11-pyraos-taking-back"))
    walk.session.first()
    walk.session.step("2d4")
    walk.settle()
    assert walk.session.state.partial


def refused(walk: Walk) -> None:
    """A typed move that cannot be."""
    walk.open(resources.example("16-pyramid-jump-and-push"))
    walk.window.move_field.open("a1-z9")
    walk.window.move_field.edit.returnPressed.emit()


def marking(walk: Walk) -> None:
    walk.open(resources.examples()[1])
    walk.window.perform("mark.mode")
    walk.afterwards(lambda: walk.window.perform("mark.mode"))


def measuring(walk: Walk) -> None:
    walk.open(resources.examples()[1])
    walk.window.perform("explain.measure")
    for site in (0, 40):
        walk.window.scene.place_at(site)
    walk.afterwards(walk.shell.toolbox.distance.leave)


def explained(walk: Walk) -> None:
    """A corner asked for, and what pours from it."""
    walk.open(resources.example("05-floating-sheet"))
    walk.dock("why")
    walk.window.perform("explain.SW-red")
    walk.window.perform("explain.pour")


def colours_of_parts(walk: Walk) -> None:
    """The Look dock with everything in it: parts, colours, peels, a bookmark."""
    walk.open(resources.example("03-isolated-not-anchored"))
    walk.dock("look")
    walk.window.perform("view.colour-group")
    walk.window.perform("view.peel-shell")
    walk.window.perform("view.slab")
    walk.session.bookmark("The line that isolates without an anchor")


def set_up_pyramid(walk: Walk) -> None:
    walk.open(resources.example("17-pyramid-osiris"))
    walk.window.perform("setup.mode")
    walk.afterwards(lambda: walk.window.perform("setup.mode"))


PAGES: tuple[Stage, ...] = (
    welcome, plain_game, figure, moves, reviewed, thought, on_the_clock, handed_over,
    set_up, large_board, pyraos, pyramid, many_tabs,
    palette, message, collection, folder, halves, halves_with_legend, slice_beside, turned_together,
    why_pyraos, why_pyramid, won, steps_of_a_move, refused, marking, measuring, explained,
    colours_of_parts, set_up_pyramid, *TEACHING,
)  # fmt: skip
SAMPLE = (figure, presentation, new_game, new_puzzle)
"""What is looked at in every run of the tests."""

"""After a wrong try and after the solution stands what decided, in the dock and on the board."""

import shutil

import pytest
import shipped
from learner import CTRL, K, Learner

from model.records import files
from model.records.view import Camera
from viewer.commands import opening
from viewer.picture.compose.first_look import ENOUGH, relevant, visibility
from viewer.visuals.overlay_types import Marks, Sign, Tube
from viewer.widgets.controls import RowButton


@pytest.fixture
def begun(window, qtbot, drive, tmp_path):
    """What opens a shipped puzzle, by game and title."""

    def begin(game, title):
        path = tmp_path / f"{game}-puzzles.pyramidion"
        shutil.copy(shipped.EXAMPLES / "puzzles" / path.name, path)
        titles = [item.record.headers["title"] for item in files.load_any(path).items]
        opening.open_item(window.shell, path, titles.index(title))
        return Learner(window, qtbot, drive)

    return begin


def wait(learner, player):
    learner.qtbot.waitUntil(lambda: player.exercise.explained is not None, timeout=90000)


@pytest.mark.check
def test_a_puzzle_without_a_view_is_first_seen_from_where_its_points_can_be_seen(window, begun):
    begun("partition", "Two ways down")
    document = window.session.document
    assert document.kept.puzzle is not None
    assert document.view.camera != Camera()
    assert not document.edited
    sites = relevant(window.session.position, document.kept.puzzle)
    shares = visibility(window.session.position, [document.view.camera, Camera()], sites)
    assert shares[0].min() >= ENOUGH - 0.01
    assert shares[1].min() < 0.1, "the home view hides one"
    begun("partition", "A double threat")
    assert window.session.document.view.camera == Camera()


@pytest.mark.check
def test_a_wrong_try_and_the_solution_are_explained_and_the_picture_goes_with_them(window, begun):
    learner = begun("partition", "A double threat")
    player = window.shell.learning.player
    learner.play("1g7")
    wait(learner, player)
    answer = learner.panel.answer
    assert answer.text() == (
        "1g7 does not solve it: Blue answers 2f2. "
        "After 2f2, Red needs 2 more balls to win but has 1 move left."
    )
    laid = window.scene_view.laid.overlays
    assert any(isinstance(one, Tube) and one.style == "escape" for one in laid)
    assert any(isinstance(one, Marks) and one.texts == ("1", "2") for one in laid)
    ring = next(one for one in laid if isinstance(one, Sign))
    assert learner.board.names[ring.sites[0]] == "2f2"
    learner.key(K.Key_Comma)  # a step back: it belongs to the end of the line
    assert window.scene_view.laid.overlays == ()
    learner.key(K.Key_Period)
    assert window.scene_view.laid.overlays == laid
    learner.key(K.Key_R, CTRL)
    assert window.scene_view.laid.overlays == ()
    assert answer.text() == ""
    learner.play("2f2")
    learner.qtbot.waitUntil(lambda: not player.exercise.busy, timeout=90000)
    learner.play(next(move for move in ("1g7", "2f6") if learner.position.explain(move) is None))
    wait(learner, player)
    assert "After 2f2, Red threatens 1g7 and 2f6, and Blue cannot meet both." in answer.text()
    lines = [one for one in window.scene_view.laid.overlays if isinstance(one, Tube)]
    assert lines
    assert len({(one.sites, one.style) for one in lines}) == len(lines), "none lies there twice"


@pytest.mark.check
def test_the_solution_that_is_shown_is_explained_at_its_end(window, begun):
    learner = begun("pyraos", "A sphere climbs")
    player = window.shell.learning.player
    learner.press(learner.panel.solution)
    wait(learner, player)
    assert "1g1-3e5 lifts a sphere, so it costs none" in learner.panel.answer.text()
    assert window.scene_view.laid.overlays
    learner.press(learner.panel.restart)
    assert player.exercise.explained is None
    assert window.scene_view.laid.overlays == ()


@pytest.mark.check
def test_the_words_of_an_author_stand_alone_and_the_picture_stays(window, begun):
    learner = begun("pyramid", "Push and pinch")
    player = window.shell.learning.player
    learner.play("e6^e5")
    wait(learner, player)
    assert learner.panel.answer.text() == "Black pushes the stone on c5 off its field."
    assert [one for one in window.scene_view.laid.overlays if isinstance(one, Sign)]
    row = learner.panel.tries.layout().itemAt(1).widget().findChild(RowButton)
    learner.press(learner.panel.again)
    learner.press(row)  # the try from the list of those made
    wait(learner, player)
    assert window.scene_view.laid.overlays


@pytest.mark.check
def test_the_caption_of_a_presentation_says_what_decided(window, begun):
    learner = begun("partition", "A corner left over")
    player = window.shell.learning.player
    learner.key(K.Key_F5)
    window.session.play("1g7")
    wait(learner, player)
    presentation = window.presentation
    assert presentation._slides.caption.endswith("NE is Blue's third corner and wins the game.")
    learner.key(K.Key_Escape)

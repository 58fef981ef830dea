"""The dialog of a new game: plain words, the words of positions behind them, and pictures."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QScrollArea

from model.play.levels import LevelResult
from model.records.files import new_game
from model.registry import kinds
from viewer.games.registry import game_view_named
from viewer.session.preferences import Preferences
from viewer.window import application
from viewer.window.dialogs.new_game import NewGame, set_text
from viewer.window.players import opponent_choice
from viewer.window.welcome import tile_pictures

K = Qt.Key


@pytest.fixture
def dialog(qtbot, qapp):
    application.apply_theme(qapp, Preferences())
    made = NewGame()
    qtbot.addWidget(made)
    made.show()
    return made


def choose(dialog, game):
    dialog.game.setCurrentIndex(dialog.game.findData(game))


def start(dialog):
    return dialog.preview.start.pixmap().toImage()


def example(dialog):
    return dialog.preview.example.pixmap().toImage()


@pytest.mark.parametrize("game", kinds())
def test_every_option_and_each_of_its_values_has_plain_words(game):
    words = game_view_named(game).options
    options = {option.name: option for option in kinds()[game].options}
    assert set(words) == set(options)
    for name, option in options.items():
        assert set(words[name].values) == set(option.values)
        assert words[name].title != name


@pytest.mark.check
def test_the_options_of_no_game_are_wider_than_their_place(dialog, qtbot):
    scroll = dialog.findChild(QScrollArea)
    body, room = scroll.widget(), scroll.viewport()
    for game in (*kinds(), *kinds()):
        choose(dialog, game)
        qtbot.waitUntil(lambda: all(field.isVisible() for field in dialog._fields.values()))
        qtbot.waitUntil(lambda: body.minimumSizeHint().width() <= room.width())


@pytest.mark.check
def test_tab_goes_from_the_game_through_its_options_to_the_buttons(dialog, qtbot):
    dialog.activateWindow()
    for game in (*kinds(), next(iter(kinds()))):
        choose(dialog, game)
        qtbot.waitUntil(lambda: all(field.isVisible() for field in dialog._fields.values()))
        dialog.game.setFocus()
        seen = []
        for _ in range(len(kinds()[game].options) + 3):
            QTest.keyClick(dialog.focusWidget(), K.Key_Tab)
            here = dialog.focusWidget()
            seen.append(here.accessibleName() or here.text())
        words = game_view_named(game).options
        titles = [words[name].title for name in words]
        assert seen[: len(titles)] == titles
        assert {"Begin", "Cancel"} <= {text.replace("&", "") for text in seen[len(titles) :]}


@pytest.mark.check
def test_raw_words_stand_nowhere_in_it(dialog):
    raw = {"free", "stacking", "orth", "orth+diag", "none", "not set", "both_draw", "Run dirs"}
    for game in kinds():
        choose(dialog, game)
        shown = {label.text() for label in dialog.findChildren(QLabel)}
        for box in dialog.findChildren(QComboBox):
            shown |= {box.itemText(k) for k in range(box.count())}
        assert not shown & raw


@pytest.mark.check
def test_the_preview_follows_the_options(dialog):
    assert dialog.preview.summary.text() == "91 points, 91 legal first moves"
    assert dialog.preview.example.isHidden()
    before = start(dialog)
    QTest.keyClick(dialog._fields["rules"], K.Key_Down)
    assert dialog.preview.summary.text() == "91 points, 36 legal first moves"
    assert start(dialog) != before
    size = dialog._fields["size"]
    size.selectAll()
    QTest.keyClicks(size, "4")
    assert dialog.preview.summary.text() == "30 points, 16 legal first moves"
    assert dialog.choice == ("partition", {"size": "4", "rules": "stacking"})


@pytest.mark.check
def test_the_example_shows_what_the_options_of_runs_do(dialog):
    choose(dialog, "pyramid")
    assert dialog.preview.caption.text() == "Where the stone on c4 may go: 7 fields"
    before = example(dialog)
    QTest.keyClick(dialog._fields["run_dirs"], K.Key_Down)
    assert dialog.preview.caption.text() == "Where the stone on c4 may go: 17 fields"
    assert example(dialog) != before
    QTest.keyClick(dialog._fields["smash_own"], K.Key_Space)
    assert dialog.preview.caption.text() == "Where the stone on c4 may go: 16 fields"
    assert dialog.choice[1]["run_dirs"] == "orth+diag"


def test_options_that_make_no_game_are_told_at_once(dialog):
    choose(dialog, "pyramid")
    levels = dialog._fields["levels"]
    QTest.keyClicks(levels, "000/01")
    assert not dialog.trouble.isHidden()
    assert dialog.preview.start.pixmap().isNull()
    levels.selectAll()
    QTest.keyClick(levels, K.Key_Delete)
    assert dialog.trouble.isHidden()
    assert not dialog.preview.start.pixmap().isNull()


@pytest.mark.check
def test_the_usual_starts_are_drawn_by_the_scene(dialog):
    for game, kind in kinds().items():
        for quick in game_view_named(game).quick_starts:
            begun = new_game(kind, quick.options).start()
            assert tile_pictures.start_of(begun) is not None, f"{quick}: run make pictures"
    usual = tile_pictures.start_of(kinds()["partition"].configure({}).start())
    assert usual is not None
    assert start(dialog) == usual.toImage()


def test_a_number_stands_as_far_from_its_frame_as_other_words(dialog):
    assert dialog._fields["size"].lineEdit().textMargins().left() >= 6


def test_levels_that_play_alike_on_a_board_are_named_there_alone(qtbot, qapp, monkeypatch):
    application.apply_theme(qapp, Preferences())
    alike = {"5": [LevelResult(level, 0.5, 98, False) for level in (3, 7, 8)]}
    monkeypatch.setattr(
        opponent_choice, "alike", lambda game: alike.get(str(game.options.get("size")), [])
    )
    made = NewGame(chosen=Preferences())
    qtbot.addWidget(made)
    made.show()
    choose(made, "partition")
    set_text(made._fields["size"], "5")
    assert made.alike.text() == "On this board levels 2 and 3 and also 6 to 8 play nearly alike."
    assert made.alike.isVisible()
    QTest.keyClick(made.against.opponent, Qt.Key.Key_Home)
    assert not made.alike.isVisible(), "no level plays"
    QTest.keyClick(made.against.opponent, Qt.Key.Key_Down)
    assert made.alike.isVisible()
    tips = [made.against.opponent.itemData(at, Qt.ItemDataRole.ToolTipRole) for at in range(11)]
    assert "18 positions" in tips[2]
    assert len(set(tips[1:])) == 10
    set_text(made._fields["size"], "6")
    assert not made.alike.isVisible()
    choose(made, "rolling-pyramids")
    assert not made.alike.isVisible()

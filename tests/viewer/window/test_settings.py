"""The settings page, what two windows share of it, and how the window follows the system."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from model.registry import kinds
from viewer.analysis import kernel_process
from viewer.games.registry import piece_colour, text_colour
from viewer.picture.palette import PALETTES
from viewer.program import startup
from viewer.program.main_window import MainWindow
from viewer.session import preferences
from viewer.session import preferences as stored
from viewer.session.preferences import EngineEntry, Preferences
from viewer.session.progress import pupils
from viewer.widgets.appearance import theme
from viewer.window import application
from viewer.window.dialogs import settings as settings_dialog
from viewer.window.dialogs.pupil_list import Pupils


@pytest.fixture
def window(home, qtbot, qapp):
    """A window that keeps its preferences in a file."""
    stored.change(Preferences(), Preferences(effects="reduced"))
    application.apply_theme(qapp, stored.load()[0])
    window = MainWindow()
    window.session.new("partition", {"size": "3"})
    window.resize(1024, 700)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(lambda: window.scene_view.widget.frames > 0)
    yield window
    window.close_window()
    window.deleteLater()
    application.apply_theme(qapp, Preferences())


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def drawn(window):
    """The name of the palette that the scene is drawn in."""
    return window.scene_view.widget.picture.palette.name


def kept():
    return stored.load()[0]


@pytest.mark.check
def test_each_change_is_seen_at_once_and_kept_and_the_page_stays_on_the_screen(window, qtbot):
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    page = window.shell.auxiliary_windows.settings
    assert page.isVisible()
    with qtbot.waitExposed(page):
        pass
    page.activateWindow()  # no window manager does
    qtbot.waitUntil(page.isActiveWindow)
    assert not page.isModal()
    assert page.place.text() == str(stored.file())
    click(page.fields["palette"].button("dark"))
    assert (drawn(window), theme.active_theme()) == ("dark", theme.tokens("dark"))
    click(page.fields["strong"])
    assert (drawn(window), theme.active_theme()) == (
        "presentation-dark",
        theme.tokens("presentation-dark"),
    )
    click(page.fields["wheel"].button("away"))
    assert window.scene_view.widget.input.wheel_away
    click(page.fields["effects"].button("none"))
    assert not window.scene_view.widget.fine_pictures
    assert not window.scene_view.animates
    click(page.fields["effects"].button("all"))
    assert window.scene_view.widget.fine_pictures
    assert window.scene_view.animates
    click(page.fields["confirm_moves"])
    assert window.scene_view.input.confirm_moves
    QTest.keyClick(page.fields["orbit_speed"].slider, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: window.scene_view.widget.input.orbit_speed > 1)
    before = page.fontMetrics().height()
    QTest.keyClick(page.fields["text_scale"].slider, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: page.fontMetrics().height() > before)
    chosen = window.chosen.own
    assert (chosen.palette, chosen.strong, chosen.effects) == ("dark", True, "all")
    assert kept() == chosen

    # Back to the defaults, and back again.
    click(page.reset)
    assert kept() == Preferences()
    assert (drawn(window), theme.active_theme()) == ("standard", theme.tokens("standard"))
    assert not page.reset.isEnabled()
    click(page.undo)
    assert kept() == window.chosen.own == chosen
    assert page.undo.isHidden()
    assert page.fields["palette"].button("dark").isChecked()

    # What is chosen elsewhere is shown here; once it is, there is nothing to take back.
    click(page.reset)
    window.perform("view.larger-text")
    assert page.undo.isHidden()
    assert page.fields["text_scale"].value_label.text() == "115 %"
    # In large letters all of the page stays on the screen: Close lay below it.
    room = page.screen().availableGeometry()
    page.move(room.right() - page.width(), room.bottom() - page.height())
    page.fields["text_scale"].moved.emit(2.0)
    qtbot.waitUntil(lambda: stored.load()[0].text_scale == 2.0)
    qtbot.waitUntil(lambda: room.contains(page.frameGeometry()))
    assert page.height() > 400


@pytest.mark.check
def test_the_window_follows_the_system_until_a_palette_is_chosen(window, monkeypatch):
    dark = [False]
    monkeypatch.setattr(theme, "system_is_dark", lambda: dark[0])
    hints = QGuiApplication.styleHints()

    def system_changes(to_dark):
        dark[0] = to_dark
        hints.colorSchemeChanged.emit(hints.colorScheme())

    system_changes(True)
    assert (drawn(window), theme.active_theme()) == ("dark", theme.tokens("dark"))
    system_changes(False)
    assert (drawn(window), theme.active_theme()) == ("standard", theme.tokens("standard"))
    assert kept().palette == "system"
    window.chosen.choose(replace(window.chosen.now, palette="light"))
    system_changes(True)
    assert drawn(window) == "standard"
    system_changes(False)
    # A presentation has the palette that was chosen for it.
    cases = (("light", "presentation"), ("dark", "presentation-dark"), ("window", "dark"))
    for presentation, shown in cases:
        chosen = replace(window.chosen.now, palette="dark", presentation=presentation)
        window.chosen.choose(chosen)
        window.shell.auxiliary_windows.show_settings()
        window.perform("present.start")
        assert drawn(window) == shown
        assert window.shell.auxiliary_windows.settings.isHidden()
        assert not window.perform("edit.settings")
        window.perform("present.start")
        assert drawn(window) == "dark"
        assert kept() == chosen


@pytest.mark.parametrize("name", PALETTES)
def test_text_and_sides_can_be_read_in_every_palette(name):
    colours = theme.tokens(name)
    for ground in (colours.surface, colours.window, colours.sunken):
        assert theme.contrast(colours.text, ground) > 7
        assert theme.contrast(colours.muted, ground) > 4.5
    pairs = [
        (colours.accent, colours.surface), (colours.accent, colours.accent_soft),
        (colours.on_accent, colours.accent), (colours.good, colours.good_soft),
        (colours.warn, colours.warn_soft), (colours.bad, colours.bad_soft),
    ]  # fmt: skip
    assert [pair for pair in pairs if theme.contrast(*pair) < 4.5] == []
    theme.wear(name)
    try:
        for side in ("red", "blue", "white", "black"):
            surface = theme.active_theme().surface
            assert theme.contrast(theme.readable(text_colour(side)), surface) >= 4.5
            assert theme.contrast(theme.edge(piece_colour(side)), surface) >= theme.SEEN
    finally:
        theme.wear("standard")


# -- two windows; what is damaged is kept, and said so --------------------------------------------


K = Qt.Key
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def windows(home, qtbot):
    """Two windows of one person, as two programs would open them."""
    preferences.change(Preferences(), Preferences(effects="none"))
    pupils.choose("Anna")
    pupils.choose("Ben")
    made = [MainWindow(), MainWindow()]
    for window in made:
        window.resize(1000, 680)
        window.show()
    yield made
    for window in made:
        window.close_window()
        window.deleteLater()


@pytest.mark.check
def test_an_engine_added_in_one_window_stays_when_the_other_chooses_dark(
    windows, qtbot, monkeypatch
):
    monkeypatch.setattr(settings_dialog, "kinds", lambda: {"partition": kinds()["partition"]})
    one, other = windows
    one.activateWindow()
    qtbot.waitUntil(one.isActiveWindow)
    QTest.keyClick(one, K.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    settings = one.shell.auxiliary_windows.settings
    with qtbot.waitExposed(settings):
        pass
    qtbot.keyClicks(settings.engines.name, "Mine")
    qtbot.keyClicks(settings.engines.command, "no-such-engine")
    qtbot.mouseClick(settings.engines.add, LEFT)
    settings.close()
    assert other.perform("view.palette")
    kept = preferences.load()[0]
    assert kept.engines == (EngineEntry("Mine", "no-such-engine"),)
    assert kept.strong
    assert kept.effects == "none"
    assert other.chosen.own.engines == kept.engines


@pytest.mark.check
def test_one_wrong_byte_loses_no_pupil_and_is_said(windows, qtbot, home):
    window = windows[0]
    pupils.choose("Anna")
    book = home / "state" / "progress.json"
    damaged = book.read_bytes().replace(b"Ben", b"B\xffn")
    book.write_bytes(damaged)
    later = MainWindow()  # a window that is opened says it at once, and so do those that are open
    dialog = Pupils(window.shell.ask, home, window)
    qtbot.addWidget(dialog)
    dialog.show()
    names = [dialog.table.item(row, 0).text().lstrip("● ") for row in range(3)]
    assert names[1:] == ["Anna", "Ben"]
    kept = home / "state" / "progress.unreadable.json"
    for one in (*windows, later):
        said = one.notices.strip.text
        assert "the copy before the last change is used" in said
        assert str(kept) in said
    assert kept.read_bytes() == damaged
    later.close_window()
    later.deleteLater()
    qtbot.keyClicks(dialog.name, "Dora")
    QTest.keyClick(dialog.name, K.Key_Return)
    pupils.choose("Anna")
    assert pupils.names() == ("", "Anna", "Ben", "Dora")


@pytest.mark.check
def test_what_is_damaged_is_not_hidden_by_what_is_prepared(windows, monkeypatch):
    monkeypatch.setattr(kernel_process, "hold", lambda: True)
    monkeypatch.setattr(kernel_process, "start", lambda first: True)
    said = windows[0].notices.strip
    for sentence, shown in (("It is damaged.", "It is damaged."), ("", startup.PREPARING)):
        said.clear()
        if sentence:
            windows[0].notices.complain(sentence)
        startup._after_first_paint(windows[0], ()).close()
        assert said.text == shown

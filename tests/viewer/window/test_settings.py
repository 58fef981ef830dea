"""The settings page: each change is seen at once and kept; the window follows the system."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from viewer.games.registry import piece_colour, text_colour
from viewer.picture.palette import PALETTES
from viewer.program.main_window import MainWindow
from viewer.session import preferences as stored
from viewer.session.preferences import Preferences
from viewer.widgets.appearance import theme
from viewer.window import application


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

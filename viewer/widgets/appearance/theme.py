"""The style of the window: colours, one scale of type and spacing, the style sheet of them."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Template

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from viewer.session.preferences import Preferences

# Light or dark: the preference, or what the system shows.


def system_is_dark() -> bool:
    """Whether the system shows its windows dark; a system that does not say is light."""
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def resolved(preferences: Preferences) -> Preferences:
    """Return the preferences with what the system shows in the place of "system"."""
    if preferences.palette != "system":
        return preferences
    return replace(preferences, palette="dark" if system_is_dark() else "light")


@dataclass(frozen=True)
class Tokens:
    """Every colour of the shell. Contrasts are measured against `surface` (WCAG).

    `shapes` ends the names of the drawings in `SHAPES` that fit these colours.
    """

    window: str
    surface: str
    sunken: str
    line: str
    text: str
    muted: str
    accent: str
    accent_soft: str
    on_accent: str
    good: str
    good_soft: str
    warn: str
    warn_soft: str
    bad: str
    bad_soft: str
    shapes: str = ""


LIGHT = Tokens(
    window="#F4F6F8",
    surface="#FFFFFF",
    sunken="#EDF0F3",
    line="#DDE2E8",
    text="#1D2733",  # 15 : 1
    muted="#566272",  # 6.2 : 1
    accent="#146C68",  # 6.1 : 1, neither side's colour
    accent_soft="#E1EFEE",
    on_accent="#FFFFFF",
    good="#1E6B3C",
    good_soft="#E4F3E9",
    warn="#7A4B00",
    warn_soft="#FFF4DC",
    bad="#9B1C1C",
    bad_soft="#FDEBEA",
)
PRESENTATION = Tokens(
    window="#FFFFFF",
    surface="#FFFFFF",
    sunken="#EFEFEF",
    line="#8A929C",
    text="#000000",
    muted="#333A44",
    accent="#0A4F4C",
    accent_soft="#D2E8E6",
    on_accent="#FFFFFF",
    good="#0C4A24",
    good_soft="#D3EBDB",
    warn="#573500",
    warn_soft="#FFEDC2",
    bad="#7E0F0F",
    bad_soft="#FBD9D7",
)
"""For a projector: pale greys vanish there."""
DARK = Tokens(
    window="#15191E",
    surface="#1E232A",
    sunken="#2A313A",
    line="#3A434E",
    text="#E4E9EF",  # 13 : 1
    muted="#A4B0BE",  # 7.1 : 1
    accent="#5BC2BA",  # 7.4 : 1
    accent_soft="#1F403F",
    on_accent="#08201F",
    good="#7FCB98",
    good_soft="#1D3527",
    warn="#E6B968",
    warn_soft="#3A2F1A",
    bad="#F4948B",
    bad_soft="#432221",
    shapes="-dark",
)
DARK_PRESENTATION = Tokens(
    window="#000000",
    surface="#000000",
    sunken="#1F1F1F",
    line="#8A929C",
    text="#FFFFFF",
    muted="#D3D9E0",
    accent="#82E5DC",
    accent_soft="#17423F",
    on_accent="#00110F",
    good="#A0E8B8",
    good_soft="#10391F",
    warn="#FFD584",
    warn_soft="#4A3600",
    bad="#FFB0A8",
    bad_soft="#5A1A18",
    shapes="-dark",
)
"""For a projector in a dark room."""
_NAMED = {
    "standard": LIGHT,
    "dark": DARK,
    "presentation": PRESENTATION,
    "presentation-dark": DARK_PRESENTATION,
}

GAP = 8
"""The unit of spacing in logical pixels; margins are 1, 1.5, 2 or 3 of it."""


SHAPES = Path(__file__).with_name("shapes")
"""The few drawings a style sheet can only take from files; searched as ``shapes:``."""


def tokens(palette: str) -> Tokens:
    """Return the shell's colours under a palette, by its name in `viewer.picture.palette`."""
    return _NAMED[palette]


_active_theme: list[Tokens] = [LIGHT]


def wear(palette: str) -> None:
    """Have everything that is painted from now on take the colours of a palette."""
    _active_theme[:] = [tokens(palette)]


def active_theme() -> Tokens:
    """Return the colours the application wears now, like its style sheet."""
    return _active_theme[0]


READABLE = 4.5
"""The least contrast of text on its ground (WCAG AA)."""


SEEN = 3.0
"""The least contrast of a line that only has to be seen (WCAG, of what is no text)."""


def contrast(one: str, two: str) -> float:
    """Return the contrast of two #RRGGBB colours, 1 to 21 (WCAG 2)."""
    bright, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def readable(colour: str, least: float = READABLE) -> str:
    """Return a colour, nearer to that of text if it has less than `least` contrast where it is."""
    share, made = 0.0, colour
    while contrast(made, active_theme().surface) < least and share < 1:
        share += 0.05
        made = mixed(colour, active_theme().text, share)
    return made


def ink_on(colour: str) -> str:
    """Return what is read best on a colour: nearly black, or white."""
    return max("#14181D", "#FFFFFF", key=lambda ink: contrast(ink, colour))


def edge(colour: str) -> str:
    """Return the colour of the edge of a piece: darker, and always seen on the surface."""
    darker = mixed(colour, "#000000", 0.26)
    return readable(darker if contrast(darker, active_theme().surface) > SEEN else colour, SEEN)


@lru_cache(1024)
def _luminance(colour: str) -> float:
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def sizes(text_scale: float) -> dict[str, int]:
    """Return the type scale in logical pixels: one ratio, five steps."""
    base = 13 * text_scale
    return {
        "small": round(base * 0.88),
        "base": round(base),
        "lead": round(base * 1.18),
        "title": round(base * 1.55),
        "display": round(base * 2.5),
    }


_SHEET = Template(
    """
* { font-size: ${base}px; color: $text; }
QMainWindow, QDialog, #Welcome, #WelcomeBody, #DocumentArea { background: $window; }
QToolTip { background: $text; color: $surface; border: none; padding: 4px 8px; }

QMenuBar { background: $surface; padding: 2px 6px; border: none; }
QMenuBar::item { padding: 5px 10px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected { background: $sunken; }
QMenu { background: $surface; border: 1px solid $line; padding: 6px; }
QMenu::item { padding: 6px 28px 6px 26px; border-radius: 5px; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 5px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 7px; }

QToolBar { background: $surface; border: none; border-bottom: 1px solid $line;
           spacing: 2px; padding: 4px 10px; }
QToolBar::separator { background: $line; width: 1px; margin: 6px 8px; }
QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 5px 7px;
              background: transparent; }
QToolButton:hover { background: $sunken; }
QToolButton:pressed, QToolButton:checked { background: $accent_soft; color: $accent; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $faint; }
QToolButton::menu-indicator { image: none; width: 0; }
#qt_toolbar_ext_button { padding: 0; border-radius: 3px; }
QTabBar QToolButton { padding: 0; background: $surface; border-radius: 0; }
QTabBar::scroller { width: ${scroller}px; }
#TabRow { background: $surface; border-bottom: 1px solid $line; }

QPushButton { background: $surface; border: 1px solid $line; border-radius: 6px;
              padding: 6px 14px; min-height: ${control}px; }
QPushButton:hover { border-color: $muted; }
QPushButton:pressed { background: $sunken; }
QPushButton:focus { border-color: $accent; }
QPushButton:checked { background: $accent_soft; border-color: $accent; color: $accent; }
QPushButton:disabled { color: $faint; background: $window; }
QPushButton[role="primary"] { background: $accent; border-color: $accent; color: $on_accent; }
QPushButton[role="primary"]:hover { background: $accent_deep; }
QPushButton[role="primary"]:focus { border: 2px solid $text; padding: 5px 13px; }
QPushButton[role="primary"]:disabled { background: $sunken; border-color: $line; color: $faint; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; color: $accent;
                            padding: 4px 8px; }
QPushButton[role="quiet"]:hover { background: $accent_soft; }
QPushButton[role="quiet"]:focus { border-color: $accent; }
QPushButton[role="small"] { padding: 2px 8px; min-height: ${row}px; }
QPushButton[role="row"] { text-align: left; border-color: transparent; padding: 5px 8px;
                          background: transparent; }
QPushButton[role="row"]:hover { background: $sunken; }
QPushButton[role="row"]:focus { border-color: $accent; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit {
    background: $surface; border: 1px solid $line; border-radius: 6px; padding: 4px 8px;
    min-height: ${control}px;
    selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus {
    border-color: $accent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled,
QPlainTextEdit:disabled { color: $faint; background: $window; }
QComboBox::drop-down { border: none; width: 26px; }
QComboBox::down-arrow { image: url(shapes:down$shapes.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $surface; border: none; margin: 0 1px; outline: 0;
    selection-background-color: $accent_soft; selection-color: $text; }
QCheckBox, QRadioButton { spacing: 7px; padding: 2px 0; }
QCheckBox::indicator, QListView::indicator { width: 15px; height: 15px; border-radius: 4px;
    border: 1px solid $faint; background: $surface; }
QCheckBox::indicator:hover, QListView::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: $accent;
    border-color: $accent; image: url(shapes:tick$shapes.svg); }
QCheckBox::indicator:disabled { background: $sunken; }
QCheckBox::indicator:checked:disabled { background: $muted; border-color: $muted; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }

QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $line; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::sub-page:horizontal:disabled { background: $line; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -6px 0; border-radius: 8px;
    background: $surface; border: 1px solid $muted; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border: 2px solid $accent; }

QDockWidget { titlebar-close-icon: none; }
#DockEdge { background: transparent; border: 1px solid $line; }
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; padding: 6px 12px; border: none;
               border-bottom: 2px solid transparent; color: $muted; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $accent; }
QTabBar::tear { width: 0; border: none; image: none; }
#DocumentTabs { background: $surface; }
#DocumentTabs[role="away"]::tab:selected { color: $muted; border-bottom-color: transparent; }

QStatusBar { background: $surface; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
QScrollArea { border: none; background: transparent; }
#DialogColumn { background: $window; }
#Panel QWidget#qt_scrollarea_viewport { background: $surface; }
QSpinBox#Number, QDoubleSpinBox#Number { padding: 2px 8px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; height: 0; border: none; }
QDialogButtonBox, QMessageBox { dialogbuttonbox-buttons-have-icons: 0; }
QMainWindow > QTabBar { background: $surface; }
#Comment { background: $surface; border: none; border-top: 1px solid $line; }
#Caption { background: $chip; border: 1px solid $line; border-radius: 10px; }
QToolButton#Stepper { border: 1px solid $line; border-radius: 5px; padding: 0; color: $text;
    background: $surface; }
QToolButton#Stepper:hover { border-color: $muted; }
QToolButton#Stepper:disabled { color: $faint; }
QToolButton#TabCross { padding: 1px; border-radius: 7px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: $scroll; border-radius: 4px; min-height: 28px;
                              margin: 1px 2px; }
QScrollBar::handle:vertical:hover { background: $muted; }
QScrollBar::handle:vertical:disabled { background: transparent; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: $scroll; border-radius: 4px; min-width: 28px;
                                margin: 2px 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QListView, QListWidget, QTreeView, QTableView, QTextBrowser {
    background: $surface; border: none; outline: 0; }
QListView::item, QListWidget::item { padding: 5px 8px; border-radius: 5px; }
QListView::item:hover { background: $sunken; }
QListView::item:selected { background: $accent_soft; color: $text; }

QTableWidget::item { padding: 0 5px; }
QTableView::item:selected { background: $accent_soft; color: $text; }
QTableView::item:hover { background: $sunken; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $muted; font-weight: 600; border: none;
    border-bottom: 1px solid $line; padding: 5px 8px; }
#Panel, #PanelBody { background: $surface; }
#DockTitle { background: $surface; }
#DockTitle QLabel { font-weight: 600; }
QLabel { background: transparent; }
QLabel[role="display"] { font-size: ${display}px; font-weight: 300; }
QLabel[role="title"] { font-size: ${title}px; font-weight: 600; }
QLabel[role="heading"] { font-size: ${lead}px; font-weight: 600; color: $text; }
QLabel[role="lead"] { font-size: ${lead}px; color: $muted; }
QLabel[role="section"] { font-size: ${small}px; font-weight: 700; color: $muted; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="error"] { color: $bad; }
QLabel[role="small"] { font-size: ${small}px; color: $muted; }
#Rule { background: $line; max-height: 1px; min-height: 1px; border: none; }

#Chip, #HoverChip { background: $chip; border: 1px solid $line; border-radius: 12px; }
#Chip QLabel, #HoverChip QLabel { padding: 0; }
#EndPanel { background: $surface; border: 1px solid $line; border-radius: 12px; }
#Chip QToolButton { padding: 0 3px; border-radius: 8px; }
#Tile { background: $surface; border: 1px solid $line; border-radius: 10px; }
#Tile:hover, #Tile:focus { border-color: $accent; }
#Strip[tone="error"] { background: $bad_soft; border: 1px solid $bad; border-radius: 10px; }
#Strip[tone="error"] QLabel { color: $bad; }
#Strip[tone="note"] { background: $surface; border: 1px solid $accent; border-radius: 10px; }
#Strip[tone="offer"] { background: $warn_soft; border: 1px solid $line; border-radius: 10px; }
#Strip[tone="offer"] QLabel { color: $warn; }
#AnswerRow { background: $window; border: 1px solid $line; border-radius: 8px; }
#MoveBar { background: $surface; border: none; border-top: 1px solid $line; }
#MoveBar QLineEdit { padding: 2px 8px; }
#Answer { background: $sunken; color: $text; border-left: 3px solid $text; padding: 8px 10px; }
#Answer[tone="right"] { background: $good_soft; color: $good; border-left-color: $good; }
#Answer[tone="wrong"] { background: $warn_soft; color: $warn; border-left-color: $warn; }
#Answer[tone="hint"] { background: $accent_soft; color: $accent; border-left-color: $accent; }
#Answer[tone="error"] { background: $bad_soft; color: $bad; border-left-color: $bad; }
#Fault { background: $bad_soft; border: 1px solid $bad; border-radius: 8px; color: $bad;
         padding: 5px 10px; }
#Box { background: $surface; border: 1px solid $line; border-radius: 12px; }
#BoxEdit { border: none; font-size: ${lead}px; background: transparent; padding: 8px 10px; }
#BoxFault { color: $bad; padding: 0 12px 6px 12px; }
#Key { background: $sunken; border: 1px solid $line; border-radius: 4px; padding: 1px 6px;
       color: $muted; font-size: ${small}px; }
"""
)


def mixed(one: str, two: str, share: float) -> str:
    """Return a blend of two #RRGGBB colours, `share` of it the second."""
    pairs = zip((1, 3, 5), (1, 3, 5), strict=True)
    parts = (
        round(int(one[a : a + 2], 16) * (1 - share) + int(two[b : b + 2], 16) * share)
        for a, b in pairs
    )
    return "#" + "".join(f"{part:02X}" for part in parts)


def style_sheet(palette: str = "standard", text_scale: float = 1.0) -> str:
    """Return the style sheet of the whole application.

    Parameters
    ----------
    palette
        Whose colours it takes, by its name.
    text_scale
        Factor on every size of type, 1.0 being 13 logical pixels.
    """
    colours = tokens(palette)
    surface = colours.surface
    red, green, blue = (int(surface[k : k + 2], 16) for k in (1, 3, 5))
    return _SHEET.substitute(
        vars(colours),
        **sizes(text_scale),
        faint=mixed(colours.muted, surface, 0.45),
        scroll=mixed(colours.line, colours.muted, 0.25),
        accent_deep=mixed(colours.accent, "#000000", 0.2),
        chip=f"rgba({red}, {green}, {blue}, 235)",
        control=round(17 * text_scale),
        row=round(15 * text_scale),
        scroller=2 * round(20 * max(1.0, text_scale)),
    )

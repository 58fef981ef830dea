"""Two matches of Pyramid Ball from the first choice to the last point, by real events alone."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from viewer.scene_view.floating.step_buttons import PLAY

pytestmark = pytest.mark.check

BASIC = "pyramid-ball:first=duel 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM phase=duel"
ADVANCED = "pyramid-ball:mode=advanced,target=5 7,7,1L3S1,3M3,3m3,1l3s1,7,7 A ball=AM"
BASIC_MOVES = (
    "small", "small", "medium", "large", "offence",
    ".../.../...", ".../WSS/...",
    "N../.../...", ".../SS./...",
)  # fmt: skip
ADVANCED_MOVES = (
    "E.W/.NN/SW.", ".S./S../SSS", "take-S", "take-M",
    "NWW/N../ENN/dashW", "NN./WES/SE.", "take-L",
    ".../.NS/SE./blitz", "S../.S./S../pass1L/quick", "take-M",
    "E../.SN/.../pass2S", ".../SN./NS.",
)  # fmt: skip
LEFT, KEY = Qt.MouseButton.LeftButton, Qt.Key
WAYS = {"N": KEY.Key_Up, "E": KEY.Key_Right, "S": KEY.Key_Down, "W": KEY.Key_Left,
        ".": KEY.Key_Period}  # fmt: skip
STEPS = {"N": 7, "E": 1, "S": -7, "W": -1}


class Hands:
    """Two people at one window: A draws with the mouse, B presses keys; words are buttons."""

    def __init__(self, window, mouse):
        self.window, self.mouse = window, mouse

    @property
    def position(self):
        return self.window.session.position

    def button(self, token):
        buttons = self.window.scene_view.floating.step_buttons.buttons
        QTest.mouseClick(buttons[token], LEFT)

    def choose(self, move):
        side = self.position.to_move
        assert move in self.position.legal_moves
        if "/" in move:
            self.program(move, draws=side == "A")
            assert self.window.session.steps().move == move
            if not self.window.session.entered:
                self.button(PLAY)  # asks whether all are to stand still
            self.button(PLAY)
        else:
            self.button(move)
        if not self.window.pages.cover.isHidden():
            QTest.mouseClick(self.window.pages.cover.ready, LEFT)

    def program(self, move, *, draws):
        small, medium, large, *extras = move.split("/")
        slots = {slot.name: slot for slot in self.window.session.steps().slots}
        for word in extras:
            if word in ("quick", "blitz"):
                self.button(f"{word}=yes")
        dash = next((word[4:] for word in extras if word.startswith("dash")), "")
        for size, commands in (("S", small + dash), ("M", medium), ("L", large)):
            forced = len(slots[f"{size}1"].choices) == 1
            told = commands.rstrip(".")[1 if forced else 0 :]
            if told and draws and not forced and "." not in told:
                self.draw(slots[f"{size}1"].site, told)
            elif told:
                self.take(slots[f"{size}1"].site)
                for letter in told:
                    self.mouse.key(WAYS[letter])
        for word in extras:
            if word.startswith("pass"):
                self.take(slots[f"{word[5]}1"].site)
                while f"/{word}" not in self.window.session.steps().move:
                    self.mouse.key(KEY.Key_P)

    def take(self, site):
        """Take a piece in hand: N goes from one to the next."""
        for _ in range(4):
            if self.window.scene_view.drawing.in_hand == site:
                return
            self.mouse.key(KEY.Key_N)
        raise AssertionError(f"no key takes the piece on {site}")

    def draw(self, site, told):
        names = self.position.game.board.names
        sites = [site]
        for letter in told:
            sites.append(sites[-1] + STEPS[letter])
        places = [self.mouse.place_of(names[one]) for one in sites]
        self.mouse.press(places[0])
        for here, there in pairwise(places):
            self.mouse.move(here + 0.5 * (there - here), held=LEFT)
            self.mouse.move(there, held=LEFT)
        self.mouse.release(places[-1])


@pytest.fixture
def window(open_window, qtbot):
    made = open_window(1100, 800, level_maps_open=False)
    made.session.paste_position(BASIC)
    qtbot.waitUntil(lambda: made.display.is_ready, timeout=60000)
    return made


def test_two_matches_are_played_to_the_end_by_mouse_and_keys(window, drive):
    hands = Hands(window, drive(window.scene_view.widget))
    for move in BASIC_MOVES:
        hands.choose(move)
    assert hands.position.outcome.winner == "B"
    assert window.docks.panel("turn-log").heading.text() == "Turn 2"
    assert window.status.moves.text() == "move 9 · points 0:1"

    window.session.paste_position(ADVANCED)
    used, causes = set(), set()
    for move in ADVANCED_MOVES:
        hands.choose(move)
        log = window.docks.panel("turn-log")
        told = [log.entries.item(k).text() for k in range(log.entries.count())]
        used |= {word for word in ("dash", "quick pass", "blitz") for line in told
                 if f"uses the {word}" in line}  # fmt: skip
        causes |= {word for word in ("goal", "tackles", "intercepts", "picks up", "pushes")
                   for line in told if word in line}  # fmt: skip
    assert used == {"dash", "quick pass", "blitz"}
    assert causes == {"goal", "tackles", "intercepts", "picks up", "pushes"}
    outcome = hands.position.outcome
    assert (outcome.winner, outcome.scores) == ("B", (("A", 1), ("B", 5)))

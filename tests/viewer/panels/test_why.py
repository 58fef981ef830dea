"""The Why dock by real clicks and keys: what is chosen goes into the View, and is said in words."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QLabel

from model.boards.lattice import CORNERS
from model.games.partition.position import PLAYERS
from model.games.partition.verdicts import Verdicts, corner_states
from model.records.view import Camera, View
from viewer.analysis.advice import Advice
from viewer.analysis.analysis_service import AnalysisService
from viewer.analysis.values import ValueLookup
from viewer.games.partition.explainer import CornerExplainer
from viewer.games.partition.sentences import MARKS
from viewer.panels.games.partition.corners import HINT
from viewer.panels.why_panel import HIDDEN, FactLine, ShowLine, WhyPanel
from viewer.session.files import resources
from viewer.session.preferences import Preferences
from viewer.session.session import Session
from viewer.visuals.overlay_types import Pour
from viewer.widgets.appearance.icons import icon
from viewer.window import application

LEFT = Qt.MouseButton.LeftButton


class Shell:
    """What the panel asks of a scene, and what it is told of."""

    def __init__(self, session, **chosen):
        self.preferences = Preferences(effects="none", **chosen)
        self.panel = None
        self.analysis, self.advice = AnalysisService(session), Advice(session)
        self.session = session
        self.laid, self.lit = self, ()

    def fly(self, view):
        self.session.set_view(view)

    def light_sites(self, sites):
        self.lit = sites

    def perform(self, command):
        return True

    def prefer(self, preferences):
        self.preferences = preferences
        self.analysis.prefer(preferences)
        self.panel.prefer(preferences)


@pytest.fixture
def session():
    return Session()


@pytest.fixture
def why(qtbot, session):
    shell = Shell(session)
    panel = shell.panel = WhyPanel(
        session, shell.analysis, shell, shell.advice, ValueLookup(session), shell.preferences
    )
    session.subscribe(panel.changed)
    qtbot.addWidget(panel)
    panel.resize(340, 620)
    panel.show()
    qtbot.waitExposed(panel)
    yield panel
    panel.close_down()
    shell.analysis.close()
    shell.advice.close()


def opened(qtbot, why, session, name):
    session.open(resources.example(name))
    session.set_view(View())
    judged(qtbot, why)


def judged(qtbot, why):
    qtbot.waitUntil(lambda: why.known is not None and why.known.done, timeout=60000)


def cell(why, choice):
    corner, _, player = choice.partition(":")
    return why.content.table.model().index(CORNERS.index(corner), PLAYERS.index(player))


def click(qtbot, why, choice):
    spot = why.content.table.visualRect(cell(why, choice)).center()
    qtbot.mouseClick(why.content.table.viewport(), LEFT, pos=spot)


def said(why):
    """All words that can be read in the panel."""
    words = [label.text() for label in why.findChildren(QLabel) if label.isVisible()]
    words += [line.text() for line in why.findChildren(ShowLine) if line.isVisible()]
    return words


def test_a_click_shows_a_cell_in_the_scene_and_the_view_chooses_too(qtbot, why, session):
    opened(qtbot, why, session, "04-line-from-a-corner")
    assert HINT in said(why)
    click(qtbot, why, "SW:red")
    assert session.document.view.show == "corner=SW:red"
    assert (
        why.content.sentence.text()
        == "Red holds SW: the ball on 1a1 is linked to the east wall at 3i5."
    )
    click(qtbot, why, "SW:blue")
    assert session.document.view.show == "corner=SW:blue"
    assert why.content.sentence.text() == "Red holds SW, so Blue can no longer take it."
    click(qtbot, why, "SW:blue")
    assert session.document.view.show == "", "a second click takes the choice back"
    session.set_view(View(show="corner=SE:blue"))
    assert why.content.table.choice == "SE:blue"
    session.look_back()
    assert why.content.table.choice == ""


@pytest.mark.check
@pytest.mark.parametrize("other", [None, "pyraos"])
def test_a_click_on_what_was_just_closed_chooses_nothing(qtbot, why, session, other):
    opened(qtbot, why, session, "04-line-from-a-corner")
    table = why.content.table
    if other is not None:
        session.new(other)
        session.activate(0)
    click(qtbot, why, "SW:red")
    session.close()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert session.document.view.show == ""


@pytest.mark.check
def test_a_plan_is_listed_in_its_order_and_keys_alone_choose_cells(qtbot, why, session):
    opened(qtbot, why, session, "03-isolated-not-anchored")
    qtbot.keyClick(why.content.table, Qt.Key.Key_Return)
    assert session.document.view.show == "corner=SW:red"
    qtbot.keyClick(why.content.table, Qt.Key.Key_Down)
    assert session.document.view.show == "corner=SE:red"
    qtbot.keyClick(why.content.table, Qt.Key.Key_Right)
    assert session.document.view.show == "corner=SE:blue"
    qtbot.keyClick(why.content.table, Qt.Key.Key_Escape)
    assert session.document.view.show == ""
    click(qtbot, why, "SW:red")
    qtbot.mouseClick(why.content.plan, LEFT)
    assert session.document.view.show == "cost=SW:red"
    plan = why.known.costs["red", "SW"].plan
    names = session.position.game.board.names
    assert why.content.more.text().endswith(": " + ", ".join(names[site] for site in plan))
    qtbot.mouseClick(why.content.plan, LEFT)
    assert session.document.view.show == "corner=SW:red"


@pytest.mark.check
def test_marks_stand_beside_colours_and_every_cell_speaks_its_sentence(qtbot, why, session):
    opened(qtbot, why, session, "03-isolated-not-anchored")
    assert why.content.table.item(0, 0).text().startswith(MARKS["isolates"])
    assert why.content.table.item(1, 0).text().startswith(MARKS["open"])
    spoken = why.content.table.item(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Red isolates SW but is not anchored: the group touches neither")
    assert "more ball" in spoken
    opened(qtbot, why, session, "04-line-from-a-corner")
    assert why.content.table.item(0, 0).text() == f"{MARKS['holds']} holds"
    assert why.content.table.item(0, 1).text() == f"{MARKS['other']} Red's"


@pytest.mark.check
def test_the_first_line_is_the_win_cost_of_the_side_to_move_and_shows_its_plan(qtbot, why, session):
    session.new("partition", {"size": "3"})
    judged(qtbot, why)
    lines = [why.content._lines_column.itemAt(k).widget() for k in range(2)]
    assert [line.player for line in lines] == ["red", "blue"]
    assert lines[0].text().startswith("Red needs 5 more balls: ")
    session.play("1a1")
    judged(qtbot, why)
    first = why.content._lines_column.itemAt(0).widget()
    assert first.player == "blue"
    assert first.text().startswith("Blue needs ")
    qtbot.mouseClick(why.content.win_lines["red"], LEFT)
    assert session.document.view.show == "win=red"
    assert why.content.win_lines["red"].isChecked()
    qtbot.mouseClick(why.content.win_lines["red"], LEFT)
    assert session.document.view.show == ""


def test_peeling_the_corner_and_only_its_group_and_putting_them_back(qtbot, why, session):
    opened(qtbot, why, session, "05-floating-sheet")
    click(qtbot, why, "apex:red")
    before = Camera(azimuth=100.0)
    session.set_view(replace(session.document.view, camera=before))
    qtbot.mouseClick(why.content.peel, LEFT)
    assert session.document.view.camera != before, "from where the corner is seen"
    ((name, depth),) = session.document.view.peel.layers
    assert name == "apex"
    distances = session.position.game.board.layers["apex"]
    sheet = list(why.known.states["red", "apex"].sheet)
    assert depth == distances[sheet].min() > 0, "all that goes lies before the sheet"
    assert why.content.peel.isChecked()
    qtbot.mouseClick(why.content.peel, LEFT)
    assert session.document.view.peel.layers == ()
    assert session.document.view.camera == before
    qtbot.mouseClick(why.content.only, LEFT)
    board = session.position.game.board
    assert board.index(session.document.view.peel.only) in why.known.states["red", "apex"].group
    qtbot.mouseClick(why.content.only, LEFT)
    assert session.document.view.peel.only == ""


def test_also_as_a_sheet(qtbot, why, session):
    # Red has the corner ball and the three points around it, linked to the east wall.
    session.new("partition:size=3,rules=free RRR,R2,3/R1,2/1 blue")
    judged(qtbot, why)
    click(qtbot, why, "SW:red")
    assert why.content.more.text() == "Even without the ball on 1a1 a sheet of 3 balls isolates SW"
    qtbot.mouseClick(why.content.sheet, LEFT)
    assert session.document.view.show == "sheet=SW:red"
    assert why.content.table.choice == "SW:red"


def test_verdicts_costs_and_plans_can_be_hidden(qtbot, why, session):
    opened(qtbot, why, session, "04-line-from-a-corner")
    click(qtbot, why, "SW:red")
    shell = why._scene
    shell.prefer(replace(shell.preferences, hide_verdicts=True))
    assert HIDDEN in said(why)
    assert not any("holds" in words or "needs" in words for words in said(why))
    assert not why.content.table.isVisible()
    qtbot.keyClick(why, Qt.Key.Key_Space)
    assert not why.content.flood.shown, "nothing pours while verdicts are hidden"
    shell.prefer(replace(shell.preferences, hide_verdicts=False))
    assert any("Red holds SW" in words for words in said(why))


def test_a_pour_runs_stops_at_the_dam_and_can_be_scrubbed(qtbot, why, session):
    opened(qtbot, why, session, "03-isolated-not-anchored")
    click(qtbot, why, "SW:red")
    heard = []
    why.poured.connect(heard.append)
    qtbot.keyClick(why.content.table, Qt.Key.Key_Space)
    assert isinstance(heard[-1], Pour)
    assert heard[-1].time == why.content.flood.last, "without animation the end state at once"
    board = session.position.game.board
    reached = heard[-1].distances >= 0
    assert reached[board.index("1a1")]
    assert not (reached & board.far_walls("SW")).any(), "the sheet holds it"
    flood = why.content.flood
    flood.slider.setValue(0)
    assert heard[-1].time == 0
    flood.animated = True
    for running, sign in ((True, "pause"), (False, "try")):
        qtbot.mouseClick(flood.button, LEFT)
        assert flood.running == running
        shown, meant = (made.pixmap(20, 20).toImage() for made in (flood.button.icon(), icon(sign)))
        assert shown == meant
    qtbot.keyClick(why.content.table, Qt.Key.Key_Space)
    assert heard[-1] is None


@pytest.mark.check
def test_a_pour_past_an_open_corner_reaches_a_far_wall(qtbot, why, session):
    opened(qtbot, why, session, "03-isolated-not-anchored")
    heard = []
    why.poured.connect(heard.append)
    click(qtbot, why, "NE:red")
    qtbot.mouseClick(why.content.pour, LEFT)
    far = session.position.game.board.far_walls("NE")
    assert ((heard[-1].distances >= 0) & far).any()


@pytest.mark.check
def test_an_animated_pour_comes_to_its_end_and_a_move_ends_it(qtbot, why, session):
    opened(qtbot, why, session, "03-isolated-not-anchored")
    why.content.flood.animated = True
    times = []
    why.poured.connect(lambda flow: times.append(flow.time) if flow else None)
    why.toggle_pour()
    assert session.document.view.show == "corner=SW:red", "the side to move, where none is chosen"
    qtbot.waitUntil(lambda: bool(times) and not why.content.flood.running, timeout=20000)
    assert times == sorted(times)
    assert times[-1] == why.content.flood.last
    assert why.content.flood.shown
    session.play("1a1")
    assert not why.content.flood.shown


@pytest.mark.check
def test_a_win_is_said_and_its_plan_goes_though_another_game_comes_between(qtbot, why, session):
    session.open(resources.example("09-double-threat"))
    session.set_view(replace(session.document.view, show=""))
    judged(qtbot, why)
    for _ in range(2):
        session.forward()
    qtbot.waitUntil(lambda: session.document.view.show == "win=red")
    session.back()  # nobody asked for the winner's plan there
    qtbot.waitUntil(lambda: session.document.view.show == "")
    session.forward()
    qtbot.waitUntil(lambda: session.document.view.show == "win=red")
    judged(qtbot, why)
    lines = [line for line in why.content.win_lines.values() if line.isVisible()]
    assert [line.player for line in lines] == ["red"]
    assert (
        lines[0].text()
        == "Red has won: one group with anchored partitions for "
        + (
            {"NW": "SW, SE and NW", "apex": "SW, SE and apex"}[
                next(c for c in session.position.outcome.witness if c not in ("SW", "SE"))
            ]
        )
    )
    # It goes though another game was played on between.
    session.new("partition", {"size": "4"})
    session.play("1g1")
    session.activate(0)
    session.back()
    qtbot.waitUntil(lambda: session.document.view.show == "")


@pytest.mark.check
def test_until_costs_are_known_a_calm_ellipsis(qtbot, why, session, monkeypatch):
    def states_only(self, position, report, stop):
        report(Verdicts(position, states=corner_states(position)))

    monkeypatch.setattr(CornerExplainer, "analyze", states_only)
    session.new("partition", {"size": "4"})
    qtbot.waitUntil(lambda: why.content.table.item(0, 0).text() != "…", timeout=60000)
    assert why.content.table.item(0, 0).text() == f"{MARKS['open']} open …"
    assert why.content.win_lines["red"].text() == "Red needs …"
    session.set_view(replace(session.document.view, show="corner=SW:red"))
    assert not why.content.plan.isEnabled()


def test_a_choice_that_comes_late_leaves_another_game_alone(qtbot, why, session):
    opened(qtbot, why, session, "04-line-from-a-corner")
    content = why.content
    table = content.table
    session.new("pyramid", {})
    shown = session.document.view
    table.chosen.emit("SW:blue")
    content.win_lines["red"].clicked.emit()
    assert session.document.view == shown


@pytest.mark.check
def test_nothing_open_and_nothing_known_raise_nothing(qtbot, why, session):
    why.toggle_pour()
    session.new("partition", {"size": "4"})
    click(qtbot, why, "SW:red")
    session.close()
    assert not why.facts.isVisible()


def test_a_line_under_the_mouse_lights_its_balls(qtbot, why, session):
    session.new("pyramid", {})
    shell = why._scene
    assert not shell.lit
    line = next(line for line in why.facts.findChildren(FactLine) if line.fact.sites)
    enter = QEnterEvent(QPointF(3, 3), QPointF(3, 3), QPointF(3, 3))
    QApplication.sendEvent(line, enter)
    assert shell.lit == line.fact.sites
    QApplication.sendEvent(line, QEvent(QEvent.Type.Leave))
    assert shell.lit == ()


@pytest.mark.check
def test_all_corners_are_seen_in_letters_of_any_size(qtbot, qapp, why, session):
    opened(qtbot, why, session, "04-line-from-a-corner")
    table = why.content.table
    try:
        for scale in (1.0, 2.0, 1.3):
            application.apply_theme(qapp, Preferences(text_scale=scale))
            QApplication.processEvents()
            last = table.rowViewportPosition(4) + table.rowHeight(4)
            assert last <= table.viewport().height()
            assert table.rowHeight(4) >= table.fontMetrics().height()
            assert table.horizontalHeader().height() >= table.fontMetrics().height()
    finally:
        application.apply_theme(qapp, Preferences())


def test_a_line_of_a_game_without_a_panel_shows_what_it_says_and_colour_pours(qtbot, why, session):
    session.new("poly-y:corners=3,size=4 R/R1/R2/1BB1 blue")
    judged(qtbot, why)
    qtbot.waitUntil(lambda: "A: Red needs 1 more stone: a threat" in why.facts.texts)
    lines = {line.text(): line for line in why.facts.findChildren(ShowLine)}
    line = lines["A: Red needs 1 more stone: a threat"]
    qtbot.mouseClick(line, LEFT)
    assert session.document.view.show == "corner=A:red"
    assert line.isChecked()
    session.set_view(replace(session.document.view, show="win=blue"))
    assert not line.isChecked()
    assert lines["Blue needs 2 more stones to win"].isChecked()
    qtbot.mouseClick(lines["Blue needs 2 more stones to win"], LEFT)
    assert session.document.view.show == ""
    # Colour pours there, too.
    why.toggle_pour()
    assert session.document.view.show == "pour=A:blue"
    why.toggle_pour()
    assert session.document.view.show == "corner=A:blue"
    session.set_view(replace(session.document.view, show="cost=B:red"))
    why.toggle_pour()
    assert session.document.view.show == "pour=B:red"

    def chosen():
        lines = [line for line in why.facts.findChildren(ShowLine) if line.isVisible()]
        return [line.text() for line in lines if line.isChecked()]

    qtbot.waitUntil(lambda: chosen() == ["B: Red needs 1 more stone: a threat"])

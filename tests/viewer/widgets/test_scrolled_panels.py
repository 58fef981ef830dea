"""What a panel is to show whole is seen whole, as far as nobody has scrolled elsewhere."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QWidget

from viewer.widgets import controls
from viewer.widgets.controls import ScrolledPanel, label


def test_an_answer_stays_whole_as_it_grows_until_somebody_scrolls(qtbot):
    panel = ScrolledPanel("A panel")
    qtbot.addWidget(panel)
    for _ in range(8):
        panel.column.addWidget(label("Above"))
    answer = label("It does not solve it.", wraps=True)
    panel.column.addWidget(answer)
    panel.resize(300, 160)
    panel.show()
    qtbot.waitExposed(panel)

    def hidden() -> int:
        return answer.height() - answer.visibleRegion().boundingRect().height()

    assert hidden(), "there is something to scroll to"
    panel.show_whole(answer)
    qtbot.waitUntil(lambda: not hidden())
    QTest.qWait(50)
    answer.setText("It does not solve it. " * 8)
    qtbot.waitUntil(lambda: answer.height() > 2 * answer.fontMetrics().height())
    qtbot.waitUntil(lambda: not hidden())
    panel.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    answer.setText("It does not solve it. " * 12)
    QTest.qWait(50)
    assert panel.verticalScrollBar().value() == 0


def test_a_long_row_makes_no_dock_wider(qtbot):
    panel = QWidget()
    qtbot.addWidget(panel)
    controls.column_in(panel).addWidget(controls.RowButton("", "a very long line of moves " * 20))
    assert panel.minimumSizeHint().width() < 2 * controls.LEAST


def test_a_foot_is_as_high_as_what_stands_in_it(qtbot):
    panel = ScrolledPanel("A panel")
    qtbot.addWidget(panel)
    answer = label("Three of five win, and nobody can take a held corner back. " * 2, wraps=True)
    panel.set_foot(controls.fill(controls.column_in(), answer))
    panel.resize(340, 300)
    panel.show()
    qtbot.waitExposed(panel)
    assert answer.height() == answer.heightForWidth(answer.width())

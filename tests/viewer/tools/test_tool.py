"""Which tool takes the clicks: one at a time, put down by Escape."""

from viewer.tools.tool import Tools


class FakeTool:
    preview = None
    shows_all_points = takes_away = False

    def __init__(self, name, half_done=False):
        self.name, self.half_done, self.ends = name, half_done, 0

    def clicked(self, site, ball):
        return True

    def enter(self):
        return False

    def escape(self):
        was, self.half_done = self.half_done, False
        return was

    def ended(self):
        self.ends += 1


def heard(tools):
    said = []
    tools.changed.connect(lambda: said.append(tools.current and tools.current.name))
    return said


def test_one_tool_is_chosen_at_a_time_and_hears_when_it_is_put_down():
    tools, brush, pen = Tools(), FakeTool("brush"), FakeTool("pen")
    said = heard(tools)
    tools.choose(brush)
    tools.choose(brush)
    tools.choose(pen)
    assert tools.is_on("pen")
    assert not tools.is_on("brush")
    tools.leave()
    tools.leave()
    assert (brush.ends, pen.ends) == (1, 1)
    assert said == ["brush", "pen", None]


def test_escape_breaks_off_what_is_half_done_before_it_puts_the_tool_down():
    tools, pen = Tools(), FakeTool("pen", half_done=True)
    assert not tools.escape()
    tools.choose(pen)
    assert tools.escape()
    assert tools.current is pen
    assert tools.escape()
    assert tools.current is None

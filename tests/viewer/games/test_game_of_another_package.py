"""A game that another package brings, in the window: offered, begun, told of in its own words."""

import pytest

from model import plugins, registry
from viewer.games import registry as views
from viewer.session.files import resources
from viewer.window.dialogs.new_game import NewGame

ENTRIES = """[pyramidion.games]
keystone = keystone.game:KIND
partition = keystone.game:KIND
[pyramidion.game_views]
keystone = {view}
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The package of examples/plugins/keystone, as if it had been installed."""

    def install(view="keystone.view:GAME_VIEW"):
        folder = tmp_path / "keystone_for_pyramidion-1.0.dist-info"
        folder.mkdir()
        about = "Metadata-Version: 2.1\nName: keystone-for-pyramidion\nVersion: 1.0\n"
        (folder / "METADATA").write_text(about)
        (folder / "entry_points.txt").write_text(ENTRIES.format(view=view))
        forget()

    def forget():
        plugins.installed.cache_clear()
        views._brought.cache_clear()
        views._forget()

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_KINDS", registry._Kinds())
    yield install
    monkeypatch.undo()
    forget()


def test_it_is_offered_and_what_is_refused_is_said(installed, qtbot):
    installed()
    dialog = NewGame()
    qtbot.addWidget(dialog)
    offered = [dialog.game.itemText(row) for row in range(dialog.game.count())]
    assert offered[-1] == "Keystone"
    assert len(offered) == len(registry.SHIPPED) + 1
    assert dialog.refused.isVisibleTo(dialog)
    assert dialog.refused.text() == (
        "Not offered: the game partition of the package keystone-for-pyramidion has the name of a "
        "game that ships with Pyramidion."
    )


@pytest.mark.check
def test_it_is_played_in_the_window_and_told_of_in_its_own_words(installed, open_window, drive):
    installed()
    window = open_window(1366, 768)
    session = window.session
    session.new("keystone", {"size": "3"})
    mouse = drive(window.scene_view.widget)
    mouse.click(mouse.place_of("1a1"))
    assert str(session.position) == "keystone:size=3 R2,3,3/2,2/1 blue"
    for move in ("1e5", "1c1", "1e3", "1a3", "1c3"):
        session.play(move)
    facts = views.game_view_of(session.position).facts(session.position)
    assert facts[0].text == "Red can win at once"
    mouse.click(mouse.place_of("2b2"))
    assert views.ending(session.position) == "Red has laid the keystone"
    assert session.document.record.headers["package"] == "keystone-for-pyramidion"


def test_a_view_that_is_broken_leaves_the_general_words(installed, caplog):
    caplog.set_level("INFO")
    installed(view="keystone.no_such_module:GAME_VIEW")
    position = registry.kinds()["keystone"].configure({}).start()
    assert views.game_view_of(position).colours == {}
    (why,) = views.view_faults().values()
    assert why.startswith("what the game keystone brings to the window cannot be imported (Mod")
    assert why in caplog.text


def test_its_courses_and_rules_are_found_in_its_folder(installed):
    installed()
    assert resources.rules_page("keystone").name == "keystone.md"
    assert resources.lessons()[-1].name == "keystone-course.pyramidion"
    assert resources.rules_page("partition").parent.name == "rules"

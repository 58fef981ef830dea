"""What games bring to the viewer: what is promised of every `GameView`, and who finds it."""

import ast
import re
from pathlib import Path

import pytest

from model.contract.game import Outcome
from model.positions.setup import read_position, read_setup
from model.records.view import View, check_view
from model.registry import kinds
from viewer.games import registry
from viewer.games.facts import PositionBound, general_facts
from viewer.games.game_view import GameView
from viewer.panels.why_panel import load_content
from viewer.picture.palette import hues
from viewer.session.session import Session

RULES = Path(__file__).parents[3] / "docs" / "rules"
SHIPPED = ("partition", "pyraos", "pyramid", "pyramid-ball", "poly-y")
HEX = set("0123456789ABCDEF")


@pytest.mark.parametrize("game", SHIPPED)
def test_every_shipped_game_tells_of_its_start(game):
    position = kinds()[game].configure({}).start()
    view = registry.game_view_of(position)
    facts = view.facts(position)
    assert facts
    assert all(fact.text and fact.text[0].isupper() for fact in facts)
    assert all(0 <= site < len(position.game.board) for fact in facts for site in fact.sites)
    assert {fact.player for fact in facts} <= {"", *position.game.players}
    assert view.announcement(position) == ""


@pytest.mark.parametrize("game", sorted(kinds()))
def test_the_page_of_rules_begins_with_how_one_wins(game):
    how = registry.game_view_named(game).how_to_win
    assert re.fullmatch(r"[A-Z][^.]+\.", how), "one sentence"
    title, first = RULES.joinpath(f"{game}.md").read_text(encoding="utf-8").split("\n\n")[:2]
    assert title == f"# {kinds()[game].title}"
    assert first.replace("\n", " ").startswith(f"**How to win.** {how} ")


@pytest.mark.parametrize("game", SHIPPED)
def test_every_ending_of_a_game_has_a_sentence(game):
    kind = kinds()[game]
    position = kind.configure({}).start()
    view = registry.game_view_named(game)
    for how in kind.endings:
        for winner in kind.players:
            sentence = view.ending(position, Outcome(winner, how, ()))
            assert winner.capitalize() in sentence or "drawn" in sentence


@pytest.mark.parametrize("game", SHIPPED)
def test_options_a_view_names_are_options_of_the_game(game):
    kind, view = kinds()[game], registry.game_view_named(game)
    names = {option.name for option in kind.options}
    assert set(view.replaced_options) <= names
    assert {other for others in view.replaced_options.values() for other in others} <= names
    for start in view.quick_starts:
        assert start.title
        kind.configure(dict(start.options))
    kind.configure(dict(view.puzzle_options))
    assert sum(start.is_default for start in view.quick_starts) == (game == registry.FIRST_GAME)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_side_has_its_colours(game):
    colours = [registry.side_colour(side) for side in kinds()[game].players]
    for colour in colours:
        for code in (colour.pieces, colour.text):
            assert code[0] == "#"
            assert set(code[1:]) <= HEX
    assert sum(colour.banded for colour in colours) == 1, "hue alone tells nobody apart"


def test_a_side_without_colours_gets_one_in_turn():
    assert registry.side_colour("nobody has heard of it") is None
    assert registry.piece_colour("nobody has heard of it") == "#9AA3AE"
    first, second = hues((None, None))
    assert first != second


def test_a_game_that_brings_nothing_is_told_of_in_general_words(cairns):
    position = cairns.configure({}).start()
    view = registry.game_view_of(position)
    assert view == GameView()
    assert view.facts(position) == general_facts(position)
    assert registry.game_view_of(None) == view


def test_a_win_that_is_shared_names_all_who_won(cairns):
    stuck = read_position("cairns:radius=1,stones=3 AJ,JVA,AJ amber cap=2")
    assert registry.ending(stuck) == "Amber and Jade have won: Amber cannot move"


def test_pyramid_ball_tells_where_the_ball_is_and_who_has_chosen():
    text = "pyramid-ball:mode=advanced 7,7,1L3S1,3M3,3m3,1l3s1,7,7 B ball=c8 offence=A "
    position = read_position(text + "score=1:0 specials=-:SM ban=A sealed=A")
    told = [fact.text for fact in registry.game_view_of(position).facts(position)]
    assert told == [
        "The ball lies on c8; A had it last",
        "Row 8 is closed to A",
        "A has 1 point of 6",
        "B has 0 points of 6",
        "B can use the dash and the quick pass",
        "A has chosen; the choice is still secret",
        "B chooses a program",
    ]
    begun = read_position(text.split(" B ")[0] + " A ball=BM")
    (first, *_) = registry.game_view_of(begun).facts(begun)
    assert first.text == "B's medium piece has the ball on d5"


def test_of_what_cannot_exist_only_that_is_told():
    draft = read_setup("partition:size=3,rules=stacking 3,3,3/R1,2/1 red")
    view = registry.game_view_of(draft)
    (fact,) = view.facts(draft)
    assert fact.heading == "Impossible position"
    assert view.explainer is None
    assert view.level_maps
    assert view.facts(read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")) == ()


def test_an_ending_is_told_once_there_is_one():
    position = read_position("partition:size=2,rules=free RR,BB/1 red")
    assert registry.ending(position) == ""
    assert registry.ending(position.play("2b2")).startswith("Red has won: anchored partitions")


def test_explanations_are_named_once_and_fit_their_game():
    explanations = registry.all_explanations()
    names = [explanation.name for explanation in explanations]
    assert len(names) == len(set(names)) == 22
    position = read_position("partition:size=3,rules=free 3,3,3/2,2/1 red")
    explainer = registry.explainer_of(position)
    for explanation in explainer.explanations:
        found = explainer.find(position, (explanation.show,), threats=True)
        explainer.overlays(position, explanation.show, found)
        check_view(position.game, View(show=explanation.show))  # so that a file of it is opened


def test_the_content_a_game_names_for_why_can_be_made(qtbot):
    class Scene:
        def fly(self, view): ...
        def light_sites(self, sites): ...

    for game in SHIPPED:
        explainer = registry.game_view_named(game).explainer
        if explainer is not None and explainer.panel:
            content = load_content(explainer, Session(), Scene())
            qtbot.addWidget(content)
            content.follow_view()
            content.stop()


# -- a game from elsewhere -----------------------------------------------------------------------


def test_a_game_brings_its_view_by_one_line(cairns):
    position = cairns.configure({}).start()
    with registry.registered("cairns", "cairns"):
        view = registry.game_view_of(position)
        assert view.facts(position)[0].text == "The highest cairn has 0 stones"
        assert view.ending(position, Outcome("jade", "middle")) == "Jade holds the middle"
        assert registry.piece_colour("jade") == "#2A8F67"
        assert registry.side_colour("jade").banded
    assert registry.game_view_of(position) == GameView(), "and takes it with it when it goes"
    assert registry.side_colour("jade") is None


def test_a_shipped_game_is_named_once_outside_its_package():
    tree = ast.parse(Path(registry.__file__).read_text("utf-8"))
    words = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    for game in SHIPPED:
        assert words.count(game) == 1
        assert words.count(f"viewer.games.{game.replace('-', '_')}") == 1


# -- of one position alone -------------------------------------------------------------------------

HERE = "partition:size=3,rules=free RB1,3,3/2,2/1 red"
OTHERS = [
    "partition:size=3,rules=free RB1,3,3/2,2/1 blue",
    "partition:size=3,rules=free RB1,3,2R/2,2/1 red",
    "partition:size=3,rules=stacking RB1,3,3/2,2/1 red",
    "partition:size=4,rules=free RB2,4,4,4/3,3,3/2,2/1 red",
    "pyraos:rules=standard WB2,BW2,4,4/3,3,3/2,2/1 white",
]


def test_nothing_is_known_at_first():
    assert PositionBound(()).of(read_position(HERE)) == ()
    assert PositionBound(()).of(None) == ()


@pytest.mark.parametrize("other", OTHERS)
def test_it_belongs_to_its_position_and_to_no_other(other):
    kept = PositionBound(None)
    position = read_position(HERE)
    kept.keep(position, "known")
    assert kept.of(position) == "known"
    assert kept.of(read_position(HERE)) == "known", "an equal one, read anew"
    assert kept.of(read_position(other)) is None
    assert kept.of(None) is None
    kept.keep(read_position(other), "something else")
    assert kept.of(position) is None
    kept.forget()
    assert kept.of(read_position(other)) is None

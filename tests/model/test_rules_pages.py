"""Every rule that an explanation names is a heading of a page, and each page credits its game."""

import ast
import json
import random
import re
from pathlib import Path
from string import Formatter

import pytest

from model.games.pyramid.actions import osiris_lines
from model.games.pyramid.kind import shipped
from model.positions.setup import read_position
from model.registry import kinds

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
GAMES = ROOT / "model" / "games"
EXPECTED = {
    "pyraos": "moves placing lifting removing passing winning repetition rule-sets",
    "pyramid": "board actions run smash jump push osiris end moves options",
    "partition": "placing stacking winning",
    "pyramid-ball": "the-pitch who-begins turns programs passes conflicts pushing tackles points "
    "winning after-a-goal closed-row special-moves options positions",
    "rolling-pyramids": "setting-up player-boards rolling-and-drafting modifiers units developing "
    "deployment bombs battles conquests points clean-up-and-devices the-end races the-solo-game "
    "options maps-and-player-boards-of-your-own positions-and-moves what-the-sheet-leaves-open",
}


def anchors(page):
    """The anchors of a page's headings, made as readers of Markdown make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", text.lower()).replace(" ", "-") for text in headings}


SENTENCES = {
    path.parent: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(GAMES.glob("*/reasons.json"))
}
NAMED = sorted(
    {
        (folder.name.replace("_", "-"), anchor)
        for folder, sentences in SENTENCES.items()
        for anchor, _ in sentences.values()
    }
)


def reasons_given(folder):
    """What a game's modules give `because`: the name of a sentence, and the words for it."""
    for source in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "because":
                name = node.args[0]
                for one in (name.body, name.orelse) if isinstance(name, ast.IfExp) else (name,):
                    if isinstance(one, ast.Constant):
                        yield one.value, {keyword.arg for keyword in node.keywords}


def test_the_reasons_of_all_games_are_found():
    assert {page for page, _ in NAMED} == set(kinds())
    assert len(NAMED) > 12


@pytest.mark.parametrize(("page", "anchor"), NAMED)
def test_a_rule_named_in_the_code_is_a_heading(page, anchor):
    assert anchor in anchors(PAGES / f"{page}.md")


@pytest.mark.parametrize("folder", SENTENCES, ids=lambda folder: folder.name)
def test_a_reason_has_its_sentence_and_the_words_for_it(folder):
    given = list(reasons_given(folder))
    assert given
    for name, words in given:
        _, text = SENTENCES[folder][name]
        assert {field for _, field, *_ in Formatter().parse(text) if field} <= words, name


@pytest.mark.parametrize("game", sorted(EXPECTED))
def test_a_page_has_its_headings_and_credit(game):
    page = PAGES / f"{game}.md"
    assert set(EXPECTED[game].split()) <= anchors(page)
    assert f"*{kinds()[game].credit}*" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", sorted(EXPECTED))
def test_links_inside_a_page_lead_somewhere(game):
    page = PAGES / f"{game}.md"
    links = re.findall(r"\]\(#([a-z-]+)\)", page.read_text(encoding="utf-8"))
    assert set(links) <= anchors(page)


@pytest.mark.parametrize("game", sorted(EXPECTED))
def test_every_option_is_told(game):
    text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    for option in kinds()[game].options:
        if option.name not in ("size",):
            assert re.search(rf"\b{option.name}\b", text), option.name
        for value in option.values:
            assert re.search(rf"\b{re.escape(value)}\b", text), value


@pytest.mark.parametrize("game", sorted(EXPECTED))
def test_reasons_met_in_play_name_a_heading(game):
    rng = random.Random(game)
    position = kinds()[game].configure({}).start()
    known = anchors(PAGES / f"{game}.md")
    names = position.game.board.names
    met = set()
    for _ in range(150):
        texts = ["", "pass", rng.choice(names)]
        texts += [f"{rng.choice(names)}{rng.choice('-x^>')}{rng.choice(names)}" for _ in range(5)]
        for text in texts:
            reason = position.explain(text)
            if reason is not None:
                page, _, anchor = reason.rule.partition("#")
                assert page == f"{game}.md"
                assert anchor in known
                met.add(anchor)
        if position.outcome:
            break
        position = position.play(position.legal_moves.sample(rng))
    assert met


# -- what the pages claim of positions and of play -------------------------------------------------


def section(game, heading):
    """The text of one section of a page."""
    text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    return re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]


def test_the_victory_fields_that_the_page_calls_safe_are_never_enclosed():
    kind, osiris = kinds()["pyramid"], section("pyramid", "Osiris")
    safe = osiris[osiris.index("are safe from it") : osiris.index("On `plateau-7`")]
    for name in shipped():
        board = kind.configure({"board": name}).board
        inside = {site for line, _ in osiris_lines(board, bends=False) for site in line[1:-1]}
        assert (f"`{name}`" in safe) is not bool(inside & set(board.victory)), name


def test_the_position_on_the_page_takes_a_stone_on_a_victory_field():
    osiris = section("pyramid", "Osiris")
    position = read_position(re.search(r"`(pyramid:board=plateau-7 [^`]+)`", osiris)[1])
    field = re.search(r"the victory field `(\w+)`", osiris)[1]
    board = position.game.board
    assert board.index(field) in set(board.victory)
    move = re.search(r"the run `([^`]+)` takes", osiris)[1]
    taken = [board.names[e.site] for e in position.events(move) if e.cause == "osiris"]
    assert taken == [field]


def test_the_length_of_play_with_lines_is_not_told_of_rules_that_differ():
    told = section("pyraos", "Rule sets")
    assert re.search(
        r"46 plies for .*`alternate` if a player who cannot\s+move has lost", told, re.DOTALL
    )
    assert re.search(r"With the pass\s+of our text it is 48\b", told)

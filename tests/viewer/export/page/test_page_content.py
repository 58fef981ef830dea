"""What goes into a page: the model's own answers, for every node, try and step."""

import base64
import json
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest
import shipped
from msgspec.structs import replace

from model.contract.game import Stopped
from model.lessons.judging import judge
from model.positions import describe
from model.positions.setup import read_position
from model.puzzles import solving
from model.puzzles.question import Question
from model.records import record as records
from model.records.ending import Ending
from model.records.files import Collection, Contents, load_any, load_item
from model.records.lesson import After, Answer, Choice, Lesson, Step, Task, Then
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import ROOT, PositionCache, new_record
from model.records.view import Mark, View
from model.registry import kinds
from model.search.provers import prover_for
from viewer.export.export_options import PageOptions
from viewer.export.items import ExportError, ExportItem, items_of, step_views
from viewer.export.page import page_data as data_module
from viewer.export.page.content_nodes import stages
from viewer.export.page.page_content import page_data
from viewer.export.page.page_data import PageData, StageData
from viewer.games.partition.explainer import CornerExplainer

FORMAT = Path(data_module.__file__).parent / "web" / "src" / "format.ts"
CORNER = "partition:size=3,rules=free RRR,1BB,3/2,2/1 blue"


def made(*records_or_contents, **wanted) -> PageData:
    contents = [
        one if isinstance(one, Contents) else Contents(one, kind=one.kind)
        for one in records_or_contents
    ]
    return made_of([ExportItem(one, "untitled") for one in contents], **wanted)


def made_of(items, stop=lambda: False, **wanted) -> PageData:
    return page_data(items, PageOptions(**wanted), lambda *_: None, stop)


def shortened(course, *numbers):
    """The record of a course with some of its steps."""
    record = load_any(shipped.EXAMPLES / "lessons" / f"{course}-course.pyramidion").record
    steps = tuple(record.lesson.steps[number] for number in numbers)
    return records.set_lesson(record, replace(record.lesson, steps=steps))


def numbers(packed):
    kind, _, text = packed.partition(":")
    return np.frombuffer(base64.b64decode(text), f"<{kind}")


def fields_of_the_format():
    """Interface -> its fields and which of them are optional, as `format.ts` has them."""
    text = re.sub(r"/\*\*.*?\*/", "", FORMAT.read_text(), flags=re.S)
    found = {}
    for name, _, body in re.findall(r"interface (\w+)( extends \w+)? \{\n(.*?)\n\}", text, re.S):
        found[name] = dict(re.findall(r"^  (\w+)(\??):", body, re.M))
    return found


@pytest.mark.parametrize(
    ("struct", "interface"),
    [
        (data_module.PageData, "PageData"),
        (data_module.BoardData, "BoardData"),
        (data_module.GameData, "GameData"),
        (data_module.NodeData, "NodeData"),
        (data_module.FindingData, "Finding"),
        (data_module.VerdictData, "Verdict"),
        (data_module.StepData, "Step"),
    ],
)
def test_values_are_those_the_page_reads(struct, interface):
    wanted = fields_of_the_format()[interface]
    ours = {one.encode_name for one in msgspec.structs.fields(struct)}
    assert ours <= set(wanted)
    assert {name for name, optional in wanted.items() if not optional} <= ours


@pytest.mark.check
def test_a_position_says_what_stands_and_what_may_be_played():
    position = read_position(CORNER)
    data = made(new_record(CORNER))
    (board,), (game,), (item,) = data.boards, data.games, data.items
    (node,) = item.nodes
    assert tuple(board.names) == position.game.board.names
    assert (game.header, game.balls) == ("partition:size=3,rules=free", True)
    assert "Mark Steere" in game.designer
    owned = numbers(node.owners)
    stands = dict(zip(position.pieces.site.tolist(), position.pieces.owner.tolist(), strict=True))
    assert {site: owner - 2 for site, owner in enumerate(owned.tolist()) if owner} == stands
    assert (node.position, node.to_move, node.outcome) == (CORNER, 1, "")
    assert json.loads(msgspec.json.encode(data))["format"] == "pyramidion-page/1"


def reached(stage):
    """Every move that the stages lead to."""
    if isinstance(stage, str):
        return {stage}
    after = set().union(*(reached(one) for one in stage.next.values()))
    return after | ({stage.move} if stage.move else set())


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (CORNER, "2b2"),
        ("pyraos:rules=standard WW2,WB2,4,4/3,3,3/2,2/1 white", "1a5"),
        ("pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white", "a1"),
        ("poly-y:corners=3,size=3,swap=true R/2/3 blue", "swap"),
    ],
)
def test_stages_lead_to_exactly_the_legal_moves(text, first):
    position = read_position(text)
    made = stages(position)
    assert first in made.next
    assert reached(made) == set(position.legal_moves)
    assert reached(stages(position, [next(iter(position.legal_moves))])) == {
        next(iter(position.legal_moves))
    }


@pytest.mark.check
def test_why_says_what_the_explainer_says():
    position = read_position(CORNER)
    (node,) = made(new_record(CORNER)).items[0].nodes
    facts = CornerExplainer().facts(position, None)
    assert [(one.text, one.key) for one in node.why] == [(one.text, one.show) for one in facts]
    held = next(one for one in node.why if one.text.startswith("Red holds SW"))
    assert held.lit
    assert held.layers["dark"]
    assert held.pour is not None
    assert numbers(held.pour.distances)[position.game.board.corners["SW"]] <= 0


def test_a_page_knows_what_its_marks_and_explanations_are_about():
    marked, _ = records.mark(new_record(CORNER), ROOT, (Mark("1c3"), Mark("2d4")))
    (node,) = made(marked).items[0].nodes
    position = read_position(CORNER)
    assert node.about == sorted(position.game.board.index(name) for name in ("1c3", "2d4"))
    explainer = CornerExplainer()
    for finding, fact in zip(node.why, explainer.facts(position, None), strict=True):
        overlays = explainer.overlays(position, fact.show, None, plans=False)
        assert finding.about == sorted({site for one in overlays for site in one.sites})
        assert finding.about


@pytest.mark.check
def test_a_game_keeps_its_variations_comments_marks_and_views():
    record = new_record("partition:size=3,rules=free 3,3,3/2,2/1 red", title="<b>A game</b>")
    record, first = records.play(record, ROOT, "2b2")
    record, _ = records.play(record, first, "1a1")
    record, other = records.play(record, first, "1c1")
    record, _ = records.comment(record, other, "Better.")
    record, _ = records.mark(record, other, (Mark("1e5"),))
    (item,) = made(Contents(record, other)).items
    start, one, main, side = item.nodes
    assert item.title == "<b>A game</b>"
    assert (start.children, one.children) == ([1], [2, 3])
    assert (side.move, side.comment, side.by, side.last) == ("1c1", "Better.", 1, 1)
    assert side.marks["light"]
    assert not main.marks["light"]
    assert numbers(side.plies)[1] == 2


@pytest.mark.check
def test_what_is_chosen_in_secret_is_in_no_page_until_both_have_chosen():
    record = new_record(str(kinds()["pyramid-ball"].configure({}).start()))
    node, position = ROOT, read_position(record.start)
    for ply in range(4):
        move = next(iter(position.legal_moves))
        record, node = records.play(record, node, move)
        position = position.play(move)
        if ply == 0:
            _, chosen = made(Contents(record, node)).items[0].nodes
            assert (chosen.move, chosen.label) == ("sealed", "A hidden choice")
            assert chosen.position == str(position.seen_by(None))
    nodes = made(Contents(record, node)).items[0].nodes
    played = [record[one].move for one in (ROOT, *record.main_line())]
    assert all(one.move in (move, "sealed") for one, move in zip(nodes, played, strict=True))
    assert nodes[-1].position == str(position.seen_by(None))


@pytest.mark.check
def test_every_try_at_a_puzzle_is_judged_as_the_window_does():
    record = load_any("examples/puzzles/partition-puzzles.pyramidion").items[0].record
    (item,) = made(record).items
    start = read_position(record.start)
    state = solving.begin(start, record.puzzle)
    prover = prover_for(start.game, lambda: False)
    assert set(item.verdicts[0]) == set(start.legal_moves)
    for move, verdict in item.verdicts[0].items():
        found = solving.answer(state, move, prover)
        assert verdict.right == (found.state != "wrong")
        assert verdict.text == found.said
    key = next(move for move, verdict in item.verdicts[0].items() if verdict.right)
    assert key in record.puzzle.keys or key in record.puzzle.proof.first
    assert item.solution
    assert len(item.hints) == 3
    assert item.hints[2] == f"Play {key}."
    bare = made(record, solutions=False).items[0]
    assert (bare.solution, bare.hints) == ([], item.hints[:2])


@pytest.mark.check
def test_a_puzzle_of_several_moves_is_answered_to_its_end():
    start = "partition:size=3,rules=free RRR,3,3/2,2/1 red"
    record = records.set_puzzle(new_record(start), Puzzle(Stipulation("hold", 2, "SW")))
    (item,) = made(record).items
    position, prover = read_position(start), prover_for(read_position(start).game, lambda: False)
    asked = Question(position, record.puzzle.stipulation, prover)
    for node, row in item.verdicts.items():
        for verdict in row.values():
            if verdict.right and verdict.reply:
                assert item.nodes[verdict.node].parent >= 0
                assert verdict.node in item.verdicts
        assert node == 0 or any(verdict.right for verdict in row.values())
    assert any(one.right for one in item.verdicts[0].values()) == any(
        asked.solves(move) for move in position.legal_moves
    )


def test_tasks_of_a_lesson_are_judged_as_the_window_does():
    task = Task(
        "place", accepted=("1e5",), right="Good.", otherwise="No.",
        foreseen=(Answer(("1a5",), "That *other* corner.", ("1c5",)),), hint="North east.",
        then=Then(Task("place", accepted=("2b2",), right="Done."), "1a3", "Go on."),
    )  # fmt: skip
    choice = Task("choice", choices=(Choice("Yes", right=True), Choice("No", answer="Look.")))
    record = new_record(CORNER.replace("blue", "red"))
    pictured = Task("choice", choices=(Choice("A", right=True, position=CORNER), Choice("B")))
    elsewhere = (Step(0, task=Task("game")), Step(0, task=pictured))
    steps = (Step(0, "**Play**", task=task), Step(0, task=choice), *elsewhere)
    (item,) = made(records.set_lesson(record, Lesson(steps))).items
    first, second, third, fourth = item.steps
    position = read_position(record.start)
    row = first.task.verdicts[first.node]
    assert (first.text, first.task.hint, first.task.shown) == (
        "**Play**",
        "North east.",
        ["1e5", "1a3", "2b2"],
    )
    for move, verdict in row.items():
        assert verdict.right == judge(position, task, move).right
    assert (row["1a5"].text, row["1a5"].reply) == ("That other corner.", ["1c5"])
    assert row["1e5"].reply == ["1a3"]
    after = first.task.verdicts[row["1e5"].node]
    assert [move for move, verdict in after.items() if verdict.right] == ["2b2"]
    assert [(one.text, one.right) for one in second.task.options] == [("Yes", True), ("No", False)]
    assert second.task.options[1].said == "Look."
    assert item.nodes[0].why
    assert not item.nodes[first.node].why
    assert third.task is None
    assert "a game against the computer" in third.text
    seen, plain = (one.node for one in fourth.task.options)
    assert (item.nodes[seen].position, item.nodes[seen].moves, plain) == (CORNER, StageData(), -1)


@pytest.mark.check
def test_a_step_plays_its_moves_pours_and_lays_over_what_its_view_shows():
    record, last = new_record("partition:size=3,rules=free 3,3,3/2,2/1 red"), ROOT
    for move in ("1a1", "1e5", "2b2"):
        record, last = records.play(record, last, move)
    record, _ = records.mark(record, last, (Mark("1e1"),))
    shows = View(show="corner=SW:red")
    steps = (Step(last, since=ROOT, pour="NW:blue"), Step(last), Step(last, view=shows))
    (item,) = made(records.set_lesson(record, Lesson(steps))).items
    first, second, third = item.steps
    assert (first.way, second.way) == ([0, 1, 2], [])
    position = read_position(item.nodes[first.node].position)
    assert numbers(first.shows.pour.distances)[position.game.board.corners["SW"]] > 0
    laid, plain = (item.nodes[one.node].marks["light"] for one in (third, second))
    assert plain
    assert laid != plain


@pytest.mark.check
def test_answers_by_points_and_choices_have_their_pictures():
    after = After(show="corner=SW:red", marks=(Mark("1e1"),))
    wrong = After(marks=(Mark("1a5"),), pour="NE:red")
    click = Task("click", accepted=("1a1",), after=after, after_wrong=wrong)
    choices = (Choice("Yes", right=True), Choice("No"))
    choice = Task("choice", choices=choices, after=after, after_wrong=wrong)
    steps = (Step(0, "Which?", task=click), Step(0, "Is it?", task=choice))
    data = made(records.set_lesson(new_record(CORNER), Lesson(steps)))
    first, second = (step.task for step in data.items[0].steps)
    right, missed = (
        {data.layers[number].shader for number in shows.layers["light"]}
        for shows in (first.shows, first.shows_wrong)
    )
    assert right > missed  # a line or a sheet besides what is marked
    assert missed
    assert first.shows.alone
    assert first.shows.pour is None
    board = read_position(CORNER).game.board
    assert first.shows_wrong.about == [board.index("1a5")]
    assert first.shows.about == [board.index(name) for name in ("1a1", "1c1", "1e1")]
    assert first.shows_wrong.pour is not None
    assert [one.shows for one in second.options] == [first.shows, first.shows_wrong]


@pytest.mark.check
def test_a_pour_of_a_step_goes_on_after_answers_that_make_no_move():
    click = Task("click", accepted=("1a1",), after_wrong=After(marks=(Mark("1a5"),)))
    steps = (Step(0, "Which?", pour="SW:red", task=click),)
    (item,) = made(records.set_lesson(new_record(CORNER), Lesson(steps))).items
    (step,) = item.steps
    assert step.task.shows.pour == step.task.shows_wrong.pour == step.shows.pour


@pytest.mark.check
def test_boards_of_players_are_held_once_and_follow_a_try():
    start = "rolling-pyramids 23 chance"
    (item,) = (data := made(new_record(start))).items
    (node,) = item.nodes
    sheets = [data.sheets[number] for number in node.sheets]
    assert [one.owner for one in sheets] == [-1, *range(len(data.games[0].players))]
    wanted = [(c.shape, c.printed, c.words) for c in read_position(start).sheets[1].cells]
    held = [c for part in sheets[1].sections for row in data.sections[part].rows for c in row]
    assert [(c.shape, c.printed, c.words) for c in held] == wanted
    data = made(shortened("05-rolling-pyramids", 9))
    (step,) = data.items[0].steps
    row = step.task.verdicts[step.node]
    tried = next(one for one in row.values() if not one.right and one.changes)
    before = data.items[0].nodes[data.items[0].nodes[step.node].like].sheets
    assert tried.changes[-1].sheets != before
    assert len({msgspec.json.encode(one) for one in data.sheets}) == len(data.sheets)


@pytest.mark.check
def test_another_board_keeps_no_more_of_the_view_than_in_the_window():
    record = shortened("06-poly-y", 0, 1, 2, 3)
    boards = [
        read_position(record[step.node].setup or record.start).game.board
        for step in record.lesson.steps
    ]
    assert boards[2] != boards[3]
    views = step_views(record, View())
    assert [view.show for view in views] == ["win=red", "win=red", "win=red", ""]
    assert views[3].camera.elevation == views[2].camera.elevation
    (item,) = made(record).items
    assert item.nodes[item.steps[3].node].view == views[3]


@pytest.mark.check
def test_a_wrong_try_says_what_it_changes_on_the_board_and_marks_lie_on_that():
    start = "pyramid WWWWWWW,7,7,7,7,7,BBBBBBB white"
    task = Task("place", accepted=("a1-a2",), otherwise="No.")
    step = Step(0, "Run.", marks=(Mark("a3"),), task=task)
    data = made(records.set_lesson(new_record(start), Lesson((step,))))
    (item,), (board,) = data.items, data.boards
    row = item.steps[0].task.verdicts[item.steps[0].node]
    (change,) = row["a1-a3"].changes
    names = board.names
    assert change.sites == [names.index("a1"), 0, names.index("a3"), 2]
    assert change.last == names.index("a3")
    assert row["a1-a3"].shows.layers != item.nodes[item.steps[0].node].marks
    assert row["b1^b2"].shows is msgspec.UNSET
    assert item.nodes[row["a1-a2"].node].move == "a1-a2"


@pytest.mark.check
def test_a_page_has_bookmarks_and_a_collection_shares_boards_and_games():
    record = records.bookmark(new_record(CORNER), "From above", View(explode=0.5))
    (item,) = made(record).items
    assert [(one.name, one.view.explode) for one in item.bookmarks] == [("From above", 0.5)]
    one = Contents(new_record(CORNER))
    held = list(items_of(Collection("Both", items=(one, one)), "file"))
    data = made_of(held)
    assert (len(data.boards), len(data.games), len(data.items), data.title) == (1, 1, 2, "Both")


@pytest.mark.check
def test_a_game_that_is_over_opens_at_its_start():
    record = new_record("poly-y:corners=3,size=3 R/R1/1BB red")
    position = PositionCache().position(record, ROOT)
    wins = next(m for m in position.legal_moves if position.play(m).outcome is not None)
    goes_on = next(m for m in position.legal_moves if position.play(m).outcome is None)
    record, over = records.play(record, ROOT, wins)
    record, open_end = records.play(record, ROOT, goes_on)
    opened = {node: made(Contents(record, node=node)).start.node for node in (ROOT, over, open_end)}
    assert opened == {ROOT: 0, over: 0, open_end: 2}
    resigned = Ending("resigned", open_end, *position.game.players).headers
    for name, text in resigned.items():
        record = records.head(record, name, text)
    assert made(Contents(record, node=open_end)).start.node == 0
    assert made(Contents(record, node=over), step=1).start.node == 1
    look = Contents(record, node=over, view=View(show="win=red", explode=0.5))
    views = [node.view for node in made(look).items[0].nodes]
    assert [(one.show, one.explode) for one in views] == [("", 0.5), ("win=red", 0.5), ("", 0.5)]


def test_a_right_move_that_ends_the_game_comes_with_its_end():
    step = Step(0, "Win.", task=Task("place", condition="wins"))
    record = new_record("poly-y:corners=3,size=3 R/R1/1BB red")
    item = made(records.set_lesson(record, Lesson((step,)))).items[0]
    task = item.steps[0].task
    right = {move: one.node for move, one in task.verdicts[item.steps[0].node].items() if one.right}
    assert right
    assert all("Red has won" in item.nodes[node].outcome for node in right.values())


def test_a_hint_names_a_right_answer_that_can_be_chosen():
    path = shipped.EXAMPLES / "puzzles" / "pyramid-ball-puzzles.pyramidion"
    several = load_item(path, 4)  # two programs win, and one of them is offered
    start, asked = read_position(several.record.start), several.record.puzzle.stipulation
    (item,) = made(several).items
    (named,) = [
        one for one in reached(item.nodes[0].moves) if describe.named(start, one) in item.hints[2]
    ]
    assert item.verdicts[0][named].right
    assert start.replay((named, asked.known)).outcome.winner == "A"


@pytest.mark.check
def test_of_very_many_moves_a_few_are_offered_in_words():
    """Somebody who was sent a page has nothing else to solve it with."""
    puzzle = load_item(shipped.EXAMPLES / "puzzles" / "pyramid-ball-puzzles.pyramidion", 0)
    data = made(puzzle, shortened("04-pyramid-ball", 1, 3, 14, 15))
    solved, taught = data.items
    assert solved.task.startswith("B has chosen: small stands, runs south two squares;")
    assert "pass to large in row 2. A to move" in solved.task
    asked = [(solved.nodes[0], solved.verdicts[0])]
    for step in taught.steps:
        asked.append((taught.nodes[step.node], step.task.verdicts[step.node]))
    for node, verdicts in asked:
        assert 2 <= len(node.moves.next) <= 4
        assert list(node.moves.next) == list(node.moves.words)
        assert sorted(node.moves.next) == sorted(verdicts)
        assert [verdict.right for verdict in verdicts.values()].count(True) == 1
        assert not any("/" in words for words in node.moves.words.values())
    assert solved.nodes[0].moves.words[".../N../..."] == "Medium runs north"
    words = taught.nodes[taught.steps[0].node].moves.words
    assert words["NEN/.../..."] == "Small runs north, east, north"


def test_a_program_that_was_played_is_named_in_words():
    game = load_any(shipped.EXAMPLES / "22-pyramid-ball-a-pass.pyramidion")
    first = made(game).items[0].nodes[1]
    assert (first.label, first.words) == (
        "ENN/.../.../pass2S",
        "A: small runs east, north two squares; pass to small in row 2",
    )


@pytest.mark.check
def test_moves_and_their_solution_are_told_in_words():
    puzzle = load_item(shipped.EXAMPLES / "puzzles" / "pyraos-puzzles.pyramidion", 0)
    item = made(puzzle, solutions=True).items[0]
    lifts = "White lifts the sphere on 1g1 to 3e5"
    assert f"Key: “{lifts}”" in item.solution
    assert item.hints[-1] == f"Play “{lifts}”."
    assert [node.words for node in item.nodes if node.move == "1g1-3e5"] == [lifts]
    pyramid = load_item(shipped.EXAMPLES / "puzzles" / "pyramid-puzzles.pyramidion", 0)
    wrong = made(pyramid).items[0].verdicts[0]["c3-c1"]
    assert wrong.text == "“White runs south 2 squares from c3 to c1” does not solve it."


def test_it_stops_when_it_is_told_to_and_steps_beyond_the_end_are_refused():
    with pytest.raises(Stopped):
        made_of([ExportItem(Contents(new_record(CORNER)))], stop=lambda: True)
    with pytest.raises(ExportError, match="the main line has 0 moves"):
        made(new_record(CORNER), step=3)

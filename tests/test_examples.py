"""Every example opens, is written canonically, and shows what it says."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from model import connection
from model.boards.lattice import CORNERS
from model.positions.setup import read_position
from model.records import files
from model.records.record import PositionCache, last_of_main_line
from model.records.view import VALUES, View
from viewer.picture.visibility import hiding as visibility
from viewer.session.files import resources

EXAMPLES = resources.examples()
NAMES = [path.stem for path in EXAMPLES]
SCRIPTS = Path(__file__).parent.parent / "examples" / "scripts"


def opened(name):
    contents = files.load(resources.example(name))
    return contents, PositionCache().position(contents.record, contents.node)


def state(position, player, corner):
    other = "blue" if player == "red" else "red"
    board = position.game.board
    return connection.corner_state(board, position.balls(player), position.balls(other), corner)


def winners(position, player):
    """The moves with which `player` would win at once, were it his turn."""
    turned = position.game.position(position.cells.copy(), player)
    return [move for move in turned.legal_moves if turned.play(move).outcome]


@pytest.mark.check
@pytest.mark.parametrize("name", NAMES)
def test_it_opens_and_is_canonical(name, tmp_path):
    contents, position = opened(name)
    record = contents.record
    assert record.headers["title"]
    assert record.nodes[0].comment
    assert record.start == str(read_position(record.start))
    assert contents.node in record.nodes
    assert str(read_position(str(position))) == str(position)
    again = tmp_path / "again.pyramidion"
    files.save(again, contents)
    assert files.load(again) == contents
    assert again.read_bytes() == resources.example(name).read_bytes()


@pytest.mark.check
@pytest.mark.parametrize("name", NAMES)
def test_its_views_fit_its_board(name):
    contents, position = opened(name)
    board = position.game.board
    occupied = np.zeros(len(board), bool)
    occupied[position.pieces.site] = True
    views = [contents.view, *contents.record.bookmarks.values()]
    views += [node.view for node in contents.record.nodes.values() if node.view is not None]
    for view in views:
        visible = visibility.resolve(board, occupied, view)
        assert visible.shown.any()
        for site in (view.peel.only, view.selected, view.lens):
            assert site == "" or occupied[board.index(site)]
        kind, _, what = view.show.partition("=")
        if kind == "win":
            assert what in position.game.players
        elif kind and view.show != VALUES:
            corner, _, player = what.partition(":")
            assert corner in CORNERS
            assert player in position.game.players


def test_an_empty_board_of_size_six():
    contents, position = opened("01-empty-board")
    assert position.game.size == 6
    assert not len(position.pieces.site)
    assert contents.view == View()


def test_figure_one_three_partitions_of_one_group():
    contents, position = opened("02-figure-1")
    assert position.outcome.winner == "red"
    assert set(position.outcome.witness) == {"SW", "SE", "NW"}
    states = {corner: state(position, "red", corner) for corner in ("SW", "SE", "NW")}
    assert len({found.group for found in states.values()}) == 1
    board = position.game.board
    plan = np.stack([board.layers["file"], board.layers["rank"]], axis=1)
    for corner, found in states.items():
        assert found.sheet, "a sheet, not a corner ball"
        levels = board.layers["level"][list(found.sheet)]
        assert levels.min() == 1, f"the partition of {corner} reaches the board"
        cells = {tuple(row) for row in plan[list(found.sheet)].tolist()}
        assert len(cells) < len(found.sheet), "some of it stands under other balls, seen from above"
    for corner in ("NE", "apex"):
        assert state(position, "red", corner).kind == "open"
    # It is a whole game, and its last ball wins it.
    before = PositionCache().position(contents.record, contents.record.nodes[contents.node].parent)
    assert before.outcome is None


def test_isolated_but_not_anchored():
    _, position = opened("03-isolated-not-anchored")
    found = state(position, "red", "SW")
    assert found.kind == "isolates"
    assert len(found.sheet) > 1
    assert position.game.board.index("1a1") not in found.group


def test_a_line_through_the_inside():
    _, position = opened("04-line-from-a-corner")
    board = position.game.board
    found = state(position, "red", "SW")
    assert found.kind == "holds"
    assert board.names[found.line[0]] == "1a1"
    assert board.names[found.line[-1]] == "3i5"
    assert found.wall == "east"
    assert any(board.layers["shell"][site] > 0 for site in found.line)


def test_a_floating_sheet():
    _, position = opened("05-floating-sheet")
    board = position.game.board
    found = state(position, "red", "apex")
    assert found.kind == "holds"
    assert len(found.sheet) > 20
    assert board.layers["level"][list(found.sheet)].min() > 2, "nothing of it rests on the base"
    assert found.wall == "base"
    assert np.isin(board.layers["shell"][list(found.sheet)], (1, 2, 3)).sum() >= 8, "deep inside"


def test_a_stacking_game_to_its_end():
    contents, position = opened("06-stacking-game")
    assert position.game.rules == "stacking"
    assert position.outcome is not None
    assert contents.node == last_of_main_line(contents.record)
    moves = [contents.record.nodes[node].move for node in contents.record.main_line()]
    assert len(moves) >= 30
    assert str(read_position(contents.record.start).replay(moves)) == str(position)


def test_about_1400_balls_of_size_twenty():
    _, position = opened("07-size-20")
    assert position.game.size == 20
    assert abs(len(position.pieces.site) - 1400) <= 20
    assert any(state(position, player, corner).sheet
               for player in ("red", "blue") for corner in CORNERS)  # fmt: skip


def test_a_full_pyramid_has_one_holder_a_corner():
    _, position = opened("08-full-pyramid")
    assert (position.cells != 0).all()
    assert (position.holders >= 0).all()
    assert position.outcome is not None


@pytest.mark.check
def test_a_double_threat_has_no_answer():
    _, position = opened("09-double-threat")
    assert position.to_move == "blue"
    assert len(winners(position, "red")) == 2
    assert not winners(position, "blue")
    assert all(winners(position.play(move), "red") for move in position.legal_moves)


def walked(name):
    """Each move of the main line of an example: move, position before, events by cause, after."""
    record = files.load(resources.example(name)).record
    position = read_position(record.start)
    for node in record.main_line():
        move = record.nodes[node].move
        happened = [(e.cause or e.kind, e.site, e.to, e.owner) for e in position.events(move)]
        after = position.play(move)
        yield move, position, happened, after
        position = after


def happening(name, cause):
    """How often a cause happens in the main line of an example."""
    return sum(event[0] == cause for _, _, events, _ in walked(name) for event in events)


@pytest.mark.check
@pytest.mark.parametrize(
    ("game", "least"), [("pyraos", 4), ("pyramid", 4), ("pyramid-ball", 4), ("rolling-pyramids", 3)]
)
def test_all_other_games_have_examples(game, least):
    names = [name for name in NAMES if files.load(resources.example(name)).record.start
             .split(" ")[0].split(":")[0] == game]  # fmt: skip
    assert len(names) >= least
    for name in names:
        assert files.load(resources.example(name)).view != View()


def test_lifting_keeps_a_sphere_and_buries_what_is_below():
    _move, before, events, after = next(walked("10-pyraos-lifting"))
    assert events[0][0] == "lift"
    assert before.reserves == after.reserves
    assert before.play("2b2").reserves["white"] == after.reserves["white"] - 1
    assert {after.explain(f"{site}-3c3").key for site in ("1a1", "1c3")} == {"not-yours"}
    ours = read_position(str(after).replace(" black", " white"))
    assert {ours.explain(f"{site}-3c3").key for site in ("1a1", "1c3")} == {"buried"}


def test_a_square_gives_two_back_the_second_from_under_the_first():
    _move, before, events, after = next(walked("11-pyraos-taking-back"))
    names = before.game.board.names
    assert [names[event[1]] for event in events if event[0] == "take-back"] == ["2b2", "1a1"]
    assert before.explain("2d4x1a1").key == "carries"
    assert after.reserves["white"] == before.reserves["white"] + 1
    assert len(before.steps(("2d4",)).made) == 1
    assert before.explain("2d4x2d4") is None
    for number in (15 - before.white.bit_count(), 15 - before.black.bit_count()):
        assert number == 8, "both sides have played as many spheres"


def test_a_line_counts_only_in_the_alternate_game():
    move, before, events, _after = next(walked("12-pyraos-a-line"))
    assert [event[0] for event in events] == ["place", "take-back", "take-back"]
    standard = read_position(str(before).replace("alternate", "standard"))
    assert standard.explain(move).key == "no-square"


def test_a_pass_that_is_forced():
    before = next(p for move, p, _, _ in walked("13-pyraos-a-forced-pass") if move == "pass")
    assert list(before.legal_moves) == ["pass"]
    assert before.reserves[before.to_move] == 0
    _, position = opened("13-pyraos-a-forced-pass")
    assert position == before


def test_a_whole_game_of_pyraos():
    name = "14-pyraos-a-game"
    assert all(happening(name, cause) for cause in ("lift", "take-back", "pass"))
    _, position = opened(name)
    assert position.outcome.how == "apex"
    assert not len(read_position(files.load(resources.example(name)).record.start).pieces.site)


def test_a_run_over_two_levels_that_smashes():
    name = "15-pyramid-run-and-smash"
    move, before, _events, _ = next(walked(name))
    board = before.game.board
    assert move == "d4xd2"
    assert board.height[board.index("d4")] - board.height[board.index("d2")] == 2
    assert happening(name, "smash") == 4, "two stones smashed, two stones that smash"


def test_jumps_pushes_a_drop_and_a_fall():
    name = "16-pyramid-jump-and-push"
    (_move, before, events, _), *_rest = walked(name)
    assert [event[0] for event in events] == ["smash", "pushed", "push"]
    board = before.game.board
    dropped = next(event for event in events if event[0] == "pushed")
    assert board.height[dropped[1]] == board.height[dropped[2]] + 1
    assert happening(name, "fall") == 1
    assert happening(name, "jump") >= 2


def test_osiris_takes_what_is_enclosed():
    (row,) = walked("17-pyramid-osiris")
    names = row[1].game.board.names
    assert [names[e[1]] for e in row[2] if e[0] == "osiris"] == ["c1", "d1"]
    assert {e[3] for e in row[2] if e[0] == "osiris"} == {1}


def test_double_osiris_takes_both_colours():
    (row,) = walked("18-pyramid-double-osiris")
    taken = [e for e in row[2] if e[0] == "osiris"]
    assert {e[3] for e in taken} == {0, 1}
    assert row[1].game.board.index(row[0].split("-")[1]) in {e[1] for e in taken}


def test_a_win_on_the_victory_fields():
    *_, (_move, before, _, after) = walked("19-pyramid-victory-fields")
    assert len(before.victory_held("white")) == 3
    assert after.outcome.how == "victory-fields"
    assert after.outcome.winner == "white"


def test_a_board_written_by_hand_stands_in_the_file():
    contents, position = opened("20-pyramid-own-board")
    assert "levels=00000/01110" in contents.record.start
    assert position.game.terrace.name == ""
    assert position.victory_held("white")
    assert position.victory_held("black")


@pytest.mark.check
def test_a_whole_game_of_pyramid():
    name = "21-pyramid-a-game"
    for cause in ("run", "smash", "jump", "push", "fall", "osiris", "pushed"):
        assert happening(name, cause), cause
    _, position = opened(name)
    assert position.outcome.how == "victory-fields"


def test_a_pass_scores_in_the_next_turn():
    assert happening("22-pyramid-ball-a-pass", "pass") == 1
    assert happening("22-pyramid-ball-a-pass", "goal") == 1
    *_, (_, _, _, after) = walked("22-pyramid-ball-a-pass")
    assert after.outcome.winner == "A"


def test_a_chain_pushes_and_the_edge_protects_until_a_tackle_from_the_side():
    name = "23-pyramid-ball-pushing"
    assert happening(name, "pushed") == 10  # each is told, and moves a piece
    assert happening(name, "tackled") == 1
    *_, (move, before, _, after) = walked(name)
    assert after.outcome.winner == "B"
    assert any("nobody is pushed off" in str(e.reason) for e in before.events(move))


def test_an_interception_on_a_square_the_ball_crosses():
    name = "24-pyramid-ball-an-interception"
    assert happening(name, "intercepted") >= 1
    *_, (_, _, _, after) = walked(name)
    standing = {after.game.board.names[site] for site in after.pieces.site[after.pieces.owner == 1]}
    assert "e4" in standing
    assert after.outcome.winner == "B"


def test_all_three_special_moves_and_a_ball_that_is_picked_up():
    name = "25-pyramid-ball-special-moves"
    assert happening(name, "special") == 3
    assert [happening(name, one) for one in ("goal", "loose", "recovered")] == [1, 1, 1]
    *_, (move, _, _, after) = walked(name)
    assert move == "take-S"
    assert "specials=-:S" in str(after)


def on_space(position, name):
    """Who holds a space (by number, -1: nobody), and the soldiers and heroes there."""
    state, place = position.state, position.game.board.index(name)
    return state.holders[place], state.soldiers[place], state.heroes[place]


def told(name, move):
    """What is noted of a move of the main line of an example."""
    before = next(row for row in walked(name) if row[0] == move)[1]
    return [str(event.reason) for event in before.events(move) if event.kind == "note"]


@pytest.mark.check
def test_three_rounds_of_rolling_pyramids():
    name = "31-rolling-pyramids-three-rounds"
    _, shown = opened(name)
    assert [own.points for own in shown.state.owns] == [2, 2]
    assert shown.state.devices[0] == 1 << shown.game.board.index("10>9")
    assert shown.game.rules.desk.footmen(shown.state.owns[0].crossed) == (2, 1)
    after = {row[0]: row[3] for row in walked(name)}
    assert on_space(after["foot1:10>9,foot2:10"], "9") == (0, 1, 0)
    (fought, *_) = told(name, "foot1:10>9,foot2:10>9")
    assert "4 soldiers, which a ram breaks down to 2 soldiers" in fought
    assert on_space(after["foot1:10>9,foot2:10>9"], "9") == (-1, 0, 0)
    assert not any(row[1].explain(row[0]) for row in walked(name))
    assert sum(row[1].by_chance for row in walked(name)) == 4, "who begins, and three rolls"


def test_a_bomb_under_an_umbrella_a_ram_and_three_sides():
    name = "32-rolling-pyramids-a-melee"
    contents, shown = opened(name)
    assert on_space(shown, "9") == (1, 6, 2)
    assert shown.sealed == ("p1", "p2")
    (third,) = contents.record.nodes[contents.node].children
    notes = told(name, contents.record.nodes[third].move)
    assert "4 of them under an umbrella, 2 soldiers and 2 heroes left" in notes[0]
    assert any("a ram breaks down to 2 heroes (strength 4)" in note for note in notes)
    assert "7 against 5 against 4: P1 holds 9 with 1 hero" in notes
    *_, (move, _, _, after) = walked(name)
    assert (move, on_space(after, "9")) == ("foot1.1", (0, 0, 1))


def test_the_pharaoh_runs_out_of_soldiers():
    name = "33-rolling-pyramids-the-pharaoh"
    (conquers,) = (row for row in walked(name) if row[0].startswith("hero2:"))
    assert on_space(conquers[3], "3") == (0, 0, 2)
    assert conquers[3].state.kept == 4 + 1 + 1 + 1
    notes = told(name, "foot1.3")
    assert "the dice kept come to 7: the Pharaoh gets 3 soldiers" in notes
    assert "3: 1 of the Pharaoh's soldiers meet 2 heroes, 1 hero left" in notes
    _, shown = opened(name)
    assert [on_space(shown, place) for place in ("1", "2", "3")] == [
        (1, 21, 0),
        (1, 6, 0),
        (0, 0, 1),
    ]
    assert shown.game.rules.desk.footmen(shown.state.owns[0].crossed) == (2, 1)
    *_, (_, _, _, after) = walked(name)
    assert on_space(after, "10")[1] == on_space(shown, "10")[1] + 1


def run(script, *words):
    return subprocess.run(
        [sys.executable, str(SCRIPTS / script), *words],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=SCRIPTS.parent.parent,
        env=None,
    )


@pytest.mark.check
def test_the_script_that_tells_who_holds_what():
    result = run("who_holds.py", "--size", "4", "--seed", "5")
    assert result.returncode == 0, result.stderr
    position = read_position(result.stdout.splitlines()[0])
    told = {}
    for line in result.stdout.splitlines()[2:]:
        if found := re.match(r"(Red|Blue) holds (?:the )?(\w+): ", line):
            told[found[2]] = found[1].lower()
    held = {corner: ("red", "blue")[holder] for corner, holder in
            zip(CORNERS, position.holders.tolist(), strict=True) if holder >= 0}  # fmt: skip
    assert told == held


@pytest.mark.check
def test_the_script_that_tells_costs():
    result = run("cheapest_corner.py", "partition:size=3,rules=free RRR,3,3/2,2/1 blue")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == "red SW: 0"
    assert lines[1] == "red SE: 0"
    assert not any(line.startswith(("blue SW", "blue SE")) for line in lines)
    assert run("cheapest_corner.py", "nonsense").returncode == 2


def test_poly_y_a_whole_game_with_a_swap():
    contents, position = opened("34-poly-y-a-game")
    assert [contents.record[node].move for node in contents.record.main_line()][1] == "swap"
    assert position.outcome.winner == "red"
    assert position.captured("red") == ("A", "D", "E")
    assert position.captured("blue") == ("B", "C")


def test_poly_y_on_three_corners_is_y():
    _, position = opened("35-poly-y-the-game-of-y")
    assert position.outcome.witness == ("A", "B", "C")
    assert any(chain.sides == 0b111 for chain in position.chains[position.outcome.winner])


def test_poly_y_on_four_corners_can_be_drawn():
    _, position = opened("36-poly-y-a-draw")
    assert position.outcome.how == "full"
    assert [len(position.captured(side)) for side in ("red", "blue")] == [2, 2]

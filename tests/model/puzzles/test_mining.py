"""Puzzles out of played games: the best of many, none like another; `generate --from`."""

import json
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from model.contract.search import Budget
from model.play.levels import level_of
from model.play.matches.match import lines_of_match
from model.play.opponent import Opponent, engine_for, never
from model.positions.setup import exchanged, moved, read_position
from model.positions.symmetry import canonical, likeness, maps
from model.puzzles.generate import ALIKE, MinedGame, candidates_in, mine
from model.puzzles.proof import check
from model.puzzles.request import PuzzleRequest
from model.records import files
from model.records import record as records
from model.records.files import Collection, Contents
from viewer.cli.main import main

START = "pyraos:rules=standard 4,4,4,4/3,3,3/2,2/1 white"


def course(seed, start=START):
    """A game of two levels after four drawn moves."""
    position, rng, moves = read_position(start), Random(seed), []
    engine, level = engine_for(position.game), level_of(position.game.kind, 3)
    while position.outcome is None:
        if len(moves) < 4:
            move = position.legal_moves.sample(rng)
        else:
            move, _ = Opponent(engine, level, Budget(level.nodes, seed=seed)).think(position)
        moves.append(move)
        position = position.play(move)
    return MinedGame(start, tuple(moves), f"game {seed}")


@pytest.fixture(scope="module")
def courses():
    return [course(seed) for seed in range(3)]


@pytest.fixture(scope="module")
def wanted():
    return PuzzleRequest(read_position(START).game, 3, 2, 5)


def threads():
    return ThreadPoolExecutor(1)


@pytest.mark.slow
def test_candidates_stand_in_the_game_and_are_sound(courses, wanted):
    seen = 0
    for one in courses:
        looked, found = candidates_in(one, wanted, never)
        assert looked <= 2 * wanted.longest + 1
        for candidate in found:
            number = int(candidate.source.rsplit(" ", 1)[1])
            start = read_position(one.start)
            assert candidate.source == f"{one.source}, before move {number}"
            here = start.replay(one.moves[: number - 1]).without_past()
            assert candidate.position == str(here)
            seen += 1
    assert seen


@pytest.mark.check
@pytest.mark.slow
def test_the_best_come_and_none_is_like_another(courses, wanted):
    made = mine(courses, wanted, threads)
    again = mine(courses, wanted, threads)
    assert [str(one.position) for one in made.made] == [str(one.position) for one in again.made]
    assert 1 <= len(made.made) <= 3
    for number, one in enumerate(made.made):
        assert check(one.position, one.puzzle, thorough=False).proof.verdict == "sound"
        assert "before move" in one.record("elsewhere").headers["source"]
        for other in made.made[:number]:
            assert likeness(one.position, other.position) < ALIKE
    ranked = [one for each in courses for one in candidates_in(each, wanted, never)[1]]
    fights = [one for one in ranked if one.fight.answer == "yes"]
    kept = [one for one in made.made if one.puzzle.proof.fight.answer == "yes"]
    assert bool(fights) == bool(kept), "a fight comes before what is none"


def test_games_of_other_options_make_nothing(courses):
    other = PuzzleRequest(read_position(START.replace("standard", "children")).game, 3, 2, 5)
    assert candidates_in(courses[0], other, never) == (0, [])


def test_positions_that_symmetry_joins_are_alike():
    one = read_position("partition:size=4,rules=free RB2,4,1R2,4/3,1B1,3/2,2/1 red")
    for image in maps(one.game.board):
        other = exchanged(moved(one, image))
        assert likeness(one, other) == 1
        assert canonical(one) == canonical(other)
    far = read_position("partition:size=4,rules=free RB2,4,4,4/3,3,3/2,2/1 red")
    assert likeness(one, far) == pytest.approx(0.5)
    assert likeness(far, one) == likeness(one, far)


def test_a_file_of_a_match_is_read_line_by_line():
    head = {"match": ["3", "plain"], "rules": {}, "openings": [START]}
    game = {"pair": 0, "opening": START, "first": "A", "moves": ["1a1", "1c1"], "points": 1}
    data = "\n".join(map(json.dumps, (head, game))).encode() + b'\n{"pair": 1, "ope'
    assert lines_of_match(data) == [(START, ("1a1", "1c1"), "level 3 against plain")]
    assert lines_of_match(b'{"format": "pyramidion/1"}') is None
    assert lines_of_match(b"") is None


@pytest.mark.check
@pytest.mark.slow
def test_the_command_makes_puzzles_of_a_collection(courses, tmp_path, capsys):
    items = []
    for one in courses[:2]:
        record = records.new_record(one.start, title=one.source)
        node = records.ROOT
        for move in one.moves:
            record, node = records.play(record, node, move)
        items.append(Contents(record))
    path, out = tmp_path / "games.pyramidion", tmp_path / "puzzles.pyramidion"
    files.save_collection(path, Collection("Games", "", tuple(items)))
    words = ["generate", "--from", str(path), "--moves", "2..5", "--count", "1"]
    assert main([*words, "--out", str(out)]) == 0
    (item,) = files.load_any(out).items
    assert item.record.headers["source"].startswith("game ")
    assert item.record.puzzle.proof.fight is not None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "there is no such file"),
        ('{"match":["1","2"]}\n{"opening":"nonsense","moves":[]}\n', "nonsense"),
        (f'{{"match":["1","2"]}}\n{{"opening":"{START}","moves":["9z9"]}}\n', "9z9"),
        ('{"match":["1","2"]}\n', "holds no game"),
        ("hello", "is neither a .pyramidion file nor"),
    ],
)
def test_files_that_hold_no_game_cost_a_sentence(tmp_path, capsys, text, said):
    path = tmp_path / "games"
    if text is not None:
        path.write_text(text)
    assert main(["generate", "--from", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith("pyramidion: ")
    assert err.count("\n") == 1
    assert said in err


def test_a_game_or_games_are_needed(capsys):
    assert main(["generate"]) == 2
    assert "the following arguments are required: GAME" in capsys.readouterr().err

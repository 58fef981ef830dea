"""What happens in a film: every scene of every game, the one that suits, and what is refused."""

import math
from dataclasses import replace

import pytest
from film_probe import START, example, filmed, game

from model.records.files import Contents
from model.records.puzzle import Puzzle, Stipulation
from model.records.record import new_record, set_puzzle
from model.records.view import Camera, View
from viewer.export.export_options import FilmOptions
from viewer.export.film.film_scenes import Take, lines_of, parts_of, scene_of
from viewer.export.film.lettering import Lettering
from viewer.export.film.shots import frames_of
from viewer.export.items import ExportError, ExportItem
from viewer.picture.palette import STANDARD
from viewer.visuals.overlay_types import Pour, Sheet

GAMES = {"partition": "06", "pyraos": "14", "pyramid": "21", "pyramid ball": "22",
         "rolling pyramids": "31", "poly-y": "34"}  # fmt: skip
COURSES = [f"lessons/0{k}" for k in range(1, 7)]


def parts(item, **wanted):
    whole = FilmOptions(**{"size": (854, 480)} | wanted)
    return list(parts_of(Take(item, whole, Lettering(whole.size, lines_of([item], whole),
                                                     STANDARD))))  # fmt: skip


def pictures(found):
    """What each shot shows in its middle and at its end."""
    shots = [shot for part in found for shot in part.shots]
    return [picture for shot in shots for picture in (shot.at(0.5), shot.at(1.0))]


def texts(found):
    return [caption.words.text for part in found for caption in part.captions]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", GAMES.values(), ids=GAMES)
def test_a_replay_ends_where_the_game_does(name):
    item = example(name)
    found = parts(item, scene="replay")
    moves = len(list(item.contents.record.main_line()))
    counters = [part.captions[-1].words.counter for part in found]
    told = list(dict.fromkeys(filter(None, counters)))
    assert told == [f"{k} / {moves}" for k in range(1, moves + 1)]
    assert pictures(found)


@pytest.mark.check
@pytest.mark.parametrize("name", GAMES.values(), ids=GAMES)
def test_a_turn_ends_as_it_began_and_comes_no_nearer(name):
    (part,) = parts(example(name), scene="turntable")
    (shot,) = part.shots
    cameras = [shot.at(share).view.camera for share in (1e-9, 0.25, 0.5, 1.0)]
    turned = [camera.azimuth - cameras[0].azimuth for camera in cameras]
    assert turned == pytest.approx([0, 90, 180, 360], abs=1e-3)
    assert len({(camera.distance, camera.centre, camera.elevation) for camera in cameras}) == 1


def test_a_sway_goes_to_both_sides_and_ends_as_it_began():
    (part,) = parts(puzzle(), scene="sway")
    (shot,) = part.shots
    cameras = [shot.at(share).view.camera for share in (1e-9, 0.25, 0.5, 0.75, 1.0)]
    turned = [camera.azimuth - cameras[0].azimuth for camera in cameras]
    assert turned == pytest.approx([0, 5, 0, -5, 0], abs=1e-3)
    assert shot.seconds == 6.0
    assert texts([part]) == texts(parts(puzzle(), scene="turntable")), "what it asks is read"


@pytest.mark.sample(2)
@pytest.mark.parametrize("course", COURSES)
def test_every_step_of_a_lesson_is_shown_and_its_tasks_are_answered(course):
    item = example(course)
    steps = item.contents.record.lesson.steps
    found = parts(item)
    counters = dict.fromkeys(part.captions[0].words.counter for part in found)
    assert list(counters) == [f"{k} / {len(steps)}" for k in range(1, len(steps) + 1)]
    assert pictures(found)
    asked = parts(item, solutions=False)
    assert len(asked) < len(found)
    assert set(texts(asked)) < set(texts(found))


def test_answers_to_choose_from_stand_together():
    found = parts(example("lessons/04"))
    assert any(text.count("\n") == 2 and text.startswith("A: ") for text in texts(found))


def test_colour_pours_from_where_it_is_asked_to_until_it_is_everywhere():
    part, end = parts(example("02"), scene="pour", corner="SE:red")
    (before, running), (after,) = part.shots, end.shots
    assert poured(before.at(1.0)) is None
    quarter, half, whole = (poured(running.at(share)) for share in (0.25, 0.5, 1.0))
    assert (quarter, half) == pytest.approx((whole / 4, whole / 2))
    assert poured(after.at(1.0)) == whole
    assert part.captions[0].words.heading == "Colour from SE: do Red's pieces hold it back?"
    assert end.captions[0].words.heading == "Colour from SE: Red holds it back"
    assert any(isinstance(one, Sheet) for one in after.at(1.0).overlays)
    *_, end = parts(game("1a1"), scene="pour", corner="NE:red")
    assert end.captions[0].words.heading == "Colour from NE: it gets out"


def test_colour_pours_from_where_it_runs_longest_by_itself():
    item = game("1a1")
    whole = [parts(item, scene="pour", corner=name)[0] for name in ("SW", "SE", "NW", "NE")]
    longest = max(part.shots[1].seconds for part in whole)
    part, _ = parts(item, scene="pour")
    assert part.shots[1].seconds == longest > whole[0].shots[1].seconds


def test_a_cut_travels_in_and_out_again():
    (part,) = parts(example("06"), scene="cut", family="west")
    assert part.captions[0].words.heading == "Cut parallel to the west wall"
    _, inwards, _, outwards = part.shots
    assert {cut.family for cut in inwards.at(0.5).view.cuts} == {"west"}
    at = [inwards.at(share).view.cuts[0].at for share in (0.0, 0.3, 0.6, 1.0)]
    assert at in (sorted(at), sorted(at, reverse=True))
    assert [outwards.at(1 - share).view.cuts[0].at for share in (0.0, 0.3, 0.6, 1.0)] == at


@pytest.mark.parametrize("family", ["file", "rank", "west", "east", "south", "north", "diag"])
@pytest.mark.parametrize("azimuth", [-170.0, 19.0, 100.0])
def test_faces_that_are_cut_are_seen_from_where_the_camera_stands(family, azimuth):
    seen = View(camera=Camera(azimuth=azimuth, elevation=30.0))
    item = ExportItem(Contents(game("1a1").contents.record, view=seen))
    (part,) = parts(item, scene="cut", family=family)
    picture = part.shots[1].at(0.5)
    east, north, _ = picture.board.planes[family].normal
    turned = math.radians(picture.view.camera.azimuth)
    towards_camera = east * math.sin(turned) - north * math.cos(turned)
    assert towards_camera > 0.6 * math.hypot(east, north)


@pytest.mark.parametrize(
    ("name", "wanted", "sentence"),
    [
        ("01", {"scene": "replay"}, "has no moves to replay: film a turntable"),
        ("01", {"scene": "lesson"}, "is not a lesson with steps: film a replay"),
        ("21", {"scene": "pour"}, "nothing pours in Pyramid: film a turntable"),
        ("01", {"scene": "pour", "corner": "top"}, 'no corner called "top": choose SW, SE'),
        ("01", {"scene": "pour", "corner": "SW:green"}, '"green" has no part in this pour'),
        ("01", {"scene": "cut", "family": "x"}, 'no planes called "x": choose level, file'),
        ("34", {"scene": "cut"}, "lies on a flat board, which no cut travels through"),
    ],
)
def test_what_cannot_be_filmed_is_said_in_a_sentence(name, wanted, sentence):
    with pytest.raises(ExportError, match=sentence):
        parts(example(name), **wanted)


def poured(picture):
    """How far colour has come, None where none pours."""
    return next((one.time for one in picture.overlays if isinstance(one, Pour)), None)


def puzzle():
    record = set_puzzle(new_record(START), Puzzle(Stipulation("win", 1)))
    return ExportItem(Contents(record, kind="puzzle"), "Find it")


def test_the_scene_is_the_one_that_suits_and_a_puzzle_turns_with_what_it_asks():
    wanted = FilmOptions()
    assert scene_of(example("lessons/01"), wanted) == "lesson"
    assert scene_of(example("14"), wanted) == "replay"
    assert scene_of(example("01"), wanted) == "turntable"
    assert scene_of(puzzle(), wanted) == "turntable"
    with pytest.raises(ExportError, match="shows its solution"):
        scene_of(puzzle(), replace(wanted, scene="replay", solutions=False))
    (part,) = parts(puzzle())
    words = part.captions[0].words
    assert words.heading == "Find it"
    assert words.text


@pytest.mark.check
def test_texts_are_held_as_long_as_they_take_or_as_is_wanted():
    item = example("lessons/01")
    for hold, seconds in ((None, None), (2.0, 2.0)):
        held = [c.seconds for part in parts(item, hold=hold) for c in part.captions if c.seconds]
        assert held
        assert all(second == seconds for second in held) or hold is None
    longest = max((c for part in parts(item) for c in part.captions), key=lambda c: c.seconds)
    assert longest.seconds > len(longest.words.text) / 20


def test_a_title_card_fades_into_what_comes_first():
    item = game("1a1", title="Mine", author="Somebody")
    card, first, *_ = parts(item, title_card=True)
    assert card.captions[0].words.card.title == "Mine"
    assert card.captions[0].words.card.author == "Somebody"
    assert "Mark Steere" in card.captions[0].words.card.credit
    veils = [caption.words.veil for caption in card.captions]
    assert veils == sorted(veils, reverse=True)
    assert first.captions[0].words.card is None
    named = parts(item, title_card=True, title="Another")
    assert named[0].captions[0].words.card.title == "Another"
    assert next(frames_of(named, 10.0, 1.0)).words.card.title == "Another"


@pytest.mark.check
def test_several_items_follow_each_other_in_one_film():
    told = []

    def notify(done, of, part="item", left=None):
        told.append((done, of, part))

    filmed(".mp4", game("1a1"), game("1c1"), scene="turntable", fps=1.0, notify=notify)
    assert told[-1] == (18, 18, "frame")

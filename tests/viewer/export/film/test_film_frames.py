"""The frames of a film: how many there are, what repeats, and what waits for what."""

from dataclasses import replace

import pytest

from viewer.export.film.shots import Caption, FilmPart, FrameText, Shot, frames_of, still
from viewer.export.film.video import AHEAD, hand_on

ONE, TWO = FrameText("one"), FrameText("two")


def seen(parts, fps=10.0, speed=1.0):
    """(picture, heading, frames) of each frame."""
    return [(f.picture, f.words.heading, f.count) for f in frames_of(parts, fps, speed)]


def test_what_moves_is_a_frame_each_and_what_rests_is_one():
    moving, resting = Shot(0.4, lambda share: round(share, 6)), still(1.0, lambda: "end")
    frames = seen([FilmPart((moving, resting))])
    assert frames == [(0.25, "", 1), (0.5, "", 1), (0.75, "", 1), (1.0, "", 1), ("end", "", 10)]


def test_speed_hurries_what_moves_and_leaves_time_to_read():
    part = FilmPart((Shot(1.0, lambda share: share),), (Caption(2.0, ONE), Caption(1.0, TWO)))
    assert sum(count for *_, count in seen([part])) == 30
    assert sum(count for *_, count in seen([part], speed=4.0)) == 30
    assert seen([part], speed=5.0)[-2:] == [(1.0, "one", 19), (1.0, "two", 10)]
    silent = replace(part, captions=(Caption(0.0, ONE),))
    assert sum(count for *_, count in seen([silent], speed=4.0)) == 2


def test_a_part_is_seen_at_its_end_however_short_it_is():
    part = FilmPart((still(0.0, lambda: "here"),), (Caption(0.0, ONE),))
    assert seen([part]) == [("here", "one", 1)]


def test_the_same_across_parts_is_one_frame():
    shot = still(0.5, lambda: "same")
    assert seen([FilmPart((shot,), (Caption(0.0, ONE),))] * 2) == [("same", "one", 10)]


def test_images_are_taken_in_order_and_errors_of_both_sides_are_raised():
    taken = []
    hand_on(range(50), taken.append)
    assert taken == list(range(50))

    def fails(image):
        raise OSError(image)

    asked = []
    with pytest.raises(OSError, match=r"^0$"):
        hand_on((asked.append(k) or k for k in range(1_000)), fails)
    assert len(asked) <= AHEAD + 600  # drawing ends soon, it does not wait for room

    def breaks():
        yield 1
        raise ValueError("drawn")

    with pytest.raises(ValueError, match="drawn"):
        hand_on(breaks(), taken.append)

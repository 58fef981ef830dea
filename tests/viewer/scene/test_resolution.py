"""How many pixels moving frames get: fluent where it must be, and never back and forth."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.scene.widget import PROOF, SCALES, SLOW, SURE, Pace, begun, moved, rested


def motion(pace, whole, frames=12):
    """Scales of the frames of a motion where all pixels take `whole` seconds; and its last pace."""
    pace, scales = begun(pace), []
    for _ in range(frames):
        scales.append(pace.scale)
        pace = moved(pace, whole * pace.scale**2)
    return scales, pace


def test_a_quick_scene_keeps_all_its_pixels():
    scales, pace = motion(Pace(), SLOW)
    assert set(scales) == {1.0}
    assert pace.scale == 1.0


def test_a_slow_scene_gets_as_few_as_it_needs_once_that_is_proved_and_half_at_least():
    scales, _ = motion(Pace(), 0.1)
    assert scales[:PROOF] == [1.0] * PROOF
    assert set(scales[PROOF:]) == {0.8}  # 64 ms
    scales, _ = motion(Pace(), 10.0)
    assert scales[-1] == 0.5 == min(scales)


def test_one_slow_frame_says_nothing():
    pace = begun(Pace())
    for seconds in (1.0, 0.02, 1.0, 1.0, 0.02, 1.0, 1.0):
        pace = moved(pace, seconds)
    assert pace.scale == 1.0


def test_the_next_motion_begins_where_the_last_one_ended():
    _, pace = motion(Pace(), 0.2)
    scales, _ = motion(rested(pace, 0.2), 0.2)
    assert set(scales) == {0.5}


def test_it_begins_sharper_where_frames_at_rest_have_become_quick():
    _, pace = motion(Pace(), 0.2)
    assert begun(rested(pace, SURE)).scale == 1.0
    # The first frame of another board compiles shaders; the next ones tell the truth.
    assert begun(rested(rested(pace, 2.0), SURE)).scale == 1.0


def test_a_scene_may_forbid_it():
    scales, _ = motion(Pace(coarsest=1.0), 10.0)
    assert set(scales) == {1.0}
    scales, _ = motion(Pace(coarsest=0.65), 10.0)
    assert min(scales) == 0.65


@pytest.mark.check
@given(
    st.lists(st.floats(1e-4, 2.0), max_size=5),
    st.lists(st.floats(1e-4, 2.0), min_size=1, max_size=40),
    st.sampled_from(SCALES),
)
def test_within_a_motion_nothing_becomes_sharper_again(resting, seconds, before):
    pace = Pace(before)
    for time in resting:
        pace = rested(pace, time)
    pace = begun(pace)
    assert pace.scale >= before
    scales = [pace.scale]
    for time in seconds:
        pace = moved(pace, time)
        scales.append(pace.scale)
    assert all(later <= earlier for earlier, later in pairwise(scales))
    assert set(scales) <= set(SCALES)


@pytest.mark.parametrize("whole", [0.03, 0.067, 0.08, 0.1, 0.14, 0.2, 0.5])
def test_motions_of_one_scene_settle(whole):
    pace = Pace()
    for _ in range(3):
        _, pace = motion(pace, whole)
        pace = rested(rested(pace, whole), whole)
    scales, _ = motion(pace, whole, frames=40)
    assert len(set(scales)) == 1

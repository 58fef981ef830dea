"""What alpha-beta counts as coming back, and the order in which it takes moves."""

import numpy as np

from model.search.alpha_beta.alpha_beta_search import (
    ALPHA,
    BETA,
    COUNT,
    DONE,
    KEY,
    KILLER,
    LEFT,
    LEVELS,
    OPEN,
    OTHER_KILLER,
    REDUCTIONS,
    SINCE,
    STATE,
    TACTICAL,
    WON,
    futility_value,
    history_score,
    may_be_futile,
    new_tree,
    pick_next_move,
    repeats,
)


def test_a_position_comes_back_after_two_plies_or_more_where_nothing_was_taken_since():
    frames = new_tree(8, 6).frames
    nothing = np.zeros(0, np.int64)
    frames[:, KEY] = range(LEVELS)
    frames[6, KEY] = frames[4, KEY]
    frames[6, SINCE] = 2
    assert repeats(frames, 6, nothing)
    frames[6, SINCE] = 1
    assert not repeats(frames, 6, nothing)
    frames[6, KEY], frames[6, SINCE] = frames[0, KEY], 6
    assert repeats(frames, 6, nothing)
    frames[6, KEY] = frames[5, KEY]
    assert not repeats(frames, 6, nothing), "the other side was to move"


def test_what_stood_twice_counts_as_long_as_nothing_is_taken():
    frames = new_tree(8, 6).frames
    twice = np.array([99], np.int64)
    frames[3, KEY], frames[3, SINCE] = 99, 40
    assert repeats(frames, 3, twice)
    frames[3, SINCE] = 2
    assert not repeats(frames, 3, twice)


def test_moves_are_taken_by_their_scores_but_at_the_root_in_their_order():
    tree = new_tree(8, 6)
    for level, wanted in ((0, [3, 1, 2, -1]), (1, [1, 2, 3, -1])):
        tree.moves[level, :3], tree.scores[level, :3] = [3, 1, 2], [0, TACTICAL, 5]
        tree.frames[level, COUNT], tree.frames[level, DONE] = 3, 0
        taken = [pick_next_move(tree.frames, tree.moves, tree.scores, level) for _ in range(4)]
        assert taken == wanted


def test_killers_come_before_what_history_favours():
    tree = new_tree(8, 6)
    tree.frames[2, KILLER], tree.frames[2, OTHER_KILLER] = 7, 9
    tree.history[1] = 50
    first, second, other = (
        history_score(tree.frames, tree.history, 2, 1, move) for move in (7, 9, 11)
    )
    assert first == second > other == 50
    assert history_score(tree.frames, tree.history, 2, 0, 11) == 0


def test_a_position_far_off_the_window_is_left_alone_where_few_plies_are_left():
    frames, state = new_tree(8, 6).frames, np.zeros(STATE, np.int64)
    margins = np.array([0, 50, 90], np.int64)
    frames[4, ALPHA], frames[4, BETA], frames[4, LEFT] = 10, 11, 2
    assert not may_be_futile(frames, 4, state, margins), "nothing is left out"
    state[REDUCTIONS] = 1
    assert may_be_futile(frames, 4, state, margins)
    assert futility_value(frames, 4, 101, margins) == 11
    assert futility_value(frames, 4, 100, margins) == OPEN
    assert futility_value(frames, 4, -80, margins) == 10
    assert futility_value(frames, 4, -79, margins) == OPEN
    frames[4, LEFT] = 3
    assert not may_be_futile(frames, 4, state, margins), "too many plies are left"
    for alpha, beta in ((10, 20), (WON, WON + 1), (-WON, 1 - WON)):
        frames[4, ALPHA], frames[4, BETA], frames[4, LEFT] = alpha, beta, 1
        assert not may_be_futile(frames, 4, state, margins), "its value itself is asked for"

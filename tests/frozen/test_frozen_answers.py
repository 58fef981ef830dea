"""What the program answered at commit e1f6546 it answers today, but for what changed on purpose.

``make test`` asks a sample, ``make soak`` everything. See CONTRIBUTING.md for what is meant to
change; ``python tests/frozen/collect.py`` shows each difference.
"""

import frozen_compare as compare
import pytest

STEPS = {"lines": 101, "engines": 79, "perft": 37, "ugi": 67, "rules": 61}
"""Of how many questions the sample has one; a collector takes two seconds at most."""


def check(name, tasks, *, whole):
    with compare.home():
        found = compare.differences(name, tasks, whole=whole)
    assert not found, "\n".join(difference.text() for difference in found[:20])


@pytest.mark.parametrize("name", compare.CHECKED)
def test_a_sample_is_answered_as_before(name):
    check(name, list(compare.tasks_of(name))[7 :: STEPS[name]], whole=False)


@pytest.mark.soak
@pytest.mark.parametrize("name", compare.CHECKED)
def test_all_is_answered_as_before(name):
    check(name, list(compare.tasks_of(name)), whole=True)


def test_what_differs_is_seen_and_said():
    frozen = next(iter(compare.expected("perft").items()))
    wrong = {**frozen[1], "total": ["1"]}
    (found,) = compare.differences("perft", [(frozen[0], lambda: wrong)])
    assert "+total: 1" in found.text()
    (new,) = compare.differences("perft", [("a new question", lambda: "yes")])
    assert (new.expected, new.found) == (compare.ABSENT, "yes")

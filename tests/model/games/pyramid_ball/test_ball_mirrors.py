"""Turns in the mirror: west for east, and one team for the other, nothing else changes."""

from itertools import pairwise
from random import Random

import pytest
from ball_cases import facts, mirrored_facts, mirrored_program, mirrored_text
from ball_turns import carried_out, distance, random_rules, random_state, random_turn
from soaking import counts

from model.games.pyramid_ball.rulebook import NAMES, PIECES, RANKS, MatchState, team_of
from model.games.pyramid_ball.turn_run import settle


def mirrored_state(state, *, teams):
    def site(at):
        if at < 0:
            return -1
        return NAMES.index(mirrored_text(NAMES[at], teams=teams))

    def piece(number):
        if number < 0:
            return -1
        return PIECES.index(mirrored_text(PIECES[number], teams=teams))

    def team(number):
        return 1 - number if teams and number >= 0 else number

    def pair(two):
        return (two[1], two[0]) if teams else two

    squares = [0] * 6
    for number, at in enumerate(state.squares):
        squares[piece(number)] = site(at)
    return MatchState(
        tuple(squares), piece(state.carrier), site(state.loose), team(state.offence),
        pair(state.score), pair(state.held), pair(state.used), pair(state.owed), team(state.ban),
        state.kept, state.turns,
    )  # fmt: skip


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize("teams", [False, True], ids=["west for east", "team for team"])
@counts(few=400, all=20_000)
def test_a_turn_in_the_mirror_is_the_mirror_image_of_the_turn(count, teams):
    rng = Random(f"mirror {teams}")
    seen = set()
    for _ in range(count):
        rules, state, texts = random_turn(rng)
        account = carried_out(rules, state, texts)
        turned = [mirrored_program(text, teams=teams) for text in texts]
        image = carried_out(
            rules, mirrored_state(state, teams=teams), turned[::-1] if teams else turned
        )
        assert facts(image) == mirrored_facts(facts(account), teams=teams), (rules, state, texts)
        assert image.state == mirrored_state(account.state, teams=teams)
        seen |= {h.word or h.key for beat in account.beats for h in beat.happenings}
    assert seen >= {
        "defenders-meet",
        "swap",
        "push",
        "pushed-piece-takes",
        "interception",
        "tackle",
    }


@counts(few=400, all=20_000)
def test_whatever_is_chosen_nothing_is_lost_or_doubled(count):
    """Six pieces on six squares, one ball; points go up one by one, roles follow the ball."""
    rng = Random("sound")
    for _ in range(count):
        rules, state, texts = random_turn(rng)
        account = carried_out(rules, state, texts)
        before = state
        for beat in account.beats:
            after = beat.state
            assert len(set(after.squares)) == 6
            assert all(distance(*two) <= 1
                       for two in zip(before.squares, after.squares, strict=True))  # fmt: skip
            assert (after.carrier >= 0) != (after.loose >= 0)
            assert after.carrier < 0 or team_of(after.carrier) == after.offence
            assert sum(after.score) - sum(before.score) in (0, 1)
            assert after.ban < 0 or after.carrier < 0 or after.offence != after.ban
            before = after
        locked = [set(stage.locked) for stage in account.stages]
        assert all(one <= two for one, two in pairwise(locked))
        names = [stage.name for stage in account.stages]
        assert len(set(names)) == len(names)
        assert all(stage.row == (int(stage.name[0]) if stage.name != "end" else 0)
                   for stage in account.stages)  # fmt: skip


@counts(few=400, all=20_000)
def test_a_row_of_moves_does_not_ask_which_piece_comes_first(count):
    """The pieces of a team change their numbers: each does what it did."""
    rng = Random("order")
    for _ in range(count):
        rules = random_rules(rng)
        state = random_state(rng, rules)
        ways = [rng.randrange(-1, 4) for _ in PIECES]
        order = [*rng.sample(range(3), 3), *rng.sample(range(3, 6), 3)]
        defence, follows = rng.randrange(2), rng.random() < 0.7
        closed = (rng.randrange(2), rng.choice([0, RANKS - 1]))
        one = settle(state.squares, ways, defence, closed, follow_defender=follows)
        other = settle([state.squares[p] for p in order], [ways[p] for p in order], defence,
                       closed, follow_defender=follows)  # fmt: skip
        assert [one.squares[p] for p in order] == list(other.squares)
        assert {p: one.failed.get(p) for p in order} == {
            order[p]: why for p, why in ((p, other.failed.get(p)) for p in range(6))
        }
        pushes = {
            (order[push.pusher], tuple(order[p] for p in push.chain)) for push in other.pushes
        }
        assert pushes == {(push.pusher, push.chain) for push in one.pushes}

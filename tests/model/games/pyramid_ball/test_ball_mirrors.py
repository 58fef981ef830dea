"""Turns in the mirror: west for east, and one team for the other, nothing else changes."""

from itertools import pairwise
from random import Random

import pytest
from ball_cases import facts, mirrored_facts, mirrored_program, mirrored_text
from soaking import counts

from model.games.pyramid_ball.choices import Programs
from model.games.pyramid_ball.conflicts import settle
from model.games.pyramid_ball.match_state import MatchState
from model.games.pyramid_ball.pitch import GOALS, NAMES, NEXT, PIECES, RANKS, team_of
from model.games.pyramid_ball.programming import read_program
from model.games.pyramid_ball.rulebook import Rules
from model.games.pyramid_ball.turn_run import run_turn


def random_rules(rng):
    """Any options; a ball after a goal is put where the program says."""
    return Rules(
        mode=rng.choice(["basic", "advanced", "advanced", "advanced"]),
        follow_defender=rng.random() < 0.8,
        edge_tackle=rng.random() < 0.3,
        chain_push_tackles=rng.random() < 0.3,
        push_locks_stander=rng.random() < 0.3,
        pass_check=rng.choice(["effective", "original"]),
        special_spent_when_programmed=rng.random() < 0.7,
        ban_from=rng.choice(["next_turn", "now"]),
        exit_duty="honour",
        recovery_limit=rng.choice([None, 1, 2]),
        blitz_first=rng.random() < 0.3,
        max_turns=rng.choice([None, 9]),
    )


def random_state(rng, rules):
    """Pieces crowded together, so that they meet; in the advanced game a ball that may lie."""
    middle = rng.randrange(len(NAMES))
    near = sorted(range(len(NAMES)), key=lambda site: distance(site, middle) + rng.random() * 3)
    squares = near[:6]
    rng.shuffle(squares)
    free = [site for site in range(len(NAMES)) if site not in squares]
    loose = rules.is_advanced and rng.random() < 0.3
    carrier = -1 if loose else rng.randrange(6)
    offence = rng.randrange(2) if loose else team_of(carrier)
    held, used = (tuple("".join(s for s in "SML" if rng.random() < 0.5) for _ in "AB")
                  for _ in "hu")  # fmt: skip
    used = tuple("".join(s for s in u if s not in h) for u, h in zip(used, held, strict=True))
    ban = -1
    if rules.is_advanced and rng.random() < 0.4:
        ban = offence if loose else 1 - offence
    lies = rng.choice([site for site in free if NEXT[site]]) if loose else -1
    if loose and ban >= 0:
        row = range(GOALS[ban] * 7, GOALS[ban] * 7 + 7)
        lies = rng.choice([site for site in row if site in free])
    blank = MatchState(tuple(squares), carrier, lies, offence, ban=ban)
    if not rules.is_advanced:
        return blank
    most = rules.points - 1
    score = rng.randint(0, most), rng.randint(0, most)
    return MatchState(tuple(squares), carrier, lies, offence, score, held, used, (0, 0), ban,
                      turns=rng.randint(0, 7) if rules.max_turns else 0)  # fmt: skip


def distance(one, other):
    return abs(one % 7 - other % 7) + abs(one // 7 - other // 7)


def random_turn(rng):
    """Rules, a state, and two programs that move a great deal."""
    rules = random_rules(rng)
    state = random_state(rng, rules)
    texts = [Programs(rules, state, team).sample(rng) for team in (0, 1)]
    return rules, state, texts


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


def carried_out(rules, state, texts):
    first, second = map(read_program, texts)
    assert first is not None
    assert second is not None
    return run_turn(rules, state, (first, second))


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

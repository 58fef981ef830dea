"""Random turns of Pyramid Ball, crowded so that much happens."""

from model.games.pyramid_ball.rulebook import GOALS, NAMES, MatchState, Rules, read_program, team_of
from model.games.pyramid_ball.telling import Programs
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
    lies = rng.choice(free) if loose else -1
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


def random_turn(rng, rules=None):
    """Rules, a state, and two programs that move a great deal."""
    rules = rules or random_rules(rng)
    state = random_state(rng, rules)
    texts = [Programs(rules, state, team).sample(rng) for team in (0, 1)]
    return rules, state, texts


def carried_out(rules, state, texts):
    first, second = map(read_program, texts)
    assert first is not None
    assert second is not None
    return run_turn(rules, state, (first, second))

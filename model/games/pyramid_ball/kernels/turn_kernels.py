"""Turns of Pyramid Ball compiled: what `turn_run` does, on arrays, for engines that try thousands.

A state is an array of `STATE` numbers, a program one of `PROGRAM`; names stand for the places
in them, and those in the array of rules. Sets of pieces and of squares are bits. Where a ball lies
after a goal is taken from the program: `side_prompt` is not for kernels.
"""

from __future__ import annotations

from model.kernels import Int, Ints, kernel

# -- places in the arrays of the compiled turns: states, programs, rules, and a turn under way -----


CARRIER, LOOSE, OFFENCE, SCORE, HELD, USED, OWED, BAN, KEPT, TURNS = (
    6,
    7,
    8,
    9,
    11,
    13,
    15,
    17,
    18,
    19,
)
"""Places in a state after the six squares; those of a pair are followed by B's."""
STATE = 20
PASS_ROW, RECEIVER, DASH, QUICK, BLITZ, EAST = 9, 10, 11, 12, 13, 14
"""Places in a program after the commands: L, M, S in rows 1 to 3, directions or -1."""
PROGRAM = 15
(
    ADVANCED,
    POINTS,
    FOLLOWS,
    EDGE_TACKLE,
    CHAIN_TACKLE,
    PUSH_LOCKS,
    ORIGINAL,
    SPENT,
    BAN_NOW,
    LIMIT,
    BLITZ_FIRST,
    MOST_TURNS,
) = range(12)
"""Places in the array of rules; 0 for no limit."""
RULES = 12
LOCKED, ENFORCED, WORKED, BLITZING, CHOSEN, EDGE = range(6)
KNOWN = 6
"""Places in what is known within a turn: bits of pieces, of specials (three a team), of teams;
`EDGE` are the defenders that have just pushed against the edge."""
WAYS, TARGETS, CHAINS, FIRST = 8, 14, 20, 26
"""Places of six numbers each: commands of a row, squares wanted, pieces pushed, the first one."""
WORK = 32


# -- the ball --------------------------------------------------------------------------------------


_BOTTOM, _TOP = 0, 7


@kernel
def closed_rank(team: Int) -> int:
    """Return the row a team scores in, which a ban closes to it."""
    return _TOP if team == 0 else _BOTTOM


@kernel
def piece_at(state: Ints, square: Int) -> int:
    """The piece on a square, -1 for none."""
    for piece in range(6):
        if state[piece] == square:
            return piece
    return -1


@kernel
def is_open(state: Ints, crossed: Ints, team: Int, source: Int, target: Int) -> bool:
    """Whether no opponent stands now where a pass would go through."""
    for number in range(crossed.shape[2]):
        site = crossed[source, target, number]
        if site < 0:
            return True
        for piece in range(3 * (1 - team), 3 * (1 - team) + 3):
            if state[piece] == site:
                return False
    return True


@kernel
def end_ban(state: Ints) -> None:
    """Open the closed row again."""
    state[BAN], state[KEPT] = -1, 0


@kernel
def take(state: Ints, piece: Int) -> None:
    """Give the ball to a piece."""
    team = piece // 3
    state[CARRIER], state[LOOSE], state[OFFENCE] = piece, -1, team
    if state[BAN] == team:
        end_ban(state)


@kernel
def _bits(number: Int) -> int:
    return (number & 1) + (number >> 1 & 1) + (number >> 2 & 1)


@kernel
def point(state: Ints, rules: Ints, team: Int) -> bool:
    """Count a point; True where it wins."""
    loser = 1 - team
    state[SCORE + team] += 1
    has = _bits(state[HELD + loser]) + _bits(state[USED + loser]) + state[OWED + loser]
    if rules[ADVANCED] and has < 3:
        state[OWED + loser] += 1
    return bool(state[SCORE + team] >= rules[POINTS])


@kernel
def goal(state: Ints, work: Ints, rules: Ints, programs: Ints, scorer: Int) -> bool:
    """Count a goal and put the ball down; True where it wins."""
    team = scorer // 3
    if point(state, rules, team):
        return True
    at = state[scorer]
    first = at - at % 7
    way = 1 if programs[1 - team, EAST] else -1
    spot = -1
    for _ in range(2):
        site = at + way
        while spot < 0 and first <= site < first + 7:
            if piece_at(state, site) < 0:
                spot = site
            site += way
        way = -way
    state[CARRIER], state[LOOSE], state[BAN], state[KEPT] = -1, spot, team, 0
    work[ENFORCED] = rules[BAN_NOW]
    return False


@kernel
def ball_after(
    state: Ints, work: Ints, rules: Ints, programs: Ints, movers: Int, tackler: Int, before: Int
) -> bool:
    """Tackle, goal or recovery, and the end of a ban; True where the match is over."""
    carrier = state[CARRIER]
    if tackler >= 0:
        take(state, tackler)
        if point(state, rules, tackler // 3):
            return True
    elif carrier >= 0:
        row = closed_rank(carrier // 3)
        entered = state[carrier] // 7 == row and before // 7 != row
        if entered and goal(state, work, rules, programs, carrier):
            return True
    else:
        for piece in range(6):
            away = piece // 3 != state[OFFENCE]
            if away and movers >> piece & 1 and state[piece] == state[LOOSE]:
                take(state, piece)
                break
    carrier = state[CARRIER]
    if state[BAN] >= 0 and carrier >= 0 and state[carrier] // 7 != closed_rank(state[BAN]):
        end_ban(state)
    return False


# -- a row of moves compiled -----------------------------------------------------------------------


@kernel
def _chains(state: Ints, work: Ints, ahead: Ints, defence: Int, movers: Int) -> None:
    """Find what each defender that moves pushes: bits of pieces, and the first of them."""
    for pusher in range(6):
        work[CHAINS + pusher], work[FIRST + pusher] = 0, -1
        if movers >> pusher & 1 == 0 or pusher // 3 != defence:
            continue
        at = work[TARGETS + pusher]
        while at >= 0:
            piece = piece_at(state, at)
            if piece < 0 or movers >> piece & 1 or piece // 3 == defence:
                break
            if work[CHAINS + pusher] == 0:
                work[FIRST + pusher] = piece
            work[CHAINS + pusher] |= 1 << piece
            at = ahead[at, work[WAYS + pusher]]


@kernel
def _by_commands(state: Ints, work: Ints, rules: Ints, defence: Int, movers: Int) -> int:
    """The pieces that the commands alone stop."""
    failed = 0
    for piece in range(6):
        if movers >> piece & 1 == 0:
            continue
        target = work[TARGETS + piece]
        meets, claimed, swaps, swaps_mate = False, False, False, False
        for other in range(6):
            if other == piece or movers >> other & 1 == 0:
                continue
            same = other // 3 == piece // 3
            if work[TARGETS + other] == target:
                meets |= same
                claimed |= other // 3 == defence
            if state[other] == target and work[TARGETS + other] == state[piece]:
                swaps = True
                swaps_mate |= same
        if piece // 3 == defence:
            stopped = meets or swaps_mate
        else:
            there = piece_at(state, target)
            held = rules[FOLLOWS] == 0 and there >= 0 and there // 3 == defence
            stopped = claimed or swaps or meets or held
        if stopped:
            failed |= 1 << piece
    return failed


@kernel
def _failing(
    state: Ints, work: Ints, rules: Ints, ahead: Ints, defence: Int, movers: Int, claimed: Int
) -> int:
    """The pieces that the next step stops, 0 where nothing changes any more."""
    _chains(state, work, ahead, defence, movers)
    failed = 0
    for pusher in range(6):
        if movers >> pusher & 1 == 0 or pusher // 3 != defence:
            continue
        there = piece_at(state, work[TARGETS + pusher])
        if there >= 0 and movers >> there & 1 == 0 and there // 3 == defence:
            failed |= 1 << pusher
        at, left = work[TARGETS + pusher], work[CHAINS + pusher]
        while left:
            left &= ~(1 << piece_at(state, at))
            at = ahead[at, work[WAYS + pusher]]
            if at < 0:
                failed |= 1 << pusher
                work[EDGE] |= 1 << pusher
                break
            there = piece_at(state, at)
            held = there >= 0 and there // 3 == defence
            if held and rules[FOLLOWS]:
                held = movers >> there & 1 == 0
            if held or claimed >> at & 1:
                failed |= 1 << pusher
                break
    if failed:
        return failed
    once, twice = 0, 0
    for pusher in range(6):
        for piece in range(6):
            if work[CHAINS + pusher] >> piece & 1:
                bit = 1 << ahead[state[piece], work[WAYS + pusher]]
                twice |= once & bit
                once |= bit
    if twice:
        for pusher in range(6):
            for piece in range(6):
                pushed = work[CHAINS + pusher] >> piece & 1
                if pushed and twice >> ahead[state[piece], work[WAYS + pusher]] & 1:
                    failed |= 1 << pusher
        return failed
    for piece in range(6):
        if movers >> piece & 1 and piece // 3 != defence:
            target = work[TARGETS + piece]
            there = piece_at(state, target)
            if once >> target & 1 or (there >= 0 and movers >> there & 1 == 0):
                failed |= 1 << piece
    return failed


@kernel
def carry_moves(state: Ints, work: Ints, rules: Ints, programs: Ints, ahead: Ints) -> bool:
    """Carry out a row of moves; True where the match is over."""
    defence = 1 - state[OFFENCE]
    movers, failed, claimed = 0, 0, 0
    work[EDGE] = 0
    for piece in range(6):
        way = work[WAYS + piece]
        work[TARGETS + piece] = -1
        if way < 0:
            continue
        target, team = ahead[state[piece], way], piece // 3
        if target >= 0 and work[ENFORCED] and state[BAN] == team:
            row = closed_rank(team)
            if target // 7 == row and state[piece] // 7 != row:
                target = -1
        if target < 0:
            failed |= 1 << piece
            continue
        work[TARGETS + piece] = target
        movers |= 1 << piece
        if team == defence:
            claimed |= 1 << target
    found = _by_commands(state, work, rules, defence, movers)
    edge_pushed = -1
    carrier = state[CARRIER]
    while True:
        failed |= found
        movers &= ~found
        found = _failing(state, work, rules, ahead, defence, movers, claimed)
        if work[EDGE] and carrier >= 0 and edge_pushed < 0:
            for pusher in range(6):
                if work[EDGE] >> pusher & 1 and _reaches(work, rules, pusher, carrier):
                    edge_pushed = pusher
        work[EDGE] = 0
        if found == 0:
            break
    before = state[carrier] if carrier >= 0 else -1
    tackler, pushed = -1, 0
    for pusher in range(6):
        if work[CHAINS + pusher]:
            pushed |= work[CHAINS + pusher]
            if carrier >= 0 and tackler < 0 and _reaches(work, rules, pusher, carrier):
                tackler = pusher
    if tackler < 0 and rules[EDGE_TACKLE]:
        tackler = edge_pushed
    _apply(state, work, ahead, movers)
    work[LOCKED] |= failed
    if rules[PUSH_LOCKS]:
        work[LOCKED] |= pushed
    return ball_after(state, work, rules, programs, movers, tackler, before)


@kernel
def _reaches(work: Ints, rules: Ints, pusher: Int, carrier: Int) -> bool:
    """Whether a push tackles the carrier."""
    if rules[CHAIN_TACKLE]:
        return bool(work[CHAINS + pusher] >> carrier & 1)
    return bool(work[FIRST + pusher] == carrier)


@kernel
def _apply(state: Ints, work: Ints, ahead: Ints, movers: Int) -> None:
    for pusher in range(6):
        for piece in range(6):
            if work[CHAINS + pusher] >> piece & 1:
                work[TARGETS + piece] = ahead[state[piece], work[WAYS + pusher]]
                movers |= 1 << piece
    for piece in range(6):
        if movers >> piece & 1:
            state[piece] = work[TARGETS + piece]


# -- turns of Pyramid Ball compiled ----------------------------------------------------------------


@kernel
def _command(work: Ints, rules: Ints, programs: Ints, piece: Int, row: Int, locks: bool) -> int:
    """What a piece was told to do in a row, -1 for standing still."""
    team, size = piece // 3, piece % 3
    if locks and work[LOCKED] >> piece & 1:
        return -1
    if size == 0 and work[BLITZING] >> team & 1 and (row > 1 or rules[BLITZ_FIRST]):
        return -1
    return int(programs[team, 3 * size + row - 1])


@kernel
def _passes(state: Ints, work: Ints, rules: Ints, programs: Ints, crossed: Ints, row: Int) -> bool:
    """Throw the pass of a row, if there is one; True where the match is over."""
    carrier = state[CARRIER]
    if carrier < 0:
        return False
    team = carrier // 3
    if programs[team, PASS_ROW] != row or programs[team, RECEIVER] == carrier % 3:
        return False
    if row == 1 and (programs[team, QUICK] == 0 or carrier % 3 != 1):
        return False
    if _command(work, rules, programs, carrier, row, rules[ORIGINAL] == 0) >= 0:
        return False
    if row == 1:
        work[WORKED] |= 2 << 3 * team
    if state[BAN] == 1 - team:
        end_ban(state)
    receiver = 3 * team + programs[team, RECEIVER]
    source, target = state[carrier], state[receiver]
    for number in range(crossed.shape[2]):
        site = crossed[source, target, number]
        if site < 0:
            break
        catcher = piece_at(state, site)
        if catcher >= 0 and catcher // 3 != team:
            take(state, catcher)
            return point(state, rules, 1 - team)
    state[CARRIER] = receiver
    if target // 7 == closed_rank(team):
        return goal(state, work, rules, programs, receiver)
    return False


# -- a turn ----------------------------------------------------------------------------------------


@kernel
def _announce(state: Ints, work: Ints, programs: Ints) -> None:
    """Spend the special moves that are used: bit 0 the dash, 1 the quick pass, 2 the blitz."""
    for team in range(2):
        chosen = 0
        if programs[team, DASH] >= 0:
            chosen |= 1
        if programs[team, QUICK]:
            chosen |= 2
        if programs[team, BLITZ] and not (state[LOOSE] < 0 and state[OFFENCE] == team):
            chosen |= 4
            work[BLITZING] |= 1 << team
        state[HELD + team] &= ~chosen
        state[USED + team] |= chosen
        work[CHOSEN] |= chosen << 3 * team


@kernel
def _blitz(state: Ints, work: Ints, rules: Ints, programs: Ints, ahead: Ints, first: Int) -> bool:
    """Carry out the parts of a blitz from `first` on; True where the match is over."""
    for part in range(first, 4):
        for piece in range(6):
            team = piece // 3
            runs = piece % 3 == 0 and work[BLITZING] >> team & 1
            free = work[LOCKED] >> piece & 1 == 0
            work[WAYS + piece] = programs[team, part - 1] if runs and free else -1
            if runs and free and part > 1:
                work[WORKED] |= 4 << 3 * team
        if carry_moves(state, work, rules, programs, ahead):
            return True
    return False


@kernel
def _dashes(state: Ints, work: Ints, rules: Ints, programs: Ints, ahead: Ints) -> bool:
    if programs[0, DASH] < 0 and programs[1, DASH] < 0:
        return False
    for piece in range(6):
        team = piece // 3
        runs = piece % 3 == 2 and programs[team, DASH] >= 0 and work[LOCKED] >> piece & 1 == 0
        work[WAYS + piece] = programs[team, DASH] if runs else -1
        if runs:
            work[WORKED] |= 1 << 3 * team
    return carry_moves(state, work, rules, programs, ahead)


@kernel
def begin(state: Ints, work: Ints, programs: Ints) -> None:
    """Begin a turn: nothing is known of it yet, and the special moves are spent."""
    work[:] = 0
    work[ENFORCED] = state[BAN] >= 0
    _announce(state, work, programs)


@kernel
def carry_row(
    state: Ints, work: Ints, rules: Ints, programs: Ints, ahead: Ints, crossed: Ints, row: Int
) -> bool:
    """Carry out a row of a turn that was begun, dashes as row 4; True where the match is over.

    Of `work` the first `KNOWN` numbers are all that the next row needs.
    """
    if row == 4:
        return _dashes(state, work, rules, programs, ahead)
    if _passes(state, work, rules, programs, crossed, row):
        return True
    blitz = row == 1 and work[BLITZING] != 0
    if blitz and rules[BLITZ_FIRST] and _blitz(state, work, rules, programs, ahead, 1):
        return True
    for piece in range(6):
        work[WAYS + piece] = _command(work, rules, programs, piece, row, True)
    if carry_moves(state, work, rules, programs, ahead):
        return True
    return bool(blitz and not rules[BLITZ_FIRST] and _blitz(state, work, rules, programs, ahead, 2))


@kernel
def carry_out(
    state: Ints, programs: Ints, rules: Ints, ahead: Ints, crossed: Ints, work: Ints
) -> bool:
    """Carry out a turn on `state`; True where the match is over by points.

    Parameters
    ----------
    state
        (`STATE`,) int64, changed in place.
    programs
        (2, `PROGRAM`) int64.
    work
        (`WORK`,) int64, room for what is known within the turn.
    """
    held_before = state[BAN] >= 0 and state[LOOSE] < 0
    begin(state, work, programs)
    for row in range(1, 5):
        if carry_row(state, work, rules, programs, ahead, crossed, row):
            return True
    _finish(state, work, rules, held_before)
    return False


@kernel
def _finish(state: Ints, work: Ints, rules: Ints, held_before: bool) -> None:
    """Give back special moves that came to nothing; count turns, and those in a closed row."""
    if not rules[SPENT]:
        for team in range(2):
            kept = (work[CHOSEN] & ~work[WORKED]) >> 3 * team & 7
            state[HELD + team] |= kept
            state[USED + team] &= ~kept
    if rules[LIMIT] and state[BAN] >= 0 and held_before:
        state[KEPT] += 1
        if state[KEPT] >= rules[LIMIT]:
            end_ban(state)
    if rules[MOST_TURNS]:
        state[TURNS] += 1

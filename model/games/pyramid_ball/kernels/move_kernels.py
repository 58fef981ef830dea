"""A row of moves compiled: who is stopped, who is pushed and who is tackled, as in `conflicts`."""

from __future__ import annotations

from model.games.pyramid_ball.kernels.ball_kernels import ball_after, closed_rank, standing
from model.games.pyramid_ball.kernels.turn_places import (
    BAN,
    CARRIER,
    CHAIN_TACKLE,
    CHAINS,
    EDGE,
    EDGE_TACKLE,
    ENFORCED,
    FIRST,
    FOLLOWS,
    LOCKED,
    OFFENCE,
    PUSH_LOCKS,
    TARGETS,
    WAYS,
)
from model.kernels import Int, Ints, kernel


@kernel
def _chains(state: Ints, work: Ints, ahead: Ints, defence: Int, movers: Int) -> None:
    """Find what each defender that moves pushes: bits of pieces, and the first of them."""
    for pusher in range(6):
        work[CHAINS + pusher], work[FIRST + pusher] = 0, -1
        if movers >> pusher & 1 == 0 or pusher // 3 != defence:
            continue
        at = work[TARGETS + pusher]
        while at >= 0:
            piece = standing(state, at)
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
            there = standing(state, target)
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
        there = standing(state, work[TARGETS + pusher])
        if there >= 0 and movers >> there & 1 == 0 and there // 3 == defence:
            failed |= 1 << pusher
        at, left = work[TARGETS + pusher], work[CHAINS + pusher]
        while left:
            left &= ~(1 << standing(state, at))
            at = ahead[at, work[WAYS + pusher]]
            if at < 0:
                failed |= 1 << pusher
                work[EDGE] |= 1 << pusher
                break
            there = standing(state, at)
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
            there = standing(state, target)
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

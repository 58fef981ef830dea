"""Pyramid's actions in plain Python: which action a move is, why it is refused, what it does.

The rules are in docs/rules/pyramid.md; where an Osiris can happen (straight sections of one level,
or whole rings when lines bend) is worked out here, too. Cells hold 0 empty, 1 white, 2 black. The
kernels say the same for whole trees of moves; tests hold the two together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from model.boards.terrace import MAX_SIDE, TerraceBoard
from model.contract.game import Event, Reason, Reasons, option
from model.phrases import listed

ORTH = ((0, -1), (-1, 0), (1, 0), (0, 1))
DIAG = ((-1, -1), (1, -1), (-1, 1), (1, 1))
MARKS = {"run": "-", "smash": "x", "jump": "^", "push": ">"}
COLOURS = ("", "white", "black")
because = Reasons(__package__).because


@dataclass(frozen=True)
class Rules:
    """The options that decide what an action may be and does; names as in docs/rules/pyramid.md."""

    run_dirs: str = option("orth", ("orth", "orth+diag", "no_backward"), help="directions of a run")
    run_max: int | None = option(
        None, minimum=1, maximum=MAX_SIDE, optional=True, help="most fields in a run"
    )
    run_levels: int | None = option(
        None, minimum=0, maximum=9, optional=True, help="most steps down in a run"
    )
    smash_own: bool = option(True, help="running stones may smash their own colour")
    push_own: bool = option(True, help="stones may push their own colour")
    osiris_suicide: bool = option(True, help="Osiris takes the stone that moved as well")
    osiris_bends: bool = option(False, help="an Osiris line follows a ring round its corners")
    few_stones: str = option(
        "both_draw", ("both_draw", "lose_below_four"), help="result when a side has too few stones"
    )
    min_stones: int = option(
        4, minimum=1, maximum=MAX_SIDE, help="a side with fewer stones has too few"
    )
    no_moves: str = option(
        "lose", ("lose", "draw", "pass"), help="result for a side without a move"
    )
    push_back_ban: bool = option(False, help="a stone just pushed does not push back")
    max_plies: int | None = option(
        None, minimum=1, maximum=99999, optional=True, help="draw after this many turns"
    )

    def directions(self, colour: int) -> tuple[tuple[int, int], ...]:
        """Return the (file, rank) steps of runs for a colour."""
        if self.run_dirs == "orth+diag":
            return ORTH + DIAG
        if self.run_dirs == "no_backward":
            back = (0, -1) if colour == 1 else (0, 1)
            return tuple(step for step in ORTH if step != back)
        return ORTH


@dataclass(frozen=True)
class Action:
    """One legal action.

    Attributes
    ----------
    kind
        "run", "smash", "jump" or "push".
    source, target
        Where the stone stands and where it goes.
    beyond
        For a push: where the pushed stone goes, None when it falls.
    """

    kind: str
    source: int
    target: int
    beyond: int | None = None


@dataclass(frozen=True)
class ActionEffect:
    """What an action does.

    Attributes
    ----------
    cells
        After the action and Osiris.
    taken
        (site, colour, cause) of every stone that leaves, in order; cause "smash", "fall",
        "osiris".
    """

    cells: tuple[int, ...]
    taken: tuple[tuple[int, int, str], ...]


def step(board: TerraceBoard, site: int, direction: tuple[int, int]) -> int | None:
    """Return the next field in a direction, None off the board."""
    side = board.side
    file, rank = site % side + direction[0], site // side + direction[1]
    return rank * side + file if 0 <= file < side and 0 <= rank < side else None


def action(
    board: TerraceBoard,
    cells: Sequence[int],
    rules: Rules,
    colour: int,
    source: int,
    target: int,
    ban: tuple[int, int] | None = None,
) -> Action | Reason:
    """Return the action that moves the stone on `source` to `target`, or why there is none."""
    names, height = board.names, board.height
    here, there = names[source], names[target]
    if cells[source] == 0:
        return because("no-stone", site=here)
    if cells[source] != colour:
        owner = COLOURS[cells[source]].capitalize()
        return because("not-yours", site=here, owner=owner)
    if source == target:
        return because("no-way", site=here)
    direction = _direction(board, source, target)
    if direction is None:
        return because("not-straight", site=here, target=there)
    straight = 0 in direction
    beside = step(board, source, direction) == target
    if beside and straight and height[target] > height[source]:
        if height[target] > height[source] + 1:
            return because("too-high", target=there)
        if cells[target]:
            return because("jump-taken", target=there)
        return Action("jump", source, target)
    if beside and straight and cells[target] and height[target] == height[source]:
        return _push(board, cells, rules, source, target, direction, ban)
    return _run(board, cells, rules, source, target, direction)


def _direction(board: TerraceBoard, source: int, target: int) -> tuple[int, int] | None:
    side = board.side
    files, ranks = target % side - source % side, target // side - source // side
    if source == target or (files and ranks and abs(files) != abs(ranks)):
        return None
    return ((files > 0) - (files < 0), (ranks > 0) - (ranks < 0))


def _push(
    board: TerraceBoard,
    cells: Sequence[int],
    rules: Rules,
    source: int,
    target: int,
    direction: tuple[int, int],
    ban: tuple[int, int] | None,
) -> Action | Reason:
    there = board.names[target]
    if not rules.push_own and cells[target] == cells[source]:
        return because("push-own")
    if ban == (source, target):
        return because("push-back")
    beyond = step(board, target, direction)
    if beyond is None:
        return Action("push", source, target, None)
    name = board.names[beyond]
    if board.height[beyond] > board.height[target]:
        return because("push-up", site=there, beyond=name)
    if cells[beyond] and board.height[beyond] == board.height[target]:
        return because("push-blocked", site=there, beyond=name)
    # Option smash_own speaks of running stones only: a pushed stone has no say where it drops.
    return Action("push", source, target, beyond)


def _run(
    board: TerraceBoard,
    cells: Sequence[int],
    rules: Rules,
    source: int,
    target: int,
    direction: tuple[int, int],
) -> Action | Reason:
    names, height = board.names, board.height
    if direction not in rules.directions(cells[source]):
        if 0 not in direction:
            return because("diagonal")
        return because("backward")
    at, length, descents = source, 0, 0
    while at != target:
        ahead = step(board, at, direction)
        assert ahead is not None
        if height[ahead] > height[at]:
            return because("uphill", site=names[ahead])
        length += 1
        descents += bool(height[ahead] < height[at])
        if rules.run_max is not None and length > rules.run_max:
            return because("too-far", most=str(rules.run_max))
        if rules.run_levels is not None and descents > rules.run_levels:
            return because("too-deep", most=str(rules.run_levels))
        if cells[ahead]:
            if height[ahead] == height[at]:
                return because("blocked", site=names[ahead])
            if ahead != target:
                return because("stops", site=names[ahead])
            if not rules.smash_own and cells[ahead] == cells[source]:
                return because("smash-own")
            return Action("smash", source, target)
        at = ahead
    return Action("run", source, target)


def actions_from(
    board: TerraceBoard,
    cells: Sequence[int],
    rules: Rules,
    source: int,
    ban: tuple[int, int] | None = None,
) -> Iterator[Action]:
    """Yield the legal actions of the stone on `source`, targets ascending."""
    colour = cells[source]
    if not colour:
        return
    targets = set()
    for direction in ORTH + DIAG:
        at = step(board, source, direction)
        while at is not None:
            targets.add(at)
            at = step(board, at, direction)
    for target in sorted(targets):
        found = action(board, cells, rules, colour, source, target, ban)
        if isinstance(found, Action):
            yield found


def effect(board: TerraceBoard, cells: Sequence[int], rules: Rules, act: Action) -> ActionEffect:
    """Return what a legal action does, Osiris included."""
    after = list(cells)
    taken: list[tuple[int, int, str]] = []
    if act.kind == "smash":
        taken.append((act.target, after[act.target], "smash"))
    elif act.kind == "push":
        pushed = after[act.target]
        if act.beyond is None:
            taken.append((act.target, pushed, "fall"))
        else:
            if after[act.beyond]:
                taken.append((act.beyond, after[act.beyond], "smash"))
            after[act.beyond] = pushed
    after[act.target] = after[act.source]
    after[act.source] = 0
    marked = osiris(board, after, rules)
    if not rules.osiris_suicide:
        marked = [site for site in marked if site != act.target]
    taken += [(site, after[site], "osiris") for site in marked]
    for site in marked:
        after[site] = 0
    return ActionEffect(tuple(after), tuple(taken))


def preview(act: Action, done: ActionEffect, names: Sequence[str], colour: int) -> str:
    """Return one sentence on what a legal action of `colour` does, own losses first."""
    verbs = {"run": "runs to", "smash": "smashes", "jump": "jumps to", "push": "pushes"}
    said = f"{names[act.source]} {verbs[act.kind]} {names[act.target]}"
    how = {"smash": "smashed", "fall": "falls", "osiris": "taken by Osiris"}
    own = [t for t in done.taken if t[1] == colour]
    others = [t for t in done.taken if t[1] != colour and t[2:] != ("smash",)]
    parts = [f"{names[site]} {how[cause]}" for site, _, cause in others]
    lost = [f"{names[site]} {how[cause]}" for site, _, cause in own]
    return "; ".join(([f"you lose a stone: {listed(lost)}"] if lost else []) + [said] + parts)


def events_of(act: Action, done: ActionEffect, cells: Sequence[int]) -> tuple[Event, ...]:
    """Return what a legal action changes: what it does itself, then what Osiris takes."""
    removed = [
        Event(int(cause == "osiris"), "remove", site=site, owner=colour - 1, cause=cause)
        for site, colour, cause in done.taken
    ]
    moved = []
    if act.kind == "push" and act.beyond is not None:
        owner = cells[act.target] - 1
        moved.append(Event(0, "move", site=act.target, to=act.beyond, owner=owner, cause="pushed"))
    owner = cells[act.source] - 1
    moved.append(Event(0, "move", site=act.source, to=act.target, owner=owner, cause=act.kind))
    return (
        *(event for event in removed if event.stage == 0),
        *moved,
        *(event for event in removed if event.stage == 1),
    )


def osiris(board: TerraceBoard, cells: Sequence[int], rules: Rules) -> list[int]:
    """Return the enclosed stones of both colours, ascending."""
    marked: set[int] = set()
    for line, closed in osiris_lines(board, rules.osiris_bends):
        row = [cells[site] for site in line]
        length = len(row)
        starts = range(length) if closed else range(1, length)
        for start in starts:
            colour = row[start]
            before = row[start - 1]
            if not colour or before != 3 - colour:
                continue
            end = start
            while end - start < length and row[end % length] == colour:
                end += 1
                if not closed and end == length:
                    break
            if (closed or end < length) and row[end % length] == 3 - colour:
                marked.update(line[k % length] for k in range(start, end))
    return sorted(marked)


Line = tuple[int, ...]


@lru_cache(maxsize=32)
def osiris_lines(board: TerraceBoard, bends: bool) -> tuple[tuple[Line, bool], ...]:
    """Return the lines of three fields and more on one level.

    Parameters
    ----------
    board
        The terraced board.
    bends
        Option osiris_bends: a ring whose fields have just two neighbours on their level counts as
        one closed line; elsewhere lines stay straight.

    Returns
    -------
    (sites in order, closed) a line.
    """
    rings = _rings(board) if bends else []
    on_ring = {site for ring in rings for site in ring}
    side = board.side
    lines: list[tuple[Line, bool]] = [(ring, True) for ring in rings]
    for k in range(side):
        for whole in ([k * side + i for i in range(side)], [i * side + k for i in range(side)]):
            start = 0
            for end in range(1, side + 1):
                if end < side and board.height[whole[end]] == board.height[whole[start]]:
                    continue
                section = tuple(whole[start:end])
                if len(section) >= 3 and not set(section) <= on_ring:
                    lines.append((section, False))
                start = end
    return tuple(lines)


def _rings(board: TerraceBoard) -> list[Line]:
    """Closed rings: connected fields of one level, each with two neighbours on it."""

    def level_neighbours(site: int) -> list[int]:
        return [int(s) for s in board.neighbours(site) if board.height[s] == board.height[site]]

    rings: list[Line] = []
    seen: set[int] = set()
    for site in range(len(board)):
        if site in seen:
            continue
        ring, stack = [], [site]
        seen.add(site)
        while stack:
            ring.append(stack.pop())
            fresh = [s for s in level_neighbours(ring[-1]) if s not in seen]
            seen.update(fresh)
            stack += fresh
        if len(ring) < 4 or any(len(level_neighbours(s)) != 2 for s in ring):
            continue
        walk = [site]
        while len(walk) < len(ring):
            walk.append(next(s for s in level_neighbours(walk[-1]) if s not in walk))
        rings.append(tuple(walk))
    return rings

"""What every registered game promises (model/contract/game.py), held by games played at random.

A new game joins by a row in `SETS`; those of examples/plugins join so without being shipped.
"""

import json
import random
from collections.abc import Mapping
from itertools import islice, product
from math import prod

import numpy as np
import pytest
from keystone.game import KIND as KEYSTONE

from model.contract.game import (
    CELL_SHAPES,
    CHANCE,
    EVENT_KINDS,
    WIN,
    ChanceMoves,
    GameKind,
    IllegalMove,
    MoveError,
    Position,
    next_tokens,
    slot_token,
    with_slot,
)
from model.contract.hooks import hooks_of
from model.play.many_analyses import analyze
from model.positions.events import same, table_of, tables
from model.positions.setup import read_header, read_position
from model.records import files, record
from model.records.puzzle import QUESTIONS
from model.records.record import PositionCache
from model.records.sealing import PREFIX, pending
from model.registry import kinds, registered

PLIES = 500
LISTED = 1_500
"""Where there are more legal moves than this, some of them stand for all."""
SETS = {
    "partition": [
        {"size": "3"},
        {"size": "6"},
        {"size": "4", "rules": "stacking"},
    ],
    "pyraos": [
        {},
        {"rules": "children"},
        {"rules": "alternate"},
        {"rules": "alternate", "removal": "obliged"},
    ],
    "pyramid": [
        {},
        {"board": "plateau-7", "push_back_ban": "true", "max_plies": "120"},
        {"board": "flat-top-8", "run_dirs": "orth+diag", "osiris_bends": "true"},
        {"board": "giza-9", "no_moves": "pass", "few_stones": "lose_below_four"},
        {"levels": "0000/0110/0110/0000", "victory": "b2+c2", "needed": "2", "smash_own": "false",
         "push_own": "false", "no_moves": "draw", "osiris_suicide": "false"},
    ],
    "pyramid-ball": [
        {},
        {"mode": "advanced"},
        {"mode": "advanced", "first": "duel", "side_prompt": "true", "max_turns": "40",
         "special_spent_when_programmed": "false", "recovery_limit": "2", "blitz_first": "true"},
        {"mode": "advanced", "target": "3", "follow_defender": "false", "edge_tackle": "true",
         "chain_push_tackles": "true", "push_locks_stander": "true", "pass_check": "original",
         "ban_from": "now", "exit_duty": "honour"},
    ],
    "rolling-pyramids": [
        {},
        {"players": "1", "solo_turns": "2", "solo_starts_grow": "true", "solo_round": "up"},
        {"players": "4", "map": "four", "homebrew_races": "true", "melee": "sum_of_others"},
        {"players": "3", "map": "outer", "hold_units": "true", "auto_border": "true",
         "modifier_overflow": "true", "factory_stack": "true", "melee": "turn_order",
         "fill_left_to_right": "true", "devices_once": "true", "rotate_first": "true",
         "casualties": "heroes_first", "halve": "down", "conquer": "enemy", "final": "both",
         "footmen_sum": "highest", "bomb_unit": "descending"},
    ],
    "poly-y": [{}, {"corners": "3", "size": "5"}, {"corners": "4", "size": "4", "swap": "false"},
               {"corners": "7", "size": "3"}],
    "cairns": [{}, {"radius": "1", "stones": "3"}, {"radius": "3", "stones": "20"},
               {"cards": "true", "fences": "2", "stones": "5"}],
    "keystone": [{}, {"size": "3"}],
}  # fmt: skip
SMALL = {
    "partition": ("partition 2,2/1 red", 2),
    "pyraos": ("pyraos:rules=alternate WWWB,W1BB,WB2,4/2W,3,3/2,2/1 white", 2),
    "pyramid": ("pyramid 2W4,1WB4,3B3,2WW3,7,1BB2W1,7 black", 2),
    "pyramid-ball": (
        "pyramid-ball:mode=advanced 7,L6,7,3m3,3M3,7,s6,1Sl4 A ball=c8 offence=A score=1:0 "
        "specials=-:SML ban=A",
        2,
    ),
    "rolling-pyramids": (
        "rolling-pyramids 7,a1,1,b1,b2,7,a1,4 p1 phase=deploy first=p1 seats=S1.anubian+S2.bastet",
        2,
    ),
    "poly-y": ("poly-y:corners=3,size=3 R/2/3 blue", 2),
    "cairns": ("cairns:radius=1,stones=4 A*2J,1A1,1V amber cap=3", 2),
    "keystone": ("keystone:size=3 RBR,RR1,B2/B1,2/1 red", 2),
}
"""Positions whose turns are built step by step in every way, and how many plies deep."""
CASES = [(name, options) for name, sets in SETS.items() for options in sets]


@pytest.fixture(autouse=True)
def _games(cairns):
    """Every test here knows the games of examples/plugins as well."""
    with registered(KEYSTONE):
        yield


def each_case():
    return pytest.mark.parametrize(
        ("name", "options"),
        CASES,
        ids=[f"{name} {','.join(f'{k}={v}' for k, v in o.items())}" for name, o in CASES],
    )


def begin(name, options) -> Position:
    return kinds()[name].configure(options).start()


def play_out(position, rng, plies=PLIES):
    """Positions and moves of a random game, to its end or so many plies."""
    line = [(position, None)]
    while position.outcome is None and len(line) <= plies:
        move = position.legal_moves.sample(rng)
        position = position.play(move)
        line.append((position, move))
    return line


def fingerprint(position):
    """Everything that can be asked of a position, as one comparable value."""
    pieces = position.pieces
    return (
        str(position),
        position.to_move,
        position.outcome,
        dict(position.reserves),
        position.sealed,
        [getattr(pieces, part).tolist() for part in ("site", "owner", "kind", "count")],
        position.legal_moves.count(),
    )


def some_moves(position, most=LISTED):
    """The legal moves where they can be listed, else the first ones."""
    return list(islice(position.legal_moves, most))


def mutated(move, rng):
    """A move with one thing changed: most are no longer legal, many no moves at all."""
    at = rng.randrange(len(move) + 1)
    letter = rng.choice("abcdefg123456789-x^>:. ")
    return rng.choice(
        [move[:at] + letter + move[at:], move[:at] + letter + move[at + 1 :], move[:at], move[::-1]]
    )


def test_every_registered_game_is_held():
    assert set(SETS) == set(SMALL) == set(kinds())


@each_case()
def test_what_is_known_before_a_game_begins(name, options):
    position = begin(name, options)
    game = position.game
    kind = game.kind
    assert kind is kinds()[name]
    assert kind.name == name
    assert kind.title
    assert kind.credit.endswith(".")
    assert set(game.players) <= set(kind.players)  # as many as play
    assert len(set(game.players)) == len(game.players)
    assert isinstance(kind, GameKind)
    assert game.piece_kinds
    assert all(one.name and one.shape for one in game.piece_kinds)
    assert kind.goals[0] == WIN
    assert len({goal.name for goal in kind.goals} - set(QUESTIONS)) == len(kind.goals)
    assert sum(goal.of_corner for goal in kind.goals) <= bool(game.board.corners)
    if hooks_of(kind).setup is not None:
        letters = hooks_of(kind).setup.letters
        assert len(set(letters)) == len(letters)
        for value in range(1, len(letters) + 1):
            owner, piece = hooks_of(kind).setup.owner(value)
            assert 0 <= owner < len(game.players)
            assert 0 <= piece < len(game.piece_kinds)
    assert list(game.options) == [option.name for option in kind.options]
    assert all(option.help or option.text for option in kind.options if not option.always)
    for option in kind.options:
        assert isinstance(game.options[option.name], (str, int, bool, type(None)))
    if not kind.hides:
        assert position.sealed == ()
    assert position.game.start() == position
    assert isinstance(position, Position)


@each_case()
def test_the_board_keeps_its_word(name, options):
    board = begin(name, options).game.board
    sites = len(board)
    assert board.centres.shape == (sites, 3)
    assert len(set(board.names)) == sites
    assert all(board.index(site) == number for number, site in enumerate(board.names))
    assert board.ground
    assert set(board.corners.values()) <= set(range(sites))
    assert list(board.victory) == sorted(set(board.victory) & set(range(sites)))
    for table in (board.supports, board.neighbour_table):
        assert table.shape[0] == sites
        assert ((table >= -1) & (table < sites)).all()
    assert board.is_stacked == (board.supports.shape[1] > 0)
    for layer in board.layers.values():
        assert layer.shape == (sites,)
        assert layer.dtype.kind == "i"
    for site, (own, beyond) in board.edges.items():
        assert not {own, beyond} & set(board.edges)
        assert beyond in board.neighbours(own)
        assert all(layer[site] == layer[own] for layer in board.layers.values())
        reach = np.linalg.norm(board.centres[[own, beyond]] - board.centres[site], axis=1)
        assert reach[0] < reach[1]
    for decoration in board.decoration:
        assert 0 <= decoration.site < sites
        assert decoration.tone in ("light", "dark", "accent")
        assert decoration.shape or decoration.text
    for site in range(sites):
        beside = board.neighbours(site).tolist()
        assert beside == sorted(set(beside) - {site})
        assert all(site in board.neighbours(other) for other in beside)
    for family_name, family in board.planes.items():
        assert family.name == family_name
        assert np.isclose(np.linalg.norm(family.normal), 1)
        numbers = board.layers[family_name]
        offsets = np.array([family.offset(number) for number in numbers.tolist()])
        along = board.centres @ np.array(family.normal)
        spaces = [site for site in range(sites) if site not in board.edges]
        # Where all is one level it may be a relief, as long as a cut at the level is one.
        rises = 0.25 if family_name == "level" and family.first == family.last else 0.0
        assert np.allclose(along[spaces], offsets[spaces], atol=rises + 1e-8), family_name
        assert (family.first, family.last) == (numbers.min(), numbers.max())


@pytest.mark.sample(10)
@pytest.mark.slow
@each_case()
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game(name, options, seed):
    rng = random.Random(f"{name} {options} {seed}")
    line = play_out(begin(name, options), rng)
    before = None
    for ply, (position, move) in enumerate(line):
        pieces = position.pieces
        arrays = (pieces.site, pieces.owner, pieces.kind, pieces.count)
        assert len({array.shape for array in arrays}) == 1
        assert all(array.dtype == np.int32 for array in arrays)
        assert (np.diff(pieces.site) >= 0).all()
        assert (pieces.count > 0).all()
        assert set(pieces.owner.tolist()) <= set(range(-1, len(position.game.players)))
        assert set(pieces.kind.tolist()) <= set(range(len(position.game.piece_kinds)))
        assert (position.to_move is None) == (position.outcome is not None)
        assert bool(position.legal_moves) == (position.outcome is None)
        if position.to_move is not None:
            assert position.to_move in (*position.game.players, CHANCE)
        if position.reserves:
            assert list(position.reserves) == list(position.game.players)
            assert min(position.reserves.values()) >= 0
        if before is not None:
            shown = tables(before, before.events(move))[-1]
            assert same(shown, table_of(position)), f"ply {ply}: {move} in {before}"
        if ply % 9 == 0 or position.outcome is not None:
            held_to_its_moves(position, rng)
            held_to_its_sheets(position)
        before = position
    outcome = line[-1][0].outcome
    if outcome is not None:
        held_to_its_outcome(line[-1][0])
        assert line[-1][0].steps(()).choices == ()
        assert line[-1][0].steps(()).message
        with pytest.raises(ValueError, match="no legal move"):
            line[-1][0].legal_moves.sample(rng)


def held_to_its_moves(position, rng):
    """Count, list, membership, explanations, sampling and playing agree; nothing changes."""
    known = fingerprint(position)
    moves = some_moves(position)
    assert len(moves) == len(set(moves)) == min(position.legal_moves.count(), LISTED)
    if len(moves) == LISTED:
        moves += [position.legal_moves.sample(rng) for _ in range(8)]
    for move in rng.sample(moves, min(len(moves), 8)):
        assert move in position.legal_moves
        assert position.explain(move) is None
        assert position.read_move(move) == move
        after = position.play(move)
        assert fingerprint(after) == fingerprint(position.replay([move]))
        held_to_its_events(position, move)
        refused(position, mutated(move, rng), moves)
    for other in ("", "pass", "zz", "1a1", "a1-a2", "?", "x" * 3000, "é"):
        refused(position, other, moves)
    assert None not in position.legal_moves
    for _ in range(4 if moves else 0):
        drawn = position.legal_moves.sample(rng)
        assert drawn in position.legal_moves
        assert drawn in moves or len(moves) > LISTED
    if position.to_move == CHANCE:
        assert isinstance(position.legal_moves, ChanceMoves)
        if len(moves) < LISTED:
            assert abs(sum(map(position.legal_moves.probability, moves)) - 1) < 1e-9
        assert max(map(position.legal_moves.probability, moves)) <= 1
        assert all(position.legal_moves.probability(move) > 0 for move in moves)
    # What was handed out is the caller's: writing into it must not reach the position.
    pieces = position.pieces
    for array in (pieces.site, pieces.owner, pieces.kind, pieces.count):
        if array.flags.writeable:
            array[:] = -1
    assert fingerprint(position) == known
    strings_round_trip(position)
    bare = position.without_past()
    assert str(bare) == str(position)
    assert bare == position


def refused(position, text, moves):
    """A text that is no legal move has a reason, and playing it raises just that."""
    if text in moves or (len(moves) > LISTED and text in position.legal_moves):
        return
    assert text not in position.legal_moves
    reason = position.explain(text)
    if reason is None:  # another way to write a legal move
        assert position.read_move(text) in moves
        return
    sentence = str(reason)
    assert sentence
    assert "{" not in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400
    for bad in (position.play, position.events):
        with pytest.raises(MoveError) as raised:
            bad(text)
        assert raised.value.reason.key == reason.key
    legal = moves[:1]
    with pytest.raises(MoveError) as raised:
        position.replay([text, *legal])
    assert raised.value.ply == 1


def held_to_its_events(position, move):
    """Events are of known kinds, come in order of stages and name owners, pieces and sites."""
    events = position.events(move)
    assert events
    stages = [event.stage for event in events]
    assert stages == sorted(stages)
    assert stages[0] == 0
    assert set(stages) == set(range(max(stages) + 1))
    for event in events:
        assert event.kind in EVENT_KINDS
        assert -1 <= event.owner < len(position.game.players)
        assert 0 <= event.piece < len(position.game.piece_kinds)
        assert set(event.sites) <= set(range(len(position.game.board)))
        hash(event)
        if event.kind == "note":
            assert event.cause
            assert event.reason is not None
            assert "{" not in str(event.reason)
        if event.kind == "count":
            assert event.value in position.counters


def held_to_its_sheets(position):
    """Cells have names of their own, and what is closed is no choice."""
    cells = [cell for sheet in position.sheets for cell in sheet.cells]
    names = [cell.name for cell in cells if cell.name]
    assert len(names) == len(set(names))
    assert not set(names) & set(position.game.board.names)
    assert {sheet.owner for sheet in position.sheets} <= {"", *position.game.players}
    assert {cell.owner for cell in cells} <= {"", *position.game.players}
    assert {cell.shape for cell in cells} <= set(CELL_SHAPES)
    assert all(cell.words for cell in cells if cell.name)
    closed = {cell.name for cell in cells if cell.closed is not None}
    assert not closed & set(position.steps(()).choices)


def held_to_its_outcome(position):
    """The end names winners and scores of this game, and nobody twice."""
    outcome, players = position.outcome, position.game.players
    hash(outcome)
    assert outcome.how in position.game.kind.endings
    assert outcome.winner in (None, *players)
    assert outcome.winner is None or outcome.winners == (outcome.winner,)
    assert list(outcome.winners) == [player for player in players if player in outcome.winners]
    assert [player for player, _ in outcome.scores] in ([], list(players))
    assert outcome.reason is None or "{" not in str(outcome.reason)
    if outcome.ranks:
        assert sorted(one for rank in outcome.ranks for one in rank) == sorted(players)
        assert not outcome.winners or set(outcome.ranks[0]) == set(outcome.winners)


def strings_round_trip(position):
    text = str(position)
    again = read_position(text)
    everybody = position.seen_by(None)
    assert str(again) == text == str(everybody)
    assert again == everybody
    assert hash(again) == hash(everybody)
    assert again.game == position.game
    if not position.sealed:
        assert again == position
    # Canonical: the options in the order declared, the rest as short as it can be.
    _, options = read_header(text.split(" ", 1)[0])
    order = [option.name for option in position.game.kind.options]
    assert list(options) == [option for option in order if option in options]
    for option in position.game.kind.options:
        default = position.game.options[option.name] == option.default
        if option.always:
            assert option.name in options
        elif default:
            assert option.name not in options


@pytest.mark.sample(10)
@each_case()
def test_positions_never_change(name, options):
    line = play_out(begin(name, options), random.Random(5), 60)
    known = [fingerprint(position) for position, _ in line]
    for position, _ in line:
        for move in some_moves(position, 3):
            position.play(move)
            position.events(move)
        position.steps(())
        analyze(position, costs=False)
    assert [fingerprint(position) for position, _ in line] == known


@pytest.mark.sample(10)
@each_case()
def test_records_files_and_undo(name, options, tmp_path):
    rng = random.Random(f"{name} {options}")
    line = play_out(begin(name, options), rng, 80)
    game, node = record.new_record(str(line[0][0]), title="played at random"), record.ROOT
    nodes = [node]
    for _, move in line[1:]:
        game, node = record.play(game, node, move)
        nodes.append(node)
    # A variation from the middle, so that undoing means more than forgetting the end.
    middle = len(line) // 2
    fork = nodes[middle]
    others = [
        m for m in some_moves(line[middle][0]) if [m] != [x for _, x in line[middle + 1 :]][:1]
    ]
    side = None
    if others:
        game, side = record.play(game, fork, rng.choice(others))
    cache = PositionCache(kept=7, stride=5)
    for at in (len(nodes) - 1, 0, middle, *rng.sample(range(len(nodes)), min(12, len(nodes)))):
        found = cache.position(game, nodes[at])
        assert fingerprint(found) == fingerprint(line[at][0])
    path = tmp_path / "game.pyramidion"
    files.save(path, files.Contents(game, node))
    opened = files.load(path)
    assert opened.record == game
    assert opened.node == node
    assert str(PositionCache().position(opened.record, node)) == str(line[-1][0])
    if side is not None:
        undone, parent = record.delete(game, side)
        assert parent == fork
        assert str(cache.position(undone, parent)) == str(line[middle][0])
        assert undone.nodes[fork].children == tuple(nodes[middle + 1 : middle + 2])
    # The whole line at once says what its moves one by one say.
    assert fingerprint(line[0][0].replay([move for _, move in line[1:]])) == fingerprint(
        line[-1][0]
    )


def walk(position):
    """Every move that following `steps` can build, and how often each."""
    found: dict[str, int] = {}
    stack = [()]
    while stack:
        partial = stack.pop()
        step = position.steps(partial)
        assert step.message
        assert step.complete == (step.move is not None)
        assert len(set(step.choices)) == len(step.choices)
        assert step.choices or step.complete, f"{partial} leads nowhere"
        if step.complete:
            found[step.move] = found.get(step.move, 0) + 1
        stack += [(*partial, choice) for choice in step.choices]
    return found


def held_to_its_slots(position, rng):
    """Named choices can be made, changed and cleared in any order; the last ones count.

    Every way to fill the slots is a legal move, and every legal move is one way: so that there
    are as many of these as the slots' choices multiply to, and none need be walked through.
    """
    first = position.steps(())
    names = [slot.name for slot in first.slots]
    assert len(set(names)) == len(names)
    assert position.legal_moves.count() == prod(len(slot.choices) for slot in first.slots)
    some = [position.legal_moves.sample(rng) for _ in range(6)]
    for move in (*some, *some_moves(position, 6)):
        assert not set(move) & set("= ")
        whole = position.steps((move,))
        assert whole.move == move
        held = {slot.name: slot.value for slot in whole.slots}
        assert [slot.name for slot in whole.slots] == names
        tokens = [slot_token(name, value) for name, value in held.items() if value]
        tokens += [slot_token(rng.choice(names)) for _ in range(3)]  # cleared, and then set
        rng.shuffle(tokens)
        tokens += [slot_token(name, value) for name, value in held.items() if value]
        again = position.steps(tokens)
        assert (again.move, again.slots) == (move, whole.slots)
        cleared = (move, *map(slot_token, names))
        assert position.steps(cleared).slots == first.slots
    partial: tuple[str, ...] = ()
    for _ in range(40):
        steps = position.steps(partial)
        assert steps.message
        assert steps.choices == next_tokens(steps.slots)
        assert len(set(steps.choices)) == len(steps.choices)
        filled = {slot.name: slot.value or slot.default for slot in steps.slots}
        assert steps.complete == (steps.move is not None) == all(filled.values())
        if steps.complete:
            assert position.explain(steps.move) is None
            values = {slot.name: slot.value for slot in position.steps((steps.move,)).slots}
            assert {name: values[name] or filled[name] for name in names} == filled
        for slot in steps.slots:
            assert len(set(slot.choices)) == len(slot.choices) > 0
            assert "" not in slot.choices
            assert set(slot.choices) >= {slot.value, slot.default} - {""}
        token = rng.choice(steps.choices)
        name, _, value = token.partition("=")
        assert position.steps(with_slot(partial, name, value)) == position.steps((*partial, token))
        partial = rng.choice((with_slot(partial, name, value), (*partial, token)))


def built(position, rng):
    """Building a turn step by step reaches exactly the legal moves."""
    slots = position.steps(()).slots
    if not slots:
        assert set(walk(position)) == set(position.legal_moves)
        return
    held_to_its_slots(position, rng)
    if position.legal_moves.count() <= LISTED:
        ways = product(*([slot_token(slot.name, v) for v in slot.choices] for slot in slots))
        assert {position.steps(way).move for way in ways} == set(position.legal_moves)


@pytest.mark.check
@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_steps_reach_exactly_the_legal_moves(name):
    text, depth = SMALL[name]
    level = [read_position(text)]
    rng = random.Random(depth)
    for _ in range(depth):
        for position in level:
            built(position, rng)
        after = (p.play(m) for p in level for m in some_moves(p, 400))
        level = list(islice((position for position in after if position.outcome is None), 40))


@pytest.mark.sample(10)
@each_case()
def test_steps_along_a_game(name, options):
    rng = random.Random(3)
    for position, _ in play_out(begin(name, options), rng, 120)[::23]:
        slots = position.steps(()).slots
        if position.outcome is None and (slots or position.legal_moves.count() <= 400):
            built(position, rng)
        for nonsense in (("nonsense",), ("1a1", "nonsense"), ("", "", "")):
            step = position.steps(nonsense)
            assert not step.complete
            assert step.choices == ()
            assert step.message


@pytest.mark.sample(10)
@pytest.mark.slow
@each_case()
def test_what_each_player_sees(name, options):
    rng = random.Random(11)
    for position, _ in play_out(begin(name, options), rng, 40):
        for player in (None, *position.game.players):
            seen = position.seen_by(player)
            assert str(seen) == str(position)
            assert seen.seen_by(player) == seen
            assert seen.seen_by(None) == position.seen_by(None)
            assert seen.to_move == position.to_move
            assert seen.outcome == position.outcome
            assert some_moves(seen, 50) == some_moves(position, 50)
            assert seen.steps(()) == position.steps(())
            assert same(table_of(seen), table_of(position))
            if not position.sealed:
                assert seen == position


@each_case()
def test_a_choice_in_secret_is_told_to_nobody_else(name, options):
    """Two lines that differ in one sealed choice show others the same, whatever they ask."""
    rng = random.Random(17)
    met = 0
    for position, _ in play_out(begin(name, options), rng, 40):
        side = position.to_move
        if side not in position.game.players or not position.game.kind.hides:
            continue
        moves = [position.legal_moves.sample(rng) for _ in range(3)]
        afters = [position.play(move) for move in moves]
        if any(side not in after.sealed for after in afters):
            continue
        met += 1
        assert len({repr(after) for after in afters}) == 1
        assert all(repr(position.events(move)) == repr(position.events(moves[0])) for move in moves)
        for player in (None, *position.game.players):
            if player == side:  # one's own choice is kept
                assert len({after.seen_by(side) for after in afters}) == len(set(moves))
                continue
            seen = [after.seen_by(player) for after in afters]
            assert len(set(seen)) == 1
            assert len({repr(fingerprint(one)) for one in seen}) == 1
            assert len({repr(one.steps(())) for one in seen}) == 1
            for move in some_moves(seen[0], 5):
                assert len({repr(told_of(one, move)) for one in seen}) == 1
    alone = options.get("players") == "1"  # nobody is there to hide from
    assert bool(met) == (position.game.kind.hides and not alone)


def told_of(position, move):
    """What a position says of a move, refusals included."""
    try:
        return position.explain(move), position.events(move), position.play(move)
    except MoveError as error:
        return error.reason


@each_case()
def test_analyze_tells_every_position(name, options):
    for position, _ in play_out(begin(name, options), random.Random(2), 30)[::6]:
        found, decided = analyze(position.seen_by(None), costs=False)
        assert decided
        assert list(found)[:5] == ["game", "options", "to_move", "moves", "outcome"]
        json.dumps(found)
        assert isinstance(found["options"], Mapping)
        assert found["moves"] == position.legal_moves.count()


# -- what only a game with secrets and dice shows ------------------------------------------------


def test_a_commitment_is_hidden_until_the_last_reveals_it():
    start = begin("cairns", {})
    one = start.play("bid2")
    assert one.sealed == ("amber",)
    assert str(one).endswith(" jade sealed=amber")
    assert one != start.play("bid3")
    assert one.seen_by("jade") == start.play("bid3").seen_by("jade")
    assert one.seen_by("amber") == one
    two = one.play("bid2")
    for player in (None, "amber", "jade", "violet"):
        seen = two.seen_by(player)
        assert seen.explain("bid1") is None
        with pytest.raises(IllegalMove) as raised:
            seen.play("bid1")
        assert raised.value.reason.key == "sealed"
    revealing = two.events("bid1")
    assert [event.value for event in revealing if event.kind == "reveal"] == ["2", "2", "1"]
    assert all(not event.value for event in one.events("bid2"))
    after = two.play("bid1")
    assert after.sealed == ()
    assert after.to_move == CHANCE
    assert str(after).endswith(" chance leads=violet")


def test_chance_is_drawn_by_probability():
    rolling = read_position("cairns:radius=2 3,4,5,4,3 chance leads=jade")
    rng = random.Random(1)
    rolls = [rolling.legal_moves.sample(rng) for _ in range(3000)]
    for face in rolling.legal_moves:
        assert abs(rolls.count(face) / 3000 - rolling.legal_moves.probability(face)) < 0.04


def test_a_file_keeps_a_pending_commitment_from_being_read(tmp_path):
    game = record.new_record(str(begin("cairns", {})))
    game, first = record.play(game, record.ROOT, "bid2")
    game, second = record.play(game, first, "bid3")
    assert pending(game) == {first: "amber", second: "jade"}
    assert pending(record.new_record(str(begin("pyraos", {})))) == {}
    path = tmp_path / "bids.pyramidion"
    files.save(path, files.Contents(game, second))
    text = path.read_text()
    assert "bid" not in text
    assert text.count(PREFIX) == 2
    assert files.load(path).record == game
    path.write_text(text.replace(PREFIX, PREFIX + "A", 1))
    with pytest.raises(files.FileError, match="the sealed move cannot be read"):
        files.load(path)
    game, last = record.play(game, second, "bid1")
    assert pending(game) == {}
    files.save(path, files.Contents(game, last))
    assert PREFIX not in path.read_text()


def test_a_game_registered_for_a_while_is_gone_after():
    assert "cairns" in kinds()
    other = type("Other", (), {"name": "other"})()
    with registered(other):
        assert kinds()["other"] is other
        with pytest.raises(ValueError, match="registered already"), registered(other):
            pass
    assert "other" not in kinds()

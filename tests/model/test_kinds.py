"""Hooks of kinds of games: what one has that declares none, and what the shipped ones declare."""

import random

import numpy as np
import pytest

from model.contract.game import WIN, GameKind, Goal, IllegalMove, PieceKind, play_all, site_mask
from model.contract.hooks import Played, hooks_of
from model.games.partition.prover import PartitionProver
from model.games.pyramid.prover import PyramidProver
from model.games.pyraos.proofs import PyraosProver
from model.phrases import printable
from model.play.perft import perft
from model.positions.setup import Draft, read_position, read_setup
from model.registry import SHIPPED, kinds
from model.search.proofs.plain_prover import PlainProver
from model.search.provers import prover_for, solve

pytestmark = pytest.mark.usefixtures("cairns")


def start(name):
    return kinds()[name].configure({}).start()


def test_a_kind_that_declares_no_hook_has_the_defaults():
    kind = kinds()["cairns"]
    game = kind.configure({})
    position = game.start()
    assert isinstance(kind, GameKind)
    assert hooks_of(kind).setup is None
    assert kind.goals == (WIN,)
    assert hooks_of(kind).move_conditions == hooks_of(kind).point_conditions == ()
    assert hooks_of(kind).perft(position, 2) is None
    assert hooks_of(kind).findings(position, costs=True, limit=None) == ({}, True)
    assert isinstance(prover_for(game), PlainProver)
    assert solve(position, limit=1) is None
    assert hooks_of(kind).random_setup(game, random.Random(1)) is None
    assert hooks_of(kind).playout_move(position, random.Random(1)) in position.legal_moves
    assert hooks_of(kind).describe_goal(Goal("win", "amber")) == ("wins", "winning", "win")
    assert hooks_of(kind).corner_of(position, "bid1") == ""
    assert not hooks_of(kind).is_directed(game)
    with pytest.raises(ValueError, match="Cairns knows no goal hold"):
        hooks_of(kind).reached(position, Goal("hold", "amber", "SW"))
    with pytest.raises(ValueError, match="Cairns is not begun from a file"):
        kind.configure_from({}, b"{}")


def test_a_board_that_declares_nothing_lies_on_tiles():
    board = start("cairns").game.board
    assert board.ground == "tiles"
    assert (board.corners, board.victory) == ({}, ())
    assert board.supports.shape == board.neighbour_table.shape == (len(board), 0)
    assert not board.is_stacked


def test_boards_and_pieces_declare_what_they_look_like():
    balls, steps = start("pyraos").game, start("pyramid").game
    assert (balls.board.ground, steps.board.ground) == ("dimpled slab", "terraces")
    assert (balls.board.is_stacked, steps.board.is_stacked) == (True, False)
    assert (len(balls.board.corners), len(steps.board.corners)) == (5, 0)
    assert [steps.board.names[site] for site in steps.board.victory] == ["c3", "e3", "c5", "e5"]
    assert balls.piece_kinds == (PieceKind("sphere", "ball"),)
    assert steps.piece_kinds == (PieceKind("stone", "disc"),)


@pytest.mark.parametrize(
    ("name", "prover"),
    [("partition", PartitionProver), ("pyraos", PyraosProver), ("pyramid", PyramidProver)],
)
def test_shipped_games_have_provers_of_their_own(name, prover):
    assert isinstance(prover_for(start(name).game), prover)


def test_partition_and_poly_y_know_goals_about_corners():
    of_corners = {kind.name: kind.corner_goal.name for kind in SHIPPED if kind.corner_goal}
    assert of_corners == {"partition": "hold", "poly-y": "capture"}
    kind = kinds()["partition"]
    position = read_position("partition:size=2,rules=free R,R1/1 blue".replace("R,R1", "RR,R1"))
    goals = [Goal("hold", side, "SW") for side in ("red", "blue")]
    assert [hooks_of(kind).reached(position, goal) for goal in goals] == [True, False]


def test_goals_are_told_in_the_words_of_the_game():
    kind = kinds()["partition"]
    assert hooks_of(kind).describe_goal(Goal("win", "red")) == ("wins", "winning", "win")
    assert hooks_of(kind).describe_goal(Goal("hold", "red", "SW")) == (
        "holds SW",
        "holding SW",
        "hold SW",
    )
    assert hooks_of(kind).describe_goal(Goal("hold", "red", "apex")).does == "holds the apex"


def test_hooks_say_nothing_about_drafts():
    draft = read_setup("partition:size=2,rules=stacking 2,2/R red")
    assert isinstance(draft, Draft)
    kind = draft.game.kind
    assert hooks_of(kind).findings(draft, costs=True, limit=None) == ({}, True)
    assert hooks_of(kind).perft(draft, 2) is None
    assert hooks_of(kind).corner_of(draft, "2b2") == ""
    assert perft(draft, 2) == 0


def test_a_note_says_where_the_winner_would_be_to_move():
    rules = kinds()["partition"].setup
    won = read_position("partition:size=2,rules=free RR,RR/R red")
    assert won.outcome is not None
    [note] = rules.winner_to_move(won, "partition.md#winning")
    assert (note.key, note.rule) == ("winner-to-move", "partition.md#winning")
    assert str(note).startswith("Red has won, and would be to move")
    assert rules.winner_to_move(start("partition"), "") == ()


@pytest.mark.parametrize("name", ["partition", "pyraos", "pyramid", "cairns"])
def test_the_mask_of_steps_is_that_of_the_choices(name):
    position = start(name)
    rng = random.Random(7)
    for _ in range(12):
        steps = position.steps(())
        board = position.game.board
        if steps.mask is not None:
            sites = [board.index(word) for word in steps.choices if word in board]
            assert np.array_equal(steps.mask, site_mask(board, sites))
            assert not steps.mask.flags.writeable
        if position.outcome is None:
            position = position.play(position.legal_moves.sample(rng))


def test_steps_tell_what_is_made_so_far():
    position = start("pyraos").replay(["1a1", "1g7", "1a3", "1g5", "1c1", "1g3"])
    steps = position.steps(["1c3"])
    names = position.game.board.names
    [square] = steps.made
    assert [names[site] for site in square] == ["1a1", "1c1", "1a3", "1c3"]
    assert position.steps(["1e1"]).made == position.steps([]).made == ()


def test_a_move_to_judge_tells_what_it_did():
    before = start("pyraos").replay(["1a1", "1g7", "1a3", "1g5", "1c1", "1g3"])
    played = Played(before, "1c3x1a1", before.play("1c3x1a1"))
    assert played.side == "white"
    assert played.causes == {"take-back"}
    assert played.placed == before.game.board.index("1c3")


def test_what_a_terminal_would_act_on_is_not_printed():
    assert printable("a\x1b[2Jb\nc") == "a [2Jb c"
    assert printable("x" * 301) == "x" * 300 + "…"


def test_moves_played_one_by_one_tell_which_cannot_be():
    position = start("pyraos")
    moves = ["1a1", "1c1", "1a1", "1e1"]
    assert play_all(type(position).play, position, moves[:2]) == position.play("1a1").play("1c1")
    with pytest.raises(IllegalMove) as raised:
        play_all(type(position).play, position, moves)
    assert raised.value.ply == 3

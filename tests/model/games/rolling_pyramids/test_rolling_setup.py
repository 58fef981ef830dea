"""Rolling Pyramids set up by hand: what is put is read again, and what cannot exist is refused."""

import random

import pytest
from rolling_games import SETS

from model.games.rolling_pyramids.happening import HERO, RAM, SOLDIER, SPIKES, UMBRELLA
from model.games.rolling_pyramids.kind import KIND
from model.notation.tokens import NotationError
from model.positions.setup import read_position
from model.registry import kinds

SEATS = "first=p1 seats=S1.anubian+S2.bastet"
ROLL = f"rolling-pyramids 8,a3,14 chance phase=roll {SEATS}"
STACKS = KIND.stacks


def edited(text, *edits):
    """The string after edits: (site, owner, kind, number)."""
    position = read_position(text)
    for name, *edit in edits:
        position = STACKS.put(position, position.game.board.index(name), *edit)
    return str(position)


def refused(text, name, *edit):
    with pytest.raises(NotationError) as error:
        edited(text, (name, *edit))
    return error.value.message


@pytest.mark.parametrize(
    ("edits", "board", "devices"),
    [
        ([("9", 0, SOLDIER, 2)], "8,a5,14", ""),
        ([("9", 0, HERO, 4)], "8,a3*4,14", ""),
        ([("9", 0, SOLDIER, -2)], "8,a1,14", ""),
        ([("9", 0, SOLDIER, -7)], "23", ""),
        ([("1", 1, HERO, 1)], "b*1,7,a3,14", ""),
        ([("9>10", 0, RAM, 1)], "8,a3,14", " devices=ram.9>10"),
        ([("9", 0, UMBRELLA, 1), ("9>10", 0, SPIKES, 1)], "8,a3,14",
         " devices=spikes.9>10+umbrella.9"),
        # Devices go with those who leave.
        ([("9", 0, UMBRELLA, 1), ("9>10", 0, RAM, 1), ("9", 0, SOLDIER, -3)], "23", ""),
        ([("9>10", 0, RAM, 1), ("9>10", 0, RAM, -1)], "8,a3,14", ""),
        ([("S1>8", 0, RAM, 1)], "8,a3,14", " devices=ram.S1>8"),
    ],
)  # fmt: skip
def test_what_is_put_stands_in_the_string_and_the_rest_stays(edits, board, devices):
    assert edited(ROLL, *edits) == ROLL.replace("8,a3,14", board) + devices


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (("9", 1, SOLDIER, 1), "9 belongs to P1: empty it first"),
        (("S1", 0, SOLDIER, 1), "S1 is where P1 starts: no units stand there"),
        (("S3", 0, SOLDIER, 1), "S3 is a starting area: no units stand there"),
        (("9>10", 0, HERO, 1), "9>10 is a border: heroes stand on spaces"),
        (("9", 0, RAM, 1), "a ram goes on a border, which 9 is not"),
        (("9>10", 0, UMBRELLA, 1), "an umbrella goes on a space, which 9>10 is not"),
        (("10>9", 0, SPIKES, 1), "nobody controls 10: put units there first"),
        (("9", 0, UMBRELLA, -1), "there is no umbrella on 9"),
        (("9", 0, HERO, -1), "no heroes of P1 stand on 9"),
        (("1", 1, SOLDIER, -1), "no soldiers of P2 stand on 1"),
        (("9", 0, SOLDIER, 999_997), "at most 999999 soldiers stand on one space"),
    ],
)
def test_what_cannot_exist_is_refused_in_a_sentence(edit, says):
    assert refused(ROLL, *edit) == says


def test_the_pharaoh_has_soldiers_only():
    start = kinds()["rolling-pyramids"].configure({"players": "1"}).start()
    board = start.game.board
    empty = STACKS.emptied(start, range(len(board)))
    assert str(empty) == "rolling-pyramids:players=1 23 chance phase=roll seats=S1.anubian"
    assert " P7,22 " in str(STACKS.put(empty, 0, 1, SOLDIER, 7))
    assert refused(str(empty), "1", 1, HERO, 1) == "the Pharaoh has no heroes"
    assert [kind for kind, _ in STACKS.kinds(start.game)] == [SOLDIER, HERO]
    with pytest.raises(NotationError, match="the Pharaoh is never the first player"):
        STACKS.with_first(start, 1)


def test_whoever_sets_up_a_game_that_has_not_begun_finds_everybody_seated():
    assert edited("rolling-pyramids:players=3 23 chance", ("9", 2, SOLDIER, 5)) == (
        "rolling-pyramids:players=3 8,c5,14 chance phase=roll first=p1 "
        "seats=S1.anubian+S2.bastet+S3.sobeccian"
    )
    chosen = "rolling-pyramids 23 p1 phase=seats first=p1 seats=-+S1.anubian"
    assert edited(chosen, ("9", 0, HERO, 1)) == (
        "rolling-pyramids 8,a*1,14 chance phase=roll first=p1 seats=S2.bastet+S1.anubian"
    )


def test_the_first_player_is_another_where_a_round_begins():
    second = STACKS.with_first(read_position(ROLL), 1)
    assert STACKS.first(second) == 1
    assert str(second) == ROLL.replace("first=p1", "first=p2")
    deploy = f"rolling-pyramids 8,a3,14 p2 phase=deploy {SEATS} sealed=p1"
    # Deployments that were chosen do not fit another map: all choose again.
    assert edited(deploy, ("9", 0, SOLDIER, 1)) == (
        f"rolling-pyramids 8,a4,14 p1 phase=deploy {SEATS}"
    )
    over = f"rolling-pyramids 23 p1 phase=over round=10 {SEATS}"
    with pytest.raises(NotationError, match="the first player is set before the dice are rolled"):
        STACKS.with_first(read_position(over), 1)


@pytest.mark.parametrize("options", SETS[:4], ids=str)
def test_random_edits_of_random_positions_are_read_again(options):
    rng = random.Random(str(options))
    position = kinds()["rolling-pyramids"].configure(options).start()
    refusals, edits = [], 0
    for _ in range(60):
        for _ in range(3):
            if position.outcome is None:
                position = position.play(position.legal_moves.sample(rng))
        board, game = position.game.board, position.game
        kind, _ = rng.choice(STACKS.kinds(game))
        site, owner = rng.randrange(len(board)), rng.randrange(len(game.players))
        try:
            if rng.random() < 0.1:
                made = STACKS.emptied(position, [site])
            else:
                made = STACKS.put(position, site, owner, kind, rng.choice([-2, 1, 3]))
        except NotationError as error:
            refusals.append(error.message)
            continue
        edits += 1
        again = read_position(str(made))
        assert again == made
        assert str(again) == str(made)
        assert again.state.owns == position.state.owns
        assert again.state.round == position.state.round
        position = made
    assert edits > 3
    assert len(refusals) > 3
    assert not any("\n" in message for message in refusals)

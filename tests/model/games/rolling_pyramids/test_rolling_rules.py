"""Rules of Rolling Pyramids one by one: drafts, upgrades, deployments, devices, ends, options."""

import random

import pytest

from model.contract.game import IllegalMove, MalformedMove
from model.notation.tokens import NotationError
from model.positions.events import same, table_of, tables
from model.positions.setup import read_position

SEATS = "first=p1 seats=S1.anubian+S2.bastet"
DEPLOY = f"p1 phase=deploy {SEATS}"


def game(options=""):
    return f"rolling-pyramids:{options}" if options else "rolling-pyramids"


def at(board, rest=DEPLOY, options=""):
    return read_position(f"{game(options)} {board} {rest}")


def there(position, name):
    place = position.game.board.index(name)
    state = position.state
    owner = position.game.players[state.holders[place]] if state.holders[place] >= 0 else None
    return owner, state.soldiers[place], state.heroes[place]


def why(position, move):
    reason = position.explain(move)
    assert reason is not None
    with pytest.raises((IllegalMove, MalformedMove)):
        position.play(move)
    return reason.key


def both(position, *moves):
    """Play, and hold the events to what they lead to."""
    for move in moves:
        told = tables(position, position.events(move))[-1]
        position = position.play(move)
        assert same(told, table_of(position))
    return position


# -- the draft -------------------------------------------------------------------------------------

DRAFT = f"23 p1 phase=draft {SEATS} dice=3165-2482"


def test_a_die_is_changed_by_its_colour_and_by_factories():
    plain = read_position(f"rolling-pyramids {DRAFT}")
    values = [move for move in plain.legal_moves if move.startswith("p2b-hero1")]
    assert values == ["p2b-hero1:4"]
    own = [move for move in plain.legal_moves if move.startswith("p1a-hero1")]
    assert own == ["p1a-hero1:2", "p1a-hero1:3", "p1a-hero1:4"]
    held = at("5,a1,17", f"p1 phase=draft {SEATS} dice=3165-2482")  # 6: the factory for heroes
    assert [m[-1] for m in held.legal_moves if m.startswith("p2b-hero1")] == ["2", "4"]
    assert [m[-1] for m in held.legal_moves if m.startswith("p1a-hero1")] == ["1", "2", "3", "4"]
    assert why(plain, "p2b-hero1:3") == "reach"


def test_two_factories_count_once_or_add_up():
    board, rest = "3,a1,2,a1,16", f"p1 phase=draft {SEATS} dice=3165-2482"  # 4 and 7: footmen
    once, twice = at(board, rest), at(board, rest, "factory_stack=true")
    boxes = [{m[4:] for m in position.legal_moves if m.startswith("p2c-foot")}
             for position in (once, twice)]  # fmt: skip
    assert boxes[0] == {"foot1.7", "foot2.6", "foot2.8"}  # an 8 as 6 or 8
    assert boxes[1] == {"foot1.7", "foot2.6", "foot2.8", "foot1.5"}  # and as 4


def test_overflow_writes_what_no_die_shows():
    position = read_position(f"{game('modifier_overflow=true')} {DRAFT}".replace("3165", "4165"))
    assert "p1a-hero1:5" in position.legal_moves
    assert "p1a-hero1:5" not in read_position(f"rolling-pyramids {DRAFT}").legal_moves


def test_cells_of_special_units_stay_in_order():
    board = "p1=..../............/4../4./..6/......./......../........./0.0.0/0"
    position = read_position(f"rolling-pyramids {DRAFT}".replace(" dice", f" {board} dice"))
    moves = set(position.legal_moves)
    assert "p2c-ascending2:8" in moves
    assert why(position, "p2d-ascending2:2") == "order"
    assert why(position, "p1c-equal2:6") == "order"
    assert "p1d-equal2:4" in moves
    assert "p2c-descending1:8" in moves
    assert why(position, "p1d-descending2:6") == "order"
    assert why(position, "p1c-ascending1:6") == "filled"
    assert why(position, "p1c-hero1:6") == "shape"
    assert why(position, "p1a-foot1.5") == "shape"
    assert why(position, "p2a-foot1.1") == "reach"
    assert why(position, "p9a-hero1:1") == "no-move"
    first = position.game.start()
    assert why(first, "hero-S1") == why(first, "start-x") == "no-move"
    assert why(first, "start-S1") == "no-such"
    left = read_position(f"{game('fill_left_to_right=true')} {DRAFT}")
    assert why(left, "p2c-ascending3:8") == "order"
    assert "p2c-ascending1:8" in left.legal_moves


def test_a_taken_die_is_taken():
    position = read_position(f"rolling-pyramids {DRAFT}").play("p1a-discard")
    assert position.to_move == "p2"
    assert why(position, "p1a-discard") == "die-taken"
    assert why(position, "ram") == "not-now"


# -- upgrades --------------------------------------------------------------------------------------


def own(cells="..../............/.../../...", rest="......./......../........./0.0.0/0"):
    return f"{cells}/{rest}"


def test_a_complete_pair_gives_one_upgrade_and_no_more():
    board = own("..../1332......../.../../...")
    position = read_position(f"rolling-pyramids 23 p1 phase=develop {SEATS} p1={board}")
    assert position.legal_moves.count() == 8
    after = position.play("spikes")
    assert after.state.phase == "deploy"
    assert after.state.owns[0].stock == (0, 2, 0)


@pytest.mark.parametrize(("cells", "bought", "units"), [
    ("2357", "x........", {"ascending": 7}),
    ("2357", ".........", {"ascending": 5}),
    ("2357", "xx.......", {"ascending": 9}),
])  # fmt: skip
def test_upgrades_change_what_units_come_to(cells, bought, units):
    pairs = "13" * bought.count("x")
    board = f"..../{pairs.ljust(12, '.')}/{cells[1:]}/../.../......./......../{bought}/0.0.0/0"
    position = read_position(f"rolling-pyramids 23 {DEPLOY} p1={board}")
    slots = {slot.name for slot in position.steps(()).slots}
    assert slots == {"ascending", "foot1", "foot2"}
    notes = " ".join(note for sheet in position.sheets for note in sheet.notes)
    assert f"{units['ascending']} soldiers (ascending)" in notes


def test_all_footmen_bring_five_more_each():
    board = "..../............/.../../.../xxxxxxx/xxxxxxxx/........./0.0.0/0"
    position = read_position(f"rolling-pyramids 23 {DEPLOY} p1={board}")
    after = position.play("foot1:S1>8,foot2:S1>19").play("foot1:S2>10,foot2:S2>11")
    assert [there(after, name)[1] for name in ("8", "19")] == [12, 12]
    highest = read_position(f"{game('footmen_sum=highest')} 23 {DEPLOY} p1={board}")
    after = highest.play("foot1:S1>8,foot2:S1>19").play("foot1:S2>10,foot2:S2>11")
    assert [there(after, name)[1] for name in ("8", "19")] == [9, 9]


# -- deployments -----------------------------------------------------------------------------------


def test_targets_are_own_spaces_and_what_lies_beyond_a_border():
    position = at("7,a1,15")
    assert why(position, "foot1:S1>9,foot2:8") == "no-move"  # no border of this map
    assert why(position, "foot1:10>9,foot2:8") == "apart"
    assert why(position, "foot1:9,foot2:8") == "no-border"
    assert why(position, "foot1:S1>8,foot2:8") == "no-need"
    assert why(position, "foot1:8>S1,foot2:8") == "start"
    assert why(position, "foot1:8") == "missing"
    assert why(position, "hero1:8,foot1:8,foot2:8") == "no-unit"
    assert why(position, "foot2:8,foot1:8") == "unit-order"
    assert why(position, "foot1:hold,foot2:8") == "no-hold"
    assert position.read_move("foot2: 8, foot1:9") == "foot1:8>9,foot2:8"
    assert position.read_move("foot1:2,foot2:19") == "foot1:8>2,foot2:8>19"
    assert position.read_move("foot1:8,foot2:8>S1") == "foot1:8,foot2:8>S1"  # refused when played
    with pytest.raises(MalformedMove):
        position.read_move("foot1:S1>9,foot2:8")


def test_swapped_attacks_do_not_meet_on_the_way():
    position = at("7,a1,b2,14")
    after = both(position, "foot1:8>9,foot2:8>9", "foot1:9>8,foot2:S2>10")
    assert there(after, "8") == (None, 0, 0)
    assert there(after, "9") == (None, 0, 0)


BOMB = "p1=..../............/.../33/.../......./......../........./0.0.0/0"


def test_a_bomb_strikes_first_and_an_umbrella_protects_half():
    rest = "equal:9,foot1:S1>8,foot2:S1>8", "foot1:S2>10,foot2:S2>11"
    bare = both(at("8,b5,14", f"{DEPLOY} {BOMB}"), *rest)
    assert there(bare, "9") == ("p2", 2, 0)
    covered = both(at("8,b5,14", f"{DEPLOY} {BOMB} devices=umbrella.9"), *rest)
    assert there(covered, "9") == ("p2", 3, 0)
    assert covered.state.devices[2]
    used = both(at("8,b5,14", f"{DEPLOY} {BOMB} devices=umbrella.9", "devices_once=true"), *rest)
    assert not used.state.devices[2]
    empty = both(at("8,b2,14", f"{DEPLOY} {BOMB} devices=spikes.9>8"), *rest)
    assert there(empty, "9") == (None, 0, 0)
    assert not empty.state.devices[1]
    assert not empty.state.owns[0].cells[-4]  # the cells of the bomb are erased
    other = at("8,b5,14", f"{DEPLOY} {BOMB}", "bomb_unit=none")
    assert why(other, "equal:9,foot1:S1>8,foot2:S1>8") == "no-border"


def test_spikes_halve_a_stack_and_a_ram_the_defence():
    ram = "devices=ram.8>9"
    spikes = "devices=spikes.9>8"
    moves = "foot1:8>9,foot2:8>9", "foot1:S2>10,foot2:S2>11"
    assert there(both(at("7,a1,b3,14", f"{DEPLOY} {ram}"), *moves), "9") == (None, 0, 0)
    assert there(both(at("7,a1,b3,14", f"{DEPLOY} {spikes}"), *moves), "9") == ("p2", 2, 0)
    down = at("7,a1,b3,14", f"{DEPLOY} {ram}", "halve=down")
    assert there(both(down, *moves), "9") == ("p1", 1, 0)


def test_the_best_border_is_found():
    position = at("7,a1,b3,14", f"{DEPLOY} devices=ram.8>9", "auto_border=true")
    assert "foot1:9,foot2:9" in position.legal_moves
    assert there(both(position, "foot1:9,foot2:9", "foot1:10,foot2:11"), "9") == (None, 0, 0)


THREE = "p1 phase=deploy first=p1 seats=S1.anubian+S2.bastet+S3.rashar"


@pytest.mark.parametrize(("melee", "left"), [
    ("top_two", ("p1", 2, 0)),
    ("sum_of_others", ("p1", 1, 0)),
    ("turn_order", ("p1", 1, 0)),
])  # fmt: skip
def test_three_meet_on_a_space(melee, left):
    crossed = "p1=..../............/.../../.../xxx..../xx....../........./0.0.0/0"
    position = at("1,a1,b1,c1,19", f"{THREE} {crossed}",
                  f"players=3{'' if melee == 'top_two' else ',melee=' + melee}")  # fmt: skip
    after = both(position, "foot1:2>1,foot2:2>1", "foot1:3>1,foot2:3>1", "foot1:4>1,foot2:4")
    assert there(after, "1") == left


def test_rashar_go_two_steps_and_sobeccians_defend_only_by_homebrew():
    seats = "p1 phase=deploy first=p1 seats=S1.rashar+S2.sobeccian"
    hero = "p1=2*.../............/.../../.../......./......../........./0.0.0/0"
    far = at("23", f"{seats} {hero}", "homebrew_races=true")
    assert "hero1:8>2,foot1:S1>8,foot2:S1>8" in far.legal_moves
    assert "hero1:S1>8,foot1:8>2,foot2:S1>8" not in far.legal_moves
    near = at("23", f"{seats} {hero}")
    assert why(near, "hero1:8>2,foot1:S1>8,foot2:S1>8") == "apart"
    attack = "foot1:8>9,foot2:8>9", "foot1:S2>10,foot2:S2>11"
    assert there(both(at("7,a1,b*1,14", seats), *attack), "9") == ("p1", 1, 0)
    weighty = at("7,a1,b*1,14", seats, "homebrew_races=true")
    assert there(both(weighty, *attack), "9") == (None, 0, 0)


def test_heroes_of_bastet_attack_with_double_weight_unless_only_defence_counts():
    seats = "p1 phase=deploy first=p1 seats=S1.bastet+S2.anubian"
    hero = "p1=2*.../............/.../../.../......./......../........./0.0.0/0"
    attack = "hero1:8>9,foot1:8,foot2:8", "foot1:S2>10,foot2:S2>11"
    always = at("7,a1,b3,14", f"{seats} {hero}")
    assert there(both(always, *attack), "9") == ("p1", 0, 1)
    defence = at("7,a1,b3,14", f"{seats} {hero}", "bastet=defence")
    assert there(both(defence, *attack), "9") == ("p2", 1, 0)


def test_heroes_of_bastet_defend_with_double_weight_under_both_readings():
    seats = "p1 phase=deploy first=p1 seats=S1.anubian+S2.bastet"
    attack = "foot1:8>9,foot2:8>9", "foot1:S2>10,foot2:S2>11"
    for option in ((), ("bastet=defence",)):
        assert there(both(at("7,a1,b*1,14", seats, *option), *attack), "9") == (None, 0, 0)


def test_units_wait_only_where_they_may():
    hero = "p1=2*.../............/.../../.../......./......../........./0.0.0/0"
    position = at("23", f"{DEPLOY} {hero}", "hold_units=true")
    after = both(position, "hero1:hold,foot1:S1>8,foot2:S1>8", "foot1:S2>10,foot2:S2>11")
    assert after.state.owns[0].waiting == 1
    assert "hero1=hold" in position.steps(()).choices


def test_conquests_of_empty_spaces_count_unless_only_enemies_do():
    moves = "foot1:S1>8,foot2:S1>19", "foot1:S2>10,foot2:S2>11"
    assert at("23").replay(moves).state.todo == (2, 2)
    assert at("23", DEPLOY, "conquer=enemy").replay(moves).state.phase == "roll"


# -- rounds and ends -------------------------------------------------------------------------------


def test_the_last_round_counts_bottom_numbers_and_ends_the_game():
    moves = "foot1:8,foot2:8", "foot1:10,foot2:10"
    rest = DEPLOY.replace("first", "round=10 first")
    over = both(at("7,a1,1,b1,13", rest), *moves)
    assert dict(over.outcome.scores) == {"p1": 3, "p2": 3}
    assert over.outcome.winners == ("p1", "p2")  # as many points, spaces and units
    assert over.outcome.winner is None
    both_count = at("7,a1,1,b1,13", rest, "final=both").replay(moves)
    assert dict(both_count.outcome.scores) == {"p1": 4, "p2": 4}
    tie = at("7,a1,1,b2,13", rest).replay(moves)
    assert tie.outcome.winner == "p2"
    assert tie.outcome.reason.key == "tie-break"


def test_another_player_begins_the_next_round():
    moves = "foot1:8,foot2:8", "foot1:10,foot2:10"
    assert at("7,a1,1,b1,13").replay(moves).state.first == 0
    assert at("7,a1,1,b1,13", DEPLOY, "rotate_first=true").replay(moves).state.first == 1


def test_points_are_shown_to_whoever_noted_them():
    board = "p1=..../............/.../../.../......./......../........./0.0.0/7"
    position = at("7,a1,15", f"{DEPLOY} {board}")

    def notes(player, looker):
        seen = position.seen_by(looker)
        return [note for sheet in seen.sheets if sheet.owner == player for note in sheet.notes]

    assert "Points: 7" in notes("p1", "p1")
    for looker in ("p2", None):
        assert "Points: noted in secret" in notes("p1", looker)
        assert "Points: 7" not in notes("p1", looker)


def test_devices_lie_on_own_borders_once():
    stock = "p1=..../13........../.../../.../......./......../......x../1.0.0/0"
    position = at("7,a1,15", f"p1 phase=devices {SEATS} {stock}")
    assert why(position, "ram-9>8") == "not-yours"
    assert why(position, "ram-8") == "no-place"
    assert why(position, "spikes-8>9") == "no-stock"
    after = both(position, "ram-8>9")
    assert after.state.round == 2
    assert after.sheets
    umbrellas = stock.replace("......x../1.0.0", "........x/0.0.2")
    cover = at("7,a1,a1,14", f"p1 phase=devices {SEATS} {umbrellas} devices=umbrella.8")
    assert why(cover, "umbrella-8") == "placed"
    assert why(cover, "umbrella-8>9") == "no-place"
    assert why(cover.play("pass"), "umbrella-9") == "not-now"


# -- the solo game ---------------------------------------------------------------------------------

SOLO = "p1 phase=deploy seats=S1.anubian kept=4"


def test_the_solo_game_is_won_with_the_pyramid_and_all_starts():
    board = "a99,15,a1,3,a1,a1,P1"
    position = at(board, SOLO, "players=1")
    after = both(position, "foot1:17>S4,foot2:17>S4")
    while after.outcome is None:
        after = both(after, next(iter(after.legal_moves)))
    assert (after.outcome.winner, after.outcome.how) == ("p1", "revolution")
    assert after.to_move is None


def test_the_solo_game_is_lost_after_the_last_turn():
    position = at("7,a1,15", f"{SOLO} round=2", "players=1,solo_turns=2")
    after = position
    while after.outcome is None:
        after = both(after, after.legal_moves.sample(random.Random(1)))
    assert (after.outcome.winner, after.outcome.how) == ("pharaoh", "turns")


def test_new_soldiers_join_or_wait():
    position = at("7,P1,a1,14", SOLO, "players=1").play("foot1:S1>19,foot2:9")
    while position.state.phase == "cross":
        position = position.play("pass")
    assert position.state.phase == "groups"
    after = both(position, "join-9", "keep-19")
    assert there(after, "9") == ("p1", 4, 0)
    assert after.state.owns[0].reserve == 1
    assert why(position, "join-19") == "other-space"


def test_the_pharaoh_meets_the_player_and_wraps_round():
    position = at("a2,22", f"{SOLO}0", "players=1").play("foot1:S1>8,foot2:S1>8")
    after = both(position, "pass")  # 20 soldiers: 3 for space 1, 6, 3 for space 8, and 8 more
    assert {there(after, name) for name in map(str, range(1, 17))} == {("pharaoh", 1, 0)}
    assert there(after, "17") == (None, 0, 0)


def test_solo_has_no_devices():
    board = "..../13........../.../../.../......./......../........./0.0.0/0/0"
    position = read_position(
        f"rolling-pyramids:players=1 P20,22 p1 phase=develop seats=S1.anubian p1={board}"
    )
    assert position.legal_moves.count() == 5
    assert why(position, "ram") == "no-devices"


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "says"), [
    ("22 chance", "the map has 23 places"),
    ("24 chance", "not a stack"),
    ("8,x3,14 chance", "is not a stack"),
    ("8,a03,14 chance", "is not a stack"),
    ("8,c3,14 p1 phase=deploy first=p1 seats=S1.anubian+S2.bastet", "nobody here"),
    ("19,a1,3 p1 phase=deploy first=p1 seats=S1.anubian+S2.bastet", "no units stand there"),
    ("23 p1", "chance is to move"),
    ("23 red", "the side to move"),
    ("23 chance phase=first", "phase is"),
    ("23 chance phase=lunch", "phase is"),
    ("23 chance round=2", "has not begun"),
    ("23 chance phase=roll seats=S1.anubian+S2.bastet", "the first player is named"),
    ("23 chance phase=roll first=p1", "seats are chosen"),
    ("23 chance phase=roll first=p1 seats=S1.anubian+S1.bastet", "no two players"),
    ("23 chance phase=roll first=p1 seats=S1.anubian", "seats are those of 2"),
    ("23 chance phase=roll first=p1 seats=S1+S2.bastet", "seats are chosen"),
    ("23 chance phase=roll first=p3 seats=S1.anubian+S2.bastet", "one of the players"),
    ("23 chance phase=roll first=p1 seats=S1.roman+S2.bastet", "is not a seat"),
    (f"23 p2 phase=draft {SEATS} dice=3165-2482", "p1 is to move"),
    (f"23 p1 phase=draft {SEATS} dice=3165-248", "dice are"),
    (f"23 p1 phase=draft {SEATS} dice=5165-2482", "shows no 5"),
    (f"23 p1 phase=draft {SEATS}", "dice lie on the table"),
    (f"23 p1 phase=develop {SEATS}", "no upgrade to choose"),
    (f"23 p2 phase=deploy {SEATS}", "p2 deploys after p1"),
    (f"23 p1 phase=deploy {SEATS} sealed=p1", "p1 deploys after nobody"),
    (f"23 p1 phase=cross {SEATS}", "nothing to cross off"),
    (f"23 p1 phase=cross {SEATS} todo=0+0", "todo is a number"),
    (f"23 p1 phase=devices {SEATS}", "no device to place"),
    (f"23 p1 phase=groups {SEATS}", "new soldiers"),
    (f"23 p1 phase=over {SEATS}", "not over in round 1"),
    (f"23 p1 phase=deploy {SEATS} round=11", "round is a number"),
    (f"23 p1 phase=deploy {SEATS} devices=ram.10>9", "belongs to nobody"),
    (f"23 p1 phase=deploy {SEATS} devices=cannon.9", "not a device"),
    (f"8,a1,14 p1 phase=deploy {SEATS} devices=umbrella.9+ram.9>8", "rams first"),
    (f"23 p1 phase=deploy {SEATS} groups=9", "not a white space"),
    (f"23 p1 phase=deploy {SEATS} kept=3", "goes with players=1"),
    (f"23 p1 phase=deploy {SEATS} p3=x", "unknown here"),
    (f"23 p1 phase=deploy {SEATS} p1=x", "parts, not 1"),
    (f"23 p1 phase=deploy {SEATS} p1={own('5.../............/.../../...')}", "cannot hold 5"),
    (f"23 p1 phase=deploy {SEATS} p1={own('..../............/43./../...')}", "out of order"),
    (f"23 p1 phase=deploy {SEATS} p1={own('.*.../............/.../../...')}", "no heroes wait"),
    (f"23 p1 phase=deploy {SEATS} p1={own(rest='......./......../x......../0.0.0/0')}",
     "as many complete pairs"),
    (f"23 p1 phase=deploy {SEATS} p1={own(rest='......./......../........./1.0.0/0')}",
     "more ram in stock"),
    (f"23 p1 phase=deploy {SEATS} p1={own()}", "is left out"),
    (f"23 p1 phase=deploy {SEATS} p1={own(rest='......./......../........./0.0.0/07')}",
     "not a player's board"),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_the_reason(text, says):
    with pytest.raises(NotationError) as raised:
        read_position(f"rolling-pyramids {text}")
    assert says in str(raised.value), raised.value


def test_sentences_call_players_by_name_and_say_nothing_of_tokens() -> None:
    position = read_position(f"rolling-pyramids 23 {DEPLOY}")
    own = position.sheets[1].notes[0]
    assert own == "Units this round: 1 soldier (footmen 1), 1 soldier (footmen 2)"
    assert position.steps(()).message.startswith("P1 chooses in secret where their units go")
    rolled = position.game.start()
    pointed = rolled.steps(("8",)).message
    assert pointed == rolled.steps(()).message  # a place that is no choice: what is to be done
    assert rolled.steps(("qq",)).message == f'"qq" cannot be chosen here: {pointed}'


def test_a_cell_that_does_not_take_a_die_is_called_by_words():
    position = at("23", f"p1 phase=draft {SEATS} dice=1488-4228")
    told = {
        move: str(position.legal_moves.explain(move))
        for move in ("p1a-hero1:8", "p1a-pair4b:7", "p1a-ascending2:3", "p1c-foot1.2")
    }
    assert told["p1a-hero1:8"].startswith("this die can be written into hero slot 1 as")
    assert told["p1a-pair4b:7"] == "upgrade pair 4 takes a d8, and this is a d4"
    assert "ascending cell 2" in told["p1a-ascending2:3"]
    assert told["p1c-foot1.2"].startswith("footmen 1 box 2 ")

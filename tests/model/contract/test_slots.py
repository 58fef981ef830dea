"""Tokens of moves that are made of named choices."""

from model.contract.game import Slot, next_tokens, slot_token, slot_values, unknown_token, with_slot

SLOTS = (Slot("S1", ("N", "."), default="."), Slot("pass", ("2L", "none"), "2L", "none"))


def test_the_last_token_for_a_slot_counts():
    assert slot_values(["S1=N", "pass=2L", "S1=."], {}) == {"pass": "2L", "S1": "."}
    assert slot_values(["S1="], {"S1": "N", "pass": "2L"}) == {"pass": "2L"}


def test_setting_a_slot_again_takes_the_place_of_what_was_said():
    partial = with_slot(with_slot((), "S1", "N"), "pass", "2L")
    assert with_slot(partial, "S1", ".") == ("pass=2L", "S1=.")
    assert with_slot(partial, "S1") == ("pass=2L",)


def test_a_slot_that_a_whole_move_sets_is_cleared_by_a_token():
    assert with_slot(("N/pass2L",), "pass") == ("N/pass2L", "pass=")
    assert with_slot(("N/pass2L", "pass=2L"), "pass") == ("N/pass2L", "pass=")


def test_the_next_tokens_are_those_that_change_something():
    assert next_tokens(SLOTS) == ("S1=N", "S1=.", "pass=none", "pass=")


def test_a_token_that_sets_nothing_is_found():
    assert unknown_token(["S1=N", "pass="], SLOTS) is None
    assert unknown_token(["S1=N", "S1=E", "x"], SLOTS) == "S1=E"
    assert unknown_token(["N"], SLOTS) == "N"
    assert slot_token("S1", "N") == "S1=N"

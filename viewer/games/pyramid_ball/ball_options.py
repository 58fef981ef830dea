"""The options of Pyramid Ball in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.games.option_words import OptionWords

_MOVES, _GOALS, _SPECIAL, _END = (
    "Moves and tackles",
    "After a goal",
    "Special moves",
    "Time and end",
)

OPTIONS: Mapping[str, OptionWords] = {
    "mode": OptionWords(
        "Game",
        {"basic": "basic: the first point wins", "advanced": "advanced: play goes on after points"},
    ),
    "first": OptionWords(
        "Begins with the ball", {"A": "A", "B": "B", "duel": "whoever wins the choice of sizes"}
    ),
    "follow_defender": OptionWords(
        "The offence may enter a square that a defender leaves", group=_MOVES
    ),
    "edge_tackle": OptionWords(
        "Pushing the ball carrier against the edge is a tackle", group=_MOVES
    ),
    "chain_push_tackles": OptionWords(
        "A ball carrier pushed by way of a team-mate is tackled", group=_MOVES
    ),
    "push_locks_stander": OptionWords(
        "A piece that was pushed stands still for the rest of the turn", group=_MOVES
    ),
    "pass_check": OptionWords(
        "A piece that was stopped",
        {
            "effective": "may pass, whatever its orders",
            "original": "passes only if its order was to stand still",
        },
        group=_MOVES,
    ),
    "side_prompt": OptionWords("Ask where the ball is put when a goal falls", group=_GOALS),
    "ban_from": OptionWords(
        "The row of the goal is closed",
        {"next_turn": "from the next turn on", "now": "at once"},
        group=_GOALS,
    ),
    "exit_duty": OptionWords(
        "Pieces in a closed row",
        {"force": "must leave it first", "honour": "leave it when their player likes"},
        group=_GOALS,
    ),
    "recovery_limit": OptionWords(
        "Turns the ball may be kept in a closed row", unset="no limit", group=_GOALS
    ),
    "special_spent_when_programmed": OptionWords(
        "A special move is spent even if nothing comes of it", group=_SPECIAL
    ),
    "blitz_first": OptionWords("A blitz is over before the others move", group=_SPECIAL),
    "target": OptionWords("Points that win the advanced game", unset="6", group=_END),
    "max_turns": OptionWords("Most points win after this many turns", unset="no limit", group=_END),
    "clock": OptionWords(
        "Seconds to choose a program", group=_END, help="Only with a clock: choose it below."
    ),
    "late_void": OptionWords("Whoever is late stands still for the turn", group=_END),
}

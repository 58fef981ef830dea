"""The command `tablebase`: tables that know every position of a game, and what they say."""

"""The Boards dock: the boards of their own that players have, filled by clicks and keys."""

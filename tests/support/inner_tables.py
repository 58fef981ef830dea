"""Tables of the inner game of Pyraos built as those of the whole game are.

Run as a program it builds one, keeps a checkpoint after every distance, tells each by a line, and
waits for a line before it goes on: so that it can be killed between any two.
"""

import sys
from functools import partial
from pathlib import Path

from model.contract.tables import BuildPlan
from model.games.pyraos.kind import KIND
from model.games.pyraos.table import making
from model.games.pyraos.table.state_index import state_index


def unchecked(*_, **__) -> None:
    """The check by the rules knows the whole game alone."""


def shrink(change) -> None:
    """Have tables be of the inner game; `change` puts a value into a module's name."""
    change(making, "state_index", partial(state_index, 3))
    change(making, "check_states", unchecked)


def build(path, rules="standard", removal="optional", control=lambda: None, **plan):
    """Build a table of the inner game and return the stages."""
    game = KIND.configure({"rules": rules, "removal": removal})
    return list(KIND.tables.build(game, BuildPlan(Path(path), **plan), control))


def main() -> None:
    shrink(setattr)
    game = KIND.configure({"rules": sys.argv[2]})
    for stage in KIND.tables.build(game, BuildPlan(Path(sys.argv[1]), every=0.0), lambda: None):
        print(stage.name, stage.text, flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    main()

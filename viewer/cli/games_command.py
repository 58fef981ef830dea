"""`pyramidion games`: the games that there are, and the packages that bring them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from model import registry
from model.phrases import printable
from model.puzzles.proof import this_version
from viewer.cli.parsing import Parser
from viewer.cli.status import DONE, say
from viewer.games.registry import view_faults

OURS = "pyramidion"
"""The package that brings the games that ship."""


def games(words: Sequence[str]) -> int:
    """List the games with their packages; those that cannot be used cost a sentence each."""
    parser = Parser("games", "List the games, and the packages that bring them.")
    parser.add_argument("--json", action="store_true", help="as JSON, one object")
    given = parser.parse_args(words)
    faults = registry.faults()
    found = []
    for name, kind in registry.kinds().items():
        plugin = registry.plugin_of(name)
        found.append(
            {
                "game": name,
                "title": kind.title,
                "credit": kind.credit,
                "package": OURS if plugin is None else plugin.package,
                "version": this_version() if plugin is None else plugin.version,
            }
        )
    if given.json:
        refused = [
            {"game": one.name, "package": one.package, "version": one.version, "fault": why}
            for one, why in faults.items()
        ]
        print(json.dumps({"games": found, "refused": refused}))
        return DONE
    for one in found:
        row = (one["game"], one["title"], f"{one['package']} {one['version']}")
        print("\t".join(map(printable, row)))
    for why in (*faults.values(), *view_faults().values()):
        say(why)
    return DONE

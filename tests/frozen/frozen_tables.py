"""Tables of the inner game of Pyraos, 3 by 3: built, listed, verified, and what they hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from frozen_lines import Answer, Task, place, said
from frozen_names import small_tables

RULES = (("standard", "optional"), ("standard", "obliged"), ("children", "optional"),
         ("alternate", "optional"), ("alternate", "obliged"))  # fmt: skip
OF_THE_DAY = ("made", "path", "seconds", "size")


def tasks() -> Iterator[Task]:
    """Yield every rule set, with distances and without."""
    for rules, removal in RULES:
        yield f"{rules} {removal}", partial(built, rules, removal)
    yield "children values alone", partial(built, "children", "optional", "--no-distance")


def built(rules: str, removal: str, *words: str) -> Answer:
    """Build a table by the command line; its header, with a checksum of all its positions."""
    given = ["--rules", rules, "--removal", removal, "--folder", "tables"]
    with place(), small_tables():
        said(["tablebase", "remove", "notes.table", "--folder", "tables"])
        status, _, err = said(["tablebase", "build", "pyraos", *given, *words])
        header = {}
        for line in said(["tablebase", "list", "--json", "--folder", "tables"])[1].splitlines():
            listed = json.loads(line)
            if listed["fault"] == "":
                header = listed
        for told in (header, header.get("figures", {})):
            for name in OF_THE_DAY:
                told.pop(name, None)
    return {"status": status, "err": err, "header": header}

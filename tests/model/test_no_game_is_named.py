"""All but the rooms of games know games by their kinds: none of them is named or imported."""

import re
from pathlib import Path

from model.registry import SHIPPED
from viewer.games.registry import all_actions, all_explanations

ROOT = Path(__file__).parents[2]
MODEL, VIEWER = ROOT / "model", ROOT / "viewer"
NAMED = "|".join(re.escape(kind.name) for kind in SHIPPED)
MODULES = "|".join(kind.name.replace("-", "_") for kind in SHIPPED)
WORDS = re.compile(rf"model\.games|games\.(?:{MODULES})\b|['\"](?:{NAMED})['\"]")


def test_no_game_is_named():
    files = [file for file in MODEL.rglob("*.py") if file.parts[len(MODEL.parts)] != "games"]
    assert len(files) > 40
    for file in files:
        if file.name != "registry.py":
            text = file.read_text("utf-8").replace('``game("partition"', "")  # an example
            assert WORDS.search(text) is None, file


def test_no_game_is_named_in_the_viewer():
    own = {f"explain.{one.name}" for one in (*all_explanations(), *all_actions())}
    for file in VIEWER.rglob("*.py"):
        if "games" in file.relative_to(VIEWER).parts:
            continue
        text = file.read_text("utf-8")
        assert WORDS.search(text) is None, file
        assert not [name for name in own if f'"{name}"' in text], file

"""Files whose every text is one text: a game, a puzzle, a lesson with a task of each kind."""

from typing import Any

START = "partition:size=3,rules=free 3,3,3/2,2/1 red"
HEADERS = ("title", "composer", "red", "blue", "date", "event", "source", "result", "other")

Material = dict[str, Any]


def headers(text: str) -> dict[str, str]:
    """Return all that is kept of a game beside its moves."""
    return dict.fromkeys(HEADERS, text)


def game(text: str) -> Material:
    """Return a game of one move, with a bookmark and a mark."""
    marks = [{"site": "1a1", "text": text[:80]}]
    return {
        "kind": "game",
        "headers": headers(text),
        "position": START,
        "current": 1,
        "bookmarks": {text: {}},
        "nodes": [
            {"id": 0, "comment": text},
            {"id": 1, "parent": 0, "move": "2b2", "comment": text, "marks": marks},
        ],
    }


def puzzle(text: str, **stipulation: Any) -> Material:
    """Return a puzzle that asks for something."""
    return {
        "kind": "puzzle",
        "headers": headers(text),
        "position": START,
        "puzzle": {
            "stipulation": stipulation,
            "keys": ["1a1"],
            "tries": [{"move": "2b2", "refutation": ["1a1"], "name": text, "text": text}],
            "hints": [text, text, text],
        },
    }


def lesson(text: str) -> Material:
    """Return a lesson of four steps: a place, a click, a choice, a game."""
    said = {"right": text, "otherwise": text, "hint": text}
    answer = {"moves": ["2d2"], "line": ["1a1"], "end": text, "text": text}
    place = {
        "kind": "place",
        "accepted": ["2b2"],
        "line": ["1a1"],
        "end": text,
        "foreseen": [answer],
        "praise": [{"moves": ["2b2"], "text": text}],
        "then": {"task": {"kind": "place"}, "reply": "1e1", "text": text},
        **said,
    }
    click = {"kind": "click", "wish": "group=1a1", "accepted": ["1a1"], **said}
    answers = [{"text": text, "answer": text}, {"text": text, "right": True}]
    tasks = [place, click, {"kind": "choice", "choices": answers, **said}, {"kind": "game", **said}]
    return {
        "kind": "lesson",
        "headers": headers(text),
        "position": START,
        "lesson": {
            "about": text,
            "steps": [
                {"node": 0, "title": text, "text": text, "notes": text, "task": task}
                for task in tasks
            ],
        },
    }

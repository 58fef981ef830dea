"""Sealed fields of files: no length tells what was chosen, and those of earlier versions open."""

import pytest

from model.records.sealing import cover, uncover

PROGRAM = "N/E/S"
DEPLOYMENT = "S1>2@1,S2>3@4,S3>1@5," * 3 + "end"
SHORT = "sealed:lFWe5P4FCdW97W7d8Q"
LONG = (
    "sealed:HxtrldF5iNBfkil1P1LzCDYBWQgIHQ_c5f43QvJr27WSW-3oxnzJhgRtuhn4Sy15wkdFZ_kkN"
    "5aNp6QdOinztQDSwaU9xZCe0-oAKf7XtUDiGbbSLhI2V5uvwHqsxgJh-yMZt250-zsaPA-ms-ahlQ394"
    "rtv3qUN3lywYlG0my6y7WvDDIrfdbwjW8ZK0_IRuwLELKWXdvZjJWYy7p6uILi0if5o1qXk96ZeBQzT5"
    "WilzFbg9DVwQPSXlaY4MzfdyQ"
)
LONG_AT_FIRST = (
    "sealed:HxtrldF5iNBfkil1P1LzCDYBWQgIHQ_c5f43QvJr27WSW-3oxnzJhgRtuhn4Sy15wkdFZ_kkN"
    "5aNp6QdOinztQDSwaU9xZCe0-oAKf7XtUDiGbbSLhI2V5uvwHqsxgJh-yMZt250-zsaPA-ms-ahlQ394"
    "rtv3qUN3lywYlG0my6y"
)


def test_one_that_stays_at_home_fills_as_much_as_one_that_marches() -> None:
    lengths = {len(cover("x" * letters, 5)) for letters in range(11, 257)}
    assert len(lengths) == 1
    assert len({len(cover("x" * letters, 5)) for letters in range(1, 11)}) == 1


@pytest.mark.parametrize("letters", [1, 10, 11, 191, 192, 255, 256, 257, 600])
def test_what_is_covered_comes_back(letters: int) -> None:
    assert uncover(cover("x" * letters, 9), 9) == "x" * letters


@pytest.mark.parametrize("text", ["sealed:", "sealed:AAAA", "sealed:*", cover("abc", 3)])
def test_what_nobody_covered_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        uncover(text, 4)


@pytest.mark.parametrize(
    ("text", "node", "move"),
    [(SHORT, 1, PROGRAM), (LONG, 2, DEPLOYMENT), (LONG_AT_FIRST, 2, DEPLOYMENT)],
)
def test_what_earlier_versions_sealed_opens(text: str, node: int, move: str) -> None:
    assert uncover(text, node) == move

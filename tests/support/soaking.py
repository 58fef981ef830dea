"""How much an attack does: a little in `make check`, all of it in `make soak`."""

import pytest


def counts(few: int, all: int) -> pytest.MarkDecorator:
    """Run a test with `count` few times, and in `make soak` with all of them too."""
    return pytest.mark.parametrize(
        "count", [pytest.param(few, id="few"), pytest.param(all, id="all", marks=pytest.mark.soak)]
    )


def blocks(few: int, all: int) -> pytest.MarkDecorator:
    """Run a test with `block` from 0 to below `few`, and in `make soak` to below `all`."""
    return pytest.mark.parametrize(
        "block", [*range(few), *(pytest.param(k, marks=pytest.mark.soak) for k in range(few, all))]
    )

"""A place for small pictures, which the tests of a module share."""

from collections.abc import Iterator

import pytest
from studio import Studio


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    made = Studio()
    yield made
    made.place.close()

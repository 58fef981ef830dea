"""What the attacks share: a seed that can be chosen, and a line each that says what was done."""

import os
from collections.abc import Callable

import pytest
from windows import home, open_window  # noqa: F401 - fixtures

Tell = Callable[..., None]


@pytest.fixture(scope="session")
def seed() -> int:
    """The seed of this run: 1, or what `make soak SEED=...` says."""
    return int(os.environ.get("PYRAMIDION_SOAK_SEED", "1"))


@pytest.fixture
def tell(record_property: Callable[[str, object], None], seed: int) -> Tell:
    """Say what an attack did, for the summary of the run: `tell("files", tried=500, refused=3)`."""

    def told(attack: str, **counts: object) -> None:
        did = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items())
        record_property("soak", f"{attack}: seed {seed}, {did}")

    return told

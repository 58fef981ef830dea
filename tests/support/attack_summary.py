"""What the attacks of tests/soak say they did, and the summary at the end of a run.

Fixtures and a hook: a conftest takes them over by importing them. What is said travels with the
report of a test, so that it arrives from the workers of xdist and from a test that fails as well.
"""

import os
from collections.abc import Callable

import pytest

Tell = Callable[..., None]
SAID = "soak"
"""The name under which a report carries what was said."""


@pytest.fixture(scope="session")
def seed() -> int:
    """The seed of this run."""
    return seed_of_run()


def seed_of_run() -> int:
    """Return 1, or what `make soak SEED=...` says."""
    return int(os.environ.get("PYRAMIDION_SOAK_SEED", "1"))


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Tell:
    """Say what an attack did: `tell("files", read=500, refused=3)`.

    Say it as often as you like, so that a test that fails has said something: the last one counts.
    """
    properties = request.node.user_properties

    def told(attack: str, **counts: object) -> None:
        said = {"attack": attack, "did": _listed(counts)}
        properties[:] = [
            one for one in properties if one[0] != SAID or one[1]["attack"] != attack
        ]  # fmt: skip
        properties.append((SAID, said))

    return told


def _listed(counts: dict[str, object]) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')} {f'{count:,}' if isinstance(count, int) else count}"
        for name, count in counts.items()
    )


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the attacks did: a line each, what failed last, and how to do that again."""
    rows, failed, seconds = [], [], 0.0
    for outcome, reports in terminalreporter.stats.items():
        for report in reports:
            said = [
                text for name, text in getattr(report, "user_properties", ()) if name == SAID
            ]  # fmt: skip
            attacks = said and getattr(report, "when", "") == "call"
            broke = outcome in ("failed", "error") and "/soak/" in f"/{report.nodeid}"
            if not attacks and not broke:
                continue
            took = getattr(report, "duration", 0.0)  # a file that cannot be read has none
            seconds += took
            result = "FAILED" if broke else "held"
            if broke:
                failed.append(report.nodeid)
            for one in said or [{"attack": report.nodeid.rpartition("::")[2], "did": ""}]:
                minutes = took / 60 / max(1, len(said))
                rows.append((broke, one["attack"], minutes, result, one["did"]))
    if not rows:
        return
    terminalreporter.section("what the attacks did")
    wide = max(len(name) for _, name, *_ in rows)
    terminalreporter.line(f"{'attack':<{wide}}  minutes  result  what was done")
    for broke, name, minutes, result, did in sorted(rows):
        how = {"red": True} if broke else {}
        terminalreporter.line(f"{name:<{wide}}  {minutes:>7.1f}  {result:<6}  {did}", **how)
    used, many = seed_of_run(), f"{len(rows)} attack{'' if len(rows) == 1 else 's'}"
    held = f"{len(failed)} failed" if failed else "all held"
    terminalreporter.line(
        f"\n{many}, seed {used}, {seconds / 60:.1f} minutes: {held}"
    )  # fmt: skip
    for name in failed:
        again = f'PYRAMIDION_SOAK_SEED={used} .venv/bin/python -m pytest -m "" "{name}"'
        terminalreporter.line(f"once more: {again}")

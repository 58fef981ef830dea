"""Engines that nobody stops and nobody listens to. No tests here."""


def never() -> bool:
    """Do not stop."""
    return False


def nobody(_: object) -> None:
    """Hear what an engine reports, and drop it."""

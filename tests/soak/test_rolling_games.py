"""Ten thousand random games of Rolling Pyramids, played by the model and played again plainly."""

from collections import Counter

from rolling_games import compared
from soaking import counts


@counts(few=24, all=10_000)
def test_random_games_end_by_the_rules(count, seed, tell):
    met = Counter()
    for number in range(count):
        met += compared(seed * 10_000 + number)
    tell(", ".join(f"{number} {what}" for what, number in sorted(met.items())))
    assert met["games"] == count

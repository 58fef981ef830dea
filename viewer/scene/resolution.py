"""With how many pixels moving frames are drawn: as many as a fluent motion leaves time for.

Sharpness that comes and goes would flicker. So a motion may begin sharper than the last one ended,
by what frames at rest took since, and while it lasts it can only become coarser, once its frames
have shown that they are too slow. Pictures at rest always have every pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SCALES = (1.0, 0.8, 0.65, 0.5)
"""Shares of the width and height that moving frames may have; never less than half."""
SLOW = 0.066
"""Seconds a moving frame may take before it is drawn with fewer pixels."""
SURE = 0.045
"""Seconds a frame must be expected to take before it is drawn with more pixels again."""
PROOF = 3
"""So many slow frames one after another: a single one says little."""


@dataclass(frozen=True)
class Pace:
    """What has been learnt of the time that frames take.

    Attributes
    ----------
    scale
        Share of the width and height that moving frames have.
    moving
        Seconds of the last frames of this motion that were drawn so.
    resting
        Seconds of the last frames with all pixels, none of them moving.
    coarsest
        The least scale there may be.
    """

    scale: float = 1.0
    moving: tuple[float, ...] = ()
    resting: tuple[float, ...] = ()
    coarsest: float = SCALES[-1]


def begun(pace: Pace) -> Pace:
    """Return the pace that a motion begins with."""
    scale = pace.scale
    if pace.resting:
        whole = min(pace.resting)
        scale = max(scale, _sharpest(whole, SURE))
    return Pace(scale, coarsest=pace.coarsest)


def rested(pace: Pace, seconds: float) -> Pace:
    """Return the pace after a frame at rest, which had all pixels."""
    return replace(pace, resting=(*pace.resting, seconds)[-PROOF:])


def moved(pace: Pace, seconds: float) -> Pace:
    """Return the pace after a moving frame that took so long."""
    times = (*pace.moving, seconds)[-PROOF:]
    quickest = min(times)
    if len(times) < PROOF or quickest <= SLOW or pace.scale <= pace.coarsest:
        return replace(pace, moving=times)
    whole = quickest / pace.scale**2
    lower = next(scale for scale in SCALES if scale < pace.scale)
    return Pace(max(min(lower, _sharpest(whole, SLOW)), pace.coarsest), coarsest=pace.coarsest)


def _sharpest(whole: float, limit: float) -> float:
    """Return the greatest scale that keeps a limit where all pixels take `whole` seconds."""
    return next((scale for scale in SCALES if whole * scale**2 <= limit), SCALES[-1])

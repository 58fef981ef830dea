"""What a film is made of: shots and captions side by side in parts, and the frames they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from viewer.picture.picture import Picture


@dataclass(frozen=True)
class Card:
    """A title card.

    Attributes
    ----------
    title, author, source, credit
        What is shown, who made it, what it is from, and whose game it is; "" for nothing.
    """

    title: str
    author: str = ""
    source: str = ""
    credit: str = ""


@dataclass(frozen=True)
class Words:
    """What is written into a frame.

    Attributes
    ----------
    heading, counter
        What stands over the text on the left, and on the right.
    text
        What fits into the strip under the scene (`lettering.Lettering.portions`).
    dice
        (text, faces, colour) of each die that lies there.
    card
        A title card over all of it; None for none.
    veil
        How much the card hides, from 0 to 1.
    """

    heading: str = ""
    counter: str = ""
    text: str = ""
    dice: tuple[tuple[str, int, str], ...] = ()
    card: Card | None = None
    veil: float = 1.0


@dataclass(frozen=True, eq=False)
class Shot:
    """What is seen for a while.

    Attributes
    ----------
    seconds
        How long, at speed 1.
    at
        Takes the share that is over, above 0 and up to 1, and returns the picture then.
    moves
        Whether it changes meanwhile; else it is asked for once, at 1.
    """

    seconds: float
    at: Callable[[float], Picture]
    moves: bool = True


def still(seconds: float, picture: Callable[[], Picture]) -> Shot:
    """Return a shot in which nothing moves."""
    return Shot(seconds, lambda share: picture(), moves=False)


@dataclass(frozen=True)
class Caption:
    """Words for so many seconds, whatever the speed: people read no faster."""

    seconds: float
    words: Words


@dataclass(frozen=True)
class Part:
    """Shots and captions that begin together; the shorter ones wait for the longer ones."""

    shots: Sequence[Shot]
    captions: Sequence[Caption] = (Caption(0.0, Words()),)


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame, drawn once and shown for so many frames of the film."""

    shot: Shot
    share: float
    words: Words
    count: int

    @property
    def picture(self) -> Picture:
        """What the scene shows."""
        return self.shot.at(self.share)

    @property
    def moves(self) -> bool:
        """Whether something moves in it."""
        return self.shot.moves


def frames_of(parts: Iterable[Part], fps: float, speed: float) -> Iterator[Frame]:
    """Yield the frames of a film; what does not change for a while is one of them."""
    last: Frame | None = None
    for part in parts:
        for frame in _frames_of(part, fps, speed):
            same = last is not None and (last.shot, last.share, last.words) == (
                frame.shot,
                frame.share,
                frame.words,
            )
            if last is not None and same:
                last = replace(last, count=last.count + 1)
                continue
            if last is not None:
                yield last
            last = frame
    if last is not None:
        yield last


def _frames_of(part: Part, fps: float, speed: float) -> Iterator[Frame]:
    seen: list[tuple[Shot, float]] = []
    for shot in part.shots:
        count = _count(shot.seconds / speed, fps)
        seen += [(shot, (k + 1) / count if shot.moves else 1.0) for k in range(count)]
    said: list[Words] = []
    for caption in part.captions:
        said += [caption.words] * _count(caption.seconds, fps)
    # A part is seen in one frame at least, at its end.
    seen = seen or [(part.shots[-1], 1.0)]
    said = said or [part.captions[-1].words]
    for k in range(max(len(seen), len(said))):
        shot, share = seen[min(k, len(seen) - 1)]
        yield Frame(shot, share, said[min(k, len(said) - 1)], 1)


def _count(seconds: float, fps: float) -> int:
    """How many frames so many seconds are; one at least of what lasts at all."""
    return max(1, round(seconds * fps)) if seconds > 0 else 0

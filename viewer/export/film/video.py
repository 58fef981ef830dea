"""Films as files: MP4, WebM and GIF, encoded in a thread of their own while more is drawn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from functools import partial
from io import BytesIO
from time import monotonic
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import av
import numpy as np
import numpy.typing as npt
from av.codec.codec import UnknownCodecError
from av.filter.context import FilterContext
from av.video.reformatter import ColorRange, Colorspace

from model.contract.game import Stop, Stopped
from viewer.export.export_options import FILM_SIZES, GIF, FilmOptions
from viewer.export.film.film_scenes import Take, lines_of, parts_of
from viewer.export.film.lettering import Lettering
from viewer.export.film.shots import Frame, FrameText, frames_of
from viewer.export.items import ExportError, ExportItem, Notify, size_of
from viewer.picture.palette import STANDARD
from viewer.picture.picture import Picture
from viewer.picture.visibility.focus import FocusError, check_focus, in_focus
from viewer.scene.camera import of_both_eyes

# Work on images in a thread of its own, while the next ones are drawn.

AHEAD = 4
"""Images that wait: drawing waits where they are more."""
T = TypeVar("T")


def hand_on(images: Iterable[T], take: Callable[[T], None]) -> None:
    """Have each image taken in another thread, in their order, and return once all are.

    What fails on either side is raised, and what still waits then is dropped.
    """
    worker = ThreadPoolExecutor(1, "film")
    waiting: deque[Future[None]] = deque()
    try:
        for image in images:
            waiting.append(worker.submit(take, image))
            if len(waiting) > AHEAD:
                waiting.popleft().result()
        for taken in waiting:
            taken.result()
    finally:
        worker.shutdown(cancel_futures=True)


Image = npt.NDArray[np.uint8]
BT709 = 1
"""What FFmpeg calls these primaries, this transfer and this matrix."""
INDEX = (8_192, 48)
"""Bytes that the index of an MP4 may take, and more for each frame."""


class Encoder(NamedTuple):
    """An encoder that FFmpeg may have, and its options."""

    name: str
    options: Mapping[str, str]


class Form(NamedTuple):
    """A kind of video file: what FFmpeg calls it, what it holds, and what may encode that."""

    muxer: str
    codec: str
    encoders: tuple[Encoder, ...]


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        ".mp4": Form(
            "mp4",
            "H.264",
            (
                Encoder("libx264", {"preset": "fast", "crf": "18"}),
                Encoder("libopenh264", {"rc_mode": "quality", "b": "6M"}),
                Encoder("h264_videotoolbox", {"q": "65"}),
                Encoder("h264_mf", {"rate_control": "quality", "quality": "80"}),
            ),
        ),
        ".webm": Form(
            "webm",
            "VP9",
            (
                Encoder(
                    "libvpx-vp9",
                    {"deadline": "realtime", "cpu-used": "5", "row-mt": "1", "crf": "26", "b": "0"},
                ),
            ),
        ),
    }
)
"""By how the name ends, the encoder that is taken first before the others."""


def encoder_of(suffix: str) -> Encoder:
    """Return the encoder for a kind of file; ExportError where this PyAV has none for it."""
    form = FORMS[suffix]
    for encoder in form.encoders:
        try:
            av.Codec(encoder.name, "w")
        except UnknownCodecError:
            continue
        return encoder
    others = " or ".join(other for other in (".mp4", ".webm", ".gif") if other != suffix)
    raise ExportError(
        f"the package av is installed without an encoder for {form.codec}: write {others} instead",
        machine=True,
    )


def video(
    images: Iterable[tuple[Image, int]],
    suffix: str,
    size: tuple[int, int],
    fps: Fraction,
    total: int,
) -> bytes:
    """Return a film as a file.

    Parameters
    ----------
    images
        Each (height, width, 3) uint8, and for how many frames it is seen.
    size
        Width and height in pixels, both even.
    total
        How many frames there are, or more.
    """
    encoding = _Encoding(suffix, size, fps, total)
    hand_on(images, encoding.take)
    return encoding.data()


class _Encoding:
    """Takes images, and holds the file they make."""

    def __init__(self, suffix: str, size: tuple[int, int], fps: Fraction, total: int) -> None:
        self._buffer = BytesIO()
        encoder, muxer = encoder_of(suffix), FORMS[suffix].muxer
        # Room is kept for the index, so that it stands first and players need not seek.
        room = {"moov_size": str(INDEX[0] + INDEX[1] * total)} if muxer == "mp4" else {}
        self._file = av.open(self._buffer, "w", format=muxer, options=room)
        stream = self._file.add_stream(encoder.name, rate=fps, options=dict(encoder.options))
        assert isinstance(stream, av.VideoStream)
        self._stream = stream
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        context = stream.codec_context
        context.color_range = ColorRange.MPEG
        context.color_primaries = context.color_trc = context.colorspace = BT709
        self._fps, self._number = fps, 0

    def take(self, given: tuple[Image, int]) -> None:
        """Encode an image for as many frames as it is seen."""
        image, count = given
        frame = av.VideoFrame.from_ndarray(image, format="rgb24").reformat(
            format="yuv420p", dst_colorspace=Colorspace.ITU709, dst_color_range=ColorRange.MPEG
        )
        frame.time_base = 1 / self._fps
        for _ in range(count):
            frame.pts = self._number
            self._number += 1
            self._file.mux(self._stream.encode(frame))

    def data(self) -> bytes:
        """Return the file, which is whole then."""
        self._file.mux(self._stream.encode(None))
        self._file.close()
        return self._buffer.getvalue()


# GIF: one palette for all of a film, and fewer frames and colours where it would be too large.

LIMIT, LIMITED = 5_000_000, 480
"""Bytes that a film of at most so many pixels' height may have: what mail and forums take."""
SAFE = 0.94
"""Share of the limit that a film is planned for: what is drawn tells only about how large it is."""
CLOCK = Fraction(1, 100)
"""Seconds that a GIF counts in."""
DITHER = "floyd_steinberg:diff_mode=rectangle"
"""Errors are spread to the neighbours: balls have no rings as without, no weave as with a pattern,
and files are smaller than with either of the other ways of spreading."""
PAIRS, STILLS = 10, 6
"""Frames that are drawn first: such as follow each other, for the size; others, for the palette."""

SAMPLED = 16
"""Of so many frames, one is the first of a pair, so that a short film is not held up."""


class Rung(NamedTuple):
    """How many hundredths of a second are between frames, in those of the best, and colours."""

    slower: int
    colours: int
    size: float
    """About how large a frame is, as a share of that of the most colours."""


RUNGS = (
    Rung(1, 256, 1.0),
    Rung(1, 128, 0.85),
    Rung(2, 256, 1.0),
    Rung(2, 128, 0.85),
    Rung(2, 64, 0.73),
    Rung(3, 64, 0.73),
    Rung(3, 32, 0.66),
    Rung(4, 32, 0.66),
)
SLOWEST = 25
"""Hundredths of a second between two frames at most: then it is no film any more."""


class TooLargeError(Exception):
    """The file passes the limit."""


class Film(NamedTuple):
    """A film as a file, and what was done to keep it small; "" for nothing."""

    data: bytes
    note: str


def gif(
    frames_at: Callable[[float], Sequence[Frame]],
    draw: Callable[[Frame], Image],
    notified: Callable[[Sequence[Frame]], Iterator[Frame]],
    size: tuple[int, int],
    fps: float,
) -> Film:
    """Return a film as a GIF that loops.

    Parameters
    ----------
    frames_at
        Returns the frames at so many a second.
    draw
        Draws one, (height, width, 3) uint8.
    notified
        Yields frames, and says so meanwhile.
    size
        Width and height in pixels.
    fps
        Frames a second, where the file does not become too large.

    Raises
    ------
    ExportError
        Where it would be too large whatever is done.
    """
    step = max(2, round(100 / fps))
    limit = LIMIT if size[1] <= LIMITED else None
    drawn = _Kept(draw)
    frames = frames_at(100 / step)
    samples, each = _sampled(frames, drawn)
    rungs = [rung for rung in RUNGS if rung.slower == 1 or rung.slower * step <= SLOWEST]
    for rung in rungs:
        delay = rung.slower * step
        there = frames if rung.slower == 1 else frames_at(100 / delay)
        guess = each * rung.size * len(there)
        if limit is not None and guess > SAFE * limit:
            continue
        palette = _palette(samples, rung.colours)
        making = _Making(size, delay, palette, limit, there[-1].count)
        images = ((drawn(frame), frame.count) for frame in notified(there))
        try:
            hand_on(images, making.take)
            data = making.data()
        except TooLargeError:
            continue
        return Film(data, "" if rung == RUNGS[0] else _note(delay, rung.colours))
    assert limit is not None
    about = size_of(round(each * rungs[-1].size * len(frames_at(100 / rungs[-1].slower / step))))
    raise ExportError(
        f"as a GIF of {size[0]}×{size[1]} the film would have about {about}, and "
        f"{size_of(LIMIT)} is the most: make it smaller, faster or shorter, or write .mp4 or .webm"
    )


def _note(delay: int, colours: int) -> str:
    fps = f"{100 / delay:.1f}".removesuffix(".0")
    return f"{fps} frames a second and {colours} colours keep it below {size_of(LIMIT)}"


class _Kept:
    """Draws frames; those that were drawn beforehand are not drawn again."""

    def __init__(self, draw: Callable[[Frame], Image]) -> None:
        self._draw = draw
        self._known: dict[tuple[int, float, FrameText], Image] = {}

    def __call__(self, frame: Frame, *, keep: bool = False) -> Image:
        key = (id(frame.shot), frame.share, frame.words)
        known = self._known.get(key)
        if known is None:
            known = self._draw(frame)
            if keep:
                self._known[key] = known
        return known


def _sampled(frames: Sequence[Frame], drawn: _Kept) -> tuple[list[Image], float]:
    """Images to choose a palette by, and about how many bytes a frame takes at 256 colours."""
    following = [
        k
        for k in range(len(frames) - 1)
        if frames[k].moves and frames[k].shot is frames[k + 1].shot
    ]
    firsts = _spread(following, min(PAIRS, max(2, len(frames) // SAMPLED)))
    others = _spread([k for k in range(len(frames)) if k not in following], STILLS)
    pairs = [(drawn(frames[k], keep=True), drawn(frames[k + 1], keep=True)) for k in firsts]
    stills = [drawn(frames[k], keep=True) for k in others]
    samples = [image for pair in pairs for image in pair] + stills
    palette = _palette(samples, 256)
    size = samples[0].shape[1], samples[0].shape[0]
    made = _Making(size, 10, palette, None, 1)
    for image in samples:
        made.take((image, 1))
    made.data()
    seconds = made.sizes[1 : 2 * len(pairs) : 2] or made.sizes
    return samples, sum(seconds) / len(seconds)


def _spread(numbers: Sequence[int], most: int) -> list[int]:
    """At most so many of some numbers, evenly from the first to the last."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[round(k * (len(numbers) - 1) / (most - 1))] for k in range(most)]


def _palette(images: Sequence[Image], colours: int) -> av.VideoFrame:
    """The colours of some images, as a frame that `paletteuse` takes."""
    height, width, _ = images[0].shape
    graph = _Graph("palettegen", f"max_colors={colours}:reserve_transparent=1", [(width, height)])
    for number, image in enumerate(images):
        graph.push(_frame(image, number))
    graph.end()
    return graph.pulled()[0]


def _frame(image: Image, at: int) -> av.VideoFrame:
    """An image as a frame at so many hundredths of a second."""
    frame = av.VideoFrame.from_ndarray(image, format="rgb24")
    frame.pts, frame.time_base = at, CLOCK
    return frame


class _Graph:
    """A filter of FFmpeg with what goes in, images first and a palette second, and comes out."""

    def __init__(self, name: str, options: str, sizes: Sequence[tuple[int, int]]) -> None:
        graph = self._graph = av.filter.Graph()
        made = graph.add(name, options)
        self._sources: list[FilterContext] = []
        forms = av.VideoFormat("rgb24"), av.VideoFormat("rgb32")
        for number, ((width, height), form) in enumerate(zip(sizes, forms, strict=False)):
            source = graph.add_buffer(None, width, height, form, time_base=CLOCK)
            source.link_to(made, 0, number)
            self._sources.append(source)
        self._sink = graph.add("buffersink")
        made.link_to(self._sink)
        graph.configure()

    def push(self, frame: av.VideoFrame, number: int = 0) -> None:
        """Put a frame into one of the inputs."""
        self._sources[number].push(frame)

    def end(self, number: int = 0) -> None:
        """Say that nothing more goes into an input."""
        self._sources[number].push(None)

    def pulled(self) -> list[av.VideoFrame]:
        """Return what has come out since."""
        found: list[av.VideoFrame] = []
        while True:
            try:
                frame = self._sink.pull()
            except (BlockingIOError, EOFError):
                return found
            assert isinstance(frame, av.VideoFrame)
            found.append(frame)


class _Making:
    """Takes images, and holds the file they make.

    Attributes
    ----------
    sizes
        Of each image so far, in bytes.
    """

    def __init__(
        self,
        size: tuple[int, int],
        delay: int,
        palette: av.VideoFrame,
        limit: int | None,
        last: int,
    ) -> None:
        self._delay, self._limit, self._time = delay, limit, 0
        self.sizes: list[int] = []
        self._buffer = BytesIO()
        options = {"loop": "0", "final_delay": str(min(65_535, last * delay))}
        self._file = av.open(self._buffer, "w", format="gif", options=options)
        stream = self._stream = self._file.add_stream("gif", rate=1 / CLOCK)
        assert isinstance(stream, av.VideoStream)
        (stream.width, stream.height), stream.pix_fmt = size, "pal8"
        stream.codec_context.time_base = CLOCK
        self._graph = _Graph("paletteuse", f"dither={DITHER}", [size, (16, 16)])
        palette.pts = 0
        self._graph.push(palette, 1)
        self._graph.end(1)

    def take(self, given: tuple[Image, int]) -> None:
        """Encode an image for as many frames as it is seen; TooLargeError past the limit."""
        image, count = given
        self._graph.push(_frame(image, self._time))
        self._time += count * self._delay
        self._encode()

    def data(self) -> bytes:
        """Return the file, which is whole then; TooLargeError past the limit."""
        self._graph.end()
        self._encode()
        self._mux(self._stream.encode(None))
        self._file.close()
        return self._buffer.getvalue()

    def _encode(self) -> None:
        for frame in self._graph.pulled():
            self._mux(self._stream.encode(frame))

    def _mux(self, packets: Iterable[av.Packet[av.VideoStream]]) -> None:
        for packet in packets:
            self.sizes.append(packet.size)
            self._file.mux(packet)
        if self._limit is not None and sum(self.sizes) > self._limit:
            raise TooLargeError


# -- a film from items to the bytes of its file, with how far it has come --------------------------


# The frames of a film, drawn one after another in one window that is never shown.

OVERSAMPLING = 2
"""Each pixel is the mean of so many by so many."""


class FrameRenderer:
    """Draws frames.

    Parameters
    ----------
    lettering
        Writes into them, or into both halves; it knows the size of what it writes into.
    wanted
        Says what is kept in sight, and whether there is a half for each eye.
    fine
        With the light of pictures at rest; without, surfaces are plain, as a GIF wants them.

    Raises
    ------
    ExportError
        When this machine cannot draw.
    """

    def __init__(self, lettering: Lettering, wanted: FilmOptions, *, fine: bool) -> None:
        from viewer.scene.offscreen import Offscreen, RenderError

        try:
            self._place = Offscreen(lettering.scene, OVERSAMPLING, fine=fine)
        except RenderError as error:
            raise ExportError(str(error), machine=True) from error
        self._lettering, self._wanted = lettering, wanted
        self._last: tuple[Picture, list[Image]] | None = None

    def image(self, frame: Frame) -> Image:
        """Return a frame as (height, width, 3) uint8, first row at the top."""
        picture = frame.picture
        if self._last is None or self._last[0] is not picture:
            self._last = (picture, [self._place.image(half) for half in self._halves(picture)])
        halves = [self._lettering.frame(image, frame.words) for image in self._last[1]]
        return halves[0] if len(halves) == 1 else np.concatenate(halves, axis=1)

    def _halves(self, picture: Picture) -> tuple[Picture, ...]:
        """What is drawn for a picture: one with what is kept in sight, or one for each eye."""
        wanted = self._wanted
        if wanted.focus:
            with suppress(FocusError):  # where nothing is shown yet, as at the start of a game
                picture = in_focus(picture, wanted.focus)
        if wanted.stereo is None:
            return (picture,)
        width, height = self._lettering.scene
        return of_both_eyes(picture, width / height, wanted.stereo)

    def close(self) -> None:
        """Free the window; nothing is drawn afterwards."""
        self._place.close()


FPS = {GIF: 20.0}
"""Frames a second where nobody says how many, by how the name ends; 30 elsewhere."""
SURE = 5
"""Frames that must have been drawn before anything is said about the time left."""


def film_of(
    items: Sequence[ExportItem], wanted: FilmOptions, suffix: str, notify: Notify, stop: Stop
) -> Film:
    """Return a film of some items, one after the other.

    Parameters
    ----------
    suffix
        ".gif", ".mp4" or ".webm".

    Raises
    ------
    ExportError
        When what is wanted cannot be filmed, or this machine cannot.
    Stopped
        When `stop` says so.
    """
    if suffix != GIF:
        encoder_of(suffix)
    size = width, height = wanted.size or FILM_SIZES["480" if suffix == GIF else "720"]
    room = size if wanted.stereo is None else (width // 2, height)
    lettering = Lettering(room, lines_of(items, wanted), STANDARD)
    takes = [Take(item, wanted, lettering) for item in items]
    if wanted.focus:
        try:
            for take in takes:
                check_focus(take.opening.position.game.board, wanted.focus)
        except FocusError as error:
            raise ExportError(f"--focus: {error}") from error
    parts = [part for take in takes for part in parts_of(take)]
    drawing = FrameRenderer(lettering, wanted, fine=suffix != GIF)
    notified = partial(_with_notice, notify=notify, stop=stop)

    def frames_at(fps: float) -> list[Frame]:
        return list(frames_of(parts, fps, wanted.speed))

    fps = FPS.get(suffix, 30.0) if wanted.fps is None else wanted.fps
    try:
        if suffix == GIF:
            return gif(frames_at, drawing.image, notified, size, fps)
        frames = frames_at(fps)
        images = ((drawing.image(frame), frame.count) for frame in notified(frames))
        total = sum(frame.count for frame in frames)
        rate = Fraction(fps).limit_denominator(1001)
        return Film(video(images, suffix, size, rate, total), "")
    finally:
        drawing.close()


def _with_notice(frames: Sequence[Frame], notify: Notify, stop: Stop) -> Iterator[Frame]:
    """Yield frames, and tell how far the film has come; `Stopped` where it is to stop."""
    start, total, done = monotonic(), sum(frame.count for frame in frames), 0
    for number, frame in enumerate(frames):
        if stop():
            raise Stopped
        left = None
        if number >= SURE:
            left = (monotonic() - start) * (len(frames) - number) / number
        notify(done, total, "frame", left)
        yield frame
        done += frame.count
    notify(total, total, "frame", None)

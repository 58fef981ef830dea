"""MP4 and WebM: frames are encoded in a thread of their own while the next ones are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from io import BytesIO
from types import MappingProxyType
from typing import NamedTuple

import av
import numpy as np
import numpy.typing as npt
from av.codec.codec import UnknownCodecError
from av.video.reformatter import ColorRange, Colorspace

from viewer.export.film.pipeline import hand_on
from viewer.export.items import ExportError

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

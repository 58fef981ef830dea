"""Films as ffprobe and Pillow see them: frames, sizes, times, key frames, where the index is."""

import io
import struct

import numpy as np
import pytest
from film_probe import SMALL, example, filmed, first_packet, game, probed
from PIL import Image

from viewer.export.film import video
from viewer.export.items import ExportError

CODECS = {".mp4": "h264", ".webm": "vp9"}


@pytest.fixture(scope="module")
def line():
    return example("04")


@pytest.mark.check
@pytest.mark.parametrize("suffix", CODECS)
def test_a_film_has_its_frames_its_size_and_its_time(suffix, line, tmp_path):
    path = tmp_path / f"film{suffix}"
    path.write_bytes(filmed(suffix, line, size=(160, 90)).data)
    stream, container = probed(path)
    assert stream["codec_name"] == CODECS[suffix]
    assert stream["pix_fmt"] == "yuv420p"
    assert (stream["width"], stream["height"]) == (160, 90)
    assert int(stream["nb_read_frames"]) == 90  # nine seconds of a turn, ten frames each
    assert stream["r_frame_rate"] == "10/1"
    assert float(container["duration"]) == pytest.approx(9.0, abs=0.11)
    assert (stream["color_space"], stream["color_range"]) == ("bt709", "tv")
    assert first_packet(path).startswith("K")


@pytest.mark.check
def test_the_index_of_an_mp4_stands_before_its_frames(line, tmp_path):
    data, at, boxes = filmed(".mp4", line).data, 0, []
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        boxes.append(name.decode())
        at += length
    assert at == len(data)
    assert boxes.index("moov") < boxes.index("mdat")


@pytest.mark.check
def test_a_gif_loops_for_ever_and_keeps_its_time(line):
    film = filmed(".gif", line)
    assert film.note == ""
    with Image.open(io.BytesIO(film.data)) as image:
        assert image.format == "GIF"
        assert image.size == SMALL
        assert image.info["loop"] == 0
        lasted = 0
        for number in range(image.n_frames):
            image.seek(number)
            lasted += image.info["duration"]
    assert lasted == pytest.approx(9_000, abs=20)


@pytest.mark.check
def test_a_gif_has_480_rows_and_20_frames_a_second_where_nobody_says_how_many():
    film = filmed(".gif", game("1a1"), scene="turntable", fps=1.0, speed=10.0, size=None)
    with Image.open(io.BytesIO(film.data)) as image:
        assert image.size == (854, 480)
    film = filmed(".gif", game("1a1"), scene="turntable", fps=None, speed=10.0)
    with Image.open(io.BytesIO(film.data)) as image:
        assert (image.n_frames, image.info["duration"]) == (18, 50)


@pytest.mark.check
def test_a_film_is_the_same_each_time(line):
    for suffix in (".mp4", ".gif"):
        assert filmed(suffix, line, fps=4.0).data == filmed(suffix, line, fps=4.0).data


@pytest.mark.check
def test_what_would_be_too_large_for_mail_gets_fewer_frames_and_colours(monkeypatch, line):
    whole = len(filmed(".gif", line).data)
    monkeypatch.setattr(video, "LIMIT", whole // 2)
    film = filmed(".gif", line)
    assert len(film.data) <= whole // 2
    assert "frames a second and" in film.note
    monkeypatch.setattr(video, "LIMIT", 5_000)
    with pytest.raises(ExportError, match=r"would have about .* make it smaller, faster"):
        filmed(".gif", line)


def test_no_limit_holds_for_large_gifs(monkeypatch):
    monkeypatch.setattr(video, "LIMIT", 5_000)
    monkeypatch.setattr(video, "LIMITED", 90)
    assert len(filmed(".gif", game("1a1"), scene="turntable", fps=2.0).data) > 5_000


def test_a_pyav_without_the_encoder_is_named(monkeypatch, line):
    forms = {".mp4": video.Form("mp4", "H.264", (video.Encoder("no_such_encoder", {}),))}
    monkeypatch.setattr(video, "FORMS", forms)
    with pytest.raises(ExportError, match=r"without an encoder for H\.264: write \.webm or \.gif"):
        filmed(".mp4", line)


@pytest.mark.check
def test_frames_are_what_the_scene_shows(line, tmp_path):
    """The first frame of a turn, decoded, is the picture that is drawn alone."""
    from viewer.export.export_options import FilmOptions
    from viewer.export.film.film_scenes import Take, parts_of
    from viewer.export.film.lettering import Lettering
    from viewer.export.film.shots import frames_of
    from viewer.export.film.video import FrameRenderer
    from viewer.picture.palette import STANDARD

    wanted = FilmOptions(size=(320, 240), fps=4.0)
    lettering = Lettering(wanted.size, None, STANDARD)
    drawing = FrameRenderer(lettering, wanted, fine=True)
    first = next(frames_of(parts_of(Take(line, wanted, lettering)), 4.0, 1.0))
    drawn = drawing.image(first)
    drawing.close()
    import av

    data = filmed(".mp4", line, size=(320, 240), fps=4.0).data
    with av.open(io.BytesIO(data)) as film:
        decoded = next(film.decode(video=0)).to_ndarray(format="rgb24")
    assert np.abs(decoded.astype(int) - drawn).mean() < 2.5


@pytest.mark.check
def test_a_film_in_stereo_has_a_half_for_each_eye():
    """What is near lies farther to the right for the left eye, and what is written in both."""
    place = game("1a1", start="partition:size=5,rules=free 5,5,5,5,5/4,4,4,4/3,3,3/2,2/1 red")
    frames = {}
    for kind in (None, "parallel", "crossed"):
        wanted = {"scene": "replay", "size": (480, 180), "fps": 1.0, "stereo": kind}
        with Image.open(io.BytesIO(filmed(".gif", place, **wanted).data)) as film:
            film.seek(film.n_frames - 1)
            frames[kind] = np.array(film.convert("RGB")).astype(int)
    halves = {}
    for kind in ("parallel", "crossed"):
        assert frames[kind].shape == (180, 480, 3)
        red, green, blue = frames[kind].transpose(2, 0, 1)
        there = (red > green + 60) & (red > blue + 60)
        first, second = (np.argwhere(half).mean(axis=0) for half in np.split(there, 2, axis=1))
        halves[kind] = first - second
    assert abs(halves["parallel"][0]) < 1.5
    assert halves["parallel"][1] > halves["crossed"][1] + 1
    for kind in ("parallel", "crossed"):
        first, second = np.split(frames[kind][-20:], 2, axis=1)
        assert first.min() < 150
        assert np.abs(first - second).mean() < 3
    assert np.abs(frames[None] - frames["parallel"]).mean() > 1


@pytest.mark.check
def test_a_film_keeps_in_sight_what_was_played_last():
    """The ball in the middle of the base is covered, until it is played last."""
    covered = game("1c3", start="partition:size=3,rules=free RBR,B1B,BRB/BR,RB/1 red")
    first, last = [], []
    for focus in ("", "shown", "1c3"):
        wanted = {"scene": "replay", "fps": 1.0, "size": (192, 108), "focus": focus}
        with Image.open(io.BytesIO(filmed(".gif", covered, **wanted).data)) as film:
            for number, kept in ((0, first), (film.n_frames - 1, last)):
                film.seek(number)
                kept.append(np.array(film.convert("RGB")).astype(int))
    closed, opened, named = (np.abs(one - last[0]).max(axis=2) > 60 for one in last)
    assert not closed.any()
    assert opened.sum() > 100
    assert named.sum() > 100
    assert (np.abs(first[1] - first[0]).max(axis=2) > 60).sum() < 20  # nothing is played yet
    with pytest.raises(ExportError, match="--focus: '9z9' is not shown, deep or a point"):
        filmed(".gif", covered, focus="9z9")
    flat = game(start="poly-y:corners=5,size=6 1/5/10/15/20/25 red")
    with pytest.raises(ExportError, match="--focus: nothing on this board hides anything"):
        filmed(".gif", flat, focus="shown")

"""Views, cuts and peels written as they are read, to read them back."""

import msgspec

from model.records.view import CAMERAS, Cut, Peel, View


def write_view(view: View) -> str:
    """Write a View as `read_view` reads it: its name when it is just a camera that has one."""
    for name, camera in CAMERAS.items():
        if view == View(camera=camera):
            return name
    return msgspec.json.encode(view).decode()


def write_cut(cut: Cut) -> str:
    """Write a cut as `read_cut` reads it."""
    span = _written(cut.at) + ("" if cut.to is None else f"..{_written(cut.to)}")
    if cut.normal is not None:
        span = ";".join([*map(_written, cut.normal), span])
    return f"{cut.family or 'normal'}={span}{':flip' if cut.flip else ''}"


def write_peel(peel: Peel) -> list[str]:
    """Write a peel as the texts `read_peel` reads."""
    words = [] if peel.levels is None else ["level={}..{}".format(*peel.levels)]
    words += [f"{name}={count}" for name, count in peel.layers]
    words += [f"only={peel.only}"] if peel.only else []
    words += [] if peel.between is None else ["between={}..{}".format(*peel.between)]
    return words


def _written(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(float(number))

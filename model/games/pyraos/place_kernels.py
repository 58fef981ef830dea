"""Places of Pyraos as bits: which carry a sphere, which complete a square, counting them.

Levels lie at bits 0-15 (rows of 4), 16-24 (3), 25-28 (2) and 29.
"""

from __future__ import annotations

import numpy as np

from model.kernels import Int, inlined_kernel, kernel

Word = np.uint64
"""The bits of places."""

_U = np.uint64
_ONE, _BASE = _U(1), _U(0xFFFF)
_M1, _M2, _M4 = _U(0x5555555555555555), _U(0x3333333333333333), _U(0x0F0F0F0F0F0F0F0F)
_H01 = _U(0x0101010101010101)
_S1, _S2, _S3, _S4, _S5 = _U(1), _U(2), _U(3), _U(4), _U(5)
_S6, _S8, _S16, _S25, _S29, _S56 = _U(6), _U(8), _U(16), _U(25), _U(29), _U(56)
_ROW3, _ROW2, _NINE, _FOUR, _COLUMN4 = _U(7), _U(3), _U(0x1FF), _U(0xF), _U(0x1111)


@kernel
def ones(x: Word) -> Word:
    """Count set bits; LLVM knows this shape and emits one instruction."""
    x = x - ((x >> _S1) & _M1)
    x = (x & _M2) + ((x >> _S2) & _M2)
    x = (x + (x >> _S4)) & _M4
    return (x * _H01) >> _S56


@kernel
def lowest(x: Word) -> Word:
    """Return the number of the lowest set bit."""
    return ones((x & (~x + _ONE)) - _ONE)


@kernel
def supported(occupied: Word) -> Word:
    """Return the places on the base or on four spheres, taken or not."""
    a = occupied & _BASE
    a = a & (a >> _S1) & (a >> _S4) & (a >> _S5)
    first = (a & _ROW3) | (((a >> _S4) & _ROW3) << _S3) | (((a >> _S8) & _ROW3) << _S6)
    b = (occupied >> _S16) & _NINE
    b = b & (b >> _S1) & (b >> _S3) & (b >> _S4)
    second = (b & _ROW2) | (((b >> _S3) & _ROW2) << _S2)
    c = (occupied >> _S25) & _FOUR
    c = c & (c >> _S1) & (c >> _S2) & (c >> _S3) & _ONE
    return _BASE | (first << _S16) | (second << _S25) | (c << _S29)


@kernel
def covered(occupied: Word) -> Word:
    """Return the places that carry a sphere."""
    a = (occupied >> _S16) & _NINE
    e = (a & _ROW3) | (((a >> _S3) & _ROW3) << _S4) | (((a >> _S6) & _ROW3) << _S8)
    base = e | (e << _S1) | (e << _S4) | (e << _S5)
    b = (occupied >> _S25) & _FOUR
    f = (b & _ROW2) | (((b >> _S2) & _ROW2) << _S3)
    first = f | (f << _S1) | (f << _S3) | (f << _S4)
    second = ((occupied >> _S29) & _ONE) * _FOUR
    return base | (first << _S16) | (second << _S25)


@kernel
def square_places(own: Word) -> Word:
    """Return the places whose filling completes a 2x2 square of `own` (taken places as well)."""
    a = own & _BASE
    right, up, both = (a >> _S1) & _U(0x7777), a >> _S4, (a >> _S5) & _U(0x7777)
    corner = _U(0x0777)
    base = (right & up & both) & corner
    base |= ((a & up & both) & corner) << _S1
    base |= ((a & right & both) & corner) << _S4
    base |= ((a & right & up) & corner) << _S5
    b = (own >> _S16) & _NINE
    right, up, both = (b >> _S1) & _U(0o333), b >> _S3, (b >> _S4) & _U(0o333)
    corner = _U(0o033)
    first = (right & up & both) & corner
    first |= ((b & up & both) & corner) << _S1
    first |= ((b & right & both) & corner) << _S3
    first |= ((b & right & up) & corner) << _S4
    c = (own >> _S25) & _FOUR
    k0, k1, k2, k3 = c & _ONE, (c >> _S1) & _ONE, (c >> _S2) & _ONE, (c >> _S3) & _ONE
    second = (k1 & k2 & k3) | ((k0 & k2 & k3) << _S1) | ((k0 & k1 & k3) << _S2)
    second |= (k0 & k1 & k2) << _S3
    return base | (first << _S16) | (second << _S25)


@kernel
def removing_places(own: Word, rules: Int) -> Word:
    """Return the places whose filling by the mover allows removal under a rule set."""
    if rules == 0:
        return _U(0)
    places = square_places(own)
    if rules == 1:
        return places
    # alternate: also the last of a full row or column of the first or second level
    base, first = own & _BASE, (own >> _S16) & _NINE
    places |= _last_of_four(base, _S1, _COLUMN4) | _last_of_four(base, _S4, _FOUR)
    return (
        places | (_last_of_three(first, _S1, _U(0o111)) | _last_of_three(first, _S3, _ROW3)) << _S16
    )


@inlined_kernel
def _last_of_four(own: Word, step: Word, starts: Word) -> Word:
    """Return the places that fill a line of four, all lines from `starts` in steps at once."""
    a, b = own & starts, (own >> step) & starts
    c, d = (own >> _U(2) * step) & starts, (own >> _U(3) * step) & starts
    near, far = a & b, c & d
    last = (b & far) | (a & far) << step | (near & d) << _U(2) * step
    return _U(last | (near & c) << _U(3) * step)


@inlined_kernel
def _last_of_three(own: Word, step: Word, starts: Word) -> Word:
    """Return the places that fill a line of three, all lines from `starts` in steps at once."""
    a, b, c = own & starts, (own >> step) & starts, (own >> _U(2) * step) & starts
    return _U((b & c) | (a & c) << step | (a & b) << _U(2) * step)


@inlined_kernel
def nth(bits: Word, n: Int) -> Word:
    """Return the n-th of the set bits, counted from 0."""
    for _ in range(n):
        bits &= bits - _ONE
    return bits & (~bits + _ONE)

"""A child process stopped at each of its system calls: killed there, or told that the call failed.

Linux on x86-64 alone (``ptrace``); `CAN_TRACE` says whether it can be done here.
"""

import ctypes
import errno
import os
import platform
import signal
import sys
from dataclasses import dataclass, field

CAN_TRACE = sys.platform == "linux" and platform.machine() == "x86_64"

_TRACEME, _GETREGS, _SETREGS, _DETACH, _SYSCALL, _SETOPTIONS = 0, 12, 13, 17, 24, 0x4200
_TRACESYSGOOD, _EXITKILL = 1, 1 << 20
_STOPPED_AT_CALL = signal.SIGTRAP | 0x80
_REGISTERS = (
    "r15", "r14", "r13", "r12", "rbp", "rbx", "r11", "r10", "r9", "r8", "rax", "rcx", "rdx",
    "rsi", "rdi", "orig_rax", "rip", "cs", "eflags", "rsp", "ss", "fs_base", "gs_base",
    "ds", "es", "fs", "gs",
)  # fmt: skip
CLOSE = 3
FILE_CALLS = {
    0: "read", 1: "write", 2: "open", CLOSE: "close", 4: "stat", 5: "fstat", 6: "lstat",
    20: "writev", 21: "access", 40: "sendfile", 73: "flock", 74: "fsync", 75: "fdatasync",
    76: "truncate", 77: "ftruncate", 82: "rename", 83: "mkdir", 84: "rmdir", 86: "link",
    87: "unlink", 89: "readlink", 90: "chmod", 91: "fchmod", 137: "statfs", 138: "fstatfs",
    188: "setxattr", 191: "getxattr", 194: "listxattr", 217: "getdents64", 257: "openat",
    258: "mkdirat", 262: "newfstatat", 263: "unlinkat", 264: "renameat", 265: "linkat",
    267: "readlinkat", 268: "fchmodat", 269: "faccessat", 280: "utimensat", 316: "renameat2",
    326: "copy_file_range", 332: "statx",
}  # fmt: skip
"""Calls that a disk can let fail, by their numbers on x86-64."""


class _Registers(ctypes.Structure):
    _fields_ = [(name, ctypes.c_ulonglong) for name in _REGISTERS]


@dataclass
class Traced:
    """What a process did between `begin` and `end`.

    Attributes
    ----------
    calls
        The numbers of its system calls, in order.
    met
        The name of the call that was made to fail or that it died at; "": it never came so far.
    status
        As ``os.waitpid`` tells it.
    """

    calls: list[int] = field(default_factory=list)
    met: str = ""
    status: int = 0


def begin() -> None:
    """Let the parent watch this process from here on; it must be in `trace`."""
    _ptrace(_TRACEME, 0)
    os.kill(os.getpid(), signal.SIGSTOP)


def end() -> None:
    """Let the parent watch no more."""
    os.kill(os.getpid(), signal.SIGSTOP)


def trace(child: int, at: int | None = None, fault: int | None = None) -> Traced:
    """Follow a child from its `begin` to its `end`, and wait until it is over.

    Parameters
    ----------
    at
        Which call something happens at, from 0; None: nothing happens.
    fault
        The error that call ends with, where it is one of `FILE_CALLS`; None: the child is killed
        before the call is made.
    """
    seen = Traced()
    _, status = os.waitpid(child, os.WUNTRACED)
    if not os.WIFSTOPPED(status):  # it ended before it began
        seen.status = status
        return seen
    _ptrace(_SETOPTIONS, child, _TRACESYSGOOD | _EXITKILL)
    leaving, answer = False, None
    passed = 0
    while True:
        _ptrace(_SYSCALL, child, passed)
        passed = 0
        _, seen.status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(seen.status):
            return seen
        stopped = os.WSTOPSIG(seen.status)
        if stopped == signal.SIGSTOP:
            break
        if stopped != _STOPPED_AT_CALL:
            passed = stopped  # a signal on its way to the child
            continue
        if leaving:
            if answer is not None:
                _answer(child, answer)
            leaving, answer = False, None
            continue
        leaving = True
        number = _registers(child).orig_rax
        seen.calls.append(number)
        if len(seen.calls) - 1 == at:
            if fault is None:
                seen.met = FILE_CALLS.get(number, str(number))
                os.kill(child, signal.SIGKILL)
            elif number in FILE_CALLS:
                seen.met = FILE_CALLS[number]
                answer = fault
                if number != CLOSE:  # which closes all the same, whatever it says
                    _skip(child)
    _ptrace(_DETACH, child)
    _, seen.status = os.waitpid(child, 0)
    return seen


def _skip(child: int) -> None:
    """Keep a call that the child is about to make from being made."""
    registers = _registers(child)
    registers.orig_rax = ctypes.c_ulonglong(-1).value
    _set_registers(child, registers)


def _answer(child: int, fault: int) -> None:
    registers = _registers(child)
    registers.rax = ctypes.c_ulonglong(-fault).value
    _set_registers(child, registers)


def _registers(child: int) -> _Registers:
    registers = _Registers()
    _ptrace(_GETREGS, child, ctypes.addressof(registers))
    return registers


def _set_registers(child: int, registers: _Registers) -> None:
    _ptrace(_SETREGS, child, ctypes.addressof(registers))


def _ptrace(request: int, child: int, data: int = 0) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    library.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    library.ptrace.restype = ctypes.c_long
    if library.ptrace(request, child, None, data) == -1 and ctypes.get_errno() != errno.ESRCH:
        raise OSError(ctypes.get_errno(), f"ptrace {request}")

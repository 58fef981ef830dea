"""A page served to a class: pupils open it with a code, and what they try comes back at once.

It is Python's own `http.server`, off until a presentation asks the class, and ended with it. A
pupil is known by a cookie that the code buys; all that a pupil can do is read the one page and
send tries.
"""

import hashlib
import html
import json
import secrets
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from string import Template
from urllib.parse import parse_qs, urlsplit

MOST_PUPILS = 60
MOST_BYTES = 64 * 1024
"""Of one message."""
MOST_CONNECTIONS = 128
"""Open at once; one more is closed unread."""
LONGEST = 15.0
"""Seconds that a connection may take; what is not sent and read by then is cut off."""
MOST_WRONG = 20
"""Wrong codes a minute from one address; more are not looked at."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of a code: none that looks like a digit."""

_DOOR = Template(Path(__file__).with_name("class_door.html").read_text("utf-8"))
_STYLE = Path(__file__).with_name("class_door.css").read_text("utf-8")
_POLICY = (
    f"default-src 'none'; style-src 'sha256-"
    f"{b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def _door(message: str) -> bytes:
    """The page that asks for the code."""
    note = f"<p role=alert>{html.escape(message)}</p>" if message else ""
    return _DOOR.substitute(style=_STYLE, note=note).encode()


class ClassServer:
    """Serves one page until it is closed.

    Attributes
    ----------
    code
        Six letters that let a pupil in.
    port
        Where it listens.
    step, question
        What the presenter shows, and the number of the page that asks it: pages follow.
    page, accept
        As given; the page may be changed.

    Parameters
    ----------
    page
        The whole HTML page.
    accept
        Takes the number of a pupil, from 0, and a message, in a thread of the server's; raises
        `ValueError` with one sentence for what it cannot read.
    on_network
        Whether other computers can reach it; else this one alone.

    Raises
    ------
    OSError
        No port could be opened.
    """

    def __init__(
        self, page: bytes, accept: Callable[[int, bytes], None], *, on_network: bool = False
    ) -> None:
        self.code = "".join(secrets.choice(LETTERS) for _ in range(6))
        self.step = self.question = 0
        self.page, self.accept = page, accept
        self._lock = threading.Lock()
        self._pupils: dict[str, int] = {}
        self._wrong: dict[str, list[float]] = {}
        self._server = _Server(("" if on_network else "127.0.0.1", 0), self)
        self.port = self._server.server_port
        self._on_network = on_network
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.1,), name="class server", daemon=True
        )
        self._thread.start()

    @property
    def address(self) -> str:
        """What a pupil types into a browser."""
        return f"http://{_own_address() if self._on_network else '127.0.0.1'}:{self.port}"

    @property
    def pupils(self) -> int:
        """How many have joined."""
        return len(self._pupils)

    def close(self) -> None:
        """Stop listening, and cut every connection; a second call does nothing."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._server.cut(0.0)

    # -- asked by the threads of the server ----------------------------------------------------

    def join(self, code: str, address: str) -> tuple[str, str]:
        """Return the token of a new pupil and "", or "" and why there is none."""
        now = time.monotonic()
        with self._lock:
            wrong = [moment for moment in self._wrong.get(address, []) if now - moment < 60]
            if len(wrong) >= MOST_WRONG:
                return "", "Too many wrong codes: wait a minute."
            if not secrets.compare_digest(code.strip().upper().encode(), self.code.encode()):
                self._wrong[address] = [*wrong, now]
                return "", "That is not the code: it has six letters and stands on the screen."
            if len(self._pupils) >= MOST_PUPILS:
                return "", f"The class is full: {MOST_PUPILS} pupils have joined."
            token = secrets.token_urlsafe(24)
            self._pupils[token] = len(self._pupils)
            return token, ""

    def pupil(self, token: str) -> int | None:
        """The number of the pupil with a token, None for nobody's."""
        return self._pupils.get(token)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = MOST_CONNECTIONS

    def __init__(self, place: tuple[str, int], served: ClassServer) -> None:
        self.served = served
        self._open: dict[socket.socket, float] = {}
        self._guard = threading.Lock()
        super().__init__(place, _Handler)

    def process_request(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        with self._guard:
            crowded = len(self._open) >= MOST_CONNECTIONS
            if not crowded:
                self._open[request] = time.monotonic()
        if crowded:
            self.shutdown_request(request)
        else:
            super().process_request(request, client_address)

    def shutdown_request(self, request: object) -> None:
        assert isinstance(request, socket.socket)
        with self._guard:
            self._open.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        self.cut(LONGEST)

    def cut(self, age: float) -> None:
        """End connections that are as old as that, in seconds."""
        now = time.monotonic()
        with self._guard:
            old = [one for one, since in self._open.items() if now - since >= age]
        for one in old:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:  # it has just ended by itself
                continue

    def handle_error(self, request: object, client_address: object) -> None:
        """A pupil who went away in the middle is no news."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version, sys_version = "Pyramidion", ""
    timeout = LONGEST

    def do_GET(self) -> None:
        served, place = self.server.served, urlsplit(self.path)
        if place.path == "/":
            code = parse_qs(place.query).get("code", [""])[0]
            if self._pupil() is not None:  # who joins again takes no other seat
                self._answer(HTTPStatus.SEE_OTHER, b"", {"Location": "/page"})
                return
            if not code:
                self._answer(HTTPStatus.OK, _door(""), {"Content-Security-Policy": _POLICY})
                return
            token, why = served.join(code, self.client_address[0])
            if why:
                self._answer(HTTPStatus.FORBIDDEN, _door(why), {"Content-Security-Policy": _POLICY})
                return
            cookie = f"pupil={token}; HttpOnly; SameSite=Strict; Path=/"
            self._answer(HTTPStatus.SEE_OTHER, b"", {"Location": "/page", "Set-Cookie": cookie})
        elif place.path == "/page":
            if self._pupil() is None:
                self._answer(HTTPStatus.SEE_OTHER, b"", {"Location": "/"})
            else:
                self._answer(HTTPStatus.OK, served.page, {})
        elif place.path == "/step" and self._pupil() is not None:
            text = json.dumps({"step": served.step, "question": served.question}).encode()
            self._answer(HTTPStatus.OK, text, {"Content-Type": "application/json"})
        else:
            self._answer(HTTPStatus.NOT_FOUND, b"", {})

    def do_POST(self) -> None:
        pupil = self._pupil()
        if pupil is None or self.path != "/try":
            self._answer(HTTPStatus.FORBIDDEN if pupil is None else HTTPStatus.NOT_FOUND, b"", {})
            return
        told = self.headers.get("Content-Length", "")
        if not told.isascii() or not told.isdecimal():
            self._answer(HTTPStatus.LENGTH_REQUIRED, b"", {})
        elif len(told) > 9 or int(told) > MOST_BYTES:
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"", {})
        else:
            message = self.rfile.read(int(told))
            try:
                self.server.served.accept(pupil, message)
            except ValueError as error:
                plain = {"Content-Type": "text/plain; charset=utf-8"}
                self._answer(HTTPStatus.BAD_REQUEST, str(error).encode(), plain)
            else:
                self._answer(HTTPStatus.NO_CONTENT, b"", {})

    def _pupil(self) -> int | None:
        try:
            token = SimpleCookie(self.headers.get("Cookie", "")).get("pupil")
        except CookieError:
            return None
        return None if token is None else self.server.served.pupil(token.value)

    def _answer(self, status: HTTPStatus, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        always = {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
        for name, value in (always | headers).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: who asked for what is nobody's business."""


def _own_address() -> str:
    """The address of this computer on its network, or that of this computer for itself.

    Nothing is sent: a datagram socket that is connected only looks up the way.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's (RFC 5737)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])

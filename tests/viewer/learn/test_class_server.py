"""A page served to a class: who gets in, what comes back, and what costs nothing."""

import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Iterator

import pytest

from viewer.learn.class_server import (
    MOST_BYTES,
    MOST_CONNECTIONS,
    MOST_PUPILS,
    MOST_WRONG,
    ClassServer,
)

PAGE = b"<!doctype html><title>page</title>" + b"x" * 500_000


class Heard:
    """What a server has handed on."""

    def __init__(self) -> None:
        self.messages: list[tuple[int, bytes]] = []

    def __call__(self, pupil: int, message: bytes) -> None:
        if not message.startswith(b"{"):
            raise ValueError("not a try")
        self.messages.append((pupil, message))


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def server(heard: Heard) -> Iterator[ClassServer]:
    made = ClassServer(PAGE, heard)
    yield made
    made.close()


def asked(
    server: ClassServer,
    path: str,
    *,
    cookie: str = "",
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, bytes, dict[str, str]]:
    """Send one request; return the status, the body and the headers of the answer."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    held = {"Cookie": cookie} if cookie else {}
    line.request("GET" if body is None else "POST", path, body, held | (headers or {}))
    answer = line.getresponse()
    got = answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
    line.close()
    return got


def joined(server: ClassServer) -> str:
    """Join with the code; return the cookie."""
    status, _, headers = asked(server, f"/?code={server.code}")
    assert (status, headers["location"]) == (303, "/page")
    return headers["set-cookie"].partition(";")[0]


def test_code_lets_in(server: ClassServer) -> None:
    status, door, _ = asked(server, "/")
    assert status == 200
    assert b"Join the class" in door
    cookie = joined(server)
    assert asked(server, "/page", cookie=cookie)[:2] == (200, PAGE)
    assert server.pupils == 1
    assert asked(server, f"/?code=+{server.code.lower()}+")[0] == 303, "it may be typed small"


def test_without_code_nothing_is_shown(server: ClassServer) -> None:
    for path, body in (("/page", None), ("/step", None), ("/try", b"{}"), ("/../page", None)):
        for cookie in ("", "pupil=guess", "pupil", 'pupil="', "a=b; pupil=x; Path=/"):
            status, text, _ = asked(server, path, cookie=cookie, body=body)
            assert status in (303, 403, 404)
            assert text == b""
    assert server.pupils == 0


def test_codes_cannot_be_guessed_on(server: ClassServer) -> None:
    for _ in range(MOST_WRONG):
        status, text, _ = asked(server, "/?code=WRONGX")
        assert status == 403
        assert b"not the code" in text
    status, text, _ = asked(server, f"/?code={server.code}")
    assert (status, server.pupils) == (403, 0)
    assert b"wait a minute" in text


def test_wrong_code_is_not_repeated_as_markup(server: ClassServer) -> None:
    assert b"<b>" not in asked(server, "/?code=%3Cb%3E")[1]


def test_class_is_full(server: ClassServer) -> None:
    cookies = {joined(server) for _ in range(MOST_PUPILS)}
    assert len(cookies) == MOST_PUPILS
    status, text, _ = asked(server, f"/?code={server.code}")
    assert status == 403
    assert b"full" in text


def test_who_joins_again_takes_no_other_seat(server: ClassServer) -> None:
    cookie = joined(server)
    status, _, headers = asked(server, f"/?code={server.code}", cookie=cookie)
    assert (status, headers["location"]) == (303, "/page")
    assert server.pupils == 1


def test_step_is_told(server: ClassServer) -> None:
    cookie = joined(server)
    server.step = 4
    assert json.loads(asked(server, "/step", cookie=cookie)[1]) == {"step": 4, "question": 0}


def test_try_is_handed_on(server: ClassServer, heard: Heard) -> None:
    joined(server)
    second = joined(server)
    assert asked(server, "/try", cookie=second, body=b'{"a":1}')[0] == 204
    assert heard.messages == [(1, b'{"a":1}')]


def test_strange_messages_cost_nothing(server: ClassServer, heard: Heard) -> None:
    cookie = joined(server)
    assert asked(server, "/try", cookie=cookie, body=b"strange")[:2] == (400, b"not a try")
    assert asked(server, "/try", cookie=cookie, body=b"{" + b"x" * MOST_BYTES)[0] == 413
    for told in ("-1", "1e9", "9" * 400, "١٢"):
        length = {"Content-Length": told.encode("utf-8").decode("latin-1")}
        assert asked(server, "/try", cookie=cookie, body=b"", headers=length)[0] in (411, 413)
    assert asked(server, "/elsewhere", cookie=cookie, body=b"{}")[0] == 404
    for raw in (b"\0\xff" * 100, b"GET / HTTP/9.9\r\n\r\n", b"GET " + b"/" * 70_000, b"PUT /\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            line.recv(100)
    assert heard.messages == []
    assert asked(server, "/try", cookie=cookie, body=b"{}")[0] == 204


def test_silent_connections_do_not_stop_the_class(server: ClassServer) -> None:
    cookie = joined(server)
    silent = [
        socket.create_connection(("127.0.0.1", server.port)) for _ in range(MOST_CONNECTIONS - 8)
    ]
    try:
        assert asked(server, "/try", cookie=cookie, body=b"{}")[0] == 204
    finally:
        for line in silent:
            line.close()


@pytest.mark.check
def test_old_connections_are_cut(server: ClassServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.learn.class_server.LONGEST", 0.2)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(b"GET /")
        assert line.recv(100) == b""


@pytest.mark.check
def test_sixty_pupils_at_once_are_heard(server: ClassServer, heard: Heard) -> None:
    cookies = [joined(server) for _ in range(MOST_PUPILS)]
    sent: list[bytes] = []

    def pupil(cookie: str, number: int) -> None:
        for k in range(5):
            message = json.dumps({"pupil": number, "try": k}).encode()
            sent.append(message)
            assert asked(server, "/try", cookie=cookie, body=message)[0] == 204

    threads = [
        threading.Thread(target=pupil, args=(cookie, number))
        for number, cookie in enumerate(cookies)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(message for _, message in heard.messages) == sorted(sent)
    assert {number for number, _ in heard.messages} == set(range(MOST_PUPILS))


def test_closed_is_gone(heard: Heard) -> None:
    server = ClassServer(PAGE, heard)
    port = server.port
    waiting = socket.create_connection(("127.0.0.1", port), timeout=20)
    server.close()
    with contextlib.suppress(ConnectionResetError):
        assert waiting.recv(10) == b""
    waiting.close()
    with pytest.raises(OSError, match=r"refused"):
        socket.create_connection(("127.0.0.1", port), timeout=5)
    assert not [one for one in threading.enumerate() if one.name == "class server"]

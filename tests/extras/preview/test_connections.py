"""Clients that leave, send nonsense, or send and read nothing."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest
from extras.preview.conftest import Preview, serving
from helpers import starter

from printgen.extras.preview import serve, server


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """A preview, which prints nothing but its address: `serving` looks."""
    with serving(starter(tmp_path_factory.mktemp("quiet"))) as running:
        yield running


def head(preview: Preview, method: str, path: str, *more: str) -> bytes:
    """The head of a request of the page."""
    host, origin = f"Host: 127.0.0.1:{preview.port}", f"Origin: {preview.origin}"
    lines = [f"{method} {path} HTTP/1.1", host, origin, f"Cookie: {preview.cookie}", *more]
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1") + b"\r\n"


def connect(preview: Preview) -> socket.socket:
    return socket.create_connection(("127.0.0.1", preview.port), timeout=60)


def is_ended(connection: socket.socket) -> bool:
    """Whether the server has ended a connection, after what it had to say."""
    with suppress(ConnectionError):
        while connection.recv(65_536):
            pass
    return True


def events(preview: Preview, client: str) -> socket.socket:
    """A stream of events, which has begun."""
    connection = connect(preview)
    path = f"{preview.home}events?client={client}"
    connection.sendall(head(preview, "GET", path, "Connection: close"))
    assert connection.recv(12) == b"HTTP/1.1 200"
    return connection


def test_clients_that_leave_leave_no_traceback(quiet: Preview) -> None:
    home = quiet.home
    requests = [
        head(quiet, "POST", f"{home}{path}", length) + b"5\r\n{"
        for path in ("want", "where", "print")
        for length in ("Content-Length: 500", "Transfer-Encoding: chunked")
    ] + [
        head(quiet, "GET", f"{home}{path}")
        for path in ("", "events?client=12345678", "assets/EBGaramond_400Regular.ttf", "pdf/x")
    ]
    for request in requests * 5:
        # Leave at once or after the answer has begun; politely, or by a reset.
        for answered in (False, True):
            for reset in (False, True):
                with closing(connect(quiet)) as connection:
                    connection.sendall(request)
                    if answered and request.startswith(b"GET"):
                        connection.recv(1)
                    if reset:
                        linger = struct.pack("ii", 1, 0)
                        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    assert quiet.ask("")[0] == 200


def test_nonsense_leaves_no_traceback(quiet: Preview) -> None:
    home = quiet.home
    chunked = "Transfer-Encoding: chunked"
    for request in (
        b"\0\0\0\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 30_000,
        b"A" * 100_000,
        head(quiet, "GET", "/", "Content-Length: 99999999999999999999999"),
        head(quiet, "GET", "/", "Content-Length: -1"),
        head(quiet, "GET", home, "Origin: http://[::1"),
        head(quiet, "GET", home, "Connection: upgrade", "Upgrade: websocket"),
        head(quiet, "GET", home, "Range: bytes=9-1,x"),
        head(quiet, "GET", f"{home}assets/%ed%a0%80"),
        head(quiet, "GET", f"{home}pdf/%00"),
        head(quiet, "CONNECT", "x:1"),
        head(quiet, "GET", "/") * 500,
    ):
        with closing(connect(quiet)) as connection, suppress(ConnectionError):
            connection.sendall(request)
            # The server may have ended the connection: ENOTCONN is no ConnectionError.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
            is_ended(connection)
    # A body that is wrong after the answer has begun, or has ended.
    for path in (f"{home}want", f"{home}events?client=12345678", home, "/"):
        for method in ("GET", "POST"):
            with closing(connect(quiet)) as connection, suppress(ConnectionError):
                connection.sendall(head(quiet, method, path, chunked))
                if (method, path) != ("POST", f"{home}want"):
                    connection.recv(1)
                connection.sendall(b"ZZ\r\n")
                assert is_ended(connection)
    for body in ("[" * 50_000, '{"piece": "\\ud800", "page": 0}', "\ufeff{}", "\0"):
        for path in ("want", "where", "print"):
            assert quiet.ask(path, "POST", body, Origin=quiet.origin)[0] == 400
    assert quiet.ask("")[0] == 200


def test_a_thousand_unfinished_requests_keep_the_page_open(quiet: Preview) -> None:
    starts = (
        b"",
        b"GET ",
        head(quiet, "GET", "/")[:-2],
        head(quiet, "POST", f"{quiet.home}want", "Content-Length: 50000") + b"{",
    )
    with ExitStack() as opened:
        made = []
        for n in range(1000):
            connection = opened.enter_context(closing(connect(quiet)))
            with suppress(ConnectionError):
                connection.sendall(starts[n % len(starts)])
            made.append(connection)
            # The oldest ones are ended, so that neither side runs out of files.
            if len(made) > 2 * serve.MAX_IDLE:
                oldest = made.pop(0)
                assert is_ended(oldest)
                oldest.close()
        assert quiet.ask("")[0] == 200
        body = json.dumps({"client": "00000000", "product": "", "scale": 1, "pages": []})
        assert quiet.ask("want", "POST", body, Origin=quiet.origin)[0] == 409


@pytest.mark.slow
def test_a_thousand_streams_keep_the_page_open(quiet: Preview) -> None:
    with ExitStack() as opened:
        made: list[socket.socket] = []
        for n in range(1000):
            made.append(opened.enter_context(closing(events(quiet, f"client-{n:08}"))))
            if len(made) > server.MAX_CLIENTS:
                oldest = made.pop(0)
                assert is_ended(oldest)
                oldest.close()
        assert quiet.ask("")[0] == 200


def test_a_page_with_a_stream_stays_while_others_send_nothing(quiet: Preview) -> None:
    with ExitStack() as opened:
        stream = opened.enter_context(closing(events(quiet, "12345678")))
        for _ in range(2 * serve.MAX_IDLE):
            opened.enter_context(closing(connect(quiet)))
        want = {"client": "12345678", "product": "fog/quay", "scale": 4, "pages": []}
        assert quiet.ask("want", "POST", json.dumps(want), Origin=quiet.origin)[0] == 204
        got = b""
        while b"event: table" not in got:
            got += stream.recv(65_536)

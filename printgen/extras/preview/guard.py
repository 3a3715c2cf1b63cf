"""The guard of the preview: only pages that the user has opened may talk to its server.

The user opens an address with a secret. The answer gives the browser a cookie with the secret, and
leads on to the page. The path of the page is random, too, and the cookie is for this path alone: a
browser sends cookies to every port of a host, so that other servers on this machine would get it.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import cache
from ipaddress import ip_address
from pathlib import Path

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from printgen.extras.preview.callers import is_of_another_user

# Pictures and fonts come from this server; scripts cannot make HTML of text.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)

# The page of a refusal has its style in itself: a browser that is refused gets no other file.
REFUSAL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
REFUSAL = Path(__file__).parent / "web" / "refusal.html"

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)

# Names of this machine. Another name that leads here may belong to a page of another site.
HOST = "127.0.0.1"
NAMES = (HOST, "localhost")

_COOKIE = "printgen"

# Bytes of the secret and of the path: 128 bits cannot be guessed.
SECRET_BYTES = 16


class Guard:
    """Refuses requests from other machines, other origins and browsers without the cookie, and adds
    the headers of safety.

    `address` opens the preview, as often as the user likes. It is secret.
    """

    def __init__(self, application: ASGIApp, port: int):
        self.application = application
        self.hosts = {f"{name}:{port}" for name in NAMES}
        self._secret = secrets.token_hex(SECRET_BYTES)
        self._root = f"/{secrets.token_hex(SECRET_BYTES)}"
        self._door = f"/open/{self._secret}"
        self.address = f"http://{HOST}:{port}{self._door}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it with status 403."""
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
        elif not self._is_ours(scope):
            await _refuse(send)
        elif self._opens(scope):
            await self._open(send)
        elif not self._is_open(scope):
            await _refuse(send)
        else:
            # A client that has left gets no answer.
            with suppress(ClientDisconnect):
                inside = {**scope, "root_path": self._root}
                await self.application(inside, receive, _with_headers(send))

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a request comes from this machine, and from no page of another origin."""
        client = scope.get("client")
        if not client or not ip_address(client[0]).is_loopback:
            return False
        if _values(scope, b"host") not in [[host] for host in self.hosts]:
            return False
        origins = _values(scope, b"origin")
        if any(origin not in [f"http://{host}" for host in self.hosts] for origin in origins):
            return False
        if scope["method"] not in ("GET", "HEAD") and not origins:
            return False
        # A page of another site may link to the preview, but not use its pictures.
        foreign = _values(scope, b"sec-fetch-site") in (["cross-site"], ["same-site"])
        return not foreign or self._opens(scope)

    def _opens(self, scope: Scope) -> bool:
        """Whether a request is for the address that the user opens.

        The address is an argument of the browser, which other users of the machine can list.
        """
        return (
            scope["method"] == "GET"
            and _are_equal(scope["path"], self._door)
            and not is_of_another_user(scope["client"], scope["server"])
        )

    async def _open(self, send: Send) -> None:
        """Give the browser the cookie. The page itself leads on: a browser does not send a strict
        cookie where an address leads that a file or a page of another site has opened.
        """
        cookie = f"{_COOKIE}={self._secret}; Path={self._root}/; HttpOnly; SameSite=Strict"
        headers = [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"set-cookie", cookie.encode()),
            (b"refresh", f"0; url={self._root}/".encode()),
        ]
        icon = f'<link rel="icon" href="{self._root}/assets/mark.svg">'
        page = f"<!doctype html><title>printgen</title>{icon}"
        await _answer(_with_headers(send), 200, headers, page.encode())

    def _is_open(self, scope: Scope) -> bool:
        """Whether a request is for the page or what belongs to it, and has the cookie."""
        if not _are_equal(scope["path"][: len(self._root) + 1], f"{self._root}/"):
            return False
        # Another server on this machine can add cookies of the same name.
        cookies = [each.strip() for value in _values(scope, b"cookie") for each in value.split(";")]
        return any(_are_equal(each, f"{_COOKIE}={self._secret}") for each in cookies)


def _values(scope: Scope, name: bytes) -> list[str]:
    """The values of a header."""
    return [value.decode("latin-1") for each, value in scope["headers"] if each == name]


def _are_equal(given: str, secret: str) -> bool:
    """Compare in constant time."""
    return secrets.compare_digest(given.encode("utf-8", "replace"), secret.encode())


@cache
def _refusal() -> bytes:
    """The page of a refusal."""
    return REFUSAL.read_bytes()


async def _refuse(send: Send) -> None:
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-security-policy", REFUSAL_POLICY.encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        *HEADERS,
    ]
    await _answer(send, 403, headers, _refusal())


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send) -> Send:
    """A `send` that adds the headers of safety. PDFs have no policy: viewers are pages, too."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], *HEADERS]
            kinds = [value for name, value in headers if name == b"content-type"]
            if kinds != [b"application/pdf"]:
                headers.append((b"content-security-policy", POLICY.encode()))
            message = {**message, "headers": headers}
        await send(message)

    return wrapped

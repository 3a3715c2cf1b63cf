"""The guard of the preview: only pages of the preview itself may talk to its server."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

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

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)

# Names of this machine. Another name that leads here may belong to a page of another site.
NAMES = ("127.0.0.1", "localhost")


class Guard:
    """Refuses requests from other machines and other origins, and adds the headers of safety."""

    def __init__(self, application: ASGIApp, port: int):
        self.application = application
        self.hosts = {f"{name}:{port}" for name in NAMES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it with status 403."""
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
        elif scope["type"] != "http" or not self._is_ours(scope):
            await _refuse(scope, send)
        else:
            await self.application(scope, receive, _with_headers(send))

    def _is_ours(self, scope: Scope) -> bool:
        client = scope.get("client")
        if not client or not ip_address(client[0]).is_loopback:
            return False
        headers: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name, []).append(value.decode("latin-1"))
        if headers.get(b"host", []) not in [[host] for host in self.hosts]:
            return False
        origins = headers.get(b"origin", [])
        if any(not self._is_own_origin(origin) for origin in origins):
            return False
        if scope["method"] not in ("GET", "HEAD") and not origins:
            return False
        # A page of another site may link to the preview, but not use its pictures.
        foreign = headers.get(b"sec-fetch-site", []) in (["cross-site"], ["same-site"])
        return not foreign or (scope["path"] == "/" and scope["method"] == "GET")

    def _is_own_origin(self, origin: str) -> bool:
        parts = urlsplit(origin)
        return parts.scheme == "http" and parts.netloc in self.hosts and origin == origin.strip()


async def _refuse(scope: Scope, send: Send) -> None:
    if scope["type"] != "http":
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": b"refused: not a page of this preview\n"})


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

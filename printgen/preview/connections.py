"""The connections to the server of the preview, and how many there may be."""

from __future__ import annotations

import asyncio

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

# Connections that wait for a request, and all of them: a system may allow 256 open files.
MAX_IDLE, MAX_CONNECTIONS = 60, 160

# Seconds that a request may take to come, and that a client may read nothing of an answer.
PATIENCE, READING_PATIENCE = 20.0, 60.0


class Connection(H11Protocol):
    """A connection. One without a whole request ends after PATIENCE, or as soon as there are
    MAX_IDLE newer ones: clients that send nothing, or read nothing, keep no others out.
    """

    _idle: dict[Connection, asyncio.TimerHandle] = {}
    _stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._wait_no_longer()
        self._unstick()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait()
        super().on_response_complete()

    def handle_events(self) -> None:
        """Answer what has come. A fault in it after the answer has begun ends the connection."""
        try:
            super().handle_events()
        except h11.LocalProtocolError:
            self.transport.abort()
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._wait_no_longer()

    def pause_writing(self) -> None:
        """Wait until the client reads."""
        super().pause_writing()
        self._stuck = self.loop.call_later(READING_PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client reads."""
        super().resume_writing()
        self._unstick()

    def _unstick(self) -> None:
        if self._stuck:
            self._stuck.cancel()

    def _wait(self) -> None:
        self._wait_no_longer()
        self._idle[self] = self.loop.call_later(PATIENCE, self.transport.abort)
        if len(self._idle) > MAX_IDLE:
            oldest = next(iter(self._idle))
            # The connection ends later: the next one must not end it again.
            oldest._wait_no_longer()
            oldest.transport.abort()

    def _wait_no_longer(self) -> None:
        if timer := self._idle.pop(self, None):
            timer.cancel()


def config(application: ASGIApp) -> uvicorn.Config:
    """How a server runs an application."""
    return uvicorn.Config(
        application,
        http=Connection,
        limit_concurrency=MAX_CONNECTIONS,
        # Anyone on this machine could write the headers of a proxy.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        # Faults of clients are no matter of the user's terminal.
        log_config=None,
        log_level="error",
        timeout_graceful_shutdown=2,
    )

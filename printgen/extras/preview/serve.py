"""Run the preview on this machine, with limits on its connections."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from printgen.content.project_files import ReadFile
from printgen.extras.preview.following import Follower
from printgen.extras.preview.guard import HOST, Guard
from printgen.extras.preview.layouts import open_layouts
from printgen.extras.preview.live import Live
from printgen.extras.preview.server import Server
from printgen.extras.preview.snapshot import read
from printgen.press.checking import ProjectChecks
from printgen.project import Folders, ProjectError
from printgen.settings import Settings
from printgen.store import Store

# --- run the preview on this machine --------------------------------------------------------------


PORT, PORTS = 8719, 40

# Seconds after which a thread that checks the project lets the others run.
SWITCH = 0.0005


class _Ended(Exception):
    """The preview has ended: workers are killed, whatever they lay out."""


class _Uvicorn(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `_run`, which also ends the streams of events."""
        yield


def free_socket(port: int | None) -> socket.socket:
    """A socket at a port; without one, at the first free port from PORT on.

    Raises ProjectError when none is free.
    """
    for number in [port] if port else range(PORT, PORT + PORTS):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, number))
            # Before that, another process could bind the port, too.
            found.listen(100)
        except OSError:
            found.close()
            continue
        return found
    raise ProjectError(f"port {port} is in use" if port else f"no free port from {PORT} on")


def serve(
    folders: Folders,
    settings: Settings,
    store: Store,
    jobs: int,
    port: int | None,
    announce: Callable[[str], None],
) -> None:
    """Serve the preview of a project until it is interrupted. `announce` is called with the
    address that opens it, which is secret.

    Raises ProjectError when no port is free.
    """
    sys.setswitchinterval(SWITCH)
    with suppress(_Ended), ExitStack() as opened:
        found = opened.enter_context(free_socket(port))
        layouts = opened.enter_context(open_layouts(folders, store, jobs))
        views = opened.enter_context(ThreadPoolExecutor(1))
        reads = opened.enter_context(ThreadPoolExecutor(1))
        checks, files = ProjectChecks(folders, store, follow=True), dict[str, ReadFile]()
        opened.callback(checks.end)
        snapshot = read(folders, store, files, checks)
        # An edit shall not wait for a collection that looks at the whole library.
        gc.collect()
        gc.freeze()

        async def run() -> None:
            live = Live(snapshot, layouts, settings, views)
            server = Server(live, folders.root.name)
            following = asyncio.create_task(Follower(live, reads, views, checks, files).run())
            try:
                await _run(server, found, announce)
            finally:
                following.cancel()
                with suppress(asyncio.CancelledError):
                    await following

        asyncio.run(run())
        raise _Ended


async def _run(server: Server, found: socket.socket, announce: Callable[[str], None]) -> None:
    """Serve until a signal to end comes."""
    guard = Guard(server.application(), found.getsockname()[1])
    running = _Uvicorn(config(guard))

    def stop() -> None:
        running.should_exit = True
        server.close()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop)
    announce(guard.address)
    await running.serve(sockets=[found])


# --- the connections to the server of the preview, and how many there may be ----------------------


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
            # The connection is lost a little later: the rest of the answer goes nowhere.
            if self.cycle:
                self.cycle.disconnected = True
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

"""Run the language server: messages of the client on stdin, and what is logged of faulty ones."""

from __future__ import annotations

import logging
from typing import BinaryIO, cast

from pygls.exceptions import JsonRpcException

from printgen.extras.language_server.features import register
from printgen.extras.language_server.server import Server
from printgen.store import Store

# --- the messages of the client on stdin, and what is logged of faulty ones -----------------------


# Bytes of a line before a message, and of a message: a file of a project has fewer.
MAX_LINE, MAX_MESSAGE = 1000, 100_000_000

# What pygls logs of a message that it could not read.
_UNREADABLE = "Unable to handle message"

log = logging.getLogger("printgen")


class Messages:
    """A stream that ends at a message which is too long to be one."""

    def __init__(self, stream: BinaryIO):
        self._stream = stream

    def readline(self) -> bytes:
        """The next line; empty at the end."""
        line = self._stream.readline(MAX_LINE)
        if len(line) < MAX_LINE:
            return line
        log.warning("printgen lsp ends: a line before a message is longer than %s bytes", MAX_LINE)
        return b""

    def read(self, size: int) -> bytes:
        """The next message; empty at the end."""
        if size <= MAX_MESSAGE:
            return self._stream.read(size)
        log.warning("printgen lsp ends: a message is longer than %s bytes", MAX_MESSAGE)
        return b""


class FaultFormatter(logging.Formatter):
    """Shows what is wrong with a message in one line. Faults of printgen keep their traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record."""
        error = record.exc_info[1] if record.exc_info else None
        words = record.getMessage().partition("\n")[0]
        if error is None:
            return words
        if words == _UNREADABLE or isinstance(error, JsonRpcException):
            return f"{words}: {error}".partition("\n")[0]
        return super().format(record)


def log_faults() -> None:
    """Show faults of messages on stderr, which clients keep."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(FaultFormatter())
    faults = logging.getLogger("pygls")
    faults.addHandler(handler)
    faults.propagate = False


def bounded(stream: BinaryIO) -> BinaryIO:
    """A stream of messages, as the library reads it."""
    return cast(BinaryIO, Messages(stream))


# --- serve an editor on stdin and stdout ----------------------------------------------------------


class ClientLog(logging.Handler):
    """Shows the log of printgen in the client."""

    def __init__(self, server: Server):
        super().__init__(logging.WARNING)
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        """Tell the client a record."""
        self._server.say(self.format(record))


def serve(version: str, store: Store, stdin: BinaryIO) -> None:
    """Serve one client on stdin and stdout until it leaves."""
    server = Server(version, store)
    logging.getLogger("printgen").addHandler(ClientLog(server))
    log_faults()
    register(server)
    try:
        server.start_io(bounded(stdin))
    finally:
        server.close()

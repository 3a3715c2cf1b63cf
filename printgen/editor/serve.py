"""Serve an editor on stdin and stdout."""

from __future__ import annotations

import logging
from typing import BinaryIO

from printgen.editor.features import register
from printgen.editor.messages import bounded, log_faults
from printgen.editor.server import Server
from printgen.store import Store


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

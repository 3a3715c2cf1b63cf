"""The connection to a Dask cluster, on other machines or on this one."""

from __future__ import annotations

import logging
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from printgen.project import ProjectError

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

_LOCAL = re.compile(r"local:([1-9]\d?)")

_SCHEDULER = re.compile(r"(?!local:)(?:(?:tcp|tls)://)?[^/\s]+:\d{1,5}")

# Seconds to connect.
_CONNECT = 15


def is_address(text: str) -> bool:
    """Whether a text is "local:N", or the address of a scheduler."""
    return bool(_LOCAL.fullmatch(text) or _SCHEDULER.fullmatch(text))


def open_client(address: str, opened: ExitStack) -> Client:
    """A client of a scheduler, closed with `opened`. Raises ProjectError."""
    try:
        from distributed import Client
    except ImportError:
        message = "--cluster needs distributed: install it with pip install 'printgen[cluster]'"
        raise ProjectError(message) from None
    if local := _LOCAL.fullmatch(address):
        with _interrupts_delayed():
            address = opened.enter_context(start_local(int(local[1]))).scheduler_address
    try:
        client = Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ProjectError(f"no Dask scheduler at {address} ({error})") from error
    opened.enter_context(client)
    return client


def start_local(workers: int) -> LocalCluster:
    """A scheduler and worker processes of this machine, on loopback; a context manager."""
    from distributed import LocalCluster

    # Layout processes have limits of their own.
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=None,
        silence_logs=logging.ERROR,
    )


@contextmanager
def _interrupts_delayed() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block: Dask fails to stop a cluster that is starting.

    Processes that are started in the block ignore Ctrl-C. They end with this process.
    """
    if current_thread() is not main_thread():
        yield
        return
    # multiprocessing would allow the signal when it starts this process.
    resource_tracker.ensure_running()
    caught: list[object] = []
    before = signal.signal(signal.SIGINT, lambda *received: caught.append(received))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt

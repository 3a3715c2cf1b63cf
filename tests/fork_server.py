"""Worker processes of tests, forked from a process that has imported WeasyPrint; and commands.

A new process imports it for half a second of processor time. A forked worker starts where the
import ends, with the templates of this repository read (`read_templates.py`) and a small game
checked: it has its own fonts, limits and memory, and shares nothing else with other workers. A
command that is forked by `forked_command.py` has imported the language server.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Collection
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from threading import Lock
from typing import IO, Any

from read_templates import (
    compile_templates_once,
    keep_compiled_templates,
    parse_style_sheets_once,
)

from printgen.press.checking import ProjectReader
from printgen.project import STARTERS, Folders
from printgen.sealing.process import environment
from printgen.store import Store
from printgen.typography.line_breaks import Hyphenation

_PROGRAM = "import sys; sys.path[:] = {path!r}; from fork_server import serve; serve({listener})"

# Modules that a worker imports before its first job.
_MODULES = (
    "jinja2.ext",
    "printgen.layout.patches",
    "printgen.layout.renderer",
    "printgen.layout.typesetter",
)

# An environment must fit into one packet.
_MAX_REQUEST = 150_000


class ForkedProcess:
    """A worker process, with the part of `subprocess.Popen` that a pool uses."""

    returncode: int | None = None

    def __init__(self, connection: socket.socket, stdin: IO[bytes], stdout: IO[bytes]):
        self.stdin, self.stdout = stdin, stdout
        self._connection, self._lock = connection, Lock()
        self._pid: int | None = int(connection.recv(20))

    def kill(self) -> None:
        """Kill the process, unless it was waited for."""
        if self._pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the process has ended. Raises subprocess.TimeoutExpired after `timeout` s."""
        with self._lock:
            if self._pid is not None:
                self._connection.settimeout(timeout)
                try:
                    # The server answers when the process has ended; it may have ended itself.
                    self.returncode = int(self._connection.recv(20) or 1)
                except TimeoutError:
                    raise subprocess.TimeoutExpired("a forked process", timeout or 0) from None
                self._connection.close()
                self._pid = None


class ForkServer:
    """The process that forks workers: that of an address, or one that starts with its first."""

    def __init__(self, address: bytes = b"") -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._address = address
        self._lock = Lock()

    def new_checks(self, fresh: bool = False) -> ForkedProcess:
        """A process that checks a project."""
        return self.new_process(fresh, "printgen.press.checking")

    def new_decoder(self) -> ForkedProcess:
        """A process that decodes, whose libraries are as quiet as in the command."""
        with Path(os.devnull).open("wb") as nowhere:
            return self.new_process(False, "printgen.sealing.decoding", nowhere.fileno())

    def new_process(
        self, fresh: bool = False, module: str = "printgen.layout.worker", errors: int = 2
    ) -> ForkedProcess:
        """A process that runs a worker, with the environment that it needs, and this folder.

        With `fresh`, it imports printgen again, as `sys.path` finds it. `errors` is the descriptor
        of its standard error.
        """
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        connection.connect(self.address())
        (calls, to), (back, answers) = os.pipe(), os.pipe()
        request = pickle.dumps((environment(), Path.cwd(), None, sys.path, fresh, module))
        socket.send_fds(connection, [request], [calls, answers, errors])
        os.close(calls)
        os.close(answers)
        return ForkedProcess(connection, os.fdopen(to, "wb"), os.fdopen(back, "rb"))

    def address(self) -> bytes:
        """The socket of the server, which is started if it is not running."""
        with self._lock:
            if not self._address:
                self._start()
        return self._address

    def command(self) -> list[str]:
        """The command `printgen` as a program and its first words: its process is forked by the
        server, with the streams, environment and folder of the caller."""
        script = Path(__file__).with_name("forked_command.py")
        return [sys.executable, "-I", "-S", str(script), self.address().hex()]

    def end(self) -> None:
        """End the server. Workers that still run are killed."""
        if self._process is not None:
            self._process.communicate()

    def _start(self) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            # The kernel chooses an address.
            listener.bind("")
            listener.listen()
            self._address = listener.getsockname()
            self._process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM.format(path=sys.path, listener=listener.fileno())],
                stdin=subprocess.PIPE,
                pass_fds=[listener.fileno()],
            )


# The server of this process of the tests.
SERVER = ForkServer()


# --- in the server ---------------------------------------------------------------------------


def serve(listener_descriptor: int) -> None:
    """Fork workers until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in _MODULES:
        __import__(name)
    keep_compiled_templates()
    compile_templates_once()
    parse_style_sheets_once()
    for language in ("fr", "en"):
        # Reads the patterns, for all workers.
        Hyphenation(language, 2, 2)
    # Imports the checks, makes the models of a small game and reads the labels, for all checks.
    ProjectReader(Folders(STARTERS / "skirmish"), Store(None)).check({})
    _Server(socket.socket(fileno=listener_descriptor)).run()


class _Server:
    """The listening socket; the connection and the process descriptor of each worker."""

    def __init__(self, listener: socket.socket):
        self._listener = listener
        self._workers: dict[int, tuple[int, socket.socket]] = {}
        self._selector = DefaultSelector()
        self._selector.register(0, EVENT_READ)
        self._selector.register(listener, EVENT_READ, self._fork)

    def run(self) -> None:
        """Answer until standard input ends."""
        while True:
            for key, _ in self._selector.select():
                if key.data is None:
                    return
                key.data()

    def _fork(self) -> None:
        connection = self._listener.accept()[0]
        message, descriptors, _, _ = socket.recv_fds(connection, _MAX_REQUEST, 3)
        request = pickle.loads(message)
        if request[2] is not None:
            # Imported with the first command, for the next ones too.
            __import__("printgen.extras.language_server.server")
        pid = os.fork()
        if pid == 0:
            connection.close()
            self._close()
            _run(request, descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        self._workers[pid] = os.pidfd_open(pid), connection
        self._selector.register(self._workers[pid][0], EVENT_READ, lambda: self._reap(pid))
        connection.send(str(pid).encode())

    def _reap(self, pid: int) -> None:
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        descriptor, connection = self._workers.pop(pid)
        with suppress(OSError):
            connection.send(str(code).encode())
        self._selector.unregister(descriptor)
        os.close(descriptor)
        connection.close()

    def _close(self) -> None:
        """Close in a new worker what belongs to the server."""
        self._selector.close()
        self._listener.close()
        for descriptor, connection in self._workers.values():
            os.close(descriptor)
            connection.close()


def _run(request: tuple[Any, ...], descriptors: list[int]) -> None:
    """Become a worker or a command with these standard streams."""
    code: object = 1
    try:
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        environment, folder, words, *others = request
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        if words is None:
            sys.path[:], fresh, module = others
            if fresh:
                forget_printgen()
            _work(module)
        else:
            _command(words, *others)
        code = 0
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code if isinstance(code, int) else 0)


def _command(words: list[str], address: bytes) -> None:
    """Run the command with these words; the server at the address forks its workers, too."""
    from printgen.__main__ import run
    from printgen.layout import pool
    from printgen.press import checking
    from printgen.sealing import decoding

    server = ForkServer(address)
    pool.new_process = server.new_process  # type: ignore[assignment]
    decoding.new_process = server.new_decoder  # type: ignore[assignment]
    checking.new_process = server.new_checks  # type: ignore[assignment]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The server may have been started while a pool blocked interrupts.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    sys.argv = ["printgen", *words]
    try:
        run()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()


def forget_printgen(keep: Collection[str] = ()) -> None:
    """Let the next import of printgen find it anew, except the folders and modules of `keep`.
    Other libraries stay imported.
    """
    for name in list(sys.modules):
        package, _, inner = name.partition(".")
        if package == "printgen" and inner.partition(".")[0] not in keep:
            del sys.modules[name]


def _work(module: str) -> None:
    """Run a worker, whose parent is the server: it ends with the tests."""
    from printgen.sealing import child

    worker = import_module(module)

    def end_with_server(parent: int) -> None:
        child.end_with(os.getppid())

    vars(worker)["end_with"] = end_with_server
    worker.run()

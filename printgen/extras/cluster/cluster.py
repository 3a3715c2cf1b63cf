"""Workers on other machines: the processes of a Dask cluster that have printgen.

Each call is sent to one worker that was chosen here. So it is known which worker a call was lost
with, and Dask never tries a call again with a worker that other calls depend on.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from functools import cached_property, partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeVar, cast

from printgen.content.fingerprint import MAX_BYTES
from printgen.extras.cluster import host
from printgen.extras.cluster.assets import Manifest, find_assets, manifest_digest, manifest_of
from printgen.layout.files import content_digest
from printgen.layout.jobs import Job
from printgen.layout.runners import Encoded
from printgen.layout.toolchain import components
from printgen.project import Folders, ProjectError
from printgen.reading import read_whole
from printgen.sealing.process import WorkerDied

if TYPE_CHECKING:
    from distributed import Client, Security

# --- the connection to a Dask cluster -------------------------------------------------------------


_SCHEDULER = re.compile(r"(?!local:)(?:(tcp|tls)://)?[^/\s]+:\d{1,5}")

# Seconds to connect.
_CONNECT = 15

_OPEN = (
    "%s is not encrypted: whoever can reach this scheduler or its workers can run programs as you,"
    " on this machine and on theirs, and read what is sent (tls://HOST:PORT with --cluster-key"
    " prevents it)"
)

log = logging.getLogger(__name__)


def is_address(text: str, encrypted: bool = False) -> bool:
    """Whether a text is the address of a scheduler; with `encrypted`, one that may be so."""
    match = _SCHEDULER.fullmatch(text)
    return match is not None and not (encrypted and match[1] == "tcp")


def open_client(address: str, key: Path | None, opened: ExitStack) -> Client:
    """A client of a scheduler, closed with `opened`.

    `key` is a file with a private key and its certificate, which all machines of the cluster share.
    Raises ProjectError.
    """
    try:
        from distributed import Client, Security
    except ImportError:
        message = (
            "--cluster needs distributed: type pip install '.[cluster]' in the folder of printgen"
        )
        raise ProjectError(message) from None
    security: Security | None = None
    if key:
        # Encryption for those who have the key alone.
        try:
            if os.name == "posix" and key.stat().st_mode & 0o077:
                hint = f"allow it to yourself alone: chmod 600 {key}"
                raise ProjectError(f"other users of this machine may read the key {key} ({hint})")
            names = dict.fromkeys(("tls_ca_file", "tls_client_cert", "tls_client_key"), str(key))
            security = Security(require_encryption=True, **names)
            # Reads the file.
            security.get_connection_args("client")
        except OSError as error:
            why = error.strerror or error
            raise ProjectError(f"{key} is no private key with its certificate ({why})") from error
    if security and "://" not in address:
        address = f"tls://{address}"
    if not address.startswith("tls://"):
        log.warning(_OPEN, address)
    try:
        client = Client(address, timeout=_CONNECT, set_as_default=False, security=security)
    except (OSError, ValueError) as error:
        raise ProjectError(f"no Dask scheduler at {address} ({error})") from error
    except (TypeError, RuntimeError) as error:
        # Dask has no key in its own settings, either, or they allow encryption only.
        raise ProjectError(f"{address} needs tls:// and a key (--cluster-key FILE)") from error
    opened.enter_context(client)
    return client


# --- a cluster and its calls ----------------------------------------------------------------------


Result = TypeVar("Result")

# A call of a thread of a worker: it gets the worker's address.
Call = Callable[[str], object]

# Seconds between two looks at the list of workers, and until a cluster without workers has failed.
_LOOK, _PATIENCE = 0.25, 30.0

# Attempts at a call whose worker dies; it is not the cause of that.
_ATTEMPTS = 5


class WorkerLost(WorkerDied):
    """A worker has left the cluster while it worked."""


class Refused(Exception):
    """A worker cannot be used: a call of it is for another worker."""


class Cluster:
    """Threads of the workers of a Dask cluster, which do a call each at a time.

    `address` is that of a scheduler ("tls://10.0.0.2:8786"), `key` as in `open_client`. The cluster
    is connected with the first call, so that a command with nothing to do needs none. Use it as a
    context manager.
    """

    is_address = staticmethod(is_address)

    def __init__(self, address: str, key: Path | None = None):
        self.address, self._key = address, key
        self._opened = ExitStack()
        self._client: Client | None = None
        self._calls: SimpleQueue[tuple[Future[object], Call] | None] = SimpleQueue()
        # The addresses of the workers that are present, and the numbers of their threads.
        self._present: frozenset[str] = frozenset()
        self._refused: set[str] = set()
        self._threads: dict[str, int] = {}
        self._closing, self._connecting = Event(), Lock()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._calls.put(None)
        self._opened.close()

    @property
    def count(self) -> int:
        """The number of threads of all workers in use; the first call connects the cluster."""
        self._connect()
        threads = self._threads
        return max(1, sum(threads.get(address, 0) for address in self._usable()))

    def start(self, call: Callable[[str], Result]) -> Future[Result]:
        """Begin a call with the address of a free worker. The future may raise WorkerDied."""
        self._connect()
        future: Future[Result] = Future()
        self._calls.put((cast("Future[object]", future), call))
        return future

    def ask(self, address: str, function: Callable[..., Result], *arguments: object) -> Result:
        """The quick answer of a worker, given between its calls. A worker that fails is refused."""
        from distributed.comm.core import CommClosedError

        found = self._ask([address], function, *arguments)[address]
        if isinstance(found, CommClosedError):
            # The worker has ended.
            self._refused.add(address)
            raise Refused from found
        if isinstance(found, Exception):
            self._refuse(address, f"{type(found).__name__}: {found}")
            raise Refused from found
        return cast("Result", found)

    def call(self, address: str, function: Callable[..., Result], *arguments: object) -> Result:
        """The result of a function that a worker calls in a thread. Raises WorkerLost."""
        from distributed import CancelledError, KilledWorker

        assert self._client is not None
        done, content = Event(), pickle.dumps((function, arguments), 5)
        sent = self._client.submit(
            host.apply, content, workers=[address], allow_other_workers=False, pure=False
        )
        sent.add_done_callback(lambda _: done.set())
        while True:
            if done.wait(_LOOK):
                try:
                    result: Result = pickle.loads(sent.result(timeout=_PATIENCE))  # noqa: S301
                    return result
                except (KilledWorker, CancelledError) as error:
                    raise WorkerLost(address) from error
                except TimeoutError:
                    # The result is big, or its worker died before it was sent.
                    log.debug("waiting for a result of %s", address)
            if address not in self._present or self._closing.is_set():
                sent.cancel()
                raise WorkerLost(address)

    def map(self, function: Callable[..., Result], items: Iterable[object]) -> Iterator[Result]:
        """The results of a function for items, in order. Calls of lost workers are repeated."""

        def call(address: str, item: object) -> Result:
            return self.call(address, function, item)

        calls = [partial(call, item=item) for item in items]
        futures = [self.start(each) for each in calls]
        for each, future in zip(calls, futures, strict=True):
            for _attempt in range(_ATTEMPTS):
                if not isinstance(future.exception(), WorkerLost):
                    break
                future = self.start(each)
            yield future.result()

    def _connect(self) -> None:
        with self._connecting:
            if self._client is None:
                self._client = open_client(self.address, self._key, self._opened)
                self._look()
                if not self._usable():
                    raise ProjectError(f"the cluster {self.address} has no worker that can be used")
                watch = Thread(target=self._watch, name="printgen-cluster", daemon=True)
                watch.start()
                self._opened.callback(watch.join)

    def _ask(
        self, addresses: Iterable[str], function: Callable[..., object], *arguments: object
    ) -> Mapping[str, object]:
        """The answers of workers, or what they raised."""
        assert self._client is not None
        addresses = list(addresses)
        try:
            result: Mapping[str, object] = self._client.run(
                function, *arguments, workers=addresses, on_error="return"
            )
        except OSError as error:
            return dict.fromkeys(addresses, error)
        return result

    def _watch(self) -> None:
        """Follow the list of workers. Calls fail when there has been no worker for some time."""
        last = monotonic()
        while not self._closing.wait(_LOOK):
            try:
                self._look()
            except Exception:
                # The scheduler has ended, or is out of reach: Dask raises errors of many kinds.
                log.debug("the list of workers is unknown", exc_info=True)
                self._present = frozenset()
            if self._usable():
                last = monotonic()
            elif monotonic() - last > _PATIENCE:
                self._fail()

    def _look(self) -> None:
        """Find the workers that are present. New ones begin to work unless they are refused."""
        assert self._client is not None
        counts = self._client.nthreads()
        new = counts.keys() - (self._threads.keys() & self._present) - self._refused
        answers = self._ask(sorted(new), host.describe) if new else {}
        self._present = frozenset(counts)
        # A worker that was out of reach begins anew when it returns.
        self._threads = {a: count for a, count in self._threads.items() if a in counts}
        for address, answer in answers.items():
            if why := _difference(answer):
                self._refuse(address, why)
                continue
            self._threads[address] = counts[address]
            for _ in range(counts[address]):
                Thread(target=self._work, args=(address,), name=address, daemon=True).start()

    def _refuse(self, address: str, why: str) -> None:
        self._refused.add(address)
        log.warning("the worker %s is not used: %s", address, why)

    def _usable(self) -> frozenset[str]:
        """The addresses of the workers that are used."""
        return (self._present & self._threads.keys()) - self._refused

    def _work(self, address: str) -> None:
        """Do calls with a thread of a worker, as long as the worker can be used."""
        while (taken := self._calls.get()) and not self._closing.is_set():
            future, call = taken
            try:
                if address not in self._usable():
                    raise Refused
                result = call(address)
            except Refused:
                self._calls.put(taken)
                return
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
        # For the next thread.
        self._calls.put(None)

    def _fail(self) -> None:
        """Let all calls that wait fail."""
        while not self._calls.empty():
            if taken := self._calls.get():
                message = f"the cluster {self.address} has no worker left"
                taken[0].set_exception(ProjectError(message))


def _difference(answer: object) -> str:
    """Why a worker cannot be used, by its answer to `describe`; empty if it can."""
    if isinstance(answer, Exception):
        return f"it does not have this version of printgen ({type(answer).__name__}: {answer})"
    machine, theirs = cast("tuple[str, dict[str, str]]", answer)
    differing = [
        f"{name} is {theirs.get(name, 'missing')} instead of {version}"
        for name, version in components().items()
        if theirs.get(name) != version
    ]
    return f"on {machine}, {', '.join(differing)}" if differing else ""


# --- layout by the workers of a cluster, which get the files of the project -----------------------


# Bytes of files that are sent in one message.
_MESSAGE = 8_000_000


class ClusterWorkers:
    """The workers of a cluster; each gets the files that it lacks before its first batch."""

    separate = True

    def __init__(self, cluster: Cluster, folders: Folders):
        self._cluster, self._folders = cluster, folders
        self._prepared: set[str] = set()
        self._preparing = Lock()

    @property
    def count(self) -> int:
        """The number of batches that are laid out at a time."""
        return self._cluster.count

    def start(self, jobs: Sequence[Job]) -> Future[Encoded]:
        """Begin a batch."""
        return self._cluster.start(lambda address: self._lay_out(address, jobs))

    def _lay_out(self, address: str, jobs: Sequence[Job]) -> Encoded:
        """The encoded results of jobs. Raises WorkerDied."""
        # One worker after the other: those of one machine share a store.
        with self._preparing:
            if address not in self._prepared:
                self._prepare(address)
                self._prepared.add(address)
        encoded = self._cluster.call(address, host.lay_out, self._key, jobs)
        if encoded is None:
            self._prepared.discard(address)
            raise WorkerDied
        return encoded

    @cached_property
    def _assets(self) -> tuple[dict[str, Path], Manifest]:
        assets = find_assets(self._folders)
        return assets, manifest_of(assets)

    @cached_property
    def _key(self) -> str:
        return manifest_digest(self._assets[1])

    def _prepare(self, address: str) -> None:
        """Send the files that a worker does not have."""
        assets, manifest = self._assets
        missing = self._cluster.ask(address, host.missing_assets, manifest)
        digests, files, size = dict(manifest), dict[str, bytes](), 0
        for name in missing:
            files[name] = read_whole(assets[name], MAX_BYTES)
            if content_digest(files[name]) != digests[name]:
                raise ProjectError(f"{name} was changed meanwhile: try again")
            size += len(files[name])
            if size > _MESSAGE or name == missing[-1]:
                self._cluster.ask(address, host.receive_assets, self._key, files)
                files, size = {}, 0

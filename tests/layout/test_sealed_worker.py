"""A worker can do no harm: the kernel refuses, whatever code runs in it.

The calls are made in a real worker, from the outside of its code.
"""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring, tostring

import pytest
from helpers import starter
from weasyprint.text.line_break import can_break_text

from printgen import Project
from printgen.layout.jobs import Fault, JobResult
from printgen.layout.pool import Pool
from printgen.sealing import messages, missing_walls
from printgen.sealing.messages import ValueUnpickler, receive, send
from printgen.sealing.process import WorkerDied
from printgen.store import Store

pytestmark = pytest.mark.skipif(bool(missing_walls()), reason="the kernel has no such walls")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(starter(tmp_path_factory.mktemp("starter")))


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("output")


@pytest.fixture(scope="module")
def worker(project: Project, output: Path) -> Iterator[Pool]:
    """A worker that may write into `output`. A death of the worker would be repaired."""
    pool = Pool(project.folders, 1, output=output)
    assert pool.submit(os.getpid).result() != os.getpid()
    yield pool
    pool.kill()


HOME = Path.home()


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (socket.socket, ()),
        (socket.socket, (socket.AF_INET, socket.SOCK_DGRAM)),
        (socket.socket, (socket.AF_UNIX,)),
        (socket.socketpair, ()),
        (socket.create_connection, (("127.0.0.1", 9), 1)),
        (os.fork, ()),
        (os.forkpty, ()),
        (os.posix_spawn, ("/bin/true", ["true"], {})),
        (os.execv, ("/bin/true", ["true"])),
        (subprocess.run, (["true"],)),
        (os.kill, (os.getpid(), 0)),
        (os.kill, (os.getpid(), signal.SIGKILL)),
        (os.listdir, (HOME,)),
        (os.listdir, ("/",)),
        (os.listdir, ("/proc",)),
        (os.open, ("/etc/passwd", os.O_RDONLY)),
        (os.open, (f"/proc/{os.getpid()}/environ", os.O_RDONLY)),
    ],
    ids=lambda value: value.__name__ if callable(value) else str(len(value)),
)
def test_the_kernel_refuses(
    worker: Pool, call: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    with pytest.raises(PermissionError):
        worker.submit(call, *arguments).result()


def test_thai_is_divided_as_without_walls(worker: Pool) -> None:
    """Its words, which have no spaces between them, are in a file of the system."""
    words = "ชุดเกราะจะช่วย"
    divided = worker.submit(can_break_text, words, "th").result()
    assert divided == can_break_text(words, "th")


@pytest.fixture
def kept(project: Project) -> Path:
    """A file of the project."""
    return project.folders.root / "printgen.yaml"


@pytest.mark.parametrize(
    "call", [os.unlink, os.rmdir, os.mkdir, os.mkfifo, os.utime], ids=lambda call: call.__name__
)
def test_what_is_outside_the_output_cannot_be_changed(
    worker: Pool, kept: Path, tmp_path: Path, call: Callable[[Path], None]
) -> None:
    new, folder = tmp_path / "new", tmp_path / "folder"
    folder.mkdir()
    target = {"mkdir": new, "mkfifo": new, "rmdir": folder}.get(call.__name__, kept)
    before = kept.stat()
    with pytest.raises(PermissionError):
        worker.submit(call, target).result()
    assert kept.stat() == before
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_file_of_the_project_can_only_be_read(
    worker: Pool, kept: Path, output: Path, tmp_path: Path
) -> None:
    content = kept.read_bytes()
    assert worker.submit(Path.read_bytes, kept).result() == content
    for call, *arguments in (
        (Path.write_text, kept, "mine"),
        (os.truncate, kept, 0),
        (os.chmod, kept, 0o777),
        (os.chown, kept, os.getuid(), os.getgid()),
        (os.setxattr, kept, "user.mine", b"1"),
        (os.replace, kept, output / "moved"),
        (os.link, kept, output / "linked"),
        (shutil.copyfile, kept, tmp_path / "copy"),
    ):
        with pytest.raises(OSError, match=r"not permitted|denied|cross-device"):
            worker.submit(call, *arguments).result()
    assert kept.read_bytes() == content
    assert list(output.iterdir()) == []


def test_a_link_leads_nowhere(worker: Pool, output: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (output / "link").symlink_to(secret)
    try:
        with pytest.raises(PermissionError):
            worker.submit(Path.read_bytes, output / "link").result()
    finally:
        (output / "link").unlink()


def test_files_of_the_output_can_be_written(worker: Pool, output: Path) -> None:
    assert worker.submit(Path.write_text, output / "page", "words").result() == 5
    assert (output / "page").read_text() == "words"
    worker.submit(os.unlink, output / "page").result()
    assert list(output.iterdir()) == []


# --- what a worker answers ----------------------------------------------------------------------


class Order:
    """A value whose unpickling calls a function."""

    def __init__(self, call: Callable[..., Any], *arguments: object):
        self.call, self.arguments = call, arguments

    def __reduce__(self) -> tuple[object, ...]:
        return self.call, self.arguments


def received(value: object) -> Any:
    """A value, sent and received."""
    stream = BytesIO()
    send(stream, value)
    stream.seek(0)
    return ValueUnpickler(receive(stream)).load()


@pytest.mark.parametrize(
    "order",
    [
        Order(os.system, "true"),
        Order(eval, "1"),
        Order(getattr, "x", "upper"),
        Order(__import__, "this"),
        Order(pickle.loads, b"N."),
        Order(Path, "/"),
        Order(subprocess.run, ["true"]),
        # A function of printgen, and one that a module of printgen has imported.
        Order(starter, Path()),
        Order(JobResult.__init__, JobResult()),
        # Classes: one that makes a folder, and one that fills the memory.
        Order(Store, Path()),
        Order(bytearray, 10**12),
    ],
    ids=lambda order: order.call.__qualname__,
)
def test_an_answer_calls_nothing(order: Order) -> None:
    with pytest.raises(pickle.UnpicklingError, match="not the class of a plain value"):
        received([order])


@pytest.mark.parametrize(
    "operation",
    [
        # A place in a list of 68 GB, in two forms.
        b"r\xff\xff\xff\xff",
        b"p4294967295\n",
        # A name that is looked up in another form, a class of a registry, a number of a gigabyte.
        b"cos\nsystem\n",
        b"\x82\x01",
        b"\x8b\xff\xff\xff\x3f",
        b"",
    ],
)
def test_only_operations_of_plain_values_are_carried_out(operation: bytes) -> None:
    with pytest.raises(pickle.UnpicklingError):
        ValueUnpickler(b"\x80\x05N" + operation + b"0")


def test_values_take_only_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_MADE", 1_500)
    assert received([1] * 5) == [1] * 5
    with pytest.raises(pickle.UnpicklingError):
        received([1] * 50)


def test_a_message_that_is_too_long_is_not_read() -> None:
    with pytest.raises(EOFError):
        receive(BytesIO((2**62).to_bytes(8, "big") + b"N."))


def test_values_are_received_as_they_are() -> None:
    values = ([1, 2.5, None, "é", b"x", {"a": (1,)}, {3}, frozenset({4})],
              Fault("face-overflow", "too long"), JobResult(faults=[Fault("a", "b")]))  # fmt: skip
    assert received(values) == values


def test_the_elements_of_a_page_are_received_as_they_are() -> None:
    page = fromstring('<p class="a">b<em>c</em>d</p>')
    (made,) = received(JobResult(tree=[page])).tree
    assert tostring(made) == tostring(page)


def test_a_worker_that_answers_with_an_order_is_ended(worker: Pool) -> None:
    first = worker.submit(os.getpid).result()
    with pytest.raises(WorkerDied):
        worker.submit(Path, "/").result()
    assert worker.submit(os.getpid).result() != first


def test_libraries_can_write_temporary_files(worker: Pool) -> None:
    _, name = worker.submit(tempfile.mkstemp).result()
    assert Path(name).parent.parent.name.startswith("printgen-")

"""Another user of the machine reads, holds up and starts nothing of a command.

The user is a forked process that gives up its rights. That needs the rights of root.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE

import pytest
from clusters import cluster_key
from distributed import Client, Security
from forks import in_child
from helpers import COMMAND, environment, starter

from printgen import Project
from printgen.layout.pool import Pool
from printgen.press.staging import LOCK, locked
from printgen.store import Store, digest
from printgen.store.scratch import scratch_folder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.getuid() != 0, reason="only root can act as another user"),
]

NOBODY = 65534

VALUE = b"7c1e-value" * 100


def succeeds(action: Callable[[], object]) -> bool:
    """Whether an action of another user succeeds: it returns, and raises nothing."""

    def act() -> None:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        action()

    with tempfile.TemporaryDirectory() as folder:
        code = in_child(act, log := Path(folder, "log"))
        # Shown when a test fails.
        print(log.read_text())
    assert code in (0, 99)
    return code == 0


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that others may enter, as `/tmp` and many homes."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


# Masks of those who share all, some and none of their files.
MASKS = pytest.mark.parametrize("mask", [0o000, 0o022, 0o077], ids=oct)


def readable(folder: Path) -> list[Path]:
    """What another user can read below a folder whose paths are known."""
    paths = [folder, *sorted(folder.rglob("*"))]
    read: Callable[[Path], object]
    found = []
    for path in paths:
        read = Path.read_bytes if path.is_file() else os.listdir
        if succeeds(lambda path=path, read=read: read(path)):  # type: ignore[misc]
            found.append(path)
    return found


def test_a_file_for_all_is_readable(place: Path) -> None:
    """What these tests call readable."""
    with umask(0o022):
        (place / "file").write_bytes(b"words")
    assert readable(place) == [place, place / "file"]


# --- files ---------------------------------------------------------------------------------------


@MASKS
def test_the_cache(place: Path, mask: int) -> None:
    with umask(mask):
        store = Store(place / "cache")
        (place / "large").write_bytes(VALUE * 2_000)
        store.write("faces", digest("small"), VALUE)
        store.write("faces", digest("large"), os.urandom(2_000_000))
        store.write_file("faces", digest("file"), place / "large", 2_000_000, "0" * 64)
        store.statistics()
        inside = [path.name for path in place.rglob("cache/*/*")]
        assert {"store.db", "store.db-wal"} < set(inside)
        assert sum(name.endswith(".large") for name in inside) == 2
        assert readable(place / "cache") == []
        store.finish()
        assert readable(place / "cache") == []


def test_a_cache_that_was_copied_is_closed(place: Path) -> None:
    folder = place / "cache" / "printgen-2"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    assert Store(place / "cache")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_the_cache_of_another_user_is_not_used(place: Path, kind: str) -> None:
    base, theirs = place / "cache", place / "theirs"
    base.mkdir()
    base.chmod(0o777)
    theirs.mkdir()
    os.chown(theirs, NOBODY, NOBODY)

    def make() -> None:
        if kind == "link":
            (base / "printgen-2").symlink_to(theirs)
        else:
            (base / "printgen-2").mkdir(0o755)

    assert succeeds(make)
    store = Store(base)
    assert not store
    store.write("faces", digest("a"), VALUE)
    store.finish()
    assert list(theirs.iterdir()) == []
    assert [path.name for path in base.rglob("*")] == ["printgen-2"]


@MASKS
def test_temporary_folders(place: Path, mask: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    pool = Pool(Project(starter(place / "project")).folders, 1)
    with umask(mask):
        with scratch_folder() as scratch:
            (scratch / "page").write_bytes(VALUE)
            # The worker makes files of its own.
            descriptor, name = pool.submit(tempfile.mkstemp).result()
            assert descriptor
            (home,) = set(place.glob("printgen-scratch-*")) - {scratch}
            assert Path(name).is_relative_to(home)
            assert readable(scratch) == readable(home) == []
        pool.kill()


def test_folders_of_another_user_are_left_alone(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if their names are those of folders that a killed command has left."""
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    place.chmod(0o1777)
    theirs = place / "printgen-scratch-abcdefgh"
    assert succeeds(theirs.mkdir)
    os.utime(theirs, (1, 1))
    with scratch_folder() as scratch:
        assert theirs.exists()
        assert scratch != theirs


@MASKS
def test_the_lock_of_a_build_cannot_be_held(place: Path, mask: int) -> None:
    with umask(mask):
        folders = Project(starter(place / "project")).folders
        folders.out.mkdir()
        lock = folders.out / LOCK
        # As earlier versions made it.
        lock.touch(0o644)
        with locked(folders):
            pass

    def hold() -> None:
        fcntl.flock(os.open(lock, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)

    assert not succeeds(hold)
    lock.unlink()
    with umask(mask), locked(folders):
        pass
    assert not succeeds(hold)


def test_unfinished_files_are_as_private_as_the_project(place: Path) -> None:
    root = starter(place / "project")
    root.chmod(0o700)
    with umask(0o022):
        Project(root).build(["fog/crew-cards"], langs=["en"], jobs=1)
    assert readable(root) == []


# --- processes -----------------------------------------------------------------------------------


def processes_of(group: int) -> list[int]:
    """The processes of a group."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getpgid(int(folder.name)) == group:
                found.append(int(folder.name))
    return found


def listening(processes: list[int]) -> set[str]:
    """The ports, and the sockets in files, that processes listen on."""
    sockets = set()
    for process in processes:
        for link in Path(f"/proc/{process}/fd").glob("*"):
            with suppress(OSError):
                sockets.add(str(link.readlink()).removeprefix("socket:[").removesuffix("]"))
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and words[9] in sockets:
                found.add(str(int(words[1].rpartition(":")[2], 16)))
    for line in Path("/proc/net/unix").read_text().splitlines()[1:]:
        words = line.split()
        if int(words[3], 16) & 0x10000 and words[6] in sockets:
            found.add("".join(words[7:]))
    return found


def test_sockets_are_seen(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as port, socket.socket(socket.AF_UNIX) as file:
        file.bind(str(tmp_path / "socket"))
        file.listen()
        expected = {str(port.getsockname()[1]), str(tmp_path / "socket")}
        assert listening([os.getpid()]) >= expected


def test_local_workers_listen_to_nobody(tmp_path: Path) -> None:
    root = starter(tmp_path / "project")
    words = [*COMMAND, "-C", str(root), "build", "fog/crew-cards", "--no-cache"]
    with subprocess.Popen(
        [*words, "--cluster", "local:2"], env=environment(tmp_path), start_new_session=True
    ) as process:
        most, found = 0, set[str]()
        while process.poll() is None:
            running = processes_of(process.pid)
            most = max(most, len(running))
            found |= listening(running)
            time.sleep(0.05)
    assert process.returncode == 0
    # The command, and a worker or two.
    assert most >= 2
    assert found == set()


@contextmanager
def running_cluster(*words: str) -> Iterator[tuple[str, Path]]:
    """The address of a cluster in a process of its own, and the key that it may have."""
    script = [sys.executable, str(Path(__file__).with_name("clusters.py")), *words]
    with subprocess.Popen(script, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().strip(), Path(process.stdout.readline().strip())
        process.communicate()


def run_code(address: str, key: Path | None) -> None:
    """Run code in the workers of a cluster."""
    # The user cannot read the versions of packages, which Dask compares.
    warnings.simplefilter("ignore")
    name = str(key) if key else None
    names = ("tls_ca_file", "tls_client_cert", "tls_client_key")
    security = Security(require_encryption=True, **dict.fromkeys(names, name)) if key else None
    with Client(address, timeout=5, set_as_default=False, security=security) as client:
        assert client.run(os.getuid)


def given_away(key: Path, place: Path) -> Path:
    """A copy of a key that another user has."""
    copy = Path(shutil.copy(key, place))
    os.chown(copy, NOBODY, NOBODY)
    return copy


def test_an_open_cluster_runs_the_code_of_others() -> None:
    """So the command warns of it. The next test tries the same."""
    with running_cluster("open") as (address, _):
        assert address.startswith("tcp://")
        assert succeeds(lambda: run_code(address, None))


def test_a_cluster_with_a_key_runs_the_code_of_those_who_have_it(place: Path) -> None:
    with running_cluster() as (address, key):
        other = given_away(cluster_key(), place)
        assert other.read_bytes() != key.read_bytes()
        assert address.startswith("tls://")
        assert not succeeds(lambda: run_code(address, None))
        assert not succeeds(lambda: run_code(address.replace("tls:", "tcp:"), None))
        assert not succeeds(lambda: run_code(address, other))
        assert not succeeds(key.read_bytes)
        stolen = given_away(key, place)
        assert succeeds(lambda: run_code(address, stolen))

"""The store: values are found again, damage is found out, the size is limited."""

from __future__ import annotations

import errno
import hashlib
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from helpers import query_store

from printgen.store import Store, cache_folder, digest

KEYS = [digest("key", str(number)) for number in range(40)]
VALUES = [b"", b"a", b"short words " * 900, random.Random(19).randbytes(9_000)]
LARGE = random.Random(20).randbytes(1_200_000)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def file_of(store: Store) -> Path:
    """The file of the database."""
    assert store.folder
    return store.folder / "printgen-2" / "store.db"


def query(store: Store, words: str, *values: object) -> list[tuple[Any, ...]]:
    """The rows of a query of the database, which no command uses."""
    store.finish()
    assert store.folder
    return query_store(store.folder, words, *values)


def on_disk(store: Store) -> int:
    """The bytes of all files of a store."""
    return sum(path.stat().st_size for path in file_of(store).parent.iterdir())


def write(store: Store, *numbers: int, value: bytes = b"one") -> None:
    """Keep a value under keys, as a command does."""
    for number in numbers:
        store.write("faces", KEYS[number], value)
    store.finish()


@pytest.mark.parametrize("value", [*VALUES, LARGE], ids=len)
def test_a_value_is_found_by_its_kind_and_key(store: Store, value: bytes) -> None:
    store.write("faces", KEYS[0], value)
    assert store.read("faces", KEYS[0]) == value
    store.finish()
    for found in (store, Store(store.folder)):
        assert found.read("faces", KEYS[0]) == value
        assert found.read("faces", KEYS[1]) is None
        assert found.read("books", KEYS[0]) is None


def test_a_value_is_compressed_if_that_helps(store: Store) -> None:
    for key, value in zip(KEYS, VALUES, strict=False):
        store.write("faces", key, value)
    sizes = [size for (size,) in query(store, "SELECT size FROM entry ORDER BY size")]
    assert sizes[2] == max(sizes[:3])
    assert sizes[2] < len(VALUES[2]) / 4
    assert sizes[3] == len(VALUES[3])


def write_file(store: Store, path: Path, content: bytes) -> None:
    """Keep a file as a build does."""
    path.write_bytes(content)
    sha256 = hashlib.sha256(content).hexdigest()
    store.write_file("file", KEYS[0], path, len(content), sha256)


@pytest.mark.parametrize("content", [b"", VALUES[2], LARGE], ids=len)
@pytest.mark.parametrize("links", [True, False])
def test_a_file_is_found_after_it_was_deleted(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, links: bool
) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise OSError(errno.EXDEV, "another file system")

    if not links:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    write_file(store, tmp_path / "a.pdf", content)
    linked = (tmp_path / "a.pdf").stat().st_nlink == 2
    assert linked == (links and content == LARGE)
    (tmp_path / "a.pdf").unlink()
    assert store.read("file", KEYS[0]) == content
    store.finish()
    assert Store(store.folder).read("file", KEYS[0]) == content


def test_a_linked_file_that_changed_in_place_is_a_miss_and_is_replaced(
    store: Store, tmp_path: Path
) -> None:
    write_file(store, tmp_path / "a.pdf", LARGE)
    with (tmp_path / "a.pdf").open("r+b") as file:
        file.write(b"notes of a reader")
    assert store.read("file", KEYS[0]) is None
    write_file(store, tmp_path / "b.pdf", LARGE)
    assert store.read("file", KEYS[0]) == LARGE


def test_a_file_that_is_gone_is_not_kept(store: Store, tmp_path: Path) -> None:
    store.write_file("file", KEYS[0], tmp_path / "gone", len(LARGE), "0" * 64)
    assert store.read("file", KEYS[0]) is None


def test_digests_differ_for_different_parts() -> None:
    parts: list[tuple[bytes | str, ...]] = [
        (),
        ("",),
        ("ab", "c"),
        ("a", "bc"),
        ("abc",),
        ("2 ab",),
    ]
    assert len({digest(*each) for each in parts}) == len(parts)
    assert digest("é") == digest("é".encode())


@pytest.mark.parametrize("value", VALUES[1:3], ids=len)
def test_a_changed_byte_of_a_value_is_a_miss_and_is_replaced(store: Store, value: bytes) -> None:
    write(store, 0, value=value)
    ((sound,),) = query(store, "SELECT bytes FROM content")
    assert isinstance(sound, bytes)
    for place in range(len(sound)):
        for damaged in (
            sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :],
            sound[:place],
        ):
            query(store, "UPDATE content SET bytes = ?", damaged)
            assert store.read("faces", KEYS[0]) is None, place
    write(store, 0, value=value)
    assert Store(store.folder).read("faces", KEYS[0]) == value


@pytest.mark.parametrize("damage", ["deleted", "cut", "changed"])
def test_a_damaged_file_of_a_large_value_is_a_miss_and_is_replaced(
    store: Store, damage: str
) -> None:
    write(store, 0, value=LARGE)
    (path,) = file_of(store).parent.glob("*.large")
    content = path.read_bytes()
    if damage == "deleted":
        path.unlink()
    else:
        path.write_bytes(content[:-1] if damage == "cut" else content[:-1] + b"?")
    assert store.read("faces", KEYS[0]) is None
    write(store, 0, value=LARGE)
    assert store.read("faces", KEYS[0]) == LARGE
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_locked_new_database_is_tried_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store
    with closing(sqlite3.connect(file_of(store))) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr("printgen.store.database._WAIT", 0.1)
        tried, connect = list[str](), sqlite3.connect

        def recorded(path: str, **options: Any) -> sqlite3.Connection:
            tried.append(path)
            connection: sqlite3.Connection = connect(path, **options)
            return connection

        monkeypatch.setattr(sqlite3, "connect", recorded)
        for key in KEYS:
            assert store.read("faces", key) is None
            store.write("faces", key, b"one")
        store.finish()
        assert len(tried) == 1
    write(again := Store(store.folder), 0)
    assert again.read("faces", KEYS[0]) == b"one"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE content SET bytes = 'text'",
        "UPDATE content SET bytes = 17",
        "UPDATE entry SET used = 'abc'",
        "UPDATE entry SET size = 'zzz'",
        "UPDATE total SET number = 'x'",
        "UPDATE entry SET kind = x'ff'",
    ],
)
def test_values_of_wrong_types_raise_nothing(store: Store, change: str) -> None:
    write(store, 0)
    store.read("faces", KEYS[0])
    store.finish()
    query(store, change)
    for _ in range(2):
        command = Store(store.folder, limit=10_000)
        assert command.read("faces", KEYS[0]) in (None, b"one")
        command.statistics()
        write(command, *range(20), value=b"other")
        command.finish()


def test_a_value_under_another_number_is_a_miss(store: Store) -> None:
    write(store, 0, value=b"one")
    write(store, 1, value=b"two")
    query(store, "UPDATE content SET bytes = (SELECT bytes FROM content LIMIT 1)")
    found = {store.read("faces", KEYS[0]), store.read("faces", KEYS[1])}
    assert found in ({b"one", None}, {b"two", None})


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_database_is_made_again_in_silence(store: Store, seed: int) -> None:
    write(store, *range(20), value=VALUES[3])
    chance, whole = random.Random(seed), bytearray(file_of(store).read_bytes())
    if seed % 3 == 0:
        del whole[chance.randrange(len(whole)) :]
    for _ in range(50 if seed % 3 == 1 else 3_000):
        # The first page has the schema.
        place = chance.randrange(4_096 if seed % 2 else len(whole)) % (len(whole) or 1)
        whole[place : place + 1] = chance.randbytes(1)
    file_of(store).write_bytes(whole)
    # A command that meets the damage may keep nothing; those after it do.
    for _ in range(3):
        command = Store(store.folder)
        for key in KEYS[:20]:
            assert command.read("faces", key) in (None, VALUES[3])
            command.write("faces", key, VALUES[3])
        command.finish()
    assert all(store.read("faces", key) == VALUES[3] for key in KEYS[:20])
    assert store.statistics().values == {"faces": 20}


def test_the_values_used_longest_ago_are_deleted_first(tmp_path: Path) -> None:
    store, value = Store(tmp_path, limit=200_000), random.Random(3).randbytes(15_000)
    for number in range(10):
        write(store, number, value=value)
        used = int(time.time()) - 100_000 + number
        query(store, "UPDATE entry SET used = ? WHERE used > ?", used, time.time() - 90_000)
    # A read counts as a use.
    assert store.read("faces", KEYS[0]) == value
    store.finish()
    write(store, 10, 11, 12, value=value)
    kept = [number for number in range(13) if store.read("faces", KEYS[number])]
    assert kept[0] == 0
    assert kept[1:] == list(range(14 - len(kept), 13))
    assert 8 <= len(kept) <= 12
    assert store.statistics().size <= store.limit


def test_a_long_command_trims_while_it_writes(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=30_000_000)
    for number in range(100):
        size = 1_500_000 if number % 2 else 500_000
        store.write("faces", digest(str(number)), random.Random(number).randbytes(size))
        if number % 10 == 9:
            store.statistics()
            assert on_disk(store) < 33_000_000
    store.finish()
    assert 20_000_000 < store.statistics().size <= store.limit
    assert 20_000_000 < on_disk(store) < 33_000_000
    store.clear()
    store.finish()
    assert on_disk(store) < 50_000


def test_a_value_larger_than_a_tenth_of_the_limit_is_not_kept(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=40_960)
    store.write("faces", KEYS[0], VALUES[3])
    assert store.read("faces", KEYS[0]) is None


def test_a_killed_command_harms_nothing(store: Store) -> None:
    write(store, 0)

    def write_for_ever() -> None:
        for number in range(10**9):
            write(store, 1 + number % 30, value=VALUES[3])

    for _ in range(5):
        process = multiprocessing.get_context("fork").Process(target=write_for_ever)
        process.start()
        time.sleep(random.Random(1).random() / 20)
        process.kill()
        process.join()
        assert store.read("faces", KEYS[0]) == b"one"
        store.finish()


def test_reads_are_counted_over_commands(store: Store) -> None:
    write(store, 0)
    for key in KEYS[:3]:
        store.read("faces", key)
    store.finish()
    again = Store(store.folder)
    again.read("faces", KEYS[0])
    counted = again.statistics()
    assert (counted.hits, counted.misses, counted.values) == (2, 2, {"faces": 1})
    full = file_of(store).stat().st_size
    write(store, *range(20), value=VALUES[3])
    again.clear()
    again.finish()
    counted = Store(store.folder).statistics()
    assert (counted.hits, counted.misses, counted.values) == (0, 0, {})
    assert file_of(store).stat().st_size <= full


def test_only_the_user_reads_the_folder(store: Store) -> None:
    assert store.folder
    store.write("faces", KEYS[0], b"one")
    store.statistics()
    paths = [store.folder, *store.folder.rglob("*")]
    modes = {path.name: path.stat().st_mode & 0o777 for path in paths}
    assert modes.pop("CACHEDIR.TAG") & 0o022 == 0
    assert modes == {
        "cache": 0o700,
        "printgen-2": 0o700,
        "store.db": 0o600,
        "store.db-wal": 0o600,
        "store.db-shm": 0o600,
    }
    assert (file_of(store).parent / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a47")


def useless(store: Store) -> bool:
    """Whether a store keeps nothing, in silence."""
    store.write("faces", KEYS[0], b"one")
    store.finish()
    store.clear()
    return not store and store.read("faces", KEYS[0]) is None and store.statistics().size == 0


def test_a_store_without_a_usable_folder_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("words")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "shared" / "printgen-2").mkdir(parents=True)
    (tmp_path / "shared" / "printgen-2").chmod(0o777)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "printgen-2").symlink_to(tmp_path / "shared")
    assert useless(Store(None))
    for name in ("file", "file/below", "loop", "shared", "linked"):
        assert useless(Store(tmp_path / name)), name
    assert (tmp_path / "file").read_text() == "words"


def test_the_folder_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to("disk")
    store = Store(tmp_path / "link")
    write(store, 0)
    assert Store(tmp_path / "disk").read("faces", KEYS[0]) == b"one"


def test_clearing_spares_files_of_others(store: Store) -> None:
    assert store.folder
    write(store, 0)
    beside = [store.folder / "mine.txt", store.folder / "printgen-2" / "mine.txt"]
    for path in beside:
        path.write_text("mine")
    store.clear()
    assert all(path.read_text() == "mine" for path in beside)


def fill(folder: Path) -> None:
    """Write more than the disk takes, then read."""
    store = Store(folder)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000,) * 2)
    for number in range(1, 40):
        write(store, number, value=VALUES[3])
    found = [store.read("faces", key) for key in KEYS]
    os._exit(0 if found[0] == b"one" and None in found else 1)


def test_without_space_writing_stops(store: Store) -> None:
    write(store, 0)
    process = multiprocessing.get_context("fork").Process(target=fill, args=(store.folder,))
    process.start()
    process.join()
    assert process.exitcode == 0
    assert Store(store.folder).read("faces", KEYS[0]) == b"one"


def test_a_store_deleted_by_another_command_keeps_on_writing(store: Store) -> None:
    write(store, 0)
    shutil.rmtree(file_of(store).parent)
    write(store, 0)
    again = Store(store.folder)
    write(again, 0)
    assert again.read("faces", KEYS[0]) == b"one"


def work(folder: Path, seed: int) -> None:
    """Write, read, trim and clear; fail on a wrong value."""
    chance = random.Random(seed)
    for _ in range(300):
        store, key = Store(folder, limit=100_000), chance.choice(KEYS)
        if store.read("faces", key) not in (None, key.encode() * 50):
            os._exit(1)
        store.write("faces", key, key.encode() * 50)
        store.finish()
        if chance.random() < 0.02:
            store.clear()
    os._exit(0)


def test_commands_share_a_store_at_the_same_time(tmp_path: Path) -> None:
    several = [
        multiprocessing.get_context("fork").Process(target=work, args=(tmp_path, seed))
        for seed in range(3)
    ]
    for process in several:
        process.start()
    for process in several:
        process.join()
    assert [process.exitcode for process in several] == [0, 0, 0]
    assert Store(tmp_path).statistics().size <= 120_000


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    for name in ("PRINTGEN_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    yield tmp_path


def test_the_folder_is_in_the_cache_of_the_user(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache_folder() == home / ".cache" / "printgen"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == home / ".cache" / "printgen"
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert cache_folder() == Path("/elsewhere/printgen")
    monkeypatch.setenv("PRINTGEN_CACHE", "/moved")
    assert cache_folder() == Path("/moved")


def test_the_folder_is_elsewhere_on_a_mac(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert cache_folder() == home / "Library" / "Caches" / "printgen"


def test_an_unfinished_file_of_a_killed_command_is_deleted_later(store: Store) -> None:
    write(store, 1)
    new, old = (file_of(store).with_name(f"{name}.77.tmp") for name in ("0a", "0b"))
    new.touch()
    old.touch()
    os.utime(old, (1, 1))
    write(store, 2)
    assert old.exists()
    write(store, 3, value=LARGE)
    assert not old.exists()
    assert new.exists()

"""The store: values are found again, damage is found out, the size is limited."""

from __future__ import annotations

import errno
import multiprocessing
import os
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from printgen.store import Store, cache_folder, digest
from printgen.store.values import write_value

KEYS = [digest("key", str(number)) for number in range(40)]
VALUES = [b"", b"a", b"short words " * 900, random.Random(19).randbytes(9_000)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def files(store: Store) -> list[Path]:
    """The files of values."""
    assert store.folder
    return sorted(path for path in store.folder.glob("printgen-1/*/*/*"))


def used(store: Store, key: str, seconds: float) -> None:
    """Pretend that a value was used `seconds` ago."""
    path = next(path for path in files(store) if path.name == key[2:])
    os.utime(path, (time.time() - seconds,) * 2)


@pytest.mark.parametrize("value", VALUES, ids=len)
def test_a_value_is_found_by_its_kind_and_key(store: Store, value: bytes) -> None:
    store.write("faces", KEYS[0], value)
    again = Store(store.folder)
    assert again.read("faces", KEYS[0]) == value
    assert again.read("faces", KEYS[1]) is None
    assert again.read("books", KEYS[0]) is None


def test_a_value_is_compressed_if_that_helps(store: Store) -> None:
    for key, value in zip(KEYS, VALUES, strict=False):
        store.write("faces", key, value)
    sizes = {path.name: path.stat().st_size for path in files(store)}
    assert sizes[KEYS[2][2:]] < len(VALUES[2]) / 4
    assert len(VALUES[3]) < sizes[KEYS[3][2:]] < len(VALUES[3]) + 50


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
def test_a_changed_byte_anywhere_is_a_miss_and_is_replaced(store: Store, value: bytes) -> None:
    store.write("faces", KEYS[0], value)
    (path,) = files(store)
    sound = path.read_bytes()
    for place in range(len(sound)):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        assert store.read("faces", KEYS[0]) is None, place
        path.write_bytes(sound[:place])
        assert store.read("faces", KEYS[0]) is None, place
    store.write("faces", KEYS[0], value)
    assert store.read("faces", KEYS[0]) == value


def test_a_value_under_another_name_is_a_miss(store: Store) -> None:
    store.write("faces", KEYS[0], b"one")
    store.write("faces", KEYS[1], b"two")
    one, two = files(store)
    one.write_bytes(two.read_bytes())
    assert sorted([store.read("faces", KEYS[0]), store.read("faces", KEYS[1])], key=bool) != [
        b"one",
        b"two",
    ]
    assert None in (store.read("faces", KEYS[0]), store.read("faces", KEYS[1]))


def test_the_values_used_longest_ago_are_deleted_first(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=40_960)
    for number in range(10):
        store.write("faces", KEYS[number], b"x")
        used(store, KEYS[number], 100_000 - number)
    # A read counts as a use.
    assert store.read("faces", KEYS[0]) == b"x"
    store.write("faces", KEYS[10], b"x")
    store.finish()
    kept = [number for number in range(11) if store.read("faces", KEYS[number])]
    assert kept == [0, *range(3, 11)]


def test_a_long_command_trims_while_it_writes(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=40_960)
    for key in KEYS:
        store.write("faces", key, b"x")
        assert store.statistics().size <= 45_056


def test_a_value_larger_than_a_tenth_of_the_limit_is_not_kept(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=40_960)
    store.write("faces", KEYS[0], VALUES[3])
    assert store.read("faces", KEYS[0]) is None


def test_files_of_killed_commands_are_deleted(store: Store) -> None:
    store.write("faces", KEYS[0], b"one")
    (value,) = files(store)
    old, new = (value.with_name(f"{value.name}-{number}.tmp") for number in (1, 2))
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    store.trim()
    assert files(store) == [value, new]
    assert store.statistics().values == {"faces": 1}


def test_reads_are_counted_over_commands(store: Store) -> None:
    store.write("faces", KEYS[0], b"one")
    for key in KEYS[:3]:
        store.read("faces", key)
    store.finish()
    again = Store(store.folder)
    again.read("faces", KEYS[0])
    counted = again.statistics()
    assert (counted.hits, counted.misses, counted.values) == (2, 2, {"faces": 1})
    again.clear()
    assert files(again) == []
    counted = Store(store.folder).statistics()
    assert (counted.hits, counted.misses, counted.size, counted.values) == (0, 0, 0, {})


def test_damaged_totals_are_counted_again(store: Store) -> None:
    store.write("faces", KEYS[0], b"one")
    assert store.folder
    (store.folder / "printgen-1" / "totals").write_text("17 dogs")
    store.finish()
    assert store.statistics().size == 4_096


def test_only_the_user_reads_the_folder(store: Store) -> None:
    assert store.folder
    store.write("faces", KEYS[0], b"one")
    folders = [store.folder, *(path for path in store.folder.rglob("*") if path.is_dir())]
    assert {path.stat().st_mode & 0o777 for path in folders} == {0o700}
    assert {path.stat().st_mode & 0o777 for path in files(store)} == {0o600}
    assert (
        (store.folder / "printgen-1" / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a47")
    )


def useless(store: Store) -> bool:
    """Whether a store keeps nothing, in silence."""
    store.write("faces", KEYS[0], b"one")
    store.finish()
    store.clear()
    return not store and store.read("faces", KEYS[0]) is None and store.statistics().size == 0


def test_a_store_without_a_usable_folder_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("words")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "shared" / "printgen-1").mkdir(parents=True)
    (tmp_path / "shared" / "printgen-1").chmod(0o777)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "printgen-1").symlink_to(tmp_path / "shared")
    assert useless(Store(None))
    for name in ("file", "file/below", "loop", "shared", "linked"):
        assert useless(Store(tmp_path / name)), name
    assert (tmp_path / "file").read_text() == "words"


def test_the_folder_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to("disk")
    store = Store(tmp_path / "link")
    store.write("faces", KEYS[0], b"one")
    assert Store(tmp_path / "disk").read("faces", KEYS[0]) == b"one"


def test_clearing_spares_files_of_others(store: Store) -> None:
    assert store.folder
    store.write("faces", KEYS[0], b"one")
    beside = [store.folder / "mine.txt", store.folder / "printgen-1" / "Mine" / "ab" / "words"]
    for path in beside:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    store.clear()
    assert all(path.read_text() == "mine" for path in beside)


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS, errno.EDQUOT])
def test_without_space_writing_stops(
    store: Store, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    store.write("faces", KEYS[0], b"one")
    tried = []

    def full(path: str, name: str, value: bytes) -> int:
        write_value(path, name, value[:1])
        tried.append(name)
        raise OSError(fault, "no space")

    monkeypatch.setattr("printgen.store.write_value", full)
    store.write("faces", KEYS[1], b"two")
    store.write("faces", KEYS[2], b"three")
    store.finish()
    assert len(tried) == 1
    assert len(files(store)) == 1
    assert store.read("faces", KEYS[0]) == b"one"


def test_a_store_cleared_by_another_command_keeps_on_writing(store: Store) -> None:
    store.write("faces", KEYS[0], b"one")
    assert store.folder
    shutil.rmtree(store.folder / "printgen-1" / "faces")
    store.write("faces", KEYS[0], b"one")
    assert store.read("faces", KEYS[0]) == b"one"


def work(folder: Path, seed: int) -> None:
    """Write, read, trim and clear; fail on a wrong value."""
    chance = random.Random(seed)
    for _ in range(300):
        store, key = Store(folder, limit=60_000), chance.choice(KEYS)
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
    assert [path for path in files(Store(tmp_path)) if path.suffix] == []
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

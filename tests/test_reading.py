"""The door for reading files that others wrote."""

from __future__ import annotations

import ast
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers import built, printgen, starter
from test_layers import trees

from printgen import Project
from printgen.project import Folders, OutsideProject
from printgen.reading import FileTooBig, NotRegularFile, open_regular, read_regular, read_whole
from printgen.store import Store

# More bytes than memory, which take no room on the disk.
SPARSE = 12_000_000_000


def sparse(path: Path, size: int = SPARSE) -> None:
    """Make a file that has a size, but no content."""
    with path.open("wb") as stream:
        stream.truncate(size)


def fifo(path: Path) -> None:
    """Make a pipe without a writer: to open it the usual way waits forever."""
    os.mkfifo(path)


def bound_socket(path: Path) -> None:
    """Make a socket."""
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def device(path: Path) -> None:
    """Make a link to a device without an end."""
    path.symlink_to("/dev/zero")


def opened_files() -> int:
    """The number of files that this process has opened, where the system says so."""
    return len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0


IRREGULAR = [fifo, bound_socket, device, Path.mkdir]


@pytest.mark.parametrize("size", [0, 1, 9, 10, 11, 12])
def test_one_byte_more_than_the_limit_is_read(tmp_path: Path, size: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    assert read_regular(path, 10) == b"x" * min(size, 11)
    if size > 10:
        with pytest.raises(FileTooBig, match="more than 10 bytes"):
            read_whole(path, 10)
    else:
        assert read_whole(str(path), 10) == b"x" * size


def test_a_sparse_file_is_not_read_whole(tmp_path: Path) -> None:
    sparse(tmp_path / "file")
    assert len(read_regular(tmp_path / "file", 2_000_000)) == 2_000_001


@pytest.mark.skipif(sys.platform != "linux", reason="a file whose size the system does not know")
def test_a_file_that_grows_is_read_up_to_the_limit() -> None:
    # The size of these files is 0 before they are read.
    assert Path("/proc/self/status").stat().st_size == 0
    assert len(read_regular("/proc/self/status", 100)) == 101
    assert read_regular("/proc/self/status", 1_000_000).startswith(b"Name:")


@pytest.mark.parametrize("make", IRREGULAR, ids=lambda make: make.__name__)
def test_what_is_no_regular_file_is_refused_at_once(
    tmp_path: Path, make: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "file"
    make(path)
    before = opened_files()
    for read in (read_regular, read_whole):
        with pytest.raises(NotRegularFile, match="not a file"):
            read(path, 10)
    with pytest.raises(NotRegularFile):
        open_regular(path)
    assert opened_files() == before


def test_an_opened_file_is_not_given_to_programs(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"words")
    with open_regular(tmp_path / "file") as stream:
        assert not os.get_inheritable(stream.fileno())
        assert stream.read() == b"words"


def test_a_project_reads_its_own_files_only(tmp_path: Path) -> None:
    root = tmp_path.resolve() / "pack"
    (root / "content").mkdir(parents=True)
    (root / "content/own.yaml").write_bytes(b"own")
    (root / "inside.yaml").symlink_to("content/own.yaml")
    (root / "passwd").symlink_to("/etc/passwd")
    (tmp_path / "secret").write_bytes(b"secret")
    (root / "gone").symlink_to("nothing")
    folders = Folders(root)
    assert folders.read("content/own.yaml", 3) == folders.read("inside.yaml", 3) == b"own"
    for name in ("passwd", "../secret", "/etc/passwd", "content/../../secret"):
        with pytest.raises(OutsideProject, match="outside the project"):
            folders.read(name, 100)
    for name in ("gone", "nothing"):
        with pytest.raises(FileNotFoundError):
            folders.read(name, 100)
    with pytest.raises(NotRegularFile):
        folders.read("content", 100)
    with pytest.raises(FileTooBig):
        folders.read("content/own.yaml", 2)


@pytest.mark.parametrize("kind", [OutsideProject, NotRegularFile, FileTooBig])
def test_errors_come_back_from_other_processes(tmp_path: Path, kind: type[OSError]) -> None:
    root = tmp_path.resolve()
    (root / "file").write_bytes(b"words")
    name = {"OutsideProject": "../file", "NotRegularFile": "."}.get(kind.__name__, "file")
    with pytest.raises(kind) as caught:
        read_whole(root, 1) if name == "." else Folders(root).read(name, 1)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (kind, str(caught.value))


# Functions that open a file, or copy one, by the last part of their names.
OPENING = {
    "open", "fdopen", "read_bytes", "read_text", "FileIO", "ZipFile", "TTFont", "PdfDocument",
    "copyfile", "copytree", "FileResponse", "connect",
}  # fmt: skip

# The modules that open files by other functions than those of `reading`, and why they may: none of
# them opens what a pack, a repository or the user's settings can provide.
ELSEWHERE = {
    "files that come with printgen": {
        "rules.manual", "extras.starters.new", "extras.hex_maps.pdf_renderer",
        "extras.browser.assembly", "extras.vassal.elements",
        "imposition.structure", "extras.card_index.pages", "imposition.printers_marks",
        "layout.accessibility", "extras.pdfx.pdfx", "extras.preview.guard", "extras.preview.server",
        "extras.style_try.page", "typography.fonts", "typography.measure",
    },
    "files that this command has just made": {
        "extras.editions.products", "extras.editions.keeping", "extras.editing.files",
        "extras.exports.archive", "extras.exports.channels", "extras.itch.bundle",
        "extras.vassal.module", "extras.page_pictures.drawn_pages", "press.drafting",
        "press.guides", "press.staging",
        "extras.hex_maps.kind",
        "extras.reports.report", "extras.style_try.page",
    },
    "parts of PDFs in memory": {
        "content.images", "extras.card_printers.files", "extras.card_printers.text_layers",
        "extras.hex_maps.poster", "extras.proof.sheet", "imposition.face_tags",
        "layout.drawn_pixels", "layout.legibility", "extras.page_pictures.pdfium",
        "layout.books.faults",
        "layout.visibility", "layout.book_text", "extras.pdfx.pdfx",
    },
    "files that `reading` has opened, and ZIP files in memory": {
        "extras.editions.keeping", "reading",
    },
    "the cache of the user, and temporary folders": {"store.database", "store.scratch"},
    "an address of the web, by a command for it alone": {"extras.spreadsheets.pulling"},
    "pipes, folders and files of the system": {
        "extras.preview.commands", "extras.preview.callers", "sealing.child", "sealing.linux",
    },
}  # fmt: skip


def opened_by(tree: ast.AST) -> Iterator[str]:
    """The calls of a module that open a file otherwise than `reading` does."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        in_memory = bool(node.args) and ast.unparse(node.args[0]).startswith("BytesIO(")
        if name.rpartition(".")[2] in OPENING and name != "read_text" and not in_memory:
            yield ast.unparse(node)


def test_all_other_modules_open_files_by_this_door() -> None:
    found = {name: list(opened_by(tree)) for name, tree in trees().items()}
    assert {name for name, calls in found.items() if calls} == set().union(*ELSEWHERE.values())


def test_folders_in_one_another_stop_no_command(tmp_path: Path) -> None:
    root = starter(tmp_path)
    # Most systems take no path of this length: each folder is made from the one above it.
    above = os.open(root / "content" / "fog" / "images", os.O_RDONLY)
    for _ in range(1_400):
        os.mkdir("a", dir_fd=above)
        below = os.open("a", os.O_RDONLY, dir_fd=above)
        os.close(above)
        above = below
    os.close(above)
    try:
        store = Store(tmp_path / "cache")
        for _ in range(2):
            assert Project(root, store).check() == []
        built(Project(root, store), "fog/crew-cards", langs=["en"])
        assert printgen(root, "keep", "fog", "--name", "1.0").returncode == 0
    finally:
        subprocess.run(["rm", "-rf", root / "content" / "fog" / "images" / "a"], check=True)


# Modules that walk through folders of printgen alone, or of its own making.
WALKING = {
    "reading", "extras.editions.keeping", "extras.starters.new", "layout.assembly",
}  # fmt: skip


def test_all_other_modules_walk_by_the_function_with_a_limit() -> None:
    walking = {
        name
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (node.attr == "rglob" or ast.unparse(node) == "os.walk")
    }
    assert walking == WALKING

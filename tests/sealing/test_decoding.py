"""Pictures, fonts and workbooks of strangers are decoded in a sealed process, not in this one."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from cli_runs import replace
from forks import exit_code, forked
from helpers import built, messages, starter
from odd_font import write_cff
from PIL import Image
from spreadsheet_files import changed_part, xlsx_bytes

from printgen import Project
from printgen.content import images
from printgen.content.images import read_picture
from printgen.content.pictures import PictureFault
from printgen.content.project_files import ProjectFiles
from printgen.content.spreadsheets import reading
from printgen.extras.ebooks.markup import Illustrations
from printgen.extras.hex_maps.pdf_renderer import draw_scene
from printgen.extras.hex_maps.scene import Scene
from printgen.extras.workbooks import reading as workbooks
from printgen.project import RESOURCE_BASE_URL, TEMPLATES, Folders, ProjectError
from printgen.sealing import decoding, process, system
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.sealing.messages import ValueUnpickler
from printgen.sealing.process import environment
from printgen.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("started_workers")]

STRANGE = Path("/nowhere/content/fog/images/strange.png")


@pytest.fixture(autouse=True)
def own_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process of its own, which is ended after the test."""
    monkeypatch.setattr(decoding, "_decoders", type(decoding._decoders)())
    yield
    decoding._end_all()


def refused(function: Callable[..., object], *arguments: object) -> bool:
    try:
        decoded(STRANGE, function, *arguments)
    except OSError:
        return True
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can seal processes")
def test_the_process_reaches_no_file_no_network_and_no_program(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    assert refused(Path.read_bytes, secret)
    assert refused(Path.write_bytes, tmp_path / "new.txt", b"")
    assert not (tmp_path / "new.txt").exists()
    assert refused(os.listdir, tmp_path)
    assert refused(socket.socket)
    assert refused(subprocess.run, ["true"])
    assert refused(os.kill, os.getpid(), 0)
    assert decoded(STRANGE, len, b"four") == 4


def end_of(function: Callable[..., object], *arguments: object) -> CannotDecode:
    with pytest.raises(CannotDecode) as caught:
        decoded(STRANGE, function, *arguments)
    # The next file is decoded all the same.
    assert decoded(STRANGE, len, b"four") == 4
    return caught.value


def test_a_file_that_ends_the_process_ends_nothing_else() -> None:
    assert end_of(os._exit, 3).reason == "crashes the program that reads it"
    assert end_of(os.abort).reason == "crashes the program that reads it"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of processes")
def test_a_file_that_takes_too_much_memory() -> None:
    assert end_of(bytes, 3 * 1024**3).reason == "takes more than 2 GB of memory to read"


def test_a_file_that_takes_too_much_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    before = decoding.excess()
    fault = end_of(eval, "9 ** 9 ** 9")
    assert (fault.reason, fault.is_slow) == ("takes too long to read", True)
    # What a command may use up heeds it.
    assert decoding.excess() - before > 5


def test_a_file_that_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "REAL_SECONDS", 0.3)
    assert end_of(time.sleep, 3600).is_slow


def test_a_process_that_something_else_ends_is_started_again() -> None:
    number = decoded(STRANGE, os.getpid)
    os.kill(number, signal.SIGKILL)
    assert decoded(STRANGE, os.getpid) != number


@pytest.mark.parametrize(
    "answer",
    [Path, threading.Lock, partial(partial, os.system, "true")],
    ids=["path", "lock", "call"],
)
def test_an_answer_that_is_no_plain_value_is_refused(answer: Callable[[], object]) -> None:
    end_of(answer)


def test_a_process_ends_with_the_command_that_started_it(tmp_path: Path) -> None:
    program = (
        "import time; from pathlib import Path; from printgen.sealing.decoding import decoded;"
        " import os; p = Path('/nowhere/x'); print(decoded(p, os.getpid), flush=True);"
        " decoded(p, time.sleep, 60)"
    )
    words = [sys.executable, "-c", program]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment()) as command:
        assert command.stdout
        number = int(command.stdout.readline())
        time.sleep(0.2)
        command.kill()
    for _ in range(100):
        if not Path(f"/proc/{number}").exists():
            return
        time.sleep(0.05)
    pytest.fail("the process is still there")


def test_a_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_CLOSING", 0.2)
    number = decoded(STRANGE, os.getpid)
    # It takes no more calls, and does not notice that the pipe is closed.
    os.kill(number, signal.SIGSTOP)
    decoding._end_all()
    assert not Path(f"/proc/{number}").exists()


def test_the_limits_of_the_process_are_hard() -> None:
    with pytest.raises(ValueError, match="not allowed to raise"):
        decoded(STRANGE, resource.setrlimit, resource.RLIMIT_AS, (8 * 1024**3, 8 * 1024**3))
    assert refused(os.setpriority, os.PRIO_PROCESS, 0, 5)


def test_each_try_counts_as_processor_time() -> None:
    before = decoding.excess()
    with pytest.raises(CannotDecode):
        decoded(STRANGE, exec, "import time, os; time.sleep(0.8); os._exit(1)")
    assert 0.7 < decoding.excess() - before < 5


LIES = {
    "tuples in one another": b"\x80\x05})" + b"\x85" * 5_000_000 + b"Ns.",
    "tuples twice in one another": b"\x80\x05})\x94"
    + b"".join(b"h%c\x86\x94" % n for n in range(60))
    + b"Ns.",
    "millions of sets": b"\x80\x05(" + b"\x8f" * 9_900_000 + b"t.",
    "a large number of bytes": b"\x80\x05\x8e" + (1 << 40).to_bytes(8, "little") + b".",
    "a function": b"\x80\x05\x8c\x02os\x8c\x06system\x93\x8c\x04true\x85R.",
}


@pytest.mark.parametrize("name", LIES)
def test_an_answer_that_would_harm_the_command_is_refused(name: str) -> None:
    with pytest.raises(pickle.UnpicklingError):
        ValueUnpickler(LIES[name]).load()


def test_an_answer_changes_no_class() -> None:
    before = ProjectFiles.is_inside
    named = b"\x8c\x1eprintgen.content.project_files\x8c\x0cProjectFiles\x93"
    state = b"N}\x8c\x09is_inside\x8c\x08builtins\x8c\x09Exception\x93s\x86b."
    ValueUnpickler(b"\x80\x05" + named + state).load()
    assert ProjectFiles.is_inside is before


def test_a_call_that_is_interrupted_answers_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            decoded(STRANGE, time.sleep, 2)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert decoded(STRANGE, len, b"four") == 4


def test_threads_share_a_process() -> None:
    numbers, right = set[int](), list[bool]()

    def work(count: int) -> None:
        for _ in range(20):
            right.append(decoded(STRANGE, len, bytes(count)) == count)
        numbers.add(decoded(STRANGE, os.getpid))

    threads = [threading.Thread(target=work, args=(count,)) for count in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(right) == 160
    assert all(right)
    assert len(numbers) == 1


def test_projects_have_processes_of_their_own(tmp_path: Path) -> None:
    numbers = []
    for name in "ab":
        root = starter(tmp_path / name)
        files = [
            root / "content" / "fog" / "x.xlsx",
            root / "content" / "fog" / "traits" / "x.xlsx",
        ]
        assert len({decoded(path, os.getpid) for path in files}) == 1
        numbers.append(decoded(files[0], os.getpid))
    assert len(set(numbers)) == 2


def test_a_forked_process_has_a_process_of_its_own(tmp_path: Path) -> None:
    number = decoded(STRANGE, os.getpid)

    def child() -> None:
        os._exit(0 if decoded(STRANGE, os.getpid) != number else 1)

    assert exit_code(forked(child, tmp_path / "log")) == 0
    assert decoded(STRANGE, os.getpid) == number


# --- files of a project ----------------------------------------------------------------------


def png(width: int = 40, height: int = 30) -> bytes:
    stream = BytesIO()
    Image.new("RGB", (width, height), "navy").save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The libraries that this process decodes with, from now on."""
    import fontTools.ttLib
    import uharfbuzz

    write_cff(tmp_path / "odd.otf")
    used, odd = list[str](), (tmp_path / "odd.otf").read_bytes()

    def seen(name: str, original: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **options: object) -> object:
            # The fonts of printgen are read here.
            if name != "Face" or arguments[0] == odd:
                used.append(name)
            return original(*arguments, **options)

        return call

    for place, name in (
        (Image, "open"),
        (fontTools.ttLib, "TTFont"),
        (uharfbuzz, "Face"),
        (workbooks, "read_xlsx"),
    ):
        monkeypatch.setattr(place, name, seen(name, getattr(place, name)))
    return used


def project_with_all(root: Path) -> Path:
    """A game with a photo, a drawing, a workbook and a font of its own, which its cards use."""
    root = starter(root)
    game, theme = root / "content" / "fog", root / "templates" / "plain"
    for folder in (game / "images", root / "fonts", theme):
        folder.mkdir(parents=True, exist_ok=True)
    (game / "images" / "photo.png").write_bytes(png(900, 700))
    (game / "images" / "mark.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    rows = [["id", "name.fr", "name.en", "kind"], ["lamp", "La Lampe", "The Lamp", "ability"]]
    (game / "traits" / "more.xlsx").write_bytes(xlsx_bytes({"Traits": rows}))
    captain = game / "profiles" / "captain.yaml"
    replace(captain, "captain.svg", "photo.png")
    write_cff(root / "fonts" / "odd.otf")
    style = (TEMPLATES / "plain" / "style.css").read_text(encoding="utf-8")
    (theme / "style.css").write_text(style.replace("font-family: ", "font-family: Odd, ", 1))
    return root


def test_check_and_build_decode_nothing_in_this_process(tmp_path: Path, here: list[str]) -> None:
    root = project_with_all(tmp_path / "game")
    problems = Project(root).check()
    assert messages(problems) == []
    assert here == []
    assert len(decoding._decoders) == 1
    built(root, "fog/crew-cards", langs=["en"])
    assert here == []


def test_what_is_known_starts_no_process(tmp_path: Path) -> None:
    root, store = project_with_all(tmp_path / "game"), Store(tmp_path / "cache")
    Project(root, store).check()
    decoding._end_all()
    decoding._decoders.clear()
    captain = root / "content" / "fog" / "profiles" / "captain.yaml"
    captain.write_text(captain.read_text(encoding="utf-8").replace("harbour", "port"))
    assert messages(Project(root, store).check()) == []
    assert not decoding._decoders


def counted(number: int) -> bytes:
    """A workbook that claims to have a number of texts."""
    sheet = b'<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>'
    book = changed_part(
        xlsx_bytes({"Crew": [["name"], ["A"]]}), "xl/worksheets/sheet1.xml", lambda _: sheet
    )
    texts = f'<sst count="{number}" uniqueCount="{number}"><si><t>name</t></si></sst>'
    return changed_part(book, "xl/sharedStrings.xml", lambda _: texts.encode())


def test_a_workbook_that_claims_thousands_of_millions_of_texts(tmp_path: Path) -> None:
    root = starter(tmp_path)
    (root / "content" / "fog" / "traits" / "more.xlsx").write_bytes(counted(4_000_000_000))
    assert messages(Project(root).check()) == []


def test_a_workbook_that_crashes_its_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = starter(tmp_path)
    (root / "content" / "fog" / "traits" / "more.xlsx").write_bytes(counted(1))
    monkeypatch.setattr(reading, "decoded", lambda path, *_: decoded(path, os.abort))
    assert messages(Project(root).check()) == [
        "content/fog/traits/more.xlsx:1:1: sheet-unreadable: "
        "the workbook crashes the program that reads it (open it and save it again)"
    ]


def test_a_picture_that_is_slow_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = starter(tmp_path) / "content" / "fog" / "images" / "photo.png"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(png())
    store = Store(tmp_path / "cache")
    with monkeypatch.context() as patch:
        patch.setattr(images, "decoded", lambda path, *_: decoded(path, time.sleep, 3600))
        patch.setattr(system, "REAL_SECONDS", 0.05)
        size = read_picture(store, path).size
    assert isinstance(size, PictureFault)
    assert size.reason == "takes too long to read"
    # The process remembers it, the store does not: another process looks at it again.
    images._read.cache_clear()
    assert read_picture(store, path).size == (40, 30)


def test_pictures_of_an_e_book_and_the_paper_of_a_map(tmp_path: Path, here: list[str]) -> None:
    root = project_with_all(tmp_path)
    photo = root / "content" / "fog" / "images" / "photo.png"
    url = f"{RESOURCE_BASE_URL}content/fog/images/photo.png"
    suffix, content = Illustrations(Folders(root)).picture(url)
    assert (suffix, content[:2]) == (".jpg", b"\xff\xd8")
    with pytest.raises(ProjectError, match="cannot use the paper texture"):
        photo.write_bytes(png()[:-30])
        draw_scene(Scene(50, 50), {}, {}, photo)
    photo.write_bytes(png())
    assert draw_scene(Scene(50, 50), {}, {}, photo).startswith(b"%PDF")
    assert here == []

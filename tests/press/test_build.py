"""The build as a whole: the same bytes each time, all files or none, whatever goes wrong."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import bench_decks
import pikepdf
import pytest
from cli_runs import replace
from forks import exit_code, forked, in_child
from helpers import (
    COMMAND,
    built,
    environment,
    printgen,
    shared,
    starter,
    written,
)
from PIL import Image
from processes import alive, children, wait_for
from small_projects import write

from printgen import Project
from printgen.cli import run
from printgen.layout.jobs import Job
from printgen.layout.runners import Encoded, LocalWorkers, open_runner
from printgen.press import build as building
from printgen.press import staging as publish
from printgen.products.kind import PrintOptions
from printgen.project import ProjectError

CARDS = "fog/crew-cards"
LONE = "fog/lone-card"
PRODUCT = """
lone-card:
  title: {fr: Une carte, en: A card}
  output: cards
  profiles: [sailor]
  faces: {front: card-front}
"""


def make_sound(root: Path) -> None:
    starter(root)
    with (root / "content" / "fog" / "products.yaml").open("a") as stream:
        stream.write(PRODUCT)
    built(root, CARDS, langs=["en"])


@pytest.fixture
def sound(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """The starter game and a product of one card; the English crew cards are built."""
    made = shared(tmp_path_factory, "sound", make_sound)
    return Path(shutil.copytree(made, tmp_path / "game", symlinks=True))


def spoil(root: Path) -> None:
    """Give the captain a story that fits on no card: only laying it out can tell."""
    path = root / "content" / "fog" / "profiles" / "captain.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("She has lost", "She has lost much. " * 200 + "She has lost"))


def leftovers(root: Path) -> list[str]:
    names = [p.name for p in root.rglob("*") if "part" in p.name and p.is_file()]
    return [name for name in names if name.endswith(publish.SCRATCH)]


def whole(root: Path) -> bool:
    """Whether every file that the manifest names is there, as it says, and no other."""
    out = root / "out"
    records = json.loads((out / "manifest.json").read_text("utf-8"))["files"]
    for record in records:
        content = (root / record["path"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == record["sha256"]
        assert len(content) == record["bytes"]
        assert content.startswith(b"%PDF-")
        with pikepdf.open(root / record["path"]) as pdf:
            assert len(pdf.pages) > 0
    named = {record["path"] for record in records} | {"out/manifest.json"}
    return named == {f"out/{name}" for name in written(root)}


# --- the same each time ----------------------------------------------------------------------


def test_a_second_build_changes_nothing(sound: Path) -> None:
    before = written(sound)
    built(sound, CARDS, langs=["en"])
    assert written(sound) == before


def test_the_order_of_the_files_does_not_matter(sound: Path) -> None:
    before = written(sound)
    profiles = sound / "content" / "fog" / "profiles"
    for path in sorted(profiles.iterdir(), reverse=True):
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content)
    built(sound, CARDS, langs=["en"])
    assert written(sound) == before


def test_papers_share_their_layouts(sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    submitted: Counter[tuple[str, str]] = Counter()
    start = LocalWorkers.start

    def counted(workers: LocalWorkers, jobs: Sequence[Job]) -> Future[Encoded]:
        submitted.update((job.format.template, job.name) for job in jobs)
        return start(workers, jobs)

    monkeypatch.setattr(LocalWorkers, "start", counted)
    project = Project(sound)
    targets = project.targets([CARDS], langs=["en"], every=True, inks=["full"])
    assert {target.paper for target in targets} == {"a4", "letter"}
    with open_runner(project.folders, 1) as runner:
        assert len(building.build(project.library, targets, runner).built) == 2
    assert len(submitted) == 8
    assert set(submitted.values()) == {1}
    assert whole(sound)


def test_progress_reaches_its_end(sound: Path) -> None:
    told: list[tuple[int, int]] = []
    project = Project(sound)
    targets = project.targets([CARDS], langs=["en"])
    with open_runner(project.folders, 1) as runner:
        building.build(project.library, targets, runner, progress=lambda *at: told.append(at))
    assert told == [(number, 8) for number in range(1, 9)]


def test_papers_built_together_and_alone_are_the_same(sound: Path) -> None:
    alone = written(sound)["fog/crew-cards.en.a4.pdf"]
    built(sound, CARDS, langs=["en"], papers=["letter", "a4"])
    assert written(sound)["fog/crew-cards.en.a4.pdf"] == alone
    assert whole(sound)


# --- the manifest ----------------------------------------------------------------------------


def test_the_manifest_lists_what_is_there(sound: Path) -> None:
    assert whole(sound)
    built(sound, LONE, langs=["fr"])
    assert whole(sound)
    records = json.loads((sound / "out" / "manifest.json").read_text("utf-8"))["files"]
    assert [record["path"] for record in records] == [
        "out/fog/crew-cards.en.a4.pdf",
        "out/fog/lone-card.fr.a4.pdf",
    ]
    assert records[1]["id"] == LONE
    assert (records[1]["lang"], records[1]["paper"], records[1]["ink"]) == ("fr", "a4", "full")


def test_the_manifest_forgets_what_was_deleted(sound: Path) -> None:
    (sound / "out" / "fog" / "crew-cards.en.a4.pdf").unlink()
    built(sound, LONE, langs=["en"])
    assert whole(sound)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"files": 3}', b'{"files": [{}]}', b"\xff\xfe", b"null"]
)
def test_a_manifest_that_cannot_be_read_is_written_anew(sound: Path, content: bytes) -> None:
    (sound / "out" / "manifest.json").write_bytes(content)
    (sound / "out" / "fog" / "crew-cards.en.a4.pdf").unlink()
    built(sound, LONE, langs=["en"])
    assert whole(sound)


def test_a_report_says_what_was_built(sound: Path) -> None:
    report = Project(sound).build([CARDS], langs=["en"], jobs=1)
    (item,) = report.built
    content = (sound / item.target.path).read_bytes()
    assert (item.size, item.sha256) == (len(content), hashlib.sha256(content).hexdigest())


# --- faults of the content -------------------------------------------------------------------


def test_a_card_that_does_not_fit_makes_a_draft_of_its_deck(sound: Path) -> None:
    before = written(sound)
    spoil(sound)
    arguments = "build", CARDS, LONE, "--jobs", "1", "--lang", "en"
    done = printgen(sound, *arguments)
    assert done.returncode == 1
    assert "captain.yaml" in done.stderr
    assert "face-overflow" in done.stderr
    draft = "out/fog/crew-cards.en.a4.draft.pdf"
    assert f"what does not fit has a red frame in {draft}" in done.stderr
    assert "Traceback" not in done.stderr
    # The deck of the last sound build stays, and all else is built.
    after, deck = written(sound), "fog/crew-cards.en.a4.pdf"
    assert after[deck] == before[deck] and draft.removeprefix("out/") in after
    assert draft in done.stdout and f"{deck} " not in done.stdout
    assert not leftovers(sound)
    # Again, and from the store, it says the same.
    again = printgen(sound, *arguments)
    assert again.returncode == 1 and done.stderr.endswith(again.stderr)
    # With --strict, all or nothing is written.
    strict = printgen(sound, *arguments, "--strict")
    assert strict.returncode == 1 and "nothing was built" in strict.stderr


def test_an_error_in_the_text_leaves_everything_as_it_was(sound: Path) -> None:
    before = written(sound)
    path = sound / "content" / "fog" / "profiles" / "sailor.yaml"
    path.write_text(path.read_text("utf-8").replace("sure-footed", "sure-foted"))
    done = printgen(sound, "build")
    assert done.returncode == 1
    assert "trait-unknown" in done.stderr
    assert written(sound) == before


@pytest.mark.sees("product-paper")
def test_a_card_larger_than_the_paper_is_a_problem_of_the_product(sound: Path) -> None:
    before = written(sound)
    path = sound / "content" / "fog" / "products.yaml"
    path.write_text(path.read_text("utf-8").replace("format: poker", "format: 200 x 290 mm"))
    report = Project(sound).build([CARDS], langs=["en"], jobs=1)
    (problem,) = report.problems
    assert problem.code == "product-paper"
    assert problem.position.file == "content/fog/products.yaml"
    assert written(sound) == before


def test_a_listed_paper_that_is_too_small_is_reported_at_its_place(sound: Path) -> None:
    path = sound / "content" / "fog" / "products.yaml"
    text = path.read_text("utf-8").replace("format: poker", "format: 150 x 200 mm")
    path.write_text(text.replace("quantities: {sailor: 3}", "papers: [A3, 150 x 210 mm]"))
    line = path.read_text().splitlines().index("  papers: [A3, 150 x 210 mm]") + 1
    (problem,) = Project(sound).build([CARDS], langs=["en"], every=True, jobs=1).problems
    where = f"content/fog/products.yaml:{line}:16: product-paper: a card of 150 x 200 mm does not"
    assert str(problem).startswith(where)
    # A paper of the command is in no list.
    (problem,) = Project(sound).build([CARDS], langs=["en"], papers=["a5"], jobs=1).problems
    assert problem.position.line < line
    assert problem.message.endswith("on paper of 148 x 210 mm")


def test_warnings_stop_a_strict_build_alone(sound: Path) -> None:
    path = sound / "content" / "fog" / "profiles" / "captain.yaml"
    path.write_text(path.read_text("utf-8").replace('en: "Two wrecks, no regrets"', 'de: "Zwei"'))
    assert {p.severity for p in Project(sound).problems} == {"warning"}
    before = written(sound)
    strict = printgen(sound, "build", CARDS, "--lang", "en", "--strict")
    assert strict.returncode == 1
    assert written(sound) == before
    done = printgen(sound, "build", CARDS, "--lang", "en", "--jobs", "1")
    assert done.returncode == 0
    assert written(sound) != before


def test_a_warning_of_a_page_stops_a_strict_build(sound: Path) -> None:
    profile = sound / "content" / "fog" / "profiles" / "captain.yaml"
    # About 200 dpi on a card.
    Image.effect_noise((560, 420), 60).save(profile.parents[1] / "images" / "fair.jpg")
    replace(profile, "captain.svg", "fair.jpg")
    assert Project(sound).problems == []
    before = written(sound)
    done = printgen(sound, "build", CARDS, "--lang", "en", "--jobs", "1", "--strict")
    assert done.returncode == 1
    assert "image-resolution: the picture 'fair.jpg' of " in done.stderr
    assert "nothing was built" in done.stderr
    assert written(sound) == before
    assert not leftovers(sound)


@pytest.mark.sees("image-resolution")
def test_all_coarse_pictures_of_a_deck_are_one_problem(tmp_path: Path) -> None:
    deck = "{output: cards, title: D, source: cards.csv, papers: [a4], faces: {front: {body: text"
    files = {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]\n",
        "content/g/products.yaml": f"deck: {deck}, picture: {{from: art, fit: full}}}}}}}}\n",
        "content/g/cards.csv": "Name,Art,Text\n" + "".join(f"{n},{n}.png,Sun.\n" for n in "abcdd"),
    }
    root = write(tmp_path, files)
    (root / "content/g/images").mkdir()
    for name in "abcd":
        Image.new("RGB", (700, 1000), "#204060").save(root / f"content/g/images/{name}.png")
    report = Project(root).build(inks=["full"], jobs=1)
    (problem,) = report.problems
    assert problem.message == "4 pictures have 258 dpi on g/deck: 'a.png', 'b.png', 'c.png' …"
    # A poker card with a bleed of 3 mm.
    assert problem.hint == "draw 815 × 1110 pixels for 300 dpi"
    assert (problem.severity, problem.position.cell) == ("warning", "B2")
    assert len(report.built) == 1


# --- faults of the machine -------------------------------------------------------------------


def test_out_as_a_file(tmp_path: Path) -> None:
    root = starter(tmp_path / "game")
    (root / "out").write_text("mine")
    done = printgen(root, "build", CARDS)
    assert done.returncode == 2
    assert "out" in done.stderr
    assert "Traceback" not in done.stderr
    assert (root / "out").read_text() == "mine"


def command(root: Path, *arguments: str) -> None:
    """The command in this process, which is a child."""
    os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"] = str(root / "nobody-home")
    sys.argv = ["printgen", "-C", str(root), *arguments]
    run()


@pytest.mark.usefixtures("started_workers")
def test_a_folder_that_is_read_only(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.getuid() != 0 and not os.access(sound, os.W_OK):
        pytest.skip("cannot prepare the folder")
    # Without workers: another user may be unable to start this Python.
    monkeypatch.setattr(Project, "_check_apart", Project._check)
    # Nor with pictures, which workers read.
    game = sound / "content" / "fog"
    for folder in (path for path in game.iterdir() if path.is_dir()):
        shutil.rmtree(folder)
    hexes = "hexes: {title: {any: H}, output: hexmap, blank: [20 mm], papers: [a4]}\n"
    (game / "products.yaml").write_text(hexes)
    before = written(sound)
    log = tmp_path / "log"
    nobody = 65534
    out = sound / "out"
    for path in [sound, *sound.rglob("*")]:
        if os.getuid() == 0:
            os.chown(path, nobody, nobody, follow_symlinks=False)
    for parent in sound.parents:
        if os.getuid() == 0 and parent != Path("/") and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    out.chmod(0o555)
    (out / "fog").chmod(0o555)

    def action() -> None:
        if os.getuid() == 0:
            os.setgid(nobody)
            os.setuid(nobody)
        command(sound, "build", "fog/hexes", "--lang", "en", "--no-cache")

    try:
        assert in_child(action, log) == 2
    finally:
        out.chmod(0o755)
        (out / "fog").chmod(0o755)
    assert "printgen: cannot write" in log.read_text()
    assert "Traceback" not in log.read_text()
    assert written(sound) == before
    assert not leftovers(sound)


@pytest.mark.slow
@pytest.mark.usefixtures("started_workers")
@pytest.mark.parametrize("limit", [8_000, 30_000])
def test_a_disk_that_is_full(sound: Path, tmp_path: Path, limit: int) -> None:
    before = written(sound)
    assert len(before["fog/crew-cards.en.a4.pdf"]) > 30_000
    log = tmp_path / "log"

    def action() -> None:
        # No file may grow beyond the limit: writing fails as on a full disk.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        command(sound, "build", CARDS, "--lang", "fr", "--lang", "en", "--jobs", "1")

    assert in_child(action, log) == 2
    said = log.read_text()
    assert "printgen: cannot write" in said
    assert "Traceback" not in said
    assert written(sound) == before
    assert not leftovers(sound)


def test_out_as_a_link_out_of_the_project(tmp_path: Path) -> None:
    root = starter(tmp_path / "game")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / "out").symlink_to(elsewhere)
    done = printgen(root, "build", CARDS)
    assert done.returncode == 2
    assert "out of the project" in done.stderr
    assert list(elsewhere.iterdir()) == []


def test_a_folder_of_out_as_a_link_out_of_the_project(sound: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.rmtree(sound / "out" / "fog")
    (sound / "out" / "fog").symlink_to(elsewhere)
    with pytest.raises(ProjectError, match="out of the project"):
        Project(sound).build([CARDS], langs=["en"], jobs=1)
    assert list(elsewhere.iterdir()) == []


def test_the_lock_as_a_link(sound: Path, tmp_path: Path) -> None:
    before = written(sound)
    mine = tmp_path / "mine.txt"
    mine.write_text("precious")
    (sound / "out" / ".lock").unlink()
    (sound / "out" / ".lock").symlink_to(mine)
    with pytest.raises(ProjectError, match="cannot write"):
        Project(sound).build([CARDS], langs=["en"], jobs=1)
    assert mine.read_text() == "precious"
    assert written(sound) == before


def test_a_file_of_out_as_a_link_is_replaced_and_not_followed(sound: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("precious")
    for name in ("fog/crew-cards.en.a4.pdf", "manifest.json"):
        path = sound / "out" / name
        path.unlink()
        path.symlink_to(mine)
    built(sound, CARDS, langs=["en"])
    assert mine.read_text() == "precious"
    assert whole(sound)


def test_a_leftover_as_a_link_is_not_written_through(sound: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("precious")
    part = sound / "out" / "fog" / f".crew-cards.en.a4.pdf{publish.SCRATCH}"
    part.symlink_to(mine)
    built(sound, CARDS, langs=["en"])
    assert mine.read_text() == "precious"
    assert whole(sound)
    assert not leftovers(sound)


# --- interrupted -----------------------------------------------------------------------------


def make_long(root: Path) -> None:
    """A deck that takes a while, with an earlier file in `out/`."""
    bench_decks.make_project(root, 60, pictures=False)
    (root / "content" / "zombstone" / "images").rmdir()
    folder = root / "out" / "zombstone"
    folder.mkdir(parents=True)
    (folder / "deck.en.a4.pdf").write_bytes(b"%PDF-1.5 of yesterday\n%%EOF\n")
    (root / "out" / "manifest.json").write_text('{"files": []}\n')


@pytest.fixture
def long(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    return Path(shutil.copytree(shared(tmp_path_factory, "long", make_long), tmp_path / "long"))


def started(root: Path, jobs: int = 2) -> tuple[subprocess.Popen[str], list[int]]:
    """A build under way, in a process group of its own, with its workers."""
    process = subprocess.Popen(
        [*COMMAND, "-C", str(root), "build", "--no-cache", "--jobs", str(jobs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(root / "nobody-home"),
        start_new_session=True,
        # A shell starts background jobs with SIGINT ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )

    # The workers start with the first batch.
    wait_for(lambda: len(children(process.pid)) >= jobs or process.poll() is not None)
    assert process.poll() is None
    return process, children(process.pid)


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a build said until its end, which must come."""
    try:
        return process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise


def test_ctrl_c_before_the_command_is_read() -> None:
    code = """
import sys
class Interrupted:
    def find_spec(self, name, path, target=None):
        if name == "printgen.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from printgen.__main__ import run
run()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "printgen: interrupted; nothing was changed\n"


def test_an_interrupted_build_leaves_everything_as_it_was(long: Path) -> None:
    before = written(long)
    process, workers = started(long)
    # As a terminal does it: to every process of the group.
    os.killpg(process.pid, signal.SIGINT)
    out, err = ended(process)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert out == ""
    assert written(long) == before
    assert not leftovers(long)
    wait_for(lambda: not any(map(alive, workers)), 20)


def test_a_build_that_is_told_to_end(long: Path) -> None:
    """As a service manager does it, to the main process alone."""
    before = {k: v for k, v in written(long).items() if not k.endswith(publish.SCRATCH)}
    process, workers = started(long)
    process.send_signal(signal.SIGINT)
    ended(process)
    assert process.returncode == 130
    assert written(long) == before
    wait_for(lambda: not any(map(alive, workers)), 20)


def test_what_a_killed_build_leaves_is_cleared_by_the_next(long: Path) -> None:
    process, workers = started(long)
    process.kill()
    process.wait(timeout=60)
    # Workers that nobody waits for any more would hold their pipes open.
    for worker in workers:
        if alive(worker):
            os.kill(worker, signal.SIGKILL)
    process.communicate(timeout=60)
    assert (long / "out/zombstone/deck.en.a4.pdf").read_bytes().startswith(b"%PDF-1.5 of yest")
    # A file that was being written.
    (long / "out" / "zombstone" / f".deck.en.a4.pdf{publish.SCRATCH}").write_bytes(b"%PDF-1.7")
    products = long / "content" / "zombstone" / "products.yaml"
    products.write_text(products.read_text() + "  profiles: [gunman-0001]\n")
    built(long)
    assert not leftovers(long)
    assert whole(long)


@pytest.mark.slow
def test_a_worker_that_dies_once_costs_nothing(long: Path) -> None:
    process, workers = started(long, jobs=1)
    os.kill(workers[0], signal.SIGKILL)
    _, err = ended(process)
    assert process.returncode == 0
    assert "Traceback" not in err
    assert whole(long)
    assert not leftovers(long)


def test_two_builds_at_once(sound: Path, tmp_path: Path) -> None:
    logs = {lang: tmp_path / f"log.{lang}" for lang in ("fr", "en")}
    builds = {
        lang: forked(partial(command, sound, "build", CARDS, "--lang", lang, "--jobs", "1"), log)
        for lang, log in logs.items()
    }
    for lang, child in builds.items():
        assert exit_code(child) == 0, logs[lang].read_text()
    assert whole(sound)
    assert set(written(sound)) == {
        "manifest.json",
        "fog/crew-cards.fr.a4.pdf",
        "fog/crew-cards.en.a4.pdf",
    }
    assert not leftovers(sound)


def test_a_build_waits_for_the_lock(sound: Path, tmp_path: Path) -> None:
    import fcntl

    log, cards = tmp_path / "log", sound / "out" / "fog" / "crew-cards.fr.a4.pdf"
    waiting = "waiting for another printgen command\n"

    def action() -> None:
        # The child does not keep the lock of its parent.
        os.close(lock.fileno())
        command(sound, "build", CARDS, "--lang", "fr", "--jobs", "1")

    with (sound / "out" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        child = forked(action, log)
        wait_for(lambda: log.exists() and log.read_text())
        assert log.read_text() == waiting
        time.sleep(0.5)
        assert os.waitpid(child, os.WNOHANG) == (0, 0)
        assert not cards.exists()
        fcntl.flock(lock, fcntl.LOCK_UN)
        assert exit_code(child) == 0, log.read_text()
    assert log.read_text().startswith(waiting)
    assert "Traceback" not in log.read_text()
    assert cards.exists()
    assert whole(sound)


def test_options_reach_the_sheets(sound: Path) -> None:
    before = written(sound)
    built(sound, CARDS, langs=["en"], options=PrintOptions(duplex="gutter-fold"))
    with pikepdf.open(sound / "out" / "fog" / "crew-cards.en.a4.pdf") as pdf:
        count = len(pdf.pages)
    assert written(sound) != before
    assert count == 2

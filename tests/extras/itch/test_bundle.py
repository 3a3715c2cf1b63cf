"""The bundle of a game for itch: whole, the same each time, and what is there before stays until it
is replaced.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from helpers import page_sizes, printgen, shared, starter
from runners import runner_of
from tools import nu

from printgen import Project
from printgen.content import library as library_module
from printgen.content.fingerprint import content_hash
from printgen.extras.card_printers.vendors import PLATFORMS
from printgen.extras.exports import archive, channels
from printgen.extras.exports.channels import CHANNEL_KINDS, ExportReport
from printgen.extras.itch import bundle, scenes
from printgen.extras.itch.bundle import bundle_faults, export_itch, size
from printgen.extras.itch.pictures import Screenshot, posters
from printgen.press.staging import Staging, locked, replaced_folder, sha256
from printgen.products.kind import PrintOptions
from printgen.project import Folders, ProjectError
from printgen.settings import Itch
from printgen.store import Store

PRODUCTS = """
crew-cards:
  title: {fr: Cartes d’équipage, en: Crew cards}
  output: cards
  profiles: [captain]
  faces: {front: card-front, back: card-back}
  papers: [a4]
  inks: [full]
rulebook:
  title: {fr: Livret de règles, en: Rulebook}
  output: book
  languages: [en]
  # The press edition is not for buyers.
  editions: [screen, press]
  inks: [full]
"""
SOMEBODY = Itch(user="ada", projects={"fog": "fog-and-compasses"})


def _small(root: Path) -> Path:
    """The starter with fewer files to make."""
    starter(root)
    (root / "content" / "fog" / "products.yaml").write_text(PRODUCTS)
    game = root / "content" / "fog" / "game.yaml"
    game.write_text(game.read_text().replace("fr: Votre nom, en: Your name", "any: Ada"))
    return root


def _exported(root: Path) -> Path:
    _small(root)
    with pytest.MonkeyPatch.context() as patch:
        # Resolutions have tests of their own.
        patch.setattr(scenes, "ACROSS", 600)
        patch.setattr(scenes, "SUPERSAMPLING", 1)
        patch.setattr(sys.modules[posters.__module__], "SUPERSAMPLING", 1)
        assert bundled(root, SOMEBODY).problems == []
    return root


def _quickly_exported(root: Path) -> Path:
    """A project of cards alone, with the bundle of `quick`."""
    products = _small(root) / "content" / "fog" / "products.yaml"
    products.write_text(PRODUCTS.partition("rulebook:")[0])
    with pytest.MonkeyPatch.context() as patch:
        _make_quick(patch)
        assert bundled(root, SOMEBODY).problems == []
    return root


def bundled(root: Path, itch: Itch | None = None, fresh: bool = True) -> ExportReport:
    """The report of an export of the bundle."""
    project = Project(root)
    with runner_of(project) as runner:
        return export_itch(project.library, "fog", runner, itch, fresh=fresh)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose bundle is made; not to be changed."""
    return shared(tmp_path_factory, "bundle", _exported)


@pytest.fixture
def root(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """A project of cards whose bundle is made, to be changed. Nothing in it is stale."""
    made = shared(tmp_path_factory, "bundle-of-cards", _quickly_exported)
    return Path(shutil.copytree(made, tmp_path / "project"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundles without generated channels and pictures, which take most of the time."""
    _make_quick(monkeypatch)


def _make_quick(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(channels, "named_parts", lambda _: {})
    painted = {"cover": b"cover", "banner": b"banner"}
    patch.setattr(bundle, "posters", lambda *_: painted)
    patch.setattr(bundle, "screenshots", lambda *_: iter([Screenshot("screenshot-1", b"x", "")]))


@pytest.fixture
def folder(whole: Path) -> Path:
    return whole / "out" / "itch" / "fog"


def _files(root: Path) -> dict[str, bytes]:
    out = root / "out" / "itch"
    return {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}


@pytest.mark.slow
def test_every_product_is_in_a_channel_with_its_zip(folder: Path) -> None:
    names = {path.name for path in folder.iterdir() if path.is_dir()}
    assert names == {
        *("web", "book-screen", "book-html", "epub", "cards-a4", "tabletop", "vassal"),
        *("cards-makeplayingcards", "cards-the-game-crafter", "cards-drivethrucards"),
    }
    assert {path.stem for path in folder.glob("*.zip")} == names
    for name in names:
        with ZipFile(folder / f"{name}.zip") as packed:
            inside = {p.relative_to(folder / name).as_posix() for p in (folder / name).rglob("*")}
            assert set(packed.namelist()) == {n for n in inside if (folder / name / n).is_file()}
    assert {path.name for path in (folder / "cards-a4").iterdir()} == {
        "fog-cartes-d-equipage.fr.a4.pdf",
        "fog-crew-cards.en.a4.pdf",
        "imprimer.fr.txt",
        "how-to-print.en.txt",
    }
    assert {path.name for path in (folder / "vassal").iterdir()} == {
        *("fog.fr.vmod", "fog.en.vmod", "README.fr.txt", "README.en.txt"),
    }
    assert "flip on the long edge" in (folder / "cards-a4" / "how-to-print.en.txt").read_text()


@pytest.mark.slow
def test_the_manifest_lists_every_file(folder: Path) -> None:
    told = json.loads((folder / "manifest.json").read_text())
    listed = {entry["path"]: entry for entry in told["files"]}
    assert set(listed) == set(archive.names_in(folder)) - {"manifest.json"}
    assert (told["game"], told["version"]) == ("fog", "1")
    book = "book-screen/fog-rulebook.en.screen.pdf"
    assert listed[book]["pages"] == len(page_sizes(folder / book)) > 3
    assert list(bundle_faults(folder, told["channels"])) == []


@pytest.mark.usefixtures("quick")
def test_the_same_game_gives_the_same_bytes(root: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(root, tmp_path / "elsewhere"))
    for home in (root, other):
        bundled(home, SOMEBODY, fresh=False)
    assert _files(root) == _files(other)


@pytest.mark.usefixtures("quick")
@pytest.mark.spares("credit-placeholder")
def test_a_stale_part_is_refused_or_built(root: Path) -> None:
    before = _files(root)
    profile = root / "content" / "fog" / "profiles" / "captain.yaml"
    profile.write_text(profile.read_text().replace("The Captain", "The Commodore"))
    with pytest.raises(ProjectError, match="missing or out of date: out/fog/crew-cards"):
        bundled(root, fresh=False)
    assert _files(root) == before
    assert bundled(root, SOMEBODY).problems == []
    after = _files(root)
    changed = "fog/cards-a4/fog-crew-cards.en.a4.pdf"
    assert after[changed] != before[changed]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("changed", [False, True], ids=["fresh", "stale"])
def test_each_pdf_and_the_content_are_hashed_once(
    root: Path, monkeypatch: pytest.MonkeyPatch, changed: bool
) -> None:
    if changed:
        profile = root / "content" / "fog" / "profiles" / "captain.yaml"
        profile.write_text(profile.read_text().replace("The Captain", "The Commodore"))
    project = Project(root)
    hashed: Counter[str] = Counter()
    trees: list[object] = []
    check = Staging.check

    def counted_read(path: Path) -> tuple[int, str]:
        hashed[path.name] += 1
        return sha256(path)

    def counted_check(staging: Staging, name: str, path: Path) -> tuple[int, str]:
        hashed[Path(name).name] += 1
        return check(staging, name, path)

    def counted_walk(folders: Folders, store: Store) -> str:
        trees.append(folders)
        return content_hash(folders, store)

    monkeypatch.setattr(archive, "sha256", counted_read)
    monkeypatch.setattr(Staging, "check", counted_check)
    monkeypatch.setattr(library_module, "content_hash", counted_walk)
    with runner_of(project) as runner:
        assert export_itch(project.library, "fog", runner, SOMEBODY).problems == []
    assert {name: n for name, n in hashed.items() if name.endswith(".pdf")} == dict.fromkeys(
        [path.name for path in (root / "out" / "fog").glob("*.pdf")], 1
    )
    assert len(trees) == 1


@pytest.mark.parametrize("how", ["missing", "changed", "for-this-printer"])
def test_a_file_that_is_not_what_was_built_is_stale(root: Path, how: str) -> None:
    path = root / "out" / "fog" / "crew-cards.fr.a4.pdf"
    if how == "missing":
        path.unlink()
    elif how == "changed":
        path.write_bytes(path.read_bytes() + b"\n")
    else:
        # Backs that are moved for one printer are wrong for all others.
        moved = PrintOptions((1.0, 0.0))
        Project(root).build(["fog/crew-cards"], options=moved, langs=["fr"])
    with pytest.raises(ProjectError, match=r"missing or out of date: out/fog/crew-cards\.fr"):
        bundled(root, fresh=False)


@pytest.mark.usefixtures("quick")
def test_a_full_disk_leaves_what_was_there(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _files(root)

    def full(path: Path, folder: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archive, "write_zip", full)
    with pytest.raises(ProjectError, match="No space left on device"):
        bundled(root)
    assert _files(root) == before


@pytest.mark.usefixtures("quick")
def test_a_bundle_that_is_not_right_is_not_kept(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _files(root)
    monkeypatch.setattr(bundle, "bundle_faults", lambda *_: iter(["x.zip is damaged"]))
    with pytest.raises(ProjectError, match=r"of fog is invalid: x\.zip is damaged"):
        bundled(root)
    assert _files(root) == before


@pytest.mark.parametrize("done", ["removed", "added", "changed", "emptied", "linked", "zip"])
def test_faults_of_a_bundle_are_found(root: Path, done: str) -> None:
    folder = root / "out" / "itch" / "fog"
    names = json.loads((folder / "manifest.json").read_text())["channels"]
    page = folder / "page.en.md"
    if done == "removed":
        page.unlink()
    elif done == "added":
        (folder / "cards-a4" / "more.pdf").write_text("x")
    elif done == "changed":
        page.write_text(page.read_text() + "!")
    elif done == "emptied":
        shutil.rmtree(folder / "cards-a4")
    elif done == "linked":
        (folder / "link").symlink_to("/etc")
    else:
        (folder / "cards-a4.zip").write_bytes(b"PK")
    said = {
        "removed": "page.en.md is missing",
        "added": "cards-a4/more.pdf is not listed",
        "changed": "page.en.md has changed",
        "emptied": "the channel cards-a4 is empty",
        "linked": "link is a symlink",
        "zip": "cards-a4.zip cannot be read",
    }[done]
    assert any(said in fault for fault in bundle_faults(folder, names))


# --- folders that are replaced ---------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    project = Project(starter(tmp_path / "project"))
    with locked(project.folders), replaced_folder(project.folders, "out/itch/fog") as part:
        (part / "a").write_text("old")
    yield project.folders.root


def _replace(root: Path, error: type[BaseException] | None = None) -> None:
    project = Project(root)
    with locked(project.folders), replaced_folder(project.folders, "out/itch/fog") as part:
        (part / "b").write_text("new")
        if error:
            raise error


def _names(root: Path) -> list[str]:
    return sorted(p.name for p in (root / "out" / "itch").rglob("*"))


def test_a_folder_takes_the_place_of_the_old_one(place: Path) -> None:
    _replace(place)
    assert _names(place) == ["b", "fog"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, SystemExit])
def test_whatever_ends_an_export_the_old_folder_stays(
    place: Path, error: type[BaseException]
) -> None:
    with pytest.raises(error):
        _replace(place, error)
    assert _names(place) == ["a", "fog"]


def test_what_an_ended_export_left_is_taken_up(place: Path) -> None:
    home = place / "out" / "itch"
    (home / "fog").rename(home / ".fog.printgen-old")
    (home / ".fog.printgen-part").mkdir()
    with pytest.raises(ValueError):
        _replace(place, ValueError)
    assert _names(place) == ["a", "fog"]


def test_nothing_is_written_through_a_link(place: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.rmtree(place / "out" / "itch")
    (place / "out" / "itch").symlink_to(elsewhere)
    with pytest.raises(ProjectError, match="leads out of the project"):
        _replace(place)
    (place / "out" / "itch").unlink()
    (place / "out" / "itch").mkdir()
    (place / "out" / "itch" / "fog").symlink_to(elsewhere)
    with pytest.raises(ProjectError, match="something else of that name"):
        _replace(place)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.usefixtures("quick")
def test_a_vendor_whose_name_is_a_command_is_a_problem(root: Path) -> None:
    before = _files(root)
    (root / "vendors").mkdir()
    (root / "vendors" / "a$(id >X)b.yaml").write_text("itch: true\n")
    (problem,) = bundled(root, SOMEBODY, fresh=False).problems
    assert (problem.code, problem.severity) == ("name-invalid", "error")
    assert _files(root) == before


# --- the script ------------------------------------------------------------------------------


def _upload(folder: Path, bin: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script with a butler that writes down what it is asked."""
    bin.mkdir(exist_ok=True)
    butler = bin / "butler"
    butler.write_text(f'#!/bin/sh\necho "$*" >> "{bin}/asked"\n')
    butler.chmod(butler.stat().st_mode | stat.S_IEXEC)
    command = ["sh", str(folder / "upload.sh"), *arguments]
    surroundings = {**os.environ, "PATH": f"{bin}:{os.environ['PATH']}"}
    return subprocess.run(command, capture_output=True, text=True, env=surroundings, cwd=bin)


@pytest.mark.slow
def test_the_script_shows_its_commands_and_runs_them_when_told(
    folder: Path, tmp_path: Path
) -> None:
    shown = _upload(folder, tmp_path / "bin")
    assert not (tmp_path / "bin" / "asked").exists()
    told = _upload(folder, tmp_path / "bin", "--push")
    assert (shown.returncode, told.returncode) == (0, 0)
    asked = (tmp_path / "bin" / "asked").read_text().splitlines()
    assert [f"butler {line}" for line in asked] == shown.stdout.splitlines()
    names = json.loads((folder / "manifest.json").read_text())["channels"]
    assert asked == [
        f"push ./{name} ada/fog-and-compasses:{name} --userversion=1" for name in names
    ]


@pytest.mark.usefixtures("quick")
def test_the_script_needs_an_account(root: Path, tmp_path: Path) -> None:
    bundled(root, fresh=False)
    folder = root / "out" / "itch" / "fog"
    refused = _upload(folder, tmp_path / "bin", "--push")
    assert refused.returncode == 2
    assert "add --to account/fog" in refused.stderr
    told = _upload(folder, tmp_path / "bin", "--push", "--to", "ada/fog")
    assert told.returncode == 0
    assert "ada/fog:cards-a4" in (tmp_path / "bin" / "asked").read_text()
    for wrong in (["--puhs"], ["--to"], ["--to", "ada"], ["--to", "ada/x/y"], ["--to", "-x/y"]):
        refused = _upload(folder, tmp_path / "bin", *wrong)
        assert (refused.returncode, refused.stdout) == (2, ""), wrong
        assert refused.stderr.startswith("upload.sh: ")
        assert len(refused.stderr.splitlines()) == 1


@pytest.mark.slow
def test_the_script_stops_where_an_upload_fails(folder: Path, tmp_path: Path) -> None:
    bin = tmp_path / "bin"
    bin.mkdir()
    (bin / "butler").write_text('#!/bin/sh\necho "$2"\n[ "$2" != ./epub ]\n')
    (bin / "butler").chmod(0o755)
    surroundings = {**os.environ, "PATH": f"{bin}:{os.environ['PATH']}"}
    command = ["sh", str(folder / "upload.sh"), "--push"]
    done = subprocess.run(command, capture_output=True, text=True, env=surroundings)
    assert done.returncode == 2
    assert done.stdout.splitlines()[-1] == "./epub"
    assert "upload of ./epub failed" in done.stderr


# --- pages -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_pages_are_valid_and_their_pictures_are_there(folder: Path) -> None:
    pages = sorted(folder.glob("page.*.html"))
    assert len(pages) == 2
    assert nu(pages) == []
    for page in pages:
        names = re.findall(r'src="([^"]+)"', page.read_text())
        assert len(names) >= 4
        assert all((folder / name).is_file() for name in names)
        assert not re.search(r'(src|href)="[a-z]+:', page.read_text())


@pytest.mark.slow
def test_the_page_says_what_is_in_the_bundle(folder: Path) -> None:
    french, english = ((folder / f"page.{lang}.md").read_text() for lang in ("fr", "en"))
    assert "- Cartes d’équipage · 2 pages" in french
    assert "**Joueurs**\u00a0: 2 joueurs" in french
    assert "- Crew cards · 2 pages" in english
    pages = len(page_sizes(folder / "book-screen" / "fog-rulebook.en.screen.pdf"))
    assert f"Rulebook · {pages} pages" in english
    assert "### Module for VASSAL (vassal.zip, " in english
    zipped = (folder / "cards-a4.zip").stat().st_size
    assert f"(cards-a4.zip, {size(zipped, 'en')})" in english
    # What the game lacks is not spoken of.
    assert "quest" not in english
    assert "Maps" not in english
    guide = (folder / "publish.en.md").read_text()
    assert "fog-and-compasses" in guide
    assert "add `--to" not in guide


@pytest.mark.usefixtures("quick")
@pytest.mark.sees("credit-placeholder")
def test_the_starter_s_credits_are_told_and_emphasis_stays(root: Path) -> None:
    path = root / "content" / "fog" / "game.yaml"
    text = path.read_text().replace("any: Ada", "fr: Votre nom, en: Your name")
    path.write_text(text.replace("Two crews, one harbour", "*Two* crews, **one_harbour**"))
    made = bundled(root)
    assert [(p.code, p.severity) for p in made.problems] == [("credit-placeholder", "warning")]
    assert made.problems[0].position.file == "content/fog/game.yaml"
    folder = root / "out" / "itch" / "fog"
    assert (
        "<p><em>Two</em> crews, <strong>one_harbour</strong>"
        in (folder / "page.en.html").read_text()
    )
    assert r"*Two* crews, **one\_harbour**" in (folder / "page.en.md").read_text()


@pytest.mark.usefixtures("quick")
def test_low_ink_that_is_full_ink_is_given_once(root: Path) -> None:
    products = PRODUCTS.replace("inks: [full]", "inks: [full, low]")
    (root / "content" / "fog" / "products.yaml").write_text(products)
    project = Project(root)
    targets = project.targets(["fog/crew-cards"], every=True, langs=["en"])
    with runner_of(project) as runner:
        (channel,) = channels.channels(project.library, "fog", targets, runner)
    full = (root / "out" / "fog" / "crew-cards.en.a4.pdf").read_bytes()
    for low, inks in ((full, ["full"]), (b"%PDF-other", ["full", "low"])):
        (root / "out" / "fog" / "crew-cards.en.a4.low-ink.pdf").write_bytes(low)
        assert [file.target.ink for file in channel.files() if file.target] == inks


@pytest.mark.usefixtures("quick")
def test_words_of_a_game_stay_words(root: Path) -> None:
    path = root / "content" / "fog" / "game.yaml"
    text = path.read_text().replace("en: Fog and Compasses", 'en: "</title><b>Fog #1 [x]"')
    path.write_text(text.replace("version:", "x-version:") + 'version: "1 $(touch x)"\n')
    assert bundled(root).problems == []
    folder = root / "out" / "itch" / "fog"
    html = (folder / "page.en.html").read_text()
    assert "<h1>&lt;/title&gt;&lt;b&gt;Fog #1 [x]</h1>" in html
    assert r"# \</title\>\<b\>Fog \#1 \[x\]" in (folder / "page.en.md").read_text()
    assert subprocess.run(["sh", "upload.sh"], cwd=folder, capture_output=True).returncode == 0
    assert not (folder / "x").exists()


# --- names and the command -------------------------------------------------------------------


def test_no_channel_is_taken_for_a_program() -> None:
    names = [
        *CHANNEL_KINDS,
        *(f"{kind}-{p}" for kind in CHANNEL_KINDS for p in ("a3", "a4", "a5", "legal", "letter")),
    ]
    assert [(name, word) for name in names for word in PLATFORMS if word in name] == []
    assert all(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


@pytest.mark.slow
def test_the_command_says_what_is_wrong(whole: Path) -> None:
    unknown = printgen(whole, "export", "itch", "fgo")
    assert unknown.returncode == 2
    assert "no game 'fgo' (did you mean 'fog'?)" in unknown.stderr


def test_a_game_without_products_has_nothing_to_export(tmp_path: Path) -> None:
    root = starter(tmp_path / "project")
    (root / "content" / "fog" / "products.yaml").unlink()
    done = printgen(root, "export", "itch", "fog")
    assert (done.returncode, done.stderr) == (1, "printgen: 'fog' has no products\n")
    assert not (root / "out" / "itch").exists()


def test_errors_of_content_export_nothing(tmp_path: Path) -> None:
    root = _small(tmp_path / "project")
    path = root / "content" / "fog" / "profiles" / "captain.yaml"
    path.write_text(path.read_text().replace("fight: 3+", "fight: 9+"))
    done = printgen(root, "export", "itch", "fog")
    assert done.returncode == 1
    assert "stat-range" in done.stderr
    assert "nothing was exported" in done.stderr
    assert not (root / "out" / "itch").exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('short: "a\\u202eb"', "the character U+202E cannot be printed"),
        ('about: "a\\u001b[31m"', "the character U+001B cannot be printed"),
        ("ai: no", "omit `ai` if no generative AI was used"),
        (f"short: {'long ' * 30}", "one line of at most 140 characters"),
        ("tags: [Print-And-Play]", "lower-case letters and digits"),
    ],
)
def test_words_for_a_shop_that_cannot_be(tmp_path: Path, line: str, said: str) -> None:
    root = starter(tmp_path / "project")
    path = root / "content" / "fog" / "game.yaml"
    lines = path.read_text().partition("\nshop:")[0].splitlines()
    given = {"short": "short: S", "about": "about: A", line.partition(":")[0]: line}
    path.write_text("\n".join([*lines, "shop:", *(f"  {each}" for each in given.values()), ""]))
    problems = [str(problem) for problem in Project(root).problems]
    assert any(said in problem for problem in problems), problems


def test_sizes_are_told_as_people_read_them() -> None:
    assert [size(n, "fr") for n in (1, 1499, 1_250_000)] == [
        "1\u00a0ko",
        "1\u00a0ko",
        "1,2\u00a0Mo",
    ]
    assert size(1_250_000, "en") == "1.2\u00a0MB"

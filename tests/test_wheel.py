"""The wheel: its files, and its use without the repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import printgen
from printgen.project import FONTS, STARTERS

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).parent.parent
SKIPPED = shutil.ignore_patterns(
    ".git", ".venv", "out", "dist", "build", "__pycache__", ".*_cache", ".hypothesis"
)
# Added to the copy: the wheel has hidden files of the starter, and no compiled Python files.
HIDDEN = "printgen/starters/.hidden"
LEFT = ("printgen/__pycache__/cli.cpython-311.pyc", "templates/__pycache__/x.cpython-311.pyc")


def run(*words: str | Path, cwd: Path) -> str:
    """The stdout of a program that runs outside the repository and must succeed."""
    surroundings = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    surroundings["XDG_CONFIG_HOME"] = str(cwd / "no-such-folder")
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=surroundings, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the repository."""
    folder = tmp_path_factory.mktemp("wheel")
    tree = shutil.copytree(REPOSITORY, folder / "tree", ignore=SKIPPED)
    for name in (HIDDEN, *LEFT):
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text("planted")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--quiet", "--no-deps", "-w", folder / "made", tree, cwd=folder)
    (found,) = (folder / "made").iterdir()
    return found


@pytest.fixture(scope="module")
def clean(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment with the wheel and the libraries of this environment."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder / "env", symlinks=True)
    python = folder / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    run(*pip, "install", "--quiet", "--no-compile", "--no-deps", "--no-index", wheel, cwd=folder)
    told = run(python, "-c", "import sysconfig as s; print(s.get_path('purelib'))", cwd=folder)
    inside = Path(told.strip())
    # A path in a `.pth` file is searched last, and its own `.pth` files are not read: the editable
    # install of the repository is not used.
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (inside / "libraries.pth").write_text("\n".join(sorted(libraries)))
    place = Path(run(python, "-c", "import printgen; print(printgen.__file__)", cwd=folder).strip())
    assert place == inside / "printgen" / "__init__.py"
    assert not place.is_relative_to(REPOSITORY)
    return python.parent


def files(folder: Path) -> set[str]:
    """The files of a folder, without compiled Python files."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {p.relative_to(folder).as_posix() for p in found if "__pycache__" not in p.parts}


def test_the_wheel_has_the_package_and_its_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    about = f"printgen-{printgen.__version__}.dist-info/"
    rest = {name for name in names if not name.startswith(about)}
    tree = wheel.parent.parent / "tree"
    expected = {f"printgen/{name}" for name in files(tree / "printgen")}
    expected |= {f"printgen/data/templates/{name}" for name in files(tree / "templates")}
    expected |= {f"printgen/data/fonts/{name}" for name in files(tree / "fonts")}
    assert sorted(rest) == sorted(expected)
    assert HIDDEN in rest
    assert {f"{about}METADATA", f"{about}entry_points.txt"} <= names


def test_the_wheel_has_every_kind_of_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = archive.read(f"printgen-{printgen.__version__}.dist-info/METADATA").decode()
    assert {f"printgen/starters/{name}" for name in files(STARTERS)} <= names
    assert "printgen/data/templates/plain/card-front.html.j2" in names
    for family in FONTS.iterdir():
        if family.is_dir():
            held = {n.rpartition("/")[2] for n in names if f"/fonts/{family.name}/" in n}
            assert any(name.endswith(".ttf") for name in held)
            assert held & {"OFL.txt", "LICENSE.txt"}
    assert not [n for n in names if n.split("/")[0] in ("tests", "content", "templates", "fonts")]
    assert not [n for n in names if "__pycache__" in n or n.endswith(".pyc")]
    assert f"\nVersion: {printgen.__version__}\n" in metadata
    assert "\nRequires-Python: >=3.11\n" in metadata


def test_the_wheel_creates_checks_and_builds_a_game(clean: Path, tmp_path: Path) -> None:
    command = clean / "printgen"
    run(command, "new", "game", "--kind", "skirmish", cwd=tmp_path)
    game = tmp_path / "game"
    assert run(command, "check", "--strict", cwd=game) == "no problems\n"
    path = "out/fog/reference.en.a4.pdf"
    assert path in run(command, "build", "fog/reference", "--lang", "en", cwd=game)
    assert (game / path).read_bytes().startswith(b"%PDF-")
    assert "ok " in run(command, "doctor", cwd=tmp_path)

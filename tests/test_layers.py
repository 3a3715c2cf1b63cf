"""The layers of the package, proved from its imports: a module imports only from below itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import printgen
from printgen.project import STARTER

PACKAGE = Path(printgen.__file__).parent
LAYERS = [
    {"problems", "hexes", "hexgrid", "sightlines", "paper", "odds", "pictures"},
    {
        "models",
        "library",
        "flaws",
        "markdown",
        "yamltext",
        "source",
        "project",
        "labels",
        "looks",
        "settings",
        "shape",
        "stamp",
    },
    {"rules", "render", "impose"},
    {"load", "outputs", "publish", "schema", "new", "calibrate", "doctor"},
    {"build", "export", "figures"},
    {"cli", "__init__", "__main__"},
]
# Who may import from its own layer, besides a folder from itself. Nobody of layer 2.
WITHIN = {
    "hexgrid": {"hexes"},
    "library": {"markdown", "models", "project", "source"},
    "markdown": {"flaws"},
    "source": {"yamltext"},
    "shape": {"source"},
    "labels": {"models", "project", "source"},
    "looks": {"models", "project", "shape", "source"},
    "settings": {"models", "shape", "source"},
    "stamp": {"project"},
    "new": {"load", "schema"},
    "export": {"build"},
    "figures": {"build"},
    "cli": {"__init__"},
    "__main__": {"cli"},
}
HEIGHT = {part: height for height, parts in enumerate(LAYERS) for part in parts}
MODULES = {path.relative_to(PACKAGE): path for path in PACKAGE.rglob("*.py")}


def part_of(path: Path) -> str:
    """The part of the package that a module belongs to: a folder or a module beside it."""
    return path.parts[0].removesuffix(".py")


PARTS = set(map(part_of, MODULES))


def imported(tree: ast.AST) -> Iterator[str]:
    """The parts of printgen that a module imports, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, *inner = name.split(".")
            if package == "printgen":
                yield inner[0] if inner and inner[0] in PARTS else "__init__"


def test_every_part_has_its_layer() -> None:
    assert set(HEIGHT) == PARTS
    assert sum(map(len, LAYERS)) == len(HEIGHT)


@pytest.mark.parametrize("path", sorted(MODULES), ids=str)
def test_imports_lead_downward(path: Path) -> None:
    part = part_of(path)
    for other in set(imported(ast.parse(MODULES[path].read_text(encoding="utf-8")))) - {part}:
        assert HEIGHT[other] < HEIGHT[part] or other in WITHIN.get(part, ()), f"{part}: {other}"


def test_what_is_allowed_within_a_layer_is_needed() -> None:
    for part, others in WITHIN.items():
        assert part not in LAYERS[2]
        paths = [path for inner, path in MODULES.items() if part_of(inner) == part]
        trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
        assert others <= {name for tree in trees for name in imported(tree)}, part


# What prints, exits or looks where it runs: names alone, and with what stands before the dot.
NAMES = {"print", "input", "exit", "quit", "SystemExit", "breakpoint"}
ATTRIBUTES = {
    "sys.exit", "sys.stdout", "sys.stderr", "sys.stdin", "sys.argv", "os.getcwd", "os._exit",
    "os.abort", "Path.cwd", "os.chdir", "os.path.abspath",
}  # fmt: skip


def own_deeds(tree: ast.AST) -> Iterator[str]:
    """What of NAMES and ATTRIBUTES a module uses, and click."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in NAMES:
            yield node.id
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in ATTRIBUTES:
            yield ast.unparse(node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or ""
            names = {f"{module}.{alias.name}".strip(".") for alias in node.names}
            yield from names & ATTRIBUTES
            yield from (name for name in names if name.split(".")[0] == "click")


@pytest.mark.parametrize("path", sorted(MODULES), ids=str)
def test_only_the_command_prints_and_exits(path: Path) -> None:
    deeds = set(own_deeds(ast.parse(MODULES[path].read_text(encoding="utf-8"))))
    if part_of(path) == "__main__":
        assert deeds == {"sys.stderr", "sys.exit"}
    elif part_of(path) != "cli":
        assert deeds == set()
    elif path.stem in ("terminal", "catalogue"):
        assert deeds <= {"sys.stderr", "click"}
    else:
        assert "click" in deeds


RUN = """
import sys
from printgen.cli import run
try:
    run()
except SystemExit as done:
    assert done.code == 0, done.code
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


@pytest.mark.parametrize("command", [["check"], ["list"], ["list", "checks"], ["--help"]], ids=str)
def test_the_quick_commands_leave_the_renderer_alone(command: list[str]) -> None:
    words = [sys.executable, "-c", RUN, "-C", str(STARTER), *command]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "printgen" in loaded
    assert "weasyprint" not in loaded
    if command[0] != "list":
        assert loaded.isdisjoint({"pikepdf", "reportlab", "jinja2", "rich", "fontTools"})

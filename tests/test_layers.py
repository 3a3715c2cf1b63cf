"""The layers of the package, file by file: a module imports only from layers below its own, and no
modules import each other in a cycle.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from layers import LAYERS

import printgen
from printgen.extra import OWN, extras
from printgen.project import STARTERS

PACKAGE = Path(printgen.__file__).parent
MAX_ROOT_MODULES, MAX_ANY = 7, 68


def module_name(path: Path) -> str:
    """The dotted name of a module, without `printgen.`; `__init__` for the package itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax tree of each module."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def layer(module: str) -> int:
    """The index of the layer of a module."""
    return LAYERS.index(module.partition(".")[0])


def known_module(dotted: str) -> str:
    """The module that a dotted name (`printgen.a.b.name`) is in."""
    name = dotted.removeprefix("printgen").removeprefix(".")
    while name and name not in MODULES:
        name = name.rpartition(".")[0]
    return name or "__init__"


def imported_names(tree: ast.AST) -> Iterator[str]:
    """The dotted names that a module imports from printgen, also within functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.partition(".")[0] == "printgen")
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            if (node.module or "").partition(".")[0] == "printgen":
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def imports() -> dict[str, set[str]]:
    """The modules of printgen that each module imports."""
    return {
        name: {known_module(found) for found in imported_names(tree)} - {name}
        for name, tree in trees().items()
    }


def test_every_module_has_a_layer() -> None:
    assert {name.partition(".")[0] for name in MODULES} == set(LAYERS)


def test_imports_are_from_lower_layers() -> None:
    found = [(name, other) for name, others in imports().items() for other in others]
    assert [(name, other) for name, other in found if layer(other) > layer(name)] == []


def test_imports_have_no_cycles() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def extra_of(module: str) -> str:
    """The name of the extra that a module is part of; empty for the core."""
    first, _, rest = module.partition(".")
    return rest.partition(".")[0] if first == "extras" else ""


def test_the_core_names_no_extra() -> None:
    """It reaches them by the plug, which has the one table of names."""
    core = {name for name in MODULES if not extra_of(name)} - {"extra"}
    texts = {name: MODULES[name].read_text(encoding="utf-8") for name in core}
    assert [name for name, text in texts.items() if "printgen.extras." in text] == []


def test_extras_need_those_that_they_import() -> None:
    """What an extra imports within functions, it does without."""
    for each in extras():
        modules = [name for name in MODULES if extra_of(name) == each.name]
        found = {
            extra_of(known_module(other)) for name in modules for other in eager(trees()[name])
        }
        assert found - {"", each.name} == set(each.needs), each.name


def eager(tree: ast.Module) -> Iterator[str]:
    """The dotted names that a module imports from printgen when it is imported."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imported_names(node)


def test_the_needs_of_extras_have_no_cycles() -> None:
    TopologicalSorter({each.name: each.needs for each in extras()}).prepare()


def test_all_our_extras_are_in_the_table() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("extras/*/__init__.py")}
    assert folders == set(OWN) == {each.name for each in extras()}


def test_the_number_of_root_modules_is_limited() -> None:
    root = [name for name, path in MODULES.items() if path.parent == PACKAGE]
    assert len(set(root) - {"__init__", "__main__"}) <= MAX_ROOT_MODULES


def test_the_number_of_any_annotations_is_limited() -> None:
    lines = [line for p in MODULES.values() for line in p.read_text(encoding="utf-8").splitlines()]
    code = [line for line in lines if not line.lstrip().startswith(("import ", "from "))]
    assert sum(len(re.findall(r"\bAny\b", line)) for line in code) <= MAX_ANY


# Names that print, exit or read the working directory.
NAMES = {"print", "input", "exit", "quit", "SystemExit", "breakpoint"}
ATTRIBUTES = {
    "sys.exit", "sys.stdout", "sys.stderr", "sys.stdin", "sys.argv", "os.getcwd", "os._exit",
    "os.abort", "Path.cwd", "os.chdir", "os.path.abspath",
}  # fmt: skip


def side_effects(tree: ast.AST) -> Iterator[str]:
    """The names of NAMES and ATTRIBUTES that a module uses, and click."""
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


def test_only_the_cli_prints_and_exits() -> None:
    for module, tree in trees().items():
        found = set(side_effects(tree))
        if module == "__main__":
            assert found == {"sys.stderr", "sys.exit"}
        elif not _is_command(module):
            assert found == set(), module
        elif module in ("cli.terminal", "cli.catalogue"):
            assert found <= {"sys.stderr", "click"}, module
        else:
            assert "click" in found, module


def _is_command(module: str) -> bool:
    """Whether a module is one of the command line, or of the commands of an extra."""
    return module.partition(".")[0] == "cli" or (
        module.startswith("extras.") and module.endswith(".commands")
    )


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
def test_quick_commands_do_not_import_the_renderer(command: list[str]) -> None:
    words = [sys.executable, "-c", RUN, "-C", str(STARTERS / "skirmish"), *command]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "printgen" in loaded
    assert "weasyprint" not in loaded
    if command[0] != "list":
        assert loaded.isdisjoint({"pikepdf", "reportlab", "jinja2", "rich", "fontTools"})


def test_all_output_goes_through_one_module() -> None:
    """It shows what would control the terminal: see `echo` of `cli/terminal.py`."""
    outputs = {"click.echo", "click.secho", "click.echo_via_pager", "sys.stdout", "sys.stderr"}
    found = {
        (module, ast.unparse(node))
        for module, tree in trees().items()
        if _is_command(module) and module != "cli.terminal"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) in outputs
    }
    # These look at the streams and write nothing.
    assert found == {("cli", "sys.stdout"), ("extras.starters.commands", "sys.stdout")}

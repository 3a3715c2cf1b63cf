"""The tests of what has changed since the last commit, for use while one writes code: `make quick`.

A changed module has the test of its name, and that of its folder's name; without one, all tests
of its folder. A changed test is run itself.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent


def changed_files() -> list[PurePosixPath]:
    """The files that differ from the last commit, and new ones that git does not ignore."""
    changed = ("diff", "--name-only", "HEAD"), ("ls-files", "--others", "--exclude-standard")
    lines = []
    for words in changed:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
        lines += done.stdout.splitlines()
    return sorted({PurePosixPath(line) for line in lines})


def own_tests(file: PurePosixPath, root: Path = ROOT) -> Iterator[PurePosixPath]:
    """The test files, or the folder of tests, of a changed file."""
    if file.suffix != ".py" or file.parts[0] not in ("printgen", "tests"):
        return
    if file.parts[0] == "tests":
        if file.name.startswith("test_") and (root / file).exists():
            yield file
        return
    folder = PurePosixPath("tests", *file.parts[1:-1])
    own = [folder / f"test_{name}.py" for name in (file.stem, file.parent.name)]
    there = [test for test in own if (root / test).exists()]
    if there:
        yield from there
    elif folder.parts != ("tests",) and (root / folder).is_dir():
        yield folder


def main() -> None:
    """Run the tests of all changed files; without any, say so."""
    tests = sorted({str(test) for file in changed_files() for test in own_tests(file)})
    if not tests:
        print("no changed file has tests: see `make test`")
        return
    print("testing", *tests)
    command = [sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow", *tests]
    raise SystemExit(subprocess.run(command, cwd=ROOT).returncode)


if __name__ == "__main__":
    main()

"""The release that brought each key, from `since.yaml`.

`since.yaml` lists the keys of each release by model. A key that is not in it is newer than the
last release. `python docs/since.py VERSION` adds those keys, when a version is released.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import yaml

FILE = Path(__file__).with_name("since.yaml")

_ABOUT = (
    "# The keys that each release brought, by model. `python docs/since.py VERSION` adds to it."
)


@cache
def releases() -> dict[str, frozenset[str]]:
    """The keys that each release brought, as `Model.key`, from the first release on."""
    data = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return {
        version: frozenset(f"{model}.{key}" for model, keys in models.items() for key in keys)
        for version, models in data.items()
    }


def since(key: str) -> str:
    """When a key came, in words; empty for those of the first release."""
    first, *_ = releases()
    version = next((version for version, keys in releases().items() if key in keys), "")
    if version == first:
        return ""
    return f"Since {version}." if version else f"New after {[*releases()][-1]}."


def written(found: dict[str, Iterable[str]]) -> str:
    """The text of `since.yaml`, for the keys of each release."""
    lines = [_ABOUT]
    for version, keys in found.items():
        lines.append(f'"{version}":')
        models: dict[str, list[str]] = {}
        for key in sorted(keys):
            model, _, name = key.partition(".")
            models.setdefault(model, []).append(name)
        lines += [
            f"  {model}: [{', '.join(map(_quoted, names))}]" for model, names in models.items()
        ]
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    """A key in YAML: `on`, `no` and the like would be read as booleans."""
    return name if yaml.safe_load(name) == name else f'"{name}"'


if __name__ == "__main__":
    from reference import all_keys

    known = {key for keys in releases().values() for key in keys}
    FILE.write_text(written({**releases(), sys.argv[1]: {*all_keys()} - known}), encoding="utf-8")

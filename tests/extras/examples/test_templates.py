"""The print macros of mechanics: the files that templates can import by their prefix."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import TemplateNotFound

from printgen.extra import extra_file
from printgen.extras.examples.kinds import example_kinds, example_templates
from printgen.layout.files import Files
from printgen.layout.templates import environment
from printgen.project import Folders


@pytest.mark.parametrize("kind", example_kinds())
def test_each_kind_of_example_has_a_macro(kind: str, tmp_path: Path) -> None:
    template = environment(Files(Folders(tmp_path))).get_template(example_templates()[kind])
    assert hasattr(
        template.make_module({"lang": "en", "labels": {}, "game": {"counters": {}}}), kind
    )


@pytest.mark.parametrize(
    "name",
    [
        "_mechanics/quest/view.py", "_mechanics/../../mechanic.py", "_mechanics/quest",
        "_mechanics/quest.html.j2/../view.py", "_mechanics/unknown.html.j2",
        "_mechanics/quest/templates/_mechanics/quest.html.j2", "_mechanics/quest.html.j2\n",
        "mechanics/quest.html.j2", "_mechanics//etc/passwd",
    ],
)  # fmt: skip
def test_no_other_file_is_found_by_the_prefix(name: str, tmp_path: Path) -> None:
    assert extra_file(name) is None
    with pytest.raises(TemplateNotFound):
        environment(Files(Folders(tmp_path))).get_template(name)

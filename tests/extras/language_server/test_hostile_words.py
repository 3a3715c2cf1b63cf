"""Words of a project in what editors show: no link, picture or HTML comes of them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from editor_client import Editor, editing, place
from lsprotocol import types
from markdown_it import MarkdownIt
from markdown_it.token import Token
from small_projects import write

# What no text of a game may become in an editor.
WORDS = (
    "*run* [me](command:workbench.action.terminal.new) ![p](http://192.0.2.1/a.png) <img src=x> "
    "<a href='command:x'>a</a> [r] | `c` &lt;b> ~~s~~ $(x)"
)
LINES = f"{WORDS}\n\n# head\n\n- item\n\n    code\n\n```\ncode\n```\n\n[r]: command:x\n"
NAME = json.dumps(WORDS)
FILES = {
    "printgen.yaml": "",
    "content/g/game.yaml": f"""title: {NAME}
languages: [en]
trait_kinds: {{skill: {{label: {NAME}}}}}
stat_lines:
  line:
    label: Line
    stats: {{move: {{label: {NAME}, type: word}}}}
""",
    "content/g/traits/tough.yaml": f"name: {NAME}\nkind: skill\ntext: {json.dumps(LINES)}\n",
    "content/g/profiles/zombie.yaml": f"""name: {NAME}
story: {json.dumps(LINES)}
stats: {{line: {{move: {NAME}}}}}
traits: [tough]
""",
    "content/g/profiles/bat.yaml": 'name: "Bat\\n\\tof night"\ntraits: ["tough"]\n',
    "content/g/tables/odds.yaml": f"""title: {NAME}
columns: {{one: {NAME}, two: Two}}
rows:
  - {{one: {NAME}, two: x}}
""",
    "content/g/chapters/01-dead.en.md": f"""# Dead {WORDS}

:::{{traits}} tough

:::{{profile}} zombie

:::{{table}} odds
""",
}
CHAPTER, BAT = "content/g/chapters/01-dead.en.md", "content/g/profiles/bat.yaml"
ABLE = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown])
    )
)
# What printgen itself writes: names in bold, ids as code, kinds in italics, tables.
OWN = {
    "text", "strong_open", "strong_close", "em_open", "em_close", "code_inline", "inline", "hr",
    *(f"{name}_{end}" for name in ("paragraph", "table", "thead", "tbody", "tr", "th", "td")
      for end in ("open", "close")),
}  # fmt: skip


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = write(tmp_path_factory.mktemp("hostile").resolve(), FILES)
    with editing(root, able=ABLE, name="Neovim") as found:
        found.type(CHAPTER, FILES[CHAPTER])
        found.type(BAT, "")
        found.problems(BAT, "yaml-documents")
        found.type(BAT, FILES[BAT])
        found.problems(BAT)
        yield found


def tokens(words: str) -> Iterator[Token]:
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(words):
        yield token
        yield from token.children or ()


@pytest.mark.parametrize("name", ["tough", "zombie", "odds"])
def test_a_hover_has_the_marks_of_printgen_alone(editor: Editor, name: str) -> None:
    text = FILES[CHAPTER]
    params = types.HoverParams(editor.document(CHAPTER), place(text, f"}} {name}", 3))
    found = editor.ask(editor.client.text_document_hover_async(params))
    assert found is not None and isinstance(found.contents, types.MarkupContent)
    shown = list(tokens(found.contents.value))
    assert {token.type for token in shown} <= OWN
    code = [token.content for token in shown if token.type == "code_inline"]
    assert [each.rpartition("/")[2] for each in code] == [name]
    said = "".join(token.content for token in shown if token.type == "text")
    assert "[me](command:workbench.action.terminal.new)" in said
    assert "<img src=x>" in said
    # Emphasis of the game is emphasis.
    assert any(token.type == "em_open" for token in shown)


def test_what_is_shown_as_text_is_on_one_line(editor: Editor) -> None:
    editor.type(CHAPTER, f"{FILES[CHAPTER]}\n:::{{profile}} \n")
    at = types.Position(FILES[CHAPTER].count("\n") + 1, len(":::{profile} "))
    params = types.CompletionParams(editor.document(CHAPTER), at)
    found = editor.ask(editor.client.text_document_completion_async(params))
    assert isinstance(found, list)
    assert {item.label for item in found} == {"zombie", "bat"}
    assert all(item.detail and item.detail.isprintable() for item in found)
    assert all(item.documentation is None for item in found)
    editor.type(BAT, FILES[BAT].replace("tough", r"a\e[31m\n\u202e"))
    (problem,) = editor.problems(BAT, "value-shape")
    assert problem.message.isprintable() and r"a\x1b[31m\n\u202e" in problem.message

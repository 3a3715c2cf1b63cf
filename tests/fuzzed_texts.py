"""YAML and PO files with changes: depth, anchors, numbers, tags, escapes, headers, odd letters."""

# ruff: noqa: E501  # inputs are on one line each

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

from fuzzed_bytes import Fuzzed, number, some_bytes
from hostile_inputs import CARD, STARTER

GAME = "content/fog/game.yaml"

_LETTERS = (
    "\0", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\u202e", "\u200b", "\u00ad", "\ufffe", "\ufffd",
    "\U000e0001", "\U0010ffff", "\ue000", "é" * 3000, "e" + "\u0301" * 5000, "\U0001f9df" * 3000, "ﷺ" * 3000, "\t", "\r", "ß", "İ", "ﬁ",
    "अ" * 500, "\u0600", "א" * 99 + "a" + "א" * 99, "\u1160" * 500, "\ud7ff", "👨‍👩‍👧" * 500, "​", "　", "̸" * 3000,
)  # fmt: skip

_VALUES = (
    "null", "~", "[]", "{}", '""', "true", ".nan", "-.inf", "0o17", "0x1F", "1_000", "1:30", "2026-11-28", "!!binary aGk=", "!!python/name:os.system",
    "!!set {a, b}", "!<tag:yaml.org,2002:int> 3", "&a [*a]", "*b", "<<", "{<<: {a: b}}", "{? [a] : b}", "{? {a: b} : c}", "!!merge <<", "|\n  a", ">-\n  a",
    "{name!s:2147483000}", "{0.__class__}", "{{ x }}", "{% include 'x' %}", "%s" * 900, "$(id)", "`id`", "../../../etc/passwd", "/etc/passwd", "http://192.0.2.1/",
    "-x", ";", "|", "a\\u0000b", '"\\0"', '"\\x1b[31m"', '"\\ud800"', '"\\udfff\\ud800"', '"\\U0010ffff"', "9" * 4000, "'" + "a" * 30_000 + "'", "1d6" + "+1d6" * 3000,
    "(" * 3000 + ")" * 3000, "1" + "**9" * 9, "9**9**9**9", "2 ** 1000000000", "count() * " * 900 + "1", "[" * 60 + "]" * 60, "[" * 900 + "]" * 900,
    "{a: " * 60 + "b" + "}" * 60, "[x](profile:captain)" * 300, "**" * 5000, "*" * 20_000, "_" * 20_000, "[" * 20_000, "![](x)" * 3000, "`" * 20_000, "<b>" * 3000,
    "images/none.png", "con.png", "a" * 300 + ".png", "99999999999999999999 mm", "0 x 0 mm", "1e9 x 1e9 mm", "-5 mm", "63 x 88 mm", "a4", "poker",
)  # fmt: skip

_LINE = re.compile(r"^(?P<indent>[ -]*)(?P<key>[\w$-]+):(?P<rest>.*)$", re.M)


@cache
def _files() -> dict[str, str]:
    """The YAML files of the starter."""
    found = sorted((STARTER / "content").rglob("*.yaml"))
    return {path.relative_to(STARTER).as_posix(): path.read_text("utf-8") for path in found}


def known_yaml() -> Iterator[Fuzzed]:
    """YAML files that are known to be dangerous, as the card and as the game."""
    texts = {
        "laughs": "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)),
        "merged laughs": "a0: &a0 {x: y}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}], b{n}: *a{n - 1}}}\n" for n in range(1, 60)),
        "itself": "name: &a {b: *a}\n",
        "anchors": "".join(f"a{n}: &b{n} x\n" for n in range(90_000)),
        "deep lists": "[" * 900_000,
        "deep mappings": "{a: " * 300_000,
        "deep blocks": "".join(" " * n + f"a{n}:\n" for n in range(1900)),
        "deep items": "- " * 900_000,
        "questions": "? " * 500_000,
        "long key": "a" * 1_900_000 + ": b\n",
        "long plain text": "name: " + "a " * 900_000,
        "long quoted text": 'name: "' + "\\u00e9" * 300_000 + '"',
        "long block": "name: |\n" + "  a\n" * 400_000,
        "many keys": "".join(f"k{n}: v\n" for n in range(150_000)),
        "same keys": "k: v\n" * 300_000,
        "many items": "a:\n" + "- b\n" * 400_000,
        "many documents": "--- a\n" * 200_000,
        "tag declarations": "%TAG !a! tag:x,2026:\n" * 90_000 + "--- a",
        "tags": "a: !<" + "x" * 1_900_000 + "> b",
        "comments": "# x\n" * 450_000,
        "tabs": "\t" * 1_900_000,
        "spaces": "a:" + " " * 1_900_000 + "b",
        "quotes": "a: " + "'" * 1_900_000,
        "open quote": 'a: "' + "b\n" * 900_000,
        "colons": ":" * 1_900_000,
        "colons in a line": "a: " * 600_000,
        "dashes": "-" * 1_900_000,
        "commas": "[" + "," * 1_900_000,
        "braces in a line": "{" * 60 + "},{" * 500_000,
        "folded lines": "name: >\n" + "\n" * 900_000 + "  a",
        "big number": "name: " + "9" * 1_900_000,
        "letters": "name: " + "\u0301" * 900_000,
        "odd lines": "name: " + "\u2028" * 600_000,
        "brackets": "name: a\nstory: '" + "[" * 19_900 + "'\n",
        "stars": "name: a\nstory: '" + "*a" * 9900 + "'\n",
        "stars and spaces": "name: a\nstory: '" + "a ** b _" * 2400 + "'\n",
        "links": "name: a\nstory: '" + "[a](" * 4900 + "'\n",
        "bars": "name: a\nstory: '" + "|" * 19_900 + "'\n",
        "ticks": "name: a\nstory: '" + "`a``b" * 3900 + "'\n",
        "marks": "name: a\nstory: '" + "[a]{." * 3900 + "'\n",
        "icons": "name: a\nstory: '" + "{" * 19_900 + "'\n",
        "unknown traits": "name: a\ntraits: [" + "x, " * 60_000 + "]\n",
        "near traits": "name: a\ntraits: [" + ", ".join("commanding"[: n % 10 + 1] + "x" * (n % 40) for n in range(60_000)) + "]\n",
        "long traits": "name: a\ntraits: [" + ", ".join(f"{n}" + "x" * 900 for n in range(1900)) + "]\n",
    }  # fmt: skip
    for name, text in texts.items():
        yield f"{name} as a card", {CARD: text.encode()}
        if len(text) > 20_000:
            yield f"{name} as the game", {GAME: text.encode()}
    yield "folders in one another", {f"content/fog/{'a/' * 1400}x.yaml": b"name: a\n"}
    game = _files()[GAME]
    sums = {
        "power": "9**9**9**9 == 1", "long sum": "1" + "+1" * 9900 + " == 1", "deep": "(" * 5000 + "1" + ")" * 5000, "not": "not " * 4000 + "1",
        "product": "*".join(["9" * 300] * 60), "text": "'a' * 9999999999 == 'b'", "dots": "name" + ".a" * 5000, "or": " or ".join(["1"] * 6000),
        "calls": "max(" * 900 + "1" + ")" * 900, "shift": "1 << 99999999999", "compare": "1 < " * 5000 + "1", "lists": "[" * 900 + "]" * 900,
    }  # fmt: skip
    for name, words in sums.items():
        check = f'constraints:\n  - check: "{words}"\n    message: {{fr: a, en: b}}\n'
        yield f"expression {name}", {GAME: f"{game}\n{check}".encode()}


def yaml(chance: random.Random) -> Fuzzed:
    """A YAML file of the starter with changes of values, keys, indentation, letters."""
    name = chance.choice(list(_files()))
    text, what = _files()[name], list[str]()
    for _ in range(chance.choice((1, 1, 2, 4))):
        found = list(_LINE.finditer(text))
        one = chance.choice(found) if found else None
        match chance.randrange(8):
            case 0 | 1 | 2 if one:
                value = number(chance) if chance.random() < 0.3 else chance.choice(_VALUES)
                text = text[: one.start("rest")] + " " + value + text[one.end() :]
                what.append(f"value of {one['key']}")
            case 3 if one:
                other = chance.choice(found)
                text = text[: one.start("key")] + other["key"] + text[one.end("key") :]
                what.append("key")
            case 4 if one:
                text = (
                    text[: one.start()]
                    + (one[0] + "\n") * chance.choice((2, 40, 3000))
                    + text[one.start() :]
                )
                what.append("repeated line")
            case 5 if one:
                text = (
                    text[: one.start()] + " " * chance.choice((1, 2, 7, 70)) + text[one.start() :]
                )
                what.append("indentation")
            case 6:
                at = chance.randrange(len(text) + 1)
                text = text[:at] + chance.choice(_LETTERS) + text[at:]
                what.append("letters")
            case _:
                lines = text.split("\n")
                start, end = sorted(chance.randrange(len(lines)) for _ in range(2))
                del lines[start:end]
                text = "\n".join(lines)
                what.append("missing lines")
    content = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        return f"bytes of {name}", {name: some_bytes(content, chance)}
    if chance.random() < 0.05:
        encoding = chance.choice(("utf-16", "utf-32", "latin-1", "utf-8-sig"))
        return f"{encoding} of {name}", {name: text.encode(encoding, "replace")}
    return f"{', '.join(what)} in {name}", {name: content}


# --- PO ------------------------------------------------------------------------------------------

PO = "content/g/texts/de/cards.po"

_PO = r"""msgid ""
msgstr ""
"Project-Id-Version: Game\n"
"Language: de\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"X-Source-Language: en\n"

# A translator.
#. cards/one “One”, name
#: content/g/cards/one.yaml:1
#, fuzzy
#| msgid "Old"
msgctxt "cards/one:name"
msgid "One"
msgstr "Eins"

#: content/g/cards/one.yaml:3
msgctxt "cards/one:text"
msgid "A word."
msgstr ""
"Ein "
"Wort."

msgctxt "game:title"
msgid "Game"
msgstr "Spiel"

#~ msgctxt "cards/two:name"
#~ msgid "Two"
#~ msgstr "Zwei"
"""

_PO_LINES = (
    'msgid_plural "Ones"', 'msgstr[0] "Eins"', 'msgstr[4294967295] "x"', 'msgstr[-1] "x"', 'msgstr[] "x"', "msgid", 'msgid "', 'msgid ""', "#", "#,", "#:",
    "#|", "#~", "#~|", "#~~", "#, fuzzy, fuzzy", "#. state " + "0" * 9000, "#. left x", 'domain "x"', '"\\0"', '"\\777"', '"\\xff"', '"\\x"', '"\\u1234"',
    '"\\', '"' + "\\\\" * 9000 + '"', '"' + "\\n" * 9000 + '"', '"a" "b"', 'msgstr "a" "b"', 'msgctxt "\\0"', '"' + "a" * 30_000 + '"', '"{oil}"', '"[x](cards:one)"',
    '"**"', '"' + "[" * 15_000 + '"', '"' + "*a" * 9000 + '"', '"Language: ../../etc\\n"', '"Language: \\n"', '"Language: en\\n"', '"Language: ' + "x" * 999 + '\\n"',
    '"Content-Type: text/plain; charset=utf-7\\n"', '"Content-Type: text/plain; charset=CHARSET\\n"', '"Plural-Forms: nplurals=999999999; plural=n/0;\\n"',
    '"Plural-Forms: nplurals=2; plural=__import__(1);\\n"', '"X-Source-Language: de\\n"', '"X-Source-Language: ' + "\\n" * 99 + '"', "\0", "\r", "\u2028", "\ufeff",
)  # fmt: skip

_CONTEXTS = (
    "cards/one:name", "cards/one:text", "game:title", "products/deck:title", "chapters/01:p1", "labels:x", "../x:y", "", ":", "cards/", "cards/one:",
    "cards/one:name:name", "cards/one:text.0.1.2.3", "a" * 9000, "cards/one:x" + ".y" * 3000, "/etc/passwd:x", "game:kinds.cards.label", "..:a", "cards\\one:name",
    "con:a", "game:languages.0", "cards/one:cost", "\n", "cards/one:name\0",
)  # fmt: skip


def known_po() -> Iterator[Fuzzed]:
    """PO files that are known to be dangerous."""
    head = _PO.partition("\n\n")[0] + "\n\n"

    def message(context: str, source: str = "One", text: str = "Eins") -> str:
        return f'msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{text}"\n\n'

    texts = {
        "unknown messages": head + "".join(message(f"cards/x{n}:name") for n in range(150_000)),
        "alike messages": head + "".join(message(f"cards/one:name{n}", f"One {n}") for n in range(60_000)),
        "the same message": head + message("cards/one:name") * 150_000,
        "obsolete messages": head + "".join("#~ " + line + "\n" for line in (message("cards/x:name") * 90_000).split("\n")),
        "long texts": head + "".join(message(f"cards/x{n}:name", "One " * 4000, "Eins " * 4000) for n in range(200)),
        "long text": head + message("cards/one:name", "One", "E" * 9_000_000),
        "many lines": head + 'msgctxt "cards/one:name"\nmsgid "One"\nmsgstr ""\n' + '"E"\n' * 1_500_000,
        "faults": head + "x\n\n" * 2_000_000,
        "quotes": head + 'msgid "' + "\\" * 9_000_000,
        "unclosed": head + 'msgid "' + '\\"' * 4_000_000 + "\n",
        "comments": "#\n" * 4_000_000,
        "flags": head + "#, " + "a," * 3_000_000 + "\n" + message("cards/one:name"),
        "headers": 'msgid ""\nmsgstr ""\n' + '"a: b\\n"\n' * 900_000,
        "marks": head + message("cards/one:text", "A word.", "[a]{." * 3900),
        "stars": head + message("cards/one:text", "A word.", "*a" * 9900),
        "brackets": head + message("cards/one:text", "A word.", "[" * 19_900),
        "empty lines": "\n" * 9_000_000,
    }  # fmt: skip
    for name, text in texts.items():
        yield name, {PO: text.encode()}
    for name, lang in (
        ("way out", "../../../tmp/x"),
        ("long", "x" * 90_000),
        ("odd", "\\0"),
        ("none", ""),
    ):
        yield f"{name} language", {PO: _PO.replace("Language: de", f"Language: {lang}").encode()}


def po(chance: random.Random) -> Fuzzed:
    """A PO file with changes of lines, contexts, escapes, order."""
    lines, what = _PO.split("\n"), list[str]()
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(lines))
        match chance.randrange(7):
            case 0 | 1:
                lines.insert(at, chance.choice(_PO_LINES))
                what.append("line")
            case 2:
                places = [n for n, line in enumerate(lines) if line.startswith("msgctxt")]
                if places:
                    lines[chance.choice(places)] = f'msgctxt "{chance.choice(_CONTEXTS)}"'
                what.append("context")
            case 3:
                del lines[at]
                what.append("missing line")
            case 4:
                lines[at:at] = lines[at : at + chance.randint(1, 8)] * chance.choice((1, 50, 3000))
                what.append("repeated")
            case 5:
                value = chance.choice((*_VALUES, *_LETTERS)).replace('"', '\\"')
                lines[at] = re.sub('".*"', lambda _, value=value: f'"{value}"', lines[at])  # type: ignore[misc]
                what.append("value")
            case 6:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
                what.append("order")
        if not lines:
            break
    text = chance.choice(("\n", "\n", "\n", "\r\n", "\r")).join(lines)
    encoding = chance.choice(("utf-8", "utf-8", "utf-8", "utf-16", "latin-1"))
    content = text.encode(encoding, "replace")
    if chance.random() < 0.2:
        content, what = some_bytes(content, chance), [*what, "bytes"]
    return f"{', '.join(what)} {encoding}", {PO: content}

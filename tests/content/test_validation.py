"""Messages and hints of invalid content."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_projects import GAME, found, write

from printgen import Project


@pytest.fixture(autouse=True)
def alarm() -> Iterator[None]:
    """Fail tests that hang."""

    def stop(*_: object) -> None:
        raise AssertionError("this hangs")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("name", "text", "message", "hint"),
    [
        ("traits/a", "kind: skill\nname: A\nimgae: x", "unknown key 'imgae'", "known: brings, "),
        ("profiles/a", "name: A\nimgae: x", "unknown key 'imgae'", "did you mean 'image'?"),
        ("profiles/a", "name: A\ntraits: x", "expected a list", "found 'x'"),
        ("profiles/a", "name: A\nstats: [x]", "expected a mapping (key: value)", "found a list"),
        ("profiles/a", "name: A\nstats: {h: {a: []}}", "expected a whole number", "found a list"),
        (
            "profiles/a",
            "name: A\nstats: {h: {a: {symbol: s, nte: t}}}",
            "unknown key 'nte'",
            "'note'?",
        ),
        (
            "profiles/a",
            "name: A\nstats: {h: {1a: 1}}",
            "'1a' is not valid",
            "with a letter",
        ),
        ("profiles/a", "name: A\nimage: 1", "expected text", "found '1'"),
        ("profiles/a", "name: A\ntraits: ~", "the key 'traits' has no value", "add a value"),
        ("profiles/a", "name: A\nimage: true", "expected text", "found true"),
        ("profiles/a", "name: A\nimage: {a: b}", "expected text", "found a mapping"),
        ("profiles/a", "name: A\nkeywords: [x, [y]]", "expected text, or text by", ""),
        ("profiles/a", "name: A\nkeywords: [[y]]", "by language: {fr: …, en: …}", ""),
        ("profiles/a", "name: {en: true}", "'true' is not text (quote", ""),
        ("profiles/a", "name: A\nkeywords:\n- Beware: x", "'Beware' is not", ""),
        ("profiles/a", "name: A\nkeywords:\n- Beware: x", "contains a comma or colon", ""),
        ("profiles/a", "{name: A, b c}", "a comma separates 'b c'", 'comma: "A, b c"'),
        ("profiles/a", "{name: A, image}", "the key 'image' has no value", "or contains a comma"),
        ("profiles/a", "name: A\nb c:", "the key 'b c' has no value", "add a value"),
        ("profiles/a", "{keywords: [A], b c}", "the key 'b c' has no value", "add a value"),
        ("profiles/a", "name: A\nvignette: A Man", "'A Man' is not valid", "lower-case letters"),
        ("profiles/a", f"name: A\nimage: [{'x' * 50}]", "expected text", "found a list"),
        ("profiles/a", f"name: A\n{'x' * 50}: 1", f"unknown key '{'x' * 39}…'", "known: "),
        ("products", "a: {output: card}", "'card' is not allowed here", "did you mean 'cards'?"),
        ("products", "a: {output: sheet, pages: 0}", "'0' is out of range", "at least 1"),
        ("products", "a: {output: sheet, pages: 33}", "'33' is out of range", "at most 32"),
        ("products", "a: {output: sheet, pages: 1.5}", "expected a whole number", "found '1.5'"),
        ("products", "a: {output: sheet, papers: [a9]}", "no paper 'a9'", "a4, letter, a3, a5"),
        ("products", "a: {output: sheet, papers: [letr]}", "no paper 'letr'", "mean 'letter'?"),
        ("products", "a: {output: sheet, papers: [b1]}", "no paper 'b1'", "or a size: 330 x 483"),
        ("products", "a: {output: sheet, papers: [a4, A4]}", "duplicate value 'a4'", ""),
        ("products", "a: {output: sheet, papers: [9 x 20 cm]}", "not between 100 and 1200", ""),
        ("products", "a: {output: sheet, papers: []}", "no values", ""),
        ("products", "a: {output: sheet, templat: x}", "unknown key 'templat'", "'template'?"),
        ("products", "a: {output: cards, faces: {bak: x}}", "unknown key 'bak'", "'back'?"),
        ("products", "a: {output: cards, bleed: x}", "expected a number", "found 'x'"),
        (
            "products",
            "a: {output: cards, faces: {front: {stats: {of: b, bars: 0}}}}",
            "'0' is out of range",
            "more than 0",
        ),
        (
            "products",
            "a: {output: cards, faces: {front: {title: {at: [600, 2, 9, 9]}}}}",
            "'600' is out of range",
            "at most 500",
        ),
        ("products", "a: {output: cards, quantities: {b: 0}}", "'0' is out of range", "at least 1"),
        ("quests/a", "title: A\nsteps: []", "no values", ""),
        ("quests/a", "title: A\nsteps: [{efect: x}]", "unknown key 'efect'", "'effect'?"),
        ("tables/a", "title: A\nmatrix: {cels: x}", "unknown key 'cels'", "'cells'?"),
    ],
)
def test_messages_of_invalid_entries(
    root: Path, name: str, text: str, message: str, hint: str
) -> None:
    write(root, {f"content/g/{name}.yaml": text})
    told = [p for p in Project(root).check() if p.code != "key-missing"]
    assert [message in told[0].message, hint in told[0].hint, len(told)] == [True, True, 1], told


def test_a_value_split_by_commas_is_quoted_whole_in_the_hint(root: Path) -> None:
    write(root, {"content/g/profiles/a.yaml": '{name: max(1, "b", 3)}\n'})
    told = [(p.message, p.hint.rpartition(": ")[2]) for p in Project(root).check()]
    assert told == [("a comma separates 'b, 3)' from the text before it", '"max(1, b, 3)"')]


def scenario(force: str) -> str:
    return f"title: A\nforces: [{force}]\n"


def place(at: str) -> str:
    feature = f"shape: circle, label: L, style: ground, radius: 1, at: {at}"
    return f"title: A\nlayout: {{width: 9, height: 9, features: [{{{feature}}}]}}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (place("[18]"), ["1 value (at least 2)"]),
        (place("[]"), ["no values (at least 2)"]),
        (place("[1, 2, 3]"), ["3 values (at most 2)"]),
        (
            scenario("{profile: zombie, count: min(figures, 3)}"),
            [
                "a comma separates '3)' from the text before it "
                '(quote text that contains a comma: "min(figures, 3)")'
            ],
        ),
        (
            scenario("{proflie: drowned, cout: 3}"),
            [
                "unknown key 'proflie' (did you mean 'profile'?)",
                "unknown key 'cout' (did you mean 'count'?)",
            ],
        ),
        (
            scenario("{nam: Bob, proflie: drowned}"),
            [
                "unknown key 'nam' (did you mean 'name'?)",
                "unknown key 'proflie' (did you mean 'profile'?)",
            ],
        ),
        (
            scenario("{fr: Le camp, sides: deux}"),
            [
                "'sides' is not a language code such as fr or en "
                "(quote text that contains a comma or colon)"
            ],
        ),
        (
            scenario("{Beware: wolves}"),
            [
                "'Beware' is not a language code such as fr or en "
                "(quote text that contains a comma or colon)"
            ],
        ),
    ],
)
def test_messages_of_invalid_scenarios(root: Path, text: str, told: list[str]) -> None:
    write(root, {"content/g/scenarios/a.yaml": text})
    problems = map(str, Project(root).check())
    assert [problem.split(": ", 2)[2] for problem in problems] == told


@pytest.mark.slow
def test_many_empty_keys_after_a_text_are_checked_fast(root: Path) -> None:
    keys = ", ".join(f"({n})" for n in range(60_000))
    write(root, {"content/g/profiles/a.yaml": f"{{name: A, {keys}}}"})
    assert {code for code, _ in found(root)} == {"value-shape"}


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("accent: red", "'red' is not valid", 'sea, wine, ochre, or a colour such as "#a1b2c3"'),
        ("accent: see", "'see' is not valid", "'sea'?"),
        ("version: ''", "empty text", ""),
        (f"version: {'x' * 41}", "string should have at most 40 characters", ""),
        ("licence: ''", "the text is empty", ""),
        ("licence: {}", "a text needs at least one language", ""),
        ("licence: {french: x}", "'french' is not a language code", ""),
        ("suits: {a: {red: 1}}", "expected true or false", "found '1'"),
        ("suits: {A: {}}", "'A' is not valid", "lower-case letters, digits and hyphens"),
        ("scales: {a: {ranks: {b: {valeu: 1}}}}", "unknown key 'valeu'", "'value'?"),
        ("stat_lines: {a: {stats: {b: {lable: x}}}}", "unknown key 'lable'", "'label'?"),
        ("stat_lines: {a: {stats: {b: {type: pairs}}}}", "'pairs' is not allowed", "'pair'?"),
        ("stat_lines: {a: {stats: {}}}", "no values", ""),
        ("constraints: [{chek: x}]", "unknown key 'chek'", "'check'?"),
        ("deck: {piles: {a: {suites: x}}}", "unknown key 'suites'", "'suits'?"),
    ],
)
def test_messages_of_invalid_games(root: Path, text: str, message: str, hint: str) -> None:
    write(root, {"content/h/game.yaml": f"title: H\nlanguages: [en]\n{text}\n"})
    told = [p for p in Project(root).check() if p.code != "key-missing"]
    assert [message in told[0].message, hint in told[0].hint, len(told)] == [True, True, 1], told


def test_a_repeated_trait_names_its_source(root: Path) -> None:
    traits = "entries: {a: {name: A, kind: skill, brings: [b]}, b: {name: B, kind: skill}}\n"
    profile = "name: A\ntraits: [a, b, a]\n"
    write(root, {"content/g/traits/all.yaml": traits, "content/g/profiles/a.yaml": profile})
    assert [(p.code, p.hint) for p in Project(root).check()] == [
        ("trait-twice", "'a' brings it"),
        ("trait-twice", "it is listed above"),
    ]


def test_messages_of_invalid_stats(root: Path) -> None:
    stats = "{life: {label: L, min: 1, max: 9}, aim: {label: A, type: roll, symbols: ['*']}}"
    rule = "{stat_line: h, check: life != 5, message: not five}"
    game = f"stat_lines: {{h: {{label: H, stats: {stats}}}}}\nconstraints: [{rule}]\n"
    write(
        root,
        {
            "content/g/game.yaml": GAME + game,
            "content/g/profiles/a.yaml": "name: A\nstats: {h: {life: 10, aim: 6}}\n",
            "content/g/profiles/b.yaml": "name: B\nstats: {h: {life: 0, aim: '*'}}\n",
            "content/g/profiles/c.yaml": "name: C\nstats: {h: {life: 5, lief: 5}}\n",
        },
    )
    assert [str(p).partition("profiles/")[2] for p in Project(root).check()] == [
        "a.yaml:2:19: stat-range: life is 10 (at most 9)",
        "a.yaml:2:28: stat-value: '6' is not a valid aim (expected a roll, such as 6+)",
        "b.yaml:2:19: stat-range: life is 0 (at least 1)",
        "b.yaml:2:27: stat-note: the symbol '*' has no note "
        '(write {symbol: "*", note: …} or {symbol: "*", trait: …})',
        "c.yaml:2:9: stat-missing: missing stat 'aim'",
        "c.yaml:2:12: constraint-broken: not five (life != 5, but life = 5)",
        "c.yaml:2:22: stat-unknown: no stat 'lief' (did you mean 'life'?)",
    ]

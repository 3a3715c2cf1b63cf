"""Harmless edits, as authors make them, none of which may make a problem or a warning.

An edit is of a manner of writing, in all files of a game, or of content: a new hero, a new chapter.
Run as a program, it makes each edit by itself in each game and prints those that alarm.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from planted_mistakes import games_copy

from printgen.content.load import load
from printgen.content.project_files import ReadFile
from printgen.problems import Problem
from printgen.products import products_model
from printgen.project import STARTER_KINDS, STARTERS, Folders
from printgen.rules.checks import all_checks
from printgen.rules.mechanic import KINDS
from printgen.store import Store, user_store

# Marks, targets of references and code: no words.
_MARKUP = re.compile(r"(\{[^}]*\}|\]\([^)]*\)|`[^`]*`|\[\^[^\]]*\])")

_TEXT = re.compile(r'(?m)^(?P<before> *(?:- )?(?:fr|en): )"(?P<words>[^"\\]*)"$')
_PAIR = re.compile(r'\{fr: (?P<fr>"[^"]*"), en: (?P<en>"[^"]*")\}')
_LINES = re.compile(r'(?m)^(?P<indent> +)fr: (?P<fr>"[^"]*")\n(?P=indent)en: (?P<en>"[^"]*")$')


@dataclass(frozen=True)
class Game:
    """A game of a project, whose files edits change."""

    root: Path
    id: str

    @property
    def folder(self) -> Path:
        return self.root / "content" / self.id

    def change(self, files: str, edit: Callable[[str], str]) -> bool:
        """Change the files of a glob pattern. Tells whether any has another text now."""
        changed = False
        found = (path for path in self.folder.glob(files) if path.suffix in (".yaml", ".md"))
        for path in sorted(found):
            text = path.read_bytes().decode()
            if (new := edit(text)) != text:
                path.write_bytes(new.encode())
                changed = True
        return changed

    def copy(self, file: str, new: str, edit: Callable[[str], str] = str) -> bool:
        """Copy a file of the game. Tells whether there is such a file."""
        path = self.folder / file
        if path.exists():
            (self.folder / new).write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
        return path.exists()

    def append(self, file: str, text: str) -> bool:
        """Write some text at the end of a file that exists."""
        return self.copy(file, file, lambda old: f"{old.rstrip()}\n{text}")

    def chapters(self, lang: str) -> list[Path]:
        return sorted(self.folder.glob(f"chapters/*.{lang}.md"))


# Makes an edit in a game; tells whether the game has anything to edit.
Edit = Callable[[Game], bool]

# Other manners of writing the same, and additions to the content of a game.
STYLES: dict[str, Edit] = {}
CONTENT: dict[str, Edit] = {}


def _name(make: Callable[..., object]) -> str:
    return make.__name__.strip("_").replace("_", " ")


def _edit(make: Edit) -> None:
    """Register an edit of content."""
    CONTENT[_name(make)] = make


def _style(files: str) -> Callable[[Callable[[str], str]], None]:
    """Register an edit of the text of each file of a glob pattern."""

    def register(edit: Callable[[str], str]) -> None:
        STYLES[_name(edit)] = lambda game: game.change(files, edit)

    return register


def _in_prose(text: str, edit: Callable[[str], str]) -> str:
    """A chapter with its words edited: no marks, directives, headings and tables."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.startswith((":::", "#", "|", "{")):
            parts = _MARKUP.split(line)
            parts[::2] = map(edit, parts[::2])
            lines[number] = "".join(parts)
    return "\n".join(lines)


# Manners of writing YAML.


@_style("**/*")
def _line_ends_of_windows(text: str) -> str:
    return text.replace("\n", "\r\n")


@_style("**/*")
def _byte_order_mark(text: str) -> str:
    return "\ufeff" + text


@_style("**/*")
def _spaces_at_line_ends(text: str) -> str:
    return re.sub(r"(?m)(?<=[^\s:>|])$", " ", text)


@_style("**/*")
def _no_last_line_end(text: str) -> str:
    return text.rstrip("\n")


@_style("**/*.yaml")
def _comments(text: str) -> str:
    return "# A comment: with a colon.\n" + re.sub(r"(?m)^(?=[a-z_]+:)", "# Another.\n", text)


@_style("**/*.yaml")
def _document_start(text: str) -> str:
    return f"---\n{text}"


@_style("**/*.yaml")
def _keys_of_ones_own(text: str) -> str:
    return f"x-note: {{to: do}}\n{text}\nx-end: [1, two]\n"


@_style("*s/*.yaml")
def _keys_in_another_order(text: str) -> str:
    if re.search(r"[&*][a-z]", text):
        return text
    blocks = re.split(r"(?m)^(?=[a-z_]+:)", text)
    return blocks[0] + "".join(block.rstrip("\n") + "\n" for block in reversed(blocks[1:]))


@_style("*s/*.yaml")
def _entries_in_another_order(text: str) -> str:
    if not text.startswith("entries:\n") or re.search(r"[&*][a-z]", text):
        return text
    blocks = re.split(r"(?m)^(?=  [a-z0-9-]+:)", text.removeprefix("entries:\n"))
    return "entries:\n" + "".join(block.rstrip("\n") + "\n" for block in reversed(blocks))


@_style("**/*.yaml")
def _deeper_indents(text: str) -> str:
    if re.search(r"(?m)^ *- |[|>]$", text):
        return text
    return re.sub(r"(?m)^ +", lambda found: found[0] * 2, text)


@_style("**/*.yaml")
def _single_quotes(text: str) -> str:
    return _TEXT.sub(
        lambda found: found[0].replace('"', "'") if "'" not in found[0] else found[0], text
    )


@_style("**/*.yaml")
def _flow_for_block(text: str) -> str:
    return _LINES.sub(r"\g<indent>{fr: \g<fr>, en: \g<en>}", text)


@_style("**/*.yaml")
def _block_for_flow(text: str) -> str:
    def block(found: re.Match[str]) -> str:
        indent = " " * (len(found[1]) + 2)
        return f"{found[1]}{found[2]}:\n{indent}fr: {found['fr']}\n{indent}en: {found['en']}"

    return re.sub(rf"(?m)^( *)([a-z_]+): {_PAIR.pattern}$", block, text)


@_style("**/*.yaml")
def _english_first(text: str) -> str:
    text = _PAIR.sub(r"{en: \g<en>, fr: \g<fr>}", text)
    return _LINES.sub(r"\g<indent>en: \g<en>\n\g<indent>fr: \g<fr>", text)


def _scalar(style: str, text: str) -> str:
    def written(found: re.Match[str]) -> str:
        indent = " " * (len(found["before"]) - len("fr: ") + 2)
        lines = (
            textwrap.wrap(found["words"], 60, break_on_hyphens=False)
            if style == ">-"
            else [found["words"]]
        )
        return found["before"] + style + "".join(f"\n{indent}{line}" for line in lines)

    return _TEXT.sub(written, text)


@_style("**/*.yaml")
def _folded_texts(text: str) -> str:
    return _scalar(">-", text)


@_style("**/*.yaml")
def _literal_texts(text: str) -> str:
    return _scalar("|", text)


@_style("**/*.yaml")
def _straight_apostrophes_in_texts(text: str) -> str:
    return _TEXT.sub(lambda found: found[0].replace("’", "'"), text)


@_style("**/*.yaml")
def _no_break_spaces_in_texts(text: str) -> str:
    return _TEXT.sub(lambda found: re.sub(r" (?=[:;!?»%])|(?<=«) ", "\u00a0", found[0]), text)


@_style("**/*.yaml")
def _sentence_in_texts(text: str) -> str:
    more = {"fr": "Rien ne presse.", "en": "There is no hurry."}
    return re.sub(
        r'(?m)^( +story:\n +fr: ".*)"\n( +en: ".*)"$',
        lambda found: f'{found[1]} {more["fr"]}"\n{found[2]} {more["en"]}"',
        text,
    )


# Manners of writing chapters.


@_style("chapters/*")
def _curly_apostrophes(text: str) -> str:
    return _in_prose(text, lambda words: words.replace("'", "’"))


@_style("chapters/*.en.md")
def _curly_quotation_marks(text: str) -> str:
    return _in_prose(text, lambda words: re.sub(r'"([^"]+)"', "“\\1”", words))


@_style("chapters/*.fr.md")
def _no_break_spaces(text: str) -> str:
    return _in_prose(text, lambda words: re.sub(r" (?=[:;!?»%])|(?<=«) ", "\u202f", words))


@_style("chapters/*")
def _no_break_hyphens(text: str) -> str:
    return _in_prose(text, lambda words: re.sub(r"(?<=\w)-(?=\w)", "\u2011", words))


@_style("chapters/*")
def _emphasis_with_underscores(text: str) -> str:
    return _in_prose(text, lambda words: re.sub(r"(?<![*\w])\*([\w ]+)\*(?![*\w])", r"_\1_", words))


@_style("chapters/*")
def _other_bullets(text: str) -> str:
    return re.sub(r"(?m)^- ", "* ", text)


@_style("chapters/*")
def _steps_all_numbered_one(text: str) -> str:
    return re.sub(r"(?m)^[0-9]+\. ", "1. ", text)


@_style("chapters/*")
def _more_empty_lines(text: str) -> str:
    return re.sub(r"\n\n(?=[^ :|*\-0-9])", "\n\n\n", text)


def _rewrapped(text: str, width: int) -> str:
    blocks = text.split("\n\n")
    for number, block in enumerate(blocks):
        if re.match(r"[A-Za-zÀ-ÿ«“*\[]", block) and not re.search(r"(?m)^[:|*\-#0-9]|  $", block):
            lines = textwrap.wrap(block, width, break_long_words=False, break_on_hyphens=False)
            # A line that begins with a sign or a number would begin a list.
            if not any(re.match(r"[-+*#>|:]|[0-9]+[.)]", line) for line in lines[1:]):
                blocks[number] = "\n".join(lines)
    return "\n\n".join(blocks)


@_style("chapters/*")
def _narrow_paragraphs(text: str) -> str:
    return _rewrapped(text, 50)


@_style("chapters/*")
def _a_line_for_each_paragraph(text: str) -> str:
    return _rewrapped(text, 4_000)


_WORDS = {
    "fr": {"2": "deux", "3": "trois", "4": "quatre", "5": "cinq", "6": "six", "8": "huit"},
    "en": {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "8": "eight"},
}


@_edit
def _numbers_in_words(game: Game) -> bool:
    def spelt(lang: str) -> Callable[[str], str]:
        unit = r"(?= (?:pouces|inches|points|cartes|cards|dés|dice|tours|turns))"
        pattern = re.compile(rf"(?<![\w.,+−-])[234568]{unit}")
        return lambda text: _in_prose(
            text, lambda words: pattern.sub(lambda found: _WORDS[lang][found[0]], words)
        )

    changed = [game.change(f"chapters/*.{lang}.md", spelt(lang)) for lang in _WORDS]
    return any(changed)


# Paragraphs of both languages, each an edit.
_PARAGRAPHS: dict[str, tuple[str, str]] = {
    "a sentence": ("On s'y fait, **à la longue**.", "You get used to it, **in time**."),
    "an aside": (":::{aside}\n« Tiens », dit-elle.\n:::", ':::{aside}\n"Well," she said.\n:::'),
    "a box": (":::{box} Au fait\nRien.\n:::", ":::{box} By the way\nNothing.\n:::"),
    "a page break": (":::{page-break}", ":::{page-break}"),
    "a list": ("- un dé\n- une carte", "- one die\n- one card"),
    "letters before items": ("a) lancer ; b) compter.", "a) roll; b) count."),
    "a footnote": (
        "Voir plus loin[^n].\n\n[^n]: Bien plus loin.",
        "See below[^n].\n\n[^n]: Well below.",
    ),
    "a table": (
        "| Dé | Sort |\n| --- | --- |\n| 1 | rien |\n| 2 | tout |",
        "| Die | Fate |\n|--|:-:|\n| 1 | none |\n| 2 | all |",
    ),
    "a quotation": ("> Qui lance gagne.", "> Who rolls wins."),
    "foreign words": ("*The show must go on*, dit-on.", "*C'est la vie*, as they say."),
    "foreign words in quotation marks": (
        "Les Anglais disent « the king is dead ».",
        "The French say “le roi est mort”.",
    ),
    "large and decimal numbers": (
        "Cela fait 1 000 pas, soit 2,5 lieues.",
        "That makes 1,000 paces, or 2.5 leagues.",
    ),
    "times": ("On joue à 20 h 30.", "Play starts at 20:30."),
    "dates": ("Le 26 octobre 1881, au matin.", "On 26 October 1881, in the morning."),
    "centuries": ("Au XIXe siècle, on tirait mal.", "In the 19th century, people shot badly."),
    "ordinals": ("Le 1er joueur, puis le 2e.", "The 1st player, then the 2nd."),
    "ordinals in words": ("Le deuxième joueur attend.", "The second player waits."),
    "money": ("Cela coûte 10 $, soit 5 %.", "It costs $10, or 5%."),
    "twice and both": ("Tous deux jettent deux fois.", "Both roll twice."),
    "a dozen": ("Une douzaine de cartes, au plus.", "A dozen cards at most."),
    "half": ("La moitié (½) des cartes.", "Half (½) of the cards."),
    "dice": ("Jetez 2D6, puis un D8.", "Roll 2D6, then one D8."),
    "ranges": ("De 2 à 4 joueurs.", "2–4 players."),
    "signs": ("Un malus de −2, ou +1 à 3 × 4.", "A penalty of −2, or +1 at 3 × 4."),
    "a conversion": ("À 4 pouces (10 cm) du mur.", "Within 4 inches of the wall."),
    "another unit": ("À 10 cm du mur.", "Within 4 inches of the wall."),
    "feet and inches": ("À 6″ du mur.", "Within 6 inches of the wall."),
    "numbers in words here, in digits there": ("Prenez quatre cartes.", "Take 4 cards."),
    "one": ("Prenez un dé.", "Take 1 die."),
    "a dialogue": ("– Bonjour.\n\n– Bonsoir.", "“Hello.”\n\n“Good evening.”"),
    "apostrophes": ("C'est l'an '81, celui d'Ike.", "'Tis '81, the cowboys' year: rock 'n' roll."),
    "quotations in quotations": (
        "« Il a dit “non” », dit-elle.",
        "\"He said 'no',\" she said.",
    ),
    "a smile": ("C'est tout :)", "That is all :)"),
    "a note mark": ("Trois cartes\\*, au plus.", "Three cards\\*, at most."),
    "an abbreviation": ("Voir la p. 4, etc.", "See p. 4, etc."),
    "an address": ("Voir https://example.org/a_b.", "See https://example.org/a_b."),
    "code": ("Tapez `1d6 + {x}`.", "Type `1d6 + {x}`."),
    "brackets": ("Un dé (ou deux [s'il pleut]).", "One die (or two [if it rains])."),
    "capitals": ("NE RELANCEZ PAS.", "DO NOT REROLL."),
    "an ellipsis": ("Et puis... plus rien…", "And then... nothing more…"),
    "a section": ("## Et puis {#and-then-%s}\n\nRien.", "## And then {#and-then-%s}\n\nNothing."),
    "a reference": (
        "Voir [ici](#and-so-%s).\n\n## Ainsi {#and-so-%s}\n\nVoilà.",
        "See [here](#and-so-%s).\n\n## So {#and-so-%s}\n\nThere.",
    ),
    "a definition": ("Dé\n: Un cube.", "Die\n: A cube."),
    "numbered steps": ("1. Jetez.\n2. Comptez.", "1. Roll.\n2. Count."),
}


def _after_title(text: str, paragraph: str, name: str) -> str:
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{paragraph.replace('%s', name)}\n{rest}"


def _paragraph_edit(french: str, english: str) -> Edit:
    """Writes a paragraph after the title of each chapter, in both languages."""

    def edit(game: Game) -> bool:
        for lang, paragraph in (("fr", french), ("en", english)):
            for path in game.chapters(lang):
                text = path.read_text(encoding="utf-8")
                path.write_text(_after_title(text, paragraph, path.name[:2]), encoding="utf-8")
        return bool(game.chapters("fr"))

    return edit


CONTENT.update({name: _paragraph_edit(*texts) for name, texts in _PARAGRAPHS.items()})


@_edit
def _an_index_term(game: Game) -> bool:
    term = "\nterms:\n  quip: {fr: quolibet, en: quip}\n"
    if game.chapters("fr"):
        game.change("game.yaml", lambda text: text.replace("\nterms:\n", term))
    return _paragraph_edit("Un [quolibet]{.term}.", "A [quip]{.term}.")(game)


@_edit
def _other_words_of_headings(game: Game) -> bool:
    return game.change(
        "chapters/*", lambda text: re.sub(r"(?m)^## (.*?) \{#", r"## — \1 — {#", text)
    )


# Content.

_CHAPTERS = {
    "fr": "# Un mot de plus {#one-more-word}\n\nC'est tout, ou presque : à vous.\n",
    "en": "# One more word {#one-more-word}\n\nThat is all, or nearly: over to you.\n",
}


@_edit
def _a_new_chapter(game: Game) -> bool:
    found = game.chapters("fr")
    for lang in _CHAPTERS if found else ():
        path = game.folder / f"chapters/98-one-more-word.{lang}.md"
        path.write_text(_CHAPTERS[lang], encoding="utf-8")
    return bool(found)


@_edit
def _a_foreword(game: Game) -> bool:
    for path in [*game.chapters("fr"), *game.chapters("en")][::-1]:
        path.rename(path.with_name(f"{int(path.name[:2]) + 1:02}{path.name[2:]}"))
    for lang, title in (("fr", "Avant-propos"), ("en", "Foreword")) if game.chapters("fr") else ():
        path = game.folder / f"chapters/01-foreword.{lang}.md"
        path.write_text(f"# {title} {{#foreword}}\n\n*Festina lente.*\n", encoding="utf-8")
    return bool(game.chapters("fr"))


def _renamed(text: str) -> str:
    return re.sub(r"(?m)^name: .*$", "name: {any: Zoltan}", text)


@_edit
def _a_new_hero(game: Game) -> bool:
    for path in sorted(game.folder.glob("profiles/*.yaml")):
        if path.read_text(encoding="utf-8").startswith("name:"):
            # A deck whose pictures have the ids of its cards needs one of the new card, too.
            for picture in game.folder.glob(f"images/**/{path.stem}.svg"):
                (picture.parent / "zoltan.svg").write_bytes(picture.read_bytes())
            return game.copy(f"profiles/{path.name}", "profiles/zoltan.yaml", _renamed)
    return False


@_edit
def _a_new_trait(game: Game) -> bool:
    declared = yaml.safe_load((game.folder / "game.yaml").read_text(encoding="utf-8"))
    plain = [name for name, kind in declared.get("trait_kinds", {}).items() if "stats" not in kind]
    if not plain or not (game.folder / "traits").is_dir():
        return False
    words = "text: {fr: Ne craint rien., en: Fears nothing.}"
    text = f"name: {{fr: Serein, en: Serene}}\nkind: {plain[0]}\n{words}\n"
    (game.folder / "traits/serene.yaml").write_text(text, encoding="utf-8")
    return True


@_edit
def _new_products(game: Game) -> bool:
    book = "\nessay:\n  title: {fr: Essai, en: Essay}\n  output: book\n  cover: false\n"
    book += "  papers: [a5]\n"
    return bool(game.chapters("fr")) and game.append("products.yaml", book)


@_edit
def _a_new_credit(game: Game) -> bool:
    return game.change(
        "game.yaml",
        lambda text: text.replace(
            "\ncredits:\n",
            "\ncredits:\n  - {role: {fr: Essais, en: Playtests}, name: {any: Zoé}}\n",
        ),
    )


@_edit
def _a_new_erratum(game: Game) -> bool:
    words = "  - {fr: La source se tait., en: The source is silent.}"
    return game.change(
        "*s/*.yaml", lambda text: text.replace("\nerrata:\n", f"\nerrata:\n{words}\n")
    )


@_edit
def _a_language_half_done(game: Game) -> bool:
    # No product is built in it.
    if not (game.folder / "products.yaml").exists():
        return False
    game.change(
        "game.yaml", lambda text: text.replace("languages: [fr, en]", "languages: [fr, en, de]")
    )
    output = re.compile(r"(?m)^  output: .*$")
    kept = "\\g<0>\n  languages: [fr, en]"
    titled = re.compile(r"(?m)^title: \{(?=fr: \D*\}$)")
    game.change("tables/*.yaml", lambda text: titled.sub("title: {de: Entwurf, ", text))
    for path in game.chapters("fr")[:1]:
        words = "# Entwurf {#draft}\n\nDas ist noch zu tun.\n"
        path.with_name(path.name.replace(".fr.", ".de.")).write_text(words, encoding="utf-8")
    return game.change("products.yaml", lambda text: output.sub(kept, text))


@_edit
def _a_new_version(game: Game) -> bool:
    return game.change("game.yaml", lambda text: re.sub(r"\nversion: .*", '\nversion: "2.0"', text))


@_edit
def _a_row_in_tables(game: Game) -> bool:
    row = "  - situation: {fr: Nuit, en: Night}\n    effect: {fr: On tire mal, en: Poor shots}\n"
    return game.change(
        "tables/modifiers.yaml", lambda text: text.replace("\nerrata:", f"\n{row}errata:")
    )


@_edit
def _copies_of_entries(game: Game) -> bool:
    found = False
    for kind in ("tables", "scenarios", "quests", "plans"):
        for path in sorted(game.folder.glob(f"{kind}/*.yaml"))[:2]:
            if not path.read_text(encoding="utf-8").startswith("entries:"):
                found = game.copy(f"{kind}/{path.name}", f"{kind}/copy-of-{path.name}") or found
    return found


@_edit
def _pictures_and_notes_beside(game: Game) -> bool:
    (game.folder / "images").mkdir(exist_ok=True)
    text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    (game.folder / "images/draft.svg").write_text(text, encoding="utf-8")
    return True


@dataclass
class Bench:
    """A project in which edits are made and taken back."""

    root: Path
    files: dict[str, ReadFile] = field(default_factory=dict)
    # The answers of studies that an edit does not concern.
    store: Store = field(default_factory=user_store)

    def games(self) -> list[Game]:
        content = self.root / "content"
        return [Game(self.root, path.name) for path in sorted(content.iterdir())]

    def problems(self, game: Game) -> list[Problem]:
        """The problems of a game, and those of all files."""
        folders = Folders(self.root)
        library, problems = load(folders, KINDS, products_model(), self.store, self.files)
        if content := library.games.get(game.id):
            problems += (problem for check in all_checks() for problem in check(content, library))
        return problems

    def alarms(self, game: Game, edits: list[Edit]) -> tuple[int, list[Problem]]:
        """Make some edits in a game, check it, and take them back. Returns how many edits there
        were, and the problems.
        """
        with tempfile.TemporaryDirectory() as kept:
            shutil.copytree(game.folder, kept, dirs_exist_ok=True)
            try:
                made = sum(edit(game) for edit in edits)
                return made, self.problems(game) if made else []
            finally:
                shutil.rmtree(game.folder)
                shutil.copytree(kept, game.folder)


def benches(folder: Path) -> Iterator[Bench]:
    """The games of this repository and the starters, in a folder."""
    yield Bench(games_copy(folder / "games"))
    for name in STARTER_KINDS:
        shutil.copytree(STARTERS / name, folder / name)
        yield Bench(folder / name)


def main() -> None:
    """Print each edit that alarms, and the number of edits: of all games, or of those named."""
    made = alarms = 0
    with tempfile.TemporaryDirectory() as folder:
        found = [(bench, game) for bench in benches(Path(folder)) for game in bench.games()]
        for bench, game in found:
            edits = {**STYLES, **CONTENT} if game.id in (sys.argv[1:] or [game.id]) else {}
            for name, edit in edits.items():
                count, problems = bench.alarms(game, [edit])
                made, alarms = made + count, alarms + bool(problems)
                if problems:
                    print(f"{game.id}: {name}: {len(problems)}", *problems[:4], sep="\n    ")
    print(f"{made} edits, {alarms} alarms")


if __name__ == "__main__":
    main()

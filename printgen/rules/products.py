"""Checks of products, of what is in them, and of the themes that they use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from printgen.content.library import AnyEntry, Entry, GameContent, Library
from printgen.content.models.faces import Band, Choice, Look
from printgen.content.models.game import fields_of, kinds_with_fields, unknown_kinds
from printgen.content.models.page_products import INDEXED_KINDS, BookProduct, SheetProduct
from printgen.content.models.products import FacesProduct
from printgen.content.models.scenario import Scenario
from printgen.content.models.text import Text
from printgen.content.names import folded
from printgen.content.source import Path
from printgen.content.theme import (
    read_chart_theme,
    read_style,
    style_file,
    theme_names,
    theme_styles,
)
from printgen.extra import load, named_parts
from printgen.problems import did_you_mean, finding, nearest, shorten
from printgen.project import TEMPLATE_SUFFIX, TEMPLATES, find_template_file
from printgen.rules.check import Findings, check, one_of, unknown
from printgen.rules.expressions import ExpressionError
from printgen.rules.resolve import Counts, forces
from printgen.rules.rosters import named_entries, printed_entries
from printgen.rules.rows import (
    Row,
    band_key,
    compared_words,
    condition_flaws,
    is_left_out,
    rows_of,
    sort_keys,
    unmet_words,
    values_hint,
    written_values,
)
from printgen.typography.labels import label_files, read_labels


@check("product-reference")
def product_reference(content: GameContent, library: Library) -> Findings:
    """The entries of a product exist: profiles, plans, studies, a quest, a scenario, a map, those
    under `entries`, whose kinds the game declares, and those under `quantities`; and so do the
    kinds under `index_entries`.
    """
    for book in content.products_of(BookProduct):
        for number, kind in enumerate(book.value.index_entries or ()):
            if (kind, "") not in content.broken:
                known = [*INDEXED_KINDS, *content.game.kinds]
                yield from unknown(book, "kind", kind, known, "index_entries", number)
    with_entries: list[Entry[FacesProduct] | Entry[SheetProduct]] = [
        *content.products_of(FacesProduct),
        *content.products_of(SheetProduct),
    ]
    for each in with_entries:
        is_sheet = isinstance(each.value, SheetProduct)
        known = [*content.game.kinds] if is_sheet else kinds_with_fields(content.game)
        for kind in each.value.entries:
            if (kind, "") not in content.broken:
                yield from unknown(each, "kind", kind, known, "entries", kind, key=True)
    for product in content.products.values():
        for reference in product.value.references():
            kinds, name = reference.kinds, reference.name
            kind = next((k for k in kinds if library.find(k, content.id, name)), kinds[0])
            if library.lacks(kind, content.id, reference.name):
                hint = library.suggest(kind, content.id, reference.name)
                message = f"no {one_of(kind)} '{reference.name}'"
                if kind in content.declared:
                    message = f"no '{reference.name}' in {kind}"
                path, key = reference.path, reference.on_key
                yield product.finding(message, *path, hint=hint, key=key)


@check("product-empty")
def product_empty(content: GameContent, library: Library) -> Findings:
    """A product of cards or other pieces has at least one, of which there is a copy."""
    for product in content.products.values():
        value = product.value
        if isinstance(value, FacesProduct):
            kinds = value.kinds.items()
            listed = any(content.of_kind(k) if names == "all" else names for k, names in kinds)
            broken = {kind for kind, _ in content.broken}.intersection(value.kinds)
            # Those are reported by other checks.
            if broken or unknown_kinds(content.game, value.kinds):
                continue
            if not listed:
                yield product.finding(f"the product has no {value.output}", key=True)
            elif (
                not value.roster
                and (named := named_entries(library, content.id, value))
                and not printed_entries(library, content.id, value)
            ):
                kept = [row for row in named if not is_left_out(value, row)]
                if not kept:
                    yield product.finding("all entries are left out", "except")
                elif value.where and not rows_of(library, value, kept, content.first_language):
                    # A faulty condition is reported by rows-invalid.
                    if not any(condition_flaws(content, library, [*value.kinds], value.where)):
                        values = values_hint(library, kept, value.where)
                        yield product.finding("no entry meets this", "where", hint=values)
                elif value.shown_group:
                    yield product.finding(f"no entry has a {value.group}", "group")
                else:
                    message = f"the product has no {value.output}: there are 0 copies of all"
                    hint = "write 1 or more into `Copies` of those to print"
                    yield product.finding(message, key=True, hint=hint)


@check("rows-invalid")
def rows_invalid(content: GameContent, library: Library) -> Findings:
    """What chooses and sorts the entries of a product names their fields: `where` is a valid
    condition on them, whose options are those of their choices, and `sort` and `group` name fields.
    The entries under `except` are among those of the product.
    """
    for product in content.products_of(FacesProduct):
        value, kinds = product.value, [*product.value.kinds]
        if unknown_kinds(content.game, kinds) or {kind for kind, _ in content.broken} & {*kinds}:
            continue  # reported by other checks
        if value.where:
            for message, hint in condition_flaws(content, library, kinds, value.where):
                yield product.finding(message, "where", hint=hint)
        known = sort_keys(content, kinds)
        sorting = [(("sort", number), key) for number, key in enumerate(value.sort)]
        for path, key in [*sorting, *([(("group",), value.group)] if value.group else [])]:
            if (name := key.removeprefix("-")) not in known:
                yield product.finding(f"no field '{name}'", *path, hint=did_you_mean(name, known))
        printed = {
            (kind, entry.game, entry.id)
            for kind, entry in named_entries(library, content.id, value)
        }
        for number, reference in enumerate(value.except_):
            left_out = [_identity(library, content.id, kind, reference) for kind in kinds]
            if any(left_out) and printed.isdisjoint(filter(None, left_out)):
                message = f"'{reference}' is not one of the {' or '.join(kinds)} of this product"
                yield product.finding(message, "except", number)


@check("value-unused", "warning")
def value_unused(content: GameContent, library: Library) -> Findings:
    """The words that conditions (`where`, `if` of a look) compare with a text, and the texts that
    have a colour in a `band`, or a colour, a picture or a shape of their own elsewhere, are values
    of some entry (a warning: they choose nothing yet).
    """
    for product in content.products_of(FacesProduct):
        value, kinds = product.value, [*product.value.kinds]
        if unknown_kinds(content.game, kinds) or {kind for kind, _ in content.broken} & {*kinds}:
            continue  # reported by other checks
        looks = [(("faces", *path), recipe) for path, recipe in value.faces.looks()]
        conditions: list[tuple[Path, str]] = [(("where",), value.where or "")]
        conditions += [((*at, "if"), r.condition) for at, r in looks if isinstance(r, Look)]
        for path, condition in conditions:
            if condition and not any(condition_flaws(content, library, kinds, condition)):
                for message, hint in unmet_words(content, library, kinds, condition):
                    yield product.finding(message, *path, hint=hint)
        choices = [(("faces",), choice) for choice in Choice.of(("band",), value.faces.band)]
        of_looks = ((above, choice) for above, recipe in looks for choice in recipe.choices())
        for above, choice in [*choices, *of_looks]:
            for key, hint in _unused_values(content, library, kinds, choice.band):
                message = f"'{key}' is no value of {choice.band.by}"
                where = (*above, *choice.values, key)
                yield product.finding(message, *where, hint=hint, key=True)


def _unused_values(
    content: GameContent, library: Library, kinds: list[str], band: Band
) -> Iterator[tuple[str, str]]:
    """The values with a colour, a picture or a shape that no entry has, each with a hint. Those of
    choices and kinds are reported by recipe-invalid.
    """
    fields = {key: each for kind in kinds for key, each in fields_of(content.game, kind).items()}
    field = fields.get(band.by)
    if band.by != "name" and (field is None or field.type == "choice"):
        return
    rows = [(kind, entry) for kind in kinds for entry in content.of_kind(kind).values()]
    used = {band_key(library, band, *row) for row in rows}
    values = {each for row in rows for each in written_values(library, *row, band.by)}
    for key in band.colours if rows else ():
        if key not in used:
            yield key, did_you_mean(key, sorted(values))


# If one entry has no colour and no look by its value, and at least this number of others have, its
# value is a slip.
_MANY_ROWS = 10


@check("value-unknown", "warning")
def value_unknown(content: GameContent, library: Library) -> Findings:
    """A text that chooses colours (`band`, `background`, `fill`, `colour`) or a look is one of
    those that do (a warning): the others are printed without them. `Shp` in a row is reported where
    `Ship` has a colour and is in more rows; a text that is like none, where it is in one row and at
    least ten others have a colour.
    """
    for product in content.products_of(FacesProduct):
        kinds = [*product.value.kinds]
        if unknown_kinds(content.game, kinds) or {kind for kind, _ in content.broken} & {*kinds}:
            continue  # reported by other checks
        coloured, compared = dict[str, set[str]](), dict[str, set[str]]()
        for chooser in product.value.faces.choosers():
            coloured.setdefault(chooser.by, set()).update(chooser.colours)
        for condition in product.value.faces.conditions():
            if not any(condition_flaws(content, library, kinds, condition)):
                for name, words in compared_words(content, library, kinds, condition):
                    compared.setdefault(name, set()).add(words)
        rows = [
            (each.kind, each.entry) for each in printed_entries(library, content.id, product.value)
        ]
        for name in coloured | compared:
            values = coloured.get(name, set()) | compared.get(name, set())
            if len(values) > 1 and _is_text(content, kinds, name):
                yield from _slips(library, rows, name, values, alone=name in coloured)


def _is_text(content: GameContent, kinds: list[str], name: str) -> bool:
    """Whether the values of a name are texts: those of choices are reported by stat-value."""
    fields = (fields_of(content.game, kind).get(name) for kind in kinds)
    return all(field is None or field.type in ("text", "word") for field in fields)


def _slips(
    library: Library, rows: Sequence[Row], name: str, values: set[str], *, alone: bool
) -> Findings:
    """The values of some rows that are probably meant to be one of those that choose. With `alone`,
    so is the only one that is none of them.
    """
    every = Band.model_construct(by=name, colours=dict.fromkeys(values, ""))
    written = [(row, written_values(library, *row, name)) for row in rows]
    keys = Counter(key for _, words in written if (key := every.key_of(words)))
    others = [(row, words[0]) for row, words in written if words and not every.key_of(words)]
    counts = Counter(folded(words) for _, words in others)
    for (_, entry), words in others:
        near = nearest(folded(words), map(folded, keys))
        key = next((key for key in keys if folded(key) == near), "")
        is_slip = key and counts[folded(words)] < keys[key]
        if is_slip or (alone and len(others) == 1 and keys.total() >= _MANY_ROWS):
            hint = f"did you mean '{key}'?" if key else did_you_mean(words, keys)
            message = f"no colour and no look is for '{shorten(words)}'"
            yield entry.finding(message, name, hint=hint)


@check("quantity-unused")
def quantity_unused(content: GameContent, library: Library) -> Findings:
    """The entries under `quantities` are cards of the product."""
    for product in content.products.values():
        value = product.value
        if not isinstance(value, FacesProduct):
            continue
        printed = {
            _identity(library, content.id, kind, name)
            for kind, names in value.kinds.items()
            for name in (content.of_kind(kind) if names == "all" else names)
        }
        for reference in value.quantities:
            counted = [_identity(library, content.id, kind, reference) for kind in value.kinds]
            if any(counted) and not printed.intersection(counted):
                message = (
                    f"'{reference}' is not one of the {' or '.join(value.kinds)} of this product"
                )
                yield product.finding(message, "quantities", reference, key=True)


def _identity(
    library: Library, game: str, kind: str, reference: str
) -> tuple[str, str, str] | None:
    entry = library.find(kind, game, reference)
    return (kind, entry.game, entry.id) if entry else None


@check("product-format")
def product_format(content: GameContent, library: Library) -> Findings:
    """The format of a card and the page of a map are known names, or sizes such as `63 x 88 mm`.
    Blank hexes are 4 to 300 mm from flat to flat.
    """
    for product in content.products.values():
        for path, message, hint in product.value.wrong_sizes():
            yield product.finding(message, *path, hint=hint)


@check("theme-unknown")
def theme_unknown(content: GameContent, library: Library) -> Findings:
    """The theme of a game is a folder of `templates/`, of the project or of printgen."""
    theme, known = content.game.theme, theme_names(library.folders)
    if theme not in known:
        yield content.entry.finding(f"no theme '{theme}'", "theme", hint=did_you_mean(theme, known))


@check("style-unknown")
def style_unknown(content: GameContent, library: Library) -> Findings:
    """The style of a game, and of a face by recipe, is one that the theme has: a folder of
    `styles/` in the theme's folder. [Styles](../how-to/styles.md) shows those of the plain theme.
    """
    folders, theme = library.folders, content.game.theme
    if theme not in theme_names(folders):
        return
    given = list[tuple[AnyEntry, tuple[str, ...], str, str]]()
    if "style" in content.game.model_fields_set:
        given.append((content.entry, (), content.game.style, theme))
    for product in content.products_of(FacesProduct):
        for side, recipe in product.value.faces.recipes():
            # A theme without recipes has those of the plain one.
            name = f"{theme}/{product.value.recipe_template}{TEMPLATE_SUFFIX}"
            whose = theme if find_template_file(folders, name) else "plain"
            if recipe.style:
                given.append((product, ("faces", side), recipe.style, whose))
    for entry, above, style, theme in given:
        styles = theme_styles(folders, theme)
        if not styles:
            hint = "leave the key out, or use `theme: plain` or a copy of it"
            yield entry.finding(f"the theme '{theme}' has no styles", *above, "style", hint=hint)
        elif style not in styles:
            message = f"the theme '{theme}' has no style '{style}'"
            yield entry.finding(message, *above, "style", hint=did_you_mean(style, styles))


@check("product-template")
def product_template(content: GameContent, library: Library) -> Findings:
    """The template of a product is a file `templates/<theme>/<name>.html.j2` of the project or of
    printgen, next to a `style.css`. A name without a theme is in the theme of the game.
    """
    theme_known = content.game.theme in theme_names(library.folders)
    for product in content.products.values():
        for given, path in product.value.templates():
            name = content.template(given)
            theme = name.partition("/")[0]
            if theme == content.game.theme and not theme_known:
                continue  # reported by theme-unknown
            if find_template_file(library.folders, name + TEMPLATE_SUFFIX) is None:
                # The names of all templates for products.
                roots = (library.folders.templates, TEMPLATES)
                known = sorted(
                    {
                        path.relative_to(root).as_posix().removesuffix(TEMPLATE_SUFFIX)
                        for root in roots
                        for path in root.glob(f"*/*{TEMPLATE_SUFFIX}")
                        if not path.name.startswith("parts.")
                        and find_template_file(library.folders, path.relative_to(root).as_posix())
                    }
                )
                of_theme = [found for found in known if found.startswith(f"{theme}/")]
                hint = did_you_mean(name, known) or did_you_mean(name, of_theme)
                yield product.finding(f"no template '{shorten(name, 60)}'", *path, hint=hint)
            elif find_template_file(library.folders, f"{theme}/style.css") is None:
                yield product.finding(f"no file 'templates/{theme}/style.css'", *path)


@check("labels-invalid")
def labels_invalid(content: GameContent, library: Library) -> Findings:
    """The `labels.yaml` of a theme maps keys to texts."""
    for path in label_files(library.folders, content.game.theme):
        yield from map(finding, read_labels(library.folders, path)[1])


@check("theme-invalid")
def theme_invalid(content: GameContent, library: Library) -> Findings:
    """The `chart.yaml`, `map.yaml` and `itch.yaml` of a theme, and the `style.yaml` of its style,
    have only known keys and values.
    """
    folders, themes = library.folders, content.game.theme_folders
    style = style_file(folders, content.game.theme, content.game.style)
    yield from map(finding, read_style(folders, style)[1])
    yield from map(finding, read_chart_theme(folders, themes)[1])
    for part in named_parts("theme_files").values():
        yield from map(finding, load(part)(folders, themes))


@check("product-language")
def product_language(content: GameContent, library: Library) -> Findings:
    """The languages of a product are languages of its game."""
    for product in content.products.values():
        for index, lang in enumerate(product.value.languages or []):
            if lang not in content.game.languages:
                hint = did_you_mean(lang, content.game.languages)
                message = f"'{lang}' is not a language of the game"
                yield product.finding(message, "languages", index, hint=hint)


@check("imprint-incomplete", "warning")
def imprint_incomplete(content: GameContent, library: Library) -> Findings:
    """A game with `credits` has a `licence`, and the other way round; a game with a `shop` page has
    both (a warning). The imprint and the shop page print them.
    """
    game, hint = content.game, "add `licence:`, such as: All rights reserved"
    if (game.credits or game.shop) and not game.licence:
        yield content.entry.finding("the game has no licence", hint=hint)
    if (game.licence or game.shop) and not game.credits:
        yield content.entry.finding("the game has no credits", hint="add `credits:`")


# --- checks of what products print, against scenarios and other products --------------------------


@check("quantity-low", "warning")
def quantity_low(content: GameContent, library: Library) -> Findings:
    """Where products have `quantities`, one of them prints as many pieces of a profile as each
    scenario has miniatures of it (a warning). Profiles without a quantity are compared if the
    quantities of two or more others are enough for a scenario.
    """
    most = dict[str, tuple[int, Entry[FacesProduct]]]()
    for product in content.products_of(FacesProduct):
        if not product.value.roster and product.value.quantities:
            for name in _printed(content, product.value):
                found = product.value.quantities.get(
                    name, product.value.quantities.get(f"{content.id}/{name}")
                )
                quantity = 1 if found is None else found
                if quantity > most.get(name, (0,))[0]:
                    most[name] = quantity, product
    reported = set[str]()
    for scenario in content.scenarios.values():
        for name, number in _lacking(_miniatures(content, scenario.value), most):
            if name not in reported:
                reported.add(name)
                quantity, product = most[name]
                message = f"{quantity} '{name}', but '{scenario.id}' has {number}"
                path = ("quantities", name) if name in product.value.quantities else ("quantities",)
                yield product.finding(message, *path, hint=f"see {scenario.at('forces')}")


def _lacking(
    needed: Counter[str], most: dict[str, tuple[int, Entry[FacesProduct]]]
) -> Iterator[tuple[str, int]]:
    """The profiles with more miniatures than pieces, and the number of the miniatures."""
    known = {name: number for name, number in needed.items() if name in most}
    given = [name for name in known if name in most[name][1].value.quantities]
    several = [name for name in given if known[name] > 1]
    counted = len(several) > 1 and all(most[name][0] >= known[name] for name in several)
    for name, number in known.items():
        if number > most[name][0] and (name in given or counted):
            yield name, number


def _printed(content: GameContent, product: FacesProduct) -> list[str]:
    """The profiles of the game that a product prints."""
    names = product.kinds.get("profiles", [])
    known = content.profiles if names == "all" else {*names}
    return [name for name in content.profiles if name in known]


def _miniatures(content: GameContent, scenario: Scenario) -> Counter[str]:
    """The miniatures of each profile of the game, for the least value of the variable."""
    counts, found = Counts(content, scenario), Counter[str]()
    try:
        for _, force in forces(scenario):
            found[force.profile.removeprefix(f"{content.id}/")] += min(counts.of(force.count))
    except ExpressionError:
        return Counter()  # reported by force-count
    return found


@check("product-twice", "warning")
def product_twice(content: GameContent, library: Library) -> Findings:
    """Two products of a game differ in more than their title (a warning)."""
    seen: dict[str, str] = {}
    for name, product in content.products.items():
        values = repr(product.value.model_copy(update={"title": ""}))
        if values in seen:
            yield product.finding(f"the product prints the same as '{seen[values]}'", key=True)
        seen.setdefault(values, name)


@check("product-title", "warning")
def product_title(content: GameContent, library: Library) -> Findings:
    """The title of a product that prints a quest, a scenario or a map does not have the title of
    another one (a warning).
    """
    for product in content.products.values():
        for kind in ("quests", "scenarios", "maps"):
            for reference in product.value.references():
                shown = library.find(kind, content.id, reference.name)
                if kind not in reference.kinds or shown is None:
                    continue
                titles = {
                    n: e.value.title for n, e in content.of_kind(kind).items() if e is not shown
                }
                found = [n for n, title in titles.items() if _has(product.value.title, title)]
                if found and not _has(product.value.title, shown.value.title):
                    message = f"the title of the product is that of '{found[0]}'"
                    yield product.finding(message, *reference.path)


def _has(text: Text, title: Text) -> bool:
    """Whether a text has the words of a title, in a language of both."""
    for lang, words in text.items():
        wanted = title[lang] if lang in title else title.get("any", "")
        if wanted.casefold() not in words.casefold():
            continue
        if wanted and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", words, re.IGNORECASE):
            return True
    return False

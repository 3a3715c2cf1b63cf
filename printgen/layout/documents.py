"""HTML documents as WeasyPrint lays them out, with the styles that they use.

WeasyPrint's own style sheet has rules for the markers and notes of all elements: six styles per
element. Here such a style is computed when it is used, in documents whose style sheets say nothing
of them. Elements in drawings have no styles: drawings have styles of their own.

Nothing is replaced: a document has its own class, and the context of its layout its own styles.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any, cast
from xml.etree.ElementTree import Element

from cssselect2 import ElementWrapper
from tinyhtml5.constants import ascii_letters, space_characters
from tinyhtml5.inputstream import characters_until_regex
from weasyprint import DEFAULT_OPTIONS, HTML
from weasyprint.css import declaration_precedence, get_all_computed_styles
from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
from weasyprint.css.counters import CounterStyle
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES
from weasyprint.css.targets import TargetCollector
from weasyprint.document import Document as PlainDocument
from weasyprint.document import DocumentMetadata
from weasyprint.document import Page as PlainPage
from weasyprint.formatting_structure.build import build_formatting_structure
from weasyprint.html import UA_STYLESHEET, get_html_metadata
from weasyprint.images import get_image_from_uri
from weasyprint.layout import LayoutContext, layout_document

from printgen.layout.drafts import with_stand_ins
from printgen.layout.files import Files
from printgen.layout.weasyprint import (
    Box,
    ComputedStyle,
    Context,
    Document,
    Page,
    StyleFor,
    StyleSheet,
)
from printgen.project import RESOURCE_BASE_URL, resource_name

_SVG_PREFIX = "{http://www.w3.org/2000/svg}"

# Pseudo-elements for which WeasyPrint's own style sheet has rules for all elements.
_ON_DEMAND = {"footnote-call", "footnote-marker", "marker"}
_ON_DEMAND |= {"note-call", "note-marker", "note-callback"}

# Style sheets that may have rules for them.
_MENTIONED = re.compile(r":(?:marker|footnote|note)")

# The computed values of a style.
Values = Mapping[str, object]

# The style of an element in a drawing, which has no box.
_NOT_DISPLAYED: Values = {"display": ("none",)}


def _take_rules() -> tuple[StyleSheet, dict[str, dict[str, tuple[object, object]]]]:
    """WeasyPrint's own style sheet without these rules; their declarations with their weights."""
    rules: dict[str, dict[str, tuple[object, object]]] = {}
    sheet = copy(UA_STYLESHEET)
    sheet.matcher = copy(UA_STYLESHEET.matcher)
    sheet.matcher.other_selectors = []
    for entry in UA_STYLESHEET.matcher.other_selectors:
        _, specificity, _, pseudo_type, (declarations, layer) = entry
        if pseudo_type in _ON_DEMAND and layer is None:
            weight = (declaration_precedence("user agent", False), math.inf, specificity)
            of_type = rules.setdefault(pseudo_type, {})
            of_type |= {name: (value, weight) for name, value, _ in declarations}
        else:
            sheet.matcher.other_selectors.append(entry)
    return sheet, rules


_SHEET, _RULES = _take_rules()


def _keep_patterns() -> None:
    """Fill tinyhtml5's cache of patterns. It does not find there what it has kept itself, and
    compiles a pattern for each word of a document.
    """
    ends = ("&", "<", "\0"), ('"', "&", "\0"), ("'", "&", "\0")
    for characters in ends:
        characters_until_regex[characters, False] = re.compile(f"[^{''.join(characters)}]+")
    for characters in (space_characters, ascii_letters):
        characters_until_regex[characters, True] = re.compile(f"[{''.join(characters)}]+")


_keep_patterns()


# Their computed values depend on more than the cascade.
_SPECIAL = {"display", "float", "page", "position"}
_SPECIAL |= {name for name in INITIAL_VALUES if name.startswith("text_decoration_")}

# The values of properties that no rule sets: those that are neither inherited nor computed.
_COMPUTED = INHERITED | INITIAL_NOT_COMPUTED | _SPECIAL
_INITIAL = {name: value for name, value in INITIAL_VALUES.items() if name not in _COMPUTED}

# Properties such as margin-inline-start, which set a physical one.
_LOGICAL = {
    function(block="ttb", inline=inline)
    for function in PHYSICAL_FUNCTIONS.values()
    for inline in ("ltr", "rtl")
}


def mentions_markers(style_text: str) -> bool:
    """Whether a style sheet may have rules for markers and notes."""
    return _MENTIONED.search(style_text) is not None


class Source(HTML):  # type: ignore[misc]
    """Parsed HTML. `plain` says that its style sheets have no rules for markers and notes; those
    within it are read here.
    """

    def __init__(self, html: str, base_url: str, fetcher: object, plain: bool):
        super().__init__(string=html, base_url=base_url, url_fetcher=fetcher)
        own = (style.text or "" for style in self.etree_element.iter("style"))
        self._is_plain = plain and not any(map(mentions_markers, own))
        self.wrapper_element = _Outside.from_html_root(self.etree_element)

    def _ua_stylesheets(self, forms: bool = False) -> Sequence[StyleSheet]:
        """WeasyPrint's own style sheets."""
        sheets: Sequence[StyleSheet] = super()._ua_stylesheets(forms)
        return [_SHEET] if self._is_plain and not forms else sheets


class _Outside(ElementWrapper):  # type: ignore[misc]
    """An element as style sheets see it. Its elements in drawings get no styles."""

    def iter_subtree(self) -> Iterator[_Outside]:
        """The elements in tree order, without those in drawings."""
        yield self
        if self.etree_element.tag != f"{_SVG_PREFIX}svg":
            for child in self.iter_children():
                yield from child.iter_subtree()

    def query_all(self, *selectors: str) -> Iterator[ElementWrapper]:
        """The elements that match, also in drawings: they may have style sheets."""
        whole = ElementWrapper.from_html_root(self.etree_element)
        return cast("Iterator[ElementWrapper]", whole.query_all(*selectors))


class Styles:
    """The styles of a document: WeasyPrint's, and those that are computed when they are used."""

    # Of WeasyPrint's styles.
    font_config: object

    def __init__(self, source: Source, sheets: Sequence[StyleSheet], fonts: object):
        self.counter_style, self.profiles = CounterStyle(), dict[str, object]()
        targets = TargetCollector()
        self._source = source
        self._styles = get_all_computed_styles(
            source,
            sheets,
            font_config=fonts,
            counter_style=self.counter_style,
            color_profiles=self.profiles,
            page_rules=[],
            layers=[],
            target_collector=targets,
        )
        self._computed = self._styles.get_computed_styles()
        for style in self._computed.values():
            _fill_in(style)
        self.anchors = tuple(targets.target_lookup_items)

    def __call__(self, element: Element, pseudo_type: str | None = None) -> Values | None:
        """The style of an element or of its pseudo-element, None without one."""
        if (element, pseudo_type) in self._computed:
            style: Values = self._styles(element, pseudo_type)
            return style
        if pseudo_type in _RULES:
            return self._compute(element, pseudo_type)
        if pseudo_type is None and element.tag.startswith(_SVG_PREFIX):
            return _NOT_DISPLAYED
        return None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._styles, name)

    def _compute(self, element: Element, pseudo_type: str) -> Values:
        """The style of a marker or note, by WeasyPrint's own rules alone."""
        cascaded = self._styles.get_cascaded_styles()
        cascaded[element, pseudo_type] = _RULES[pseudo_type]
        self._styles.set_computed_styles(
            element,
            parent=element,
            root=self._source.etree_element,
            pseudo_type=pseudo_type,
            base_url=self._source.base_url,
        )
        del cascaded[element, pseudo_type]
        _fill_in(self._computed[element, pseudo_type])
        style: Values = self._styles(element, pseudo_type)
        return style


def _fill_in(style: ComputedStyle) -> None:
    """Give a new style the initial values of all properties that no rule sets, at once: WeasyPrint
    finds each when it is read. `patches` keeps the lengths of styles with `kept_lengths`; copies,
    whose lengths WeasyPrint changes, have none.
    """
    kept, cascaded = style.__dict__, style.cascaded
    if "kept_lengths" in kept:
        # The style of an equal element.
        return
    kept["kept_lengths"] = None
    if cascaded.keys().isdisjoint(_LOGICAL):
        computed = dict(style)
        style.update(_INITIAL)
        for name in cascaded:
            style.pop(name, None)
        style.update(computed)


class Images(dict[str, object]):
    """WeasyPrint's pictures by URL; a picture that is looked up is a used file. Those that are
    missing have stand-ins in drafts.
    """

    def __init__(self, files: Files):
        super().__init__()
        self._files = files
        self.has_stand_ins = False

    def loader(self, load: Callable[..., object]) -> Callable[..., object]:
        """WeasyPrint's function that loads pictures, with stand-ins if there are any."""
        if not self.has_stand_ins:
            return load
        return with_stand_ins(load, lambda name: self._files.find(name) is None)

    def __contains__(self, key: object) -> bool:
        name = str(key)
        if name.startswith(RESOURCE_BASE_URL):
            self._files.find(resource_name(name))
        return super().__contains__(key)


def layout_context(
    source: Source,
    styles: Styles,
    images: Images,
    kind: type[LayoutContext] = LayoutContext,
) -> Context:
    """The context of one layout. `images` are kept pictures by URL."""
    targets = TargetCollector()
    for anchor in styles.anchors:
        targets.collect_anchor(anchor)
    load = images.loader(get_image_from_uri)
    get_image = partial(load, cache=images, url_fetcher=source.url_fetcher, options=DEFAULT_OPTIONS)
    made: Context = kind(styles, get_image, styles.font_config, styles.counter_style, targets)
    return made


def build_boxes(source: Source, context: Context) -> Box:
    """The boxes of a document before layout."""
    root: Box = build_formatting_structure(
        source.etree_element,
        context.style_for,
        context.get_image_from_uri,
        source.base_url,
        context.target_collector,
        context.counter_style,
        context.footnotes,
    )
    return root


def lay_out(source: Source, styles: Styles, images: Images) -> Document:
    """Lay out a document."""
    context = layout_context(source, styles, images)
    pages = layout_document(source, build_boxes(source, context), context)
    return document_of(source, styles, [PlainPage(page) for page in pages])


def document_of(source: Source, styles: StyleFor, pages: Sequence[Page]) -> Document:
    """The document of laid-out pages."""
    metadata = DocumentMetadata(**get_html_metadata(source))
    made: Document = PlainDocument(
        pages, metadata, source.url_fetcher, styles.font_config, styles.profiles, None
    )
    return made

"""QR codes on cards, and the ids by which they lead to the cards in words."""

from __future__ import annotations

from printgen.content.fingerprint import package_versions
from printgen.content.library import AnyEntry, GameContent, Library
from printgen.content.models.products import CardsProduct
from printgen.layout.faces import Code
from printgen.products.target import Target
from printgen.rules.rosters import printed_entries
from printgen.rules.study_results import stored
from printgen.typography.labels import fill, labels
from printgen.typography.text import plain_words

# --- the ids of cards on the page of the cards in words, which the codes on cards lead to ---------


# Kinds that every game has. The kinds that a game declares follow.
_OWN_KINDS = ("profiles", "plans", "traits")


def card_anchor(content: GameContent, kind: str, entry: AnyEntry) -> str:
    """The id of a card of a game: that of its entry; after the name of its game for an entry of
    another game, and after its kind if an entry of an earlier kind has the same id.
    """
    if entry.game != content.id:
        return f"{entry.game}-{entry.id}"
    for earlier in (*_OWN_KINDS, *content.game.kinds):
        if earlier == kind:
            break
        if entry.id in content.of_kind(earlier):
            return f"{kind}-{entry.id}"
    return entry.id


# --- the codes of cards: QR codes of one size in a deck -------------------------------------------


# Level M of error correction: a code is read with 15 % of it worn off (ISO/IEC 18004, 8.4).
_LEVEL = "m"


def card_code(library: Library, target: Target, kind: str, entry: AnyEntry) -> Code | None:
    """The code of a card of a product; None if its cards have none."""
    content = library.games[target.game]
    product = content.products[target.product].value
    if not isinstance(product, CardsProduct) or product.card_code is None:
        return None
    address = _address(content, product, kind, entry, target.lang)
    version = library.remember(
        ("code version", target.id, target.lang), lambda: _version(library, target, product)
    )
    rows = stored(library.store, _rows, address, version, *package_versions("segno"))
    words = plain_words(labels(library.folders, "_shared", target.lang)["text_code"])
    return Code(rows, fill(words, address=address))


def _rows(address: str, version: int, _package: str) -> tuple[str, ...]:
    """The modules of a code, `1` for a dark one: they take a hundredth of a second."""
    import segno

    made = segno.make_qr(address, version=version, error=_LEVEL)
    return tuple("".join(map(str, row)) for row in made.matrix)


def _address(
    content: GameContent, product: CardsProduct, kind: str, entry: AnyEntry, lang: str
) -> str:
    assert product.card_code
    return product.card_code.address(card_anchor(content, kind, entry), lang)


def _version(library: Library, target: Target, product: CardsProduct) -> int:
    """The version of the codes of a deck: that of the longest address."""
    import segno

    content = library.games[target.game]
    printed = printed_entries(library, target.game, product)
    addresses = (_address(content, product, p.kind, p.entry, target.lang) for p in printed)
    longest = max(addresses, key=len)
    return int(segno.make_qr(longest, error=_LEVEL).version)

"""The proofs of decks as files in `out/`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from printgen.content.library import Library
from printgen.extras.exports.channels import (
    Deck,
    ExportError,
    ExportReport,
    NothingToExport,
    decks_of,
    languages_of,
    plain_labels,
)
from printgen.extras.proof.deck import Proof, problems, proof_of
from printgen.extras.proof.sheet import cut_sheet, vision_sheet
from printgen.imposition.compose import DocumentInfo
from printgen.layout.jobs import JobRunner
from printgen.paper import paper_size
from printgen.press.staging import publish
from printgen.products.cards import label_shapes
from printgen.products.target import DEFAULT_INK, Target, author, deck_title


def write_proofs(
    library: Library,
    game: str,
    deck: str,
    langs: Sequence[str],
    ink: str,
    paper: str,
    vision: bool,
    runner: JobRunner,
    progress: Callable[[int, int], None],
) -> ExportReport:
    """Write the proofs of the decks of a game, or of one of them, in their languages, into
    `out/<game>/proof/`: all or none. The problems of a deck are those in its first language.

    Raises NothingToExport for a game without decks or without the languages.
    """
    report, files = ExportReport(), dict[str, bytes]()
    decks = decks_of(library, game, deck)
    wanted = [
        (each, lang)
        for each in decks
        for lang in languages_of(library, each)
        if not langs or lang in langs
    ]
    if not wanted:
        raise NothingToExport(f"'{game}' has no decks" + (" in these languages" if decks else ""))
    records = list[dict[str, str]]()
    try:
        for each, lang in wanted:
            proof = proof_of(library, each, lang, ink, runner, progress)
            made = _files(library, each, proof, lang, ink, paper, vision)
            same = {"id": f"{game}/{each.id}", "game": game, "output": "proof", "lang": lang}
            records += [{**same, "path": path} for path in made]
            files |= made
            report.problems += [
                found for found in problems(each, proof) if found not in report.problems
            ]
    except ExportError as error:
        return ExportReport(problems=error.problems)
    publish(library.folders, files, records)
    report.files |= {path: len(content) for path, content in files.items()}
    return report


def _files(
    library: Library, deck: Deck, proof: Proof, lang: str, ink: str, paper: str, vision: bool
) -> dict[str, bytes]:
    """The sheets of a proof by their paths."""
    content = library.games[deck.game]
    title = deck_title(library, Target(deck.game, deck.id, "cards", lang, "", ink))
    words = plain_labels(library, content, lang)
    named = " ".join([title, *words.values(), *(face.card.name for face in proof.faces)])
    shapes = label_shapes(library, named)
    info = DocumentInfo(title, author(content, lang), lang)
    size = paper_size(paper)
    of_ink = "" if ink == DEFAULT_INK else f".{ink}-ink"
    name = f"out/{deck.game}/proof/{deck.id}"
    made = {f"{name}.{lang}.{paper}{of_ink}.pdf": cut_sheet(proof, size, words, shapes, info)}
    if vision:
        sheet = vision_sheet(proof, size, words, shapes, info)
        made[f"{name}-vision.{lang}.{paper}{of_ink}.pdf"] = sheet
    return made

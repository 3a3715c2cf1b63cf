"""Codes on cards: what a phone reads, where they are, and addresses that are refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from helpers import POINTS, messages
from piece_games import piece_game
from pydantic import TypeAdapter, ValidationError
from runners import results_of, runner_of, tasks_of

from printgen import Project
from printgen.content.models.products import CardCode, CardsProduct, CodeUrl
from printgen.extras.card_text.face_words import drawn_words
from printgen.layout.assembly import assemble, font_programs
from printgen.layout.face_codes import MODULES, QUIET
from printgen.layout.faces import Face
from printgen.layout.jobs import Job
from printgen.products.card_faces import card_anchor

PRODUCTS = """
deck:
  title: {en: Events}
  output: cards
  languages: [en]
  entries: {events: all}
  code: https://example.org/storm/{lang}.html
  faces: {front: {corner: cost}, back: {body: text, symbol: effect}}
shared:
  title: {en: Events}
  output: cards
  languages: [en]
  entries: {events: [elmo]}
  code: https://example.org/{id}
  inks: [full]
  faces: {front: {corner: cost, body: text}, common_back: {title: Storm}}
small:
  title: {en: Small}
  output: cards
  languages: [en]
  entries: {events: [elmo]}
  code: {url: "https://example.org/a-long-address-of-cards/{id}", face: front}
  inks: [full]
  format: 25 x 25 mm
  faces: {front: {body: text}, back: {body: text}}
"""

# The inset of a code on a face (mm): the bleed and the safe zone.
INSET = 6.0


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(piece_game(tmp_path_factory.mktemp("codes"), PRODUCTS))


@pytest.fixture(scope="module")
def coded(project: Project) -> list[tuple[Job, Face]]:
    """The faces with codes, of each ink."""
    with runner_of(project) as runner:
        decks = "storm/deck", "storm/shared"
        tasks = tasks_of(project, *decks, inks=["full", "low"], papers=["a4"])
        jobs = [task.job for task in tasks if task.job.code]
        faces = [result.face for result in results_of(runner, jobs)]
    assert len(jobs) == len(list(filter(None, faces))) == 5
    return [(job, face) for job, face in zip(jobs, faces, strict=True) if face]


@pytest.mark.spares("code-room")
def test_a_reader_finds_the_address_of_each_card_in_both_inks(
    project: Project, coded: list[tuple[Job, Face]]
) -> None:
    pdf = assemble((face for _, face in coded), font_programs(project.folders))
    found = []
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for page, (job, _) in zip(document, coded, strict=True):
            (code,) = zxingcpp.read_barcodes(page.render(scale=300 / 72).to_pil())
            found.append((job.format.product, job.format.ink, code.text))
    address = "https://example.org/storm/en.html#"
    assert sorted(found) == [
        ("storm/deck", "full", f"{address}elmo"),
        ("storm/deck", "full", f"{address}wave"),
        ("storm/deck", "low", f"{address}elmo"),
        ("storm/deck", "low", f"{address}wave"),
        ("storm/shared", "full", "https://example.org/elmo"),
    ]


def test_codes_are_on_the_back_unless_all_cards_share_it(coded: list[tuple[Job, Face]]) -> None:
    faces: dict[str, Any] = {job.format.product: job.context["face"] for job, _ in coded}
    # The front of the first deck has a corner, its back none.
    assert not faces["storm/deck"]["corner"] and faces["storm/shared"]["corner"]


def boxes(face: Face) -> Iterator[tuple[float, float, float, float]]:
    """The words of a face: left, lower, right and upper edge in points."""
    for runs in drawn_words(face).values():
        for run in filter(lambda run: run.words.strip(), runs):
            x, y = run.matrix[4], run.matrix[5]
            yield x, y, x + run.width, y + 0.6 * run.size


def test_a_code_is_large_enough_in_the_safe_area_and_clear_of_words(
    coded: list[tuple[Job, Face]],
) -> None:
    for job, face in coded:
        assert job.code and face.tags
        figure = face.tags.kids[-1]
        assert not isinstance(figure, tuple) and figure.box
        assert (figure.name, figure.alt) == ("Figure", job.code.alt)
        assert figure.alt.startswith("QR code: this card in words, https://example.org/")
        left, lower, right, upper = figure.box
        module = (right - left) / POINTS / (len(job.code.rows) + 2 * QUIET)
        assert any(abs(module - known) < 0.001 for known in MODULES) and min(MODULES) >= 0.33
        assert left >= INSET * POINTS - 0.01 and lower >= INSET * POINTS - 0.01
        assert right <= face.width - INSET * POINTS + 0.01
        assert upper <= face.height - INSET * POINTS + 0.01
        for x0, y0, x1, y1 in boxes(face):
            assert x1 <= left or x0 >= right or y1 <= lower or y0 >= upper


def test_the_codes_of_a_deck_have_one_number_of_modules(coded: list[tuple[Job, Face]]) -> None:
    counts = {(job.format.product, len(job.code.rows)) for job, _ in coded if job.code}
    assert len(counts) == 2


@pytest.mark.sees("code-room")
def test_a_code_without_room_is_a_problem_of_the_card(project: Project) -> None:
    report = project.build(["storm/small"], jobs=1, papers=["a4"])
    (problem,) = messages(report.problems)
    assert problem.startswith("content/storm/events/events.yaml:10:3: code-room: storm/elmo")
    assert "which is 13.9 mm wide at least" in problem


def test_a_face_without_a_code_has_the_same_job_as_before(project: Project) -> None:
    jobs = [task.job for task in tasks_of(project, "storm/deck", inks=["full"], papers=["a4"])]
    assert [bool(job.code) for job in jobs] == [False, False, True, True]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ftp://example.org/", "begins with https:// or http://"),
        ("javascript:alert(1)", "begins with https:// or http://"),
        ("https://", "no valid name of a site"),
        ("https://me:secret@example.org/", "no valid name of a site"),
        ("https://example.org:99999/", "no valid name of a site"),
        ("https://[::1/", "no valid name of a site"),
        ("https://example.org/é", "has no 'é'"),
        ("https://example.org/a b", "has no ' '"),
        ("https://example.org/{card}", "unknown words in braces"),
        ("https://example.org/#cards", "says where the id is"),
        ("https://example.org/" + "a" * 181, "has 201 characters (at most 200)"),
    ],
)
def test_addresses_that_are_refused(url: str, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(CodeUrl).validate_python(url)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://example.org", "https://example.org#owl"),
        ("http://example.org:80/{lang}/", "http://example.org:80/fr/#owl"),
        ("https://example.org/?card={id}", "https://example.org/?card=owl"),
        ("https://example.org/{lang}#card-{id}", "https://example.org/fr#card-owl"),
    ],
)
def test_the_id_and_the_language_in_addresses(url: str, address: str) -> None:
    assert CardCode(url=url).address("owl", "fr") == address


def test_faults_of_a_code_have_places(tmp_path: Path) -> None:
    deck = "deck:\n  title: {en: All}\n  output: cards\n  entries: {events: all}\n"
    faces = "  faces: {front: {body: text}, common_back: {title: Storm}}\n"
    wrong = f"{deck}  code: www.example.org\n{faces}"
    shared = f"{deck}  code: {{url: https://example.org, face: back}}\n{faces}"
    found = [messages(Project(piece_game(tmp_path, text)).problems)[0] for text in (wrong, shared)]
    where = "content/storm/products.yaml"
    assert found[0].startswith(f"{where}:5:9: value-shape: an address begins with https://")
    assert found[1].startswith(f"{where}:2:3: value-shape: no code on the back: all cards share")


def test_ids_of_cards_are_those_of_entries_unless_they_are_taken() -> None:
    known = {"profiles": ["owl"], "plans": [], "traits": ["fox"], "events": ["owl", "fox", "elk"]}
    game: Any = SimpleNamespace(id="woods", of_kind=known.get, game=SimpleNamespace(kinds=known))
    owl, fox, elk, far = (
        SimpleNamespace(game=home, id=id)
        for home, id in (("woods", "owl"), ("woods", "fox"), ("woods", "elk"), ("sea", "owl"))
    )
    cards: list[tuple[str, Any]] = [("profiles", owl), ("traits", fox), ("profiles", far)]
    assert [card_anchor(game, *card) for card in cards] == ["owl", "fox", "sea-owl"]
    events: list[Any] = [owl, fox, elk]
    assert [card_anchor(game, "events", each) for each in events] == [
        "events-owl",
        "events-fox",
        "elk",
    ]


def test_the_side_of_a_code() -> None:
    def side(**faces: object) -> str:
        made = {"output": "cards", "title": {"en": "X"}, "code": "https://a.org", "faces": faces}
        return CardsProduct.model_validate(made, strict=False).coded_side

    assert side(front="front", back="back") == "back"
    assert side(front="front") == side(front="front", common_back={"title": {"en": "X"}}) == "front"

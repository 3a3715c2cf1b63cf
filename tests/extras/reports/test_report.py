"""Reports, as pages and PDFs, and charts as files."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from helpers import built, dice, printgen, shared, starter, written
from PIL import Image
from runners import runner_of

from printgen import Project
from printgen.extras.charts.views import study_chart_view
from printgen.extras.exports.channels import NothingToExport
from printgen.extras.reports.report import charts_png, page, report, report_view
from printgen.press.staging import publish, read_manifest
from printgen.project import Folders, ProjectError

pytestmark = pytest.mark.slow

LANGS = ("fr", "en")


def make(root: Path) -> None:
    done = printgen(dice(root), "report", "fog")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    (root / "told.txt").write_text(done.stdout)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Dice with the reports of both languages."""
    return shared(tmp_path_factory, "report", make)


class Reader(HTMLParser):
    """The requests and the text of a page."""

    def __init__(self, html: str):
        super().__init__()
        self.asked: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "srcset", "data", "xlink:href"):
                self.asked.append(value or "")
            elif name == "id":
                self.ids.append(value or "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(root: Path, lang: str) -> Reader:
    return Reader((root / f"out/fog/report.{lang}.html").read_text("utf-8"))


# --- the page ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_a_page_is_self_contained(root: Path, lang: str) -> None:
    html = (root / f"out/fog/report.{lang}.html").read_text("utf-8")
    found = read(root, lang)
    assert all(asked.startswith("#") for asked in found.asked)
    assert {asked[1:] for asked in found.asked} <= set(found.ids)
    assert len(found.ids) == len(set(found.ids))
    assert not {"script", "link", "img", "iframe"} & set(found.tags)
    addresses = re.findall(r"url\(([^)]{0,30})", html)
    assert all(address.startswith("data:font/woff") for address in addresses)
    assert "@import" not in html
    assert "default-src &#39;none&#39;" in html or "default-src 'none'" in html
    assert html.startswith("<!doctype html>")
    assert html.endswith("</html>\n")


@pytest.mark.parametrize("lang", LANGS)
def test_a_page_adapts_to_the_reader(root: Path, lang: str) -> None:
    html = (root / f"out/fog/report.{lang}.html").read_text("utf-8")
    assert f'<html lang="{lang}">' in html
    assert 'name="viewport" content="width=device-width' in html
    assert "prefers-color-scheme: dark" in html
    drawings = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(drawings) == 3
    for drawing in drawings:
        assert "<title>" in drawing
        # Colours follow the colour scheme.
        assert 'fill="var(--ink)"' in drawing
        assert "#1b1b1b" not in drawing


def test_a_report_has_every_study_as_chart_and_table(root: Path) -> None:
    found = read(root, "en")
    words = " ".join(" ".join(found.words).split())
    for title in ("Every hand", "Guts", "Hitting on 4+"):
        assert title in words
    assert words.count("Computed exactly.") == 3
    # The values of `guts`, in the chart and in the table.
    assert words.count("44%") >= 2
    assert "nerve and wounds make 7 at most" in words
    assert "Captain" in words
    assert found.tags.count("svg") == 3
    assert found.tags.count("table") == 4


@pytest.mark.parametrize("lang", LANGS)
def test_the_pdf_has_the_same_content(root: Path, lang: str) -> None:
    path = root / f"out/fog/report.{lang}.pdf"
    document = pypdfium2.PdfDocument(path)
    try:
        texts = [sheet.get_textpage().get_text_range() for sheet in document]
        assert document[0].get_size() == pytest.approx((595.28, 841.89), abs=0.1)
    finally:
        document.close()
    flat = re.sub(r"\s", "", "".join(texts))
    for title in {"fr": ("Toutes les mains", "Toucher à 4+"), "en": ("Every hand", "Guts")}[lang]:
        assert re.sub(r"\s", "", title) in flat
    with pikepdf.open(path) as pdf:
        assert pdf.Root.Lang == lang
        assert str(pdf.docinfo["/Title"]).endswith({"fr": "d’équilibre", "en": "report"}[lang])


def test_a_report_is_reproducible(root: Path, tmp_path: Path) -> None:
    library = Project(root).library
    view = report_view(library, "fog", "fr")
    assert page(view) == page(report_view(library, "fog", "fr"))
    assert page(view) == (root / "out/fog/report.fr.html").read_text("utf-8")
    before = (root / "out/fog/report.fr.pdf").read_bytes()
    again = Project(dice(tmp_path / "again"))
    with runner_of(again) as runner:
        report(again.library, "fog", runner, ["fr"])
    assert (tmp_path / "again/out/fog/report.fr.pdf").read_bytes() == before


# --- out/ -------------------------------------------------------------------------------------


def test_the_command_lists_its_files(root: Path) -> None:
    told = (root / "told.txt").read_text()
    assert re.fullmatch(
        r"(out/fog/report\.(fr|en)\.(html|pdf)  \d+ kB\n){4}",
        told,
    )
    records = read_manifest(Folders(root))
    assert sorted(records) == sorted(
        f"out/fog/report.{lang}.{kind}" for lang in LANGS for kind in ("html", "pdf")
    )
    record = records["out/fog/report.fr.html"]
    content = (root / "out/fog/report.fr.html").read_bytes()
    assert record["bytes"] == len(content)
    assert (record["id"], record["output"], record["lang"]) == ("fog/report", "report", "fr")


def test_builds_and_reports_keep_each_other_s_files(tmp_path: Path) -> None:
    root = dice(tmp_path / "p")
    built(root, "fog/quay", langs=["en"])
    first = written(root)
    assert printgen(root, "report", "fog", "--lang", "en").returncode == 0
    second = written(root)
    assert set(second) - set(first) == {"fog/report.en.html", "fog/report.en.pdf"}
    assert second["fog/quay.en.a4.pdf"] == first["fog/quay.en.a4.pdf"]
    built(root, "fog/quay", langs=["fr"])
    files = json.loads((root / "out/manifest.json").read_text("utf-8"))["files"]
    assert [record["path"] for record in files] == [
        "out/fog/quay.en.a4.pdf",
        "out/fog/quay.fr.a4.pdf",
        "out/fog/report.en.html",
        "out/fog/report.en.pdf",
    ]
    (root / "out/fog/report.en.pdf").unlink()
    built(root, "fog/quay", langs=["fr"])
    assert "out/fog/report.en.pdf" not in read_manifest(Folders(root))
    assert printgen(root, "clean").returncode == 0
    assert written(root) == {}


def test_incomplete_files_are_not_published(tmp_path: Path) -> None:
    folders = Folders(starter(tmp_path / "p"))
    sound = {"out/fog/report.en.html": b"<!doctype html>\n</html>\n"}
    publish(folders, sound, [{"path": path} for path in sound])
    before = written(folders.root)
    for content in (b"", b"<!doctype html>", b"</html>", b"%PDF-1.7 %%EOF"):
        files = {**sound, "out/fog/report.fr.html": content}
        with pytest.raises(ProjectError, match=r"report\.fr\.html is incomplete"):
            publish(folders, files, [{"path": path} for path in files])
        assert written(folders.root) == before


# --- errors -----------------------------------------------------------------------------------


def bare(root: Path) -> Path:
    """The starter without its studies."""
    starter(root)
    for path in (root / "content/fog/studies").glob("*"):
        path.unlink()
    for path in (root / "content/fog/chapters").glob("*.md"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        kept = [line for line in lines if "hits" not in line]
        path.write_text("".join(kept), "utf-8")
    return root


def test_a_game_without_studies_has_no_report(tmp_path: Path) -> None:
    root = bare(tmp_path / "p")
    done = printgen(root, "report", "fog")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "printgen: 'fog' has no studies, no solvable quests and no battles\n"
    assert written(root) == {}
    project = Project(root)
    with runner_of(project) as runner, pytest.raises(NothingToExport):
        report(project.library, "fog", runner, ["en"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fgo"], "no game 'fgo' (did you mean 'fog'?)"),
        (["fog", "--lang", "de"], "the game has no texts in 'de' (fr, en)"),
        ([], "Missing argument 'GAME'"),
    ],
)
def test_usage_errors(tmp_path: Path, words: list[str], message: str) -> None:
    done = printgen(starter(tmp_path / "p"), "report", *words)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_game_with_errors_has_no_report(tmp_path: Path) -> None:
    root = starter(tmp_path / "p")
    (root / "content/fog/studies/wrong.yaml").write_text("title: Wrong\n")
    done = printgen(root, "report", "fog")
    assert done.returncode == 1
    assert "study-invalid" in done.stderr
    assert written(root) == {}


def test_wrong_figures_in_chapters_do_not_stop_a_report(tmp_path: Path) -> None:
    root = dice(tmp_path / "p")
    chapter = root / "content/fog/chapters/03-odds.en.md"
    chapter.write_text(chapter.read_text("utf-8") + '\n[9%]{.odds key="guts 5 0"}\n', "utf-8")
    assert "quoted-value-wrong" in printgen(root, "check").stderr
    done = printgen(root, "report", "fog", "--lang", "fr")
    assert (done.returncode, done.stderr) == (0, "")


# --- Charts as PNG files --------------------------------------------------------------------------


def test_a_png_chart_has_200_dpi(tmp_path_factory: pytest.TempPathFactory) -> None:
    project = Project(shared(tmp_path_factory, "dice", dice))
    assert project.problems == []
    library = project.library
    views = [
        study_chart_view(library, library.games["fog"].studies[name], "en")
        for name in ("hands", "guts")
    ]
    with runner_of(project) as runner:
        pictures = charts_png(views, runner)
    for view, content in zip(views, pictures, strict=True):
        with Image.open(BytesIO(content)) as picture:
            inch = 200 / 25.4
            assert picture.width == pytest.approx(float(view["frame"]["width"]) * inch, abs=2)
            assert picture.height == pytest.approx(float(view["frame"]["height"]) * inch, abs=2)
            grey = np.asarray(picture.convert("L"))
            assert (grey.min() < 60, grey.max() > 240) == (True, True)

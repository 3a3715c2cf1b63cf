"""Text to HTML: spaces and punctuation of each language, and escaping."""

from __future__ import annotations

import html
import re
from contextlib import closing

import pypdfium2
import pytest
import weasyprint
from hypothesis import assume, example, given
from hypothesis import strategies as st
from markupsafe import Markup

from printgen.typography.language import language
from printgen.typography.text import plain_words, spaced, typeset, with_icons, without_emphasis

NN = "\u202f"
NB = "\u00a0"


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Halte !", f"Halte{NN}!"),
        ("Halte!", f"Halte{NN}!"),
        ("Qui va là ? Moi.", f"Qui va là{NN}? Moi."),
        ("Portée 6 ; un jet", f"Portée 6{NN}; un jet"),
        ("un dé: le six", f"un dé{NB}: le six"),
        ("un dé : le six", f"un dé{NB}: le six"),
        ("« Tirez ! »", f"«{NB}Tirez{NN}!{NB}»"),
        ("«Tirez»", f"«{NB}Tirez{NB}»"),
        ("(vraiment ?)", f"(vraiment{NN}?)"),
        ("« Ah ? » dit-il", f"«{NB}Ah{NN}?{NB}» dit-il"),
        ("**Lent :** il marche", f"<strong>Lent{NB}:</strong> il marche"),
        # An existing space is kept and not doubled.
        (f"Halte{NN}!", f"Halte{NN}!"),
        ("Halte\u00a0!", "Halte\u00a0!"),
        # Not the punctuation of a sentence.
        ("à 12:30 précises", "à 12:30 précises"),
        ("https://exemple.fr/a?b=1", "https://exemple.fr/a?b=1"),
        ("cas::sous-cas", "cas::sous-cas"),
        ("3/1", "3/1"),
        ("34 % des jets", f"34{NN}% des jets"),
        ("", ""),
        ("Quoi ?!", f"Quoi{NN}?!"),
        ("Quoi ?…", f"Quoi{NN}?…"),
        (f"«{NN}Oui{NN}»", f"«{NB}Oui{NB}»"),
        ("«\u00a0Oui\u00a0»", f"«{NB}Oui{NB}»"),
    ],
)
def test_french_spaces(typed: str, printed: str) -> None:
    assert typeset(typed, "fr") == printed
    assert typeset(typed, "fr-CA") == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("so 4 + 5 = 9 and", f"so 4{NB}+{NB}5{NB}={NB}9 and"),
        ("10 - 6", "10 - 6"),
        ("7 − 9 = −2", f"7{NB}−{NB}9{NB}={NB}−2"),
        ("MOV 6 and 2 HP", f"MOV{NB}6 and 2{NB}HP"),
        ("2 + 2 SIZ + 1", f"2{NB}+{NB}2{NB}SIZ{NB}+{NB}1"),
        ("Power + 1D6 = HP lost", "Power + 1D6 = HP lost"),
        ("I have 2 dogs", "I have 2 dogs"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_sums_and_stats_stay_on_one_line(typed: str, printed: str, lang: str) -> None:
    assert typeset(typed, lang) == printed


@pytest.mark.parametrize(
    "words", ["Stop! Who? Me: you; them.", "“Fire!”", "at 12:30", "the « old » ways : no"]
)
def test_english_keeps_its_spaces(words: str) -> None:
    assert typeset(words, "en") == words
    assert NN not in typeset(words, "de")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("l'épée d'un géant", "l’épée d’un géant"),
        ("won't", "won’t"),
        ("l’épée", "l’épée"),
        ("5' long", "5&#39; long"),
        ("-1 au jet", "−1 au jet"),
        ("de -2 à 3", "de −2 à 3"),
        ("(-3)", "(−3)"),
        ("6-8 points", "6-8\u00a0points"),
        ("2*D6 puis 3*D6", "2*D6 puis 3*D6"),
        ("rendez-vous", "rendez-vous"),
        ("a - b", "a - b"),
        ("attendez...", "attendez…"),
        ("*vite*", "<em>vite</em>"),
        ("**vite**", "<strong>vite</strong>"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("<b>gras</b>", "&lt;b&gt;gras&lt;/b&gt;"),
        ("Fer & Feu", "Fer &amp; Feu"),
        ("[lien](http://x.fr)", "[lien](http://x.fr)"),
        ("![image](file)", "![image](file)"),
        ("<http://x.fr>", "&lt;http://x.fr&gt;"),
        ("`code`", "`code`"),
        ("# Titre", "# Titre"),
        ("deux\nlignes", "deux lignes"),
        ("deux  \n  lignes", "deux lignes"),
        ("  au bord  ", "au bord"),
        ("{{ 7 * 7 }}", "{{ 7 * 7 }}"),
    ],
)
def test_punctuation_and_markup(typed: str, printed: str, lang: str) -> None:
    assert html.unescape(typeset(typed, lang)) == html.unescape(printed)
    assert typeset(typed, lang).count("<") == printed.count("<")


SIGNS = "abé Z19'\"-*_.:;!?«»()<>&\n\u00a0\u202f/\\[]`#{}"
texts = st.text(st.sampled_from(SIGNS) | st.characters(codec="utf-8"), max_size=60)


@given(texts, st.sampled_from(["fr", "en"]))
@example("☀ 0304", "fr")
def test_letters_are_kept_and_tags_are_escaped(words: str, lang: str) -> None:
    printed = str(typeset(words, lang))
    tags = re.findall(r"<[^>]*>?", printed)
    own = {f'<span class="{kind}">' for kind in ("pip", "hex", "emoji")} | {"</span>"}
    marks = {f"<{end}{name}>" for name in ("sub", "sup", "mark", "s") for end in ("", "/")}
    assume(marks.isdisjoint(tags))
    assert set(tags) <= {"<em>", "</em>", "<strong>", "</strong>", *own}
    assert printed.count("<span") == printed.count("</span>")
    assert printed.count("<em>") == printed.count("</em>")
    assert printed.count("<strong>") == printed.count("</strong>")
    bare = html.unescape(re.sub("|".join([r"</?(?:em|strong)>", *own]), "", printed))

    def letters(text: str) -> str:
        return "".join(c for c in text if c.isalnum())

    assert letters(bare) == letters(words.replace("\0", ""))
    # Every ampersand begins a character reference.
    assert not re.search(r"&(?!(?:amp|lt|gt|quot|#\d+|#x[0-9a-fA-F]+);)", printed)


@given(texts)
def test_french_spaces_are_never_doubled(words: str) -> None:
    once = spaced(words, language("fr"))
    assume(not re.search("[;:!?]\\s?[;:!?]|[«»]", words))
    assert spaced(once, language("fr")) == once
    assert "".join(once.split()) == "".join(words.split())
    assert not re.search(f"{NN} [;:!?»]", once) or re.search("[\u00a0\u202f] ", words)


@given(st.text("abcé ,.", max_size=30), st.sampled_from("!?;:"))
def test_a_punctuation_mark_has_one_space(words: str, mark: str) -> None:
    space = NB if mark == ":" else NN
    for typed in (f"{words}x{mark}", f"{words}x {mark}"):
        assert str(typeset(typed, "fr")).endswith(f"x{space}{mark}")


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("H~2~O", "H<sub>2</sub>O"),
        ("*x*~i,j~", "<em>x</em><sub>i,j</sub>"),
        ("9 m^2^ and 10^-3^", f"9{NB}m<sup>2</sup> and 10<sup>−3</sup>"),
        ("the 1^er^ *2^e^*", "the 1<sup>er</sup> <em>2<sup>e</sup></em>"),
        ("==one *or* two==", "<mark>one <em>or</em> two</mark>"),
        ("a ==b=c== d", "a <mark>b=c</mark> d"),
        ("~~gone *for* good~~", "<s>gone <em>for</em> good</s>"),
        # What is no mark stays as typed.
        ("~5 to ~6, 2^10, ^_^", "~5 to ~6, 2^10, ^_^"),
        ("3 == 3 and a==b, ==", "3 == 3 and a==b, =="),
        ("$x^2+y^2$", "$x^2+y^2$"),
        ("a~b c~d, x^y z^", "a~b c~d, x^y z^"),
    ],
)
def test_raised_lowered_highlighted_and_struck_words(typed: str, printed: str) -> None:
    assert typeset(typed, "en") == printed
    plain = re.sub("<[^>]+>", "", printed).replace("−", "-").replace(NB, " ")
    assert without_emphasis(typed) == plain


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("on 1–3 or 10–12", ["1–3", "10–12"]),
        ("from 10%–20%", ["10%–20%"]),
        ("D4–D6 of them", ["4–D6"]),
        ('3"–6" away', ["3&quot;–6&quot;"]),
        ("1–3–5", ["1–3–5"]),
        ("Paris – 1914", []),
        ("well–known", []),
    ],
)
def test_a_range_is_kept_on_one_line(typed: str, kept: list[str]) -> None:
    printed = typeset(typed, "en")
    assert re.findall('<span class="unbroken">(.*?)</span>', printed) == kept
    # Nothing is added that a reader would copy.
    assert plain_words(printed) == typed


def test_an_icon_stays_with_the_range_before_it() -> None:
    printed = with_icons(typeset("Pay 1–3 {coin}.", "en"), {"coin": Markup("<i>c</i>")})
    whole = '<span class="counted closed"><span class="unbroken">1–3</span> <i>c</i>.</span>'
    assert whole in printed


def test_no_line_ends_at_the_dash_of_a_range() -> None:
    """In every width, as WeasyPrint breaks lines; the bytes of what is copied are those typed."""
    text = typeset("you lose 11–13 points or 21–23 points on 31–33", "en")
    rule = ".unbroken { white-space: nowrap } @page { size: 200mm 250mm; margin: 5mm }"
    boxes = "".join(f'<p style="width: {width}mm">{text}</p>' for width in range(14, 60, 3))
    page = weasyprint.HTML(string=f"<style>{rule}</style>{boxes}").write_pdf()
    with closing(pypdfium2.PdfDocument(page)) as document:
        words = "\n".join(each.get_textpage().get_text_range() for each in document)
    lines = words.replace("\r", "").splitlines()
    assert len(lines) > 40 and not any(line.rstrip().endswith("–") for line in lines)
    assert words.count("11–13") == words.count("21–23") == words.count("31–33") == 16

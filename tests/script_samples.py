"""Sentences of games in ten languages, a project of a game in each, and fonts for them.

Each sentence has numbers, brackets, emphasis or words of another script, and is a line of a page.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont
from small_projects import write

NOTO = Path("/usr/share/fonts")

# The title of the game, the name of a card, a word of a stat, and sentences.
SAMPLES = {
    "ru": (
        "Башня",
        "Страж",
        "Сила",
        [
            "Возьмите **2 карты** (не больше 5).",
            "Бросьте *2D6* и прибавьте +1.",
        ],
    ),
    "el": (
        "Πύργος",
        "Φρουρός",
        "Δύναμη",
        [
            "Τραβήξτε **2 κάρτες** (έως 5).",
            "Ρίξτε *2D6* και προσθέστε +1.",
        ],
    ),
    "pl": (
        "Wieża",
        "Strażnik",
        "Siła",
        [
            "Weź **2 karty** (najwyżej 5).",
            "Rzuć *2D6* i dodaj +1; żółć, gęś, łódź.",
        ],
    ),
    "tr": (
        "İstanbul Kalesi",
        "Işık",
        "Güç",
        [
            "**İki** kart çekin (en çok 5).",
            "*2D6* atın ve +1 ekleyin; ılık, ığdır.",
        ],
    ),
    "he": (
        "מגדל",
        "אבירה",
        "כוח",
        [
            "הרווח 3 מטבעות (או 2) כל תור.",
            "קרא בקול: **Open the Gate** *now* ואז משוך 2.",
            "**Dragon** (7–9) תוקף.",
            "הטל 2D6, והוסף **1**!",
        ],
    ),
    "ar": (
        "البرج",
        "الحارس",
        "القوة",
        [
            "اسحب **بطاقتين** (أو 3) في كل دور.",
            "قل: **Open the Gate** *now* ثم ارمِ النرد.",
            "انتظر دورك؛ ثم العب **بطاقة**!",
            "ارمِ 2D6 وأضف **1**.",
        ],
    ),
    "zh": (
        "高塔",
        "守卫",
        "力量",
        [
            "抽**两张牌**，然后弃一张。",
            "**注意！**掷2D6（最多5点）。",
            "他说：“打开*大门*。”",
        ],
    ),
    "ja": (
        "塔の物語",
        "見張り",
        "力",
        [
            "カードを**2枚**引く。",
            "**「重要」**は2D6を振る（最大5）。",
        ],
    ),
    "ko": (
        "탑",
        "파수꾼",
        "힘",
        [
            "카드 **두 장**을 뽑습니다(최대 5장).",
            "**(중요)** 2D6을 굴립니다.",
        ],
    ),
    "th": (
        "หอคอย",
        "ผู้เฝ้ายาม",
        "พลัง",
        [
            "จั่วการ์ด **2 ใบ** (ไม่เกิน 5)",
            "ทอย *2D6* แล้วบวก 1 น้ำแข็งที่นี่",
        ],
    ),
}

# The fonts of the Debian packages fonts-noto-core and fonts-noto-cjk.
FONTS = {
    "he": "truetype/noto/NotoSansHebrew-{}.ttf",
    "ar": "truetype/noto/NotoNaskhArabic-{}.ttf",
    "th": "truetype/noto/NotoSansThai-{}.ttf",
    "zh": "opentype/noto/NotoSansCJK-{}.ttc",
    "ja": "opentype/noto/NotoSansCJK-{}.ttc",
    "ko": "opentype/noto/NotoSansCJK-{}.ttc",
}

# The number of the font of a language in the collection.
_IN_COLLECTION = {"ja": 0, "ko": 1, "zh": 2}

PRODUCTS = """
cards:
  output: cards
  title: {title}
  source: cards.csv
  papers: [a4]
  inks: [full]
  faces: {{front: {{title: name, corner: [power], body: text, foot: power}}}}
book: {{title: {title}, output: book, editions: [screen]}}
words: {{title: {title}, output: sheet, template: reference, papers: [a4], inks: [full]}}
"""


def font_of(lang: str, folder: Path, weight: str) -> Path | None:
    """A font for the sentences of a language, with its characters only, in a folder; None where the
    fonts of printgen have them.
    """
    if lang not in FONTS:
        return None
    source = NOTO / FONTS[lang].format(weight)
    number = _IN_COLLECTION.get(lang)
    font = TTFont(source) if number is None else TTCollection(source).fonts[number]
    options = Options()
    options.layout_features = ["*"]
    options.name_IDs = ["*"]
    subsetter = Subsetter(options)
    subsetter.populate(text=str(SAMPLES[lang]) + "0123456789 ().,:;!?-+–\u0e4d")
    subsetter.subset(font)
    path = folder / f"{source.stem}-{lang}{'.otf' if 'CFF ' in font else '.ttf'}"
    folder.mkdir(parents=True, exist_ok=True)
    font.save(path)
    return path


def sample_project(root: Path, lang: str) -> Path:
    """A project of a game in a language: cards, a book, and a sheet."""
    title, name, stat, sentences = SAMPLES[lang]
    numbered = list(enumerate(sentences, 1))
    rows = "".join(f"  - {{one: {number}, two: '{each}'}}\n" for number, each in numbered)
    cards = "".join(f'{name},"{each}",{number}\n' for number, each in numbered)
    lines = ["# " + title, "## " + name, *sentences, "## " + stat, *sentences]
    table = f"title: {title}\ncolumns: {{one: {name}, two: {stat}}}\nrows:\n{rows}"
    reference = f"[{name}](#{name.replace(' ', '-')})"
    files = {
        "game.yaml": f"title: {title}\nlanguages: [{lang}]\n",
        "products.yaml": PRODUCTS.format(title=title),
        "cards.csv": "Name,Text,Power\n" + cards,
        "tables/moves.yaml": table,
        f"chapters/01-rules.{lang}.md": "\n\n".join([*lines, reference, ""]),
    }
    return write(root, {f"content/g/{file}": text for file, text in files.items()})

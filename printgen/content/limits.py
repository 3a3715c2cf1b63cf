"""Limits of content, which may come from a stranger. `rules/manual.py` states them for users."""

from __future__ import annotations

# Bytes of one YAML file, of one chapter, and of all files of a project.
MAX_YAML_BYTES = 2_000_000
MAX_CHAPTER_BYTES = 400_000
MAX_PROJECT_BYTES = 100_000_000
MAX_PROJECT_FILES = 20_000

# Bytes of any file with words: no other limit of one is higher.
MAX_TEXT_BYTES = 10_000_000

# Problems listed of a file, and of each check of a game.
MAX_PROBLEMS = 500

# Bytes that are read of a style sheet.
MAX_STYLE_BYTES = 2_000_000

# Bytes of a theme's style for a play page, and of a drawing in one. Larger ones are left out.
MAX_PLAY_STYLE_BYTES, MAX_PLAY_DRAWING_BYTES = 100_000, 300_000

# Nesting of a YAML file, its values, and the values that its aliases repeat.
MAX_DEPTH = 64
MAX_NODES = 200_000
MAX_ALIASED_NODES = 50_000

# Characters of one text.
MAX_TEXT = 20_000

# Characters of the address in the code of a card.
MAX_CODE_URL = 200

# Pixels of an image, checked in its header before decoding, and the bytes of its file.
MAX_PIXELS = 25_000_000
MAX_PICTURE_BYTES = 60_000_000

# A spreadsheet: the bytes of its file, and those and the tags of the XML in it; the rows, columns
# and cells of a sheet up to its last value; the characters of one cell and of all.
MAX_SHEET_BYTES = 10_000_000
MAX_SHEET_XML = 40_000_000
MAX_SHEET_TAGS = 5_000_000
MAX_SHEET_ROWS = 20_000
MAX_SHEET_COLUMNS = 200
MAX_SHEET_CELLS = 1_000_000
MAX_CELL = 32_767
MAX_SHEET_CHARACTERS = 20_000_000

# Steps of the answer of a study, and of all answers of a command. A step is one operation of
# Python, such as the sum of two numbers, or the same for 250 numbers of an array.
MAX_STUDY_STEPS, MAX_STUDIES_STEPS = 20_000_000, 60_000_000

# Bytes and messages of a PO file. A rulebook of 50,000 words has some 4,000 messages.
MAX_PO_BYTES = 10_000_000
MAX_PO_MESSAGES = 50_000

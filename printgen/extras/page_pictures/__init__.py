"""Pages of finished PDFs as pictures and letters, for previews, shops and comparisons."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra("page_pictures", Path(__file__).parent)

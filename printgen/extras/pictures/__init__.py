"""Pictures of the pages of PDFs, and the letters on them, for other extras."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra("pictures", Path(__file__).parent)

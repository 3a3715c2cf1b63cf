"""PDF/X for print shops: colours as the four inks of a printing condition."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra("pdfx", Path(__file__).parent, separation="printgen.extras.pdfx.pdfx:write_pdfx")

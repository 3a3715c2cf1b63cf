"""Edits of the texts of YAML and CSV files: nothing else of a file changes."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra("editing", Path(__file__).parent)

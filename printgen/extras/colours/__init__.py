"""Colours that look alike in grey, and to the colour blind."""

from pathlib import Path

from printgen.extra import Extra

EXTRA = Extra("colours", Path(__file__).parent, checks="printgen.extras.colours.checks:CHECKS")

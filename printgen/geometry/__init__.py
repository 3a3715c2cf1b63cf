"""Outlines of pieces. Imports nothing from the rest of printgen."""

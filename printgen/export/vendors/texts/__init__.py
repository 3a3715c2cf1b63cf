"""Texts of card faces as text on top of a picture, so that a printer's files have sharp type."""

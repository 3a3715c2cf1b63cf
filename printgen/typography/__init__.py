"""Typesetting of text as HTML, fonts, and text measurement."""

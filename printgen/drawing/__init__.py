"""Ornaments of backs, covers and cards: shapes in mm, then SVG."""

"""Ornaments of backs, covers and cards: patterns by style, accent colour and seed."""

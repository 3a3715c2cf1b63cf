"""Modules for VASSAL: boards, counters, decks, charts and set-ups of a game."""

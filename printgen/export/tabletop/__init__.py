"""Decks for Tabletop Simulator."""

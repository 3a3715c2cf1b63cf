"""Quests to play in a browser."""

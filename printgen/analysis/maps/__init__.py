"""Hex maps as the rules see them: ground and units on a grid, and what the rules make of these."""

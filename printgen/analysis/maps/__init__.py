"""Hex maps as boards: terrain and units on a grid, and the game's rules applied to them."""

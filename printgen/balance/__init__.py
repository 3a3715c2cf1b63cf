"""Wishes: the fewest changes of numbers that make a game feel as its author wants."""

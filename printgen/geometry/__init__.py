"""Hexes, grids of hexes and lines of sight. Imports nothing from the rest of printgen."""

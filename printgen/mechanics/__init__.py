"""The games' arithmetic: plain numbers in, chances out. Imports nothing of the rest of printgen."""

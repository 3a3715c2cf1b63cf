"""The models of entries, one module per noun.

Models validate shape only. `printgen.checks` compares values with the declarations of the game.
"""

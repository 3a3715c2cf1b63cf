"""The models of entries, one module per noun.

Models validate shape only. The checks of `printgen.rules` compare values with the declarations of
the game.
"""

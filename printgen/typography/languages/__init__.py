"""The facts of each language that printgen knows: one module a language, named by its code."""

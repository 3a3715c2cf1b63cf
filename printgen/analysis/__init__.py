"""Computed properties of entries: stat values, counts, expressions, resolved references, boards.

Analysis reports no problems; `printgen.checks` does."""

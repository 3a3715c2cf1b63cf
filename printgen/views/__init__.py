"""Entries as the typed data that templates see, in one language."""

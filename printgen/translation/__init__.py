"""Texts for translators: PO files out of a game, and translations back into it."""

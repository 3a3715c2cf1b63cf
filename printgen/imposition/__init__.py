"""Imposition: the placement of faces on sheets, as plain data and then as PDF."""

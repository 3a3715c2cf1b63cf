"""Edits of the files of a project."""

"""Prove on finished faces and sheets that every word of their HTML can be seen."""

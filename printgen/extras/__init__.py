"""Capabilities that plug in: see `printgen/extra.py`."""

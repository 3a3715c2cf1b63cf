"""Targets, the build, and the only writer into `out/`."""

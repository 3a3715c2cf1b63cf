"""Charts as SVG paths, in mm."""

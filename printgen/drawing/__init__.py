"""Charts, hex maps and label placement: a scene in mm, then PDF or SVG."""

"""Hex maps as drawings: a display list in mm, for ReportLab on posters and for SVG in pages."""

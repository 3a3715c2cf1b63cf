"""Content to pages: Jinja to HTML, WeasyPrint to PDF."""

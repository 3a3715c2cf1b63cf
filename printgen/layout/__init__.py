"""Content to pages: Jinja templates to HTML, WeasyPrint to PDF."""

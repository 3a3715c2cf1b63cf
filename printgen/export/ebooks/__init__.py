"""Books for screens: EPUB 3 and single-file web pages."""

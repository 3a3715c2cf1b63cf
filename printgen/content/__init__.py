"""Text to entries: YAML with positions, Markdown, models, the loader and the library."""

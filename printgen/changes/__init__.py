"""Changes between two editions of a game: in words, as cards to print, and as pages of books."""

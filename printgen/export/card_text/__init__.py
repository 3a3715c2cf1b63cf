"""The cards of a game in words: a page for players who listen to them."""

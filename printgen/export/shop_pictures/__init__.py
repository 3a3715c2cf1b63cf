"""The images of a shop page: cover, banner and screenshots of the products of a game."""

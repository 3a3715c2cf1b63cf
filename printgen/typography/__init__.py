"""Text to typeset HTML; fonts, and the widths of words in them."""

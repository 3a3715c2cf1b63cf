"""Files for card printers."""

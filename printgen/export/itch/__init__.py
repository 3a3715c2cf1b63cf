"""The bundle for a page on itch.io."""

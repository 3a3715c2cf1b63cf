"""The play aid: a page of tools for use at the table, in a browser."""

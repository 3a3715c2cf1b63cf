"""How pages name files."""

# An address that exists nowhere: only `resources.Resources` knows what lies behind it.
BASE = "https://printgen.invalid/"

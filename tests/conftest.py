"""Makes the helpers beside this file importable from the folders of tests below it, and takes the
clock out of property tests."""

from hypothesis import settings

settings.register_profile("printgen", deadline=None)
settings.load_profile("printgen")

"""Makes the helpers beside this file importable from the folders of tests below it."""

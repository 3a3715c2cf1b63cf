"""The output of `printgen odds`, `simulate`, `report` and `doctor`."""

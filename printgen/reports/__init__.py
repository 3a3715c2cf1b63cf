"""The output of `printgen odds`, `simulate`, `worth`, `report` and `doctor`."""

"""The figures of games, as `printgen odds`, `simulate` and `report` tell them."""

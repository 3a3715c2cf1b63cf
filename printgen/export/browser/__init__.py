"""The quest player: a web page on which a game's quests are played."""

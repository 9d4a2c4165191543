"""How strong people and bots are, by their rated games: what such a game is, and the arithmetic. No store."""

"""Ratings of people and bots by their rated games: which games are rated, and the arithmetic. No store."""

"""A tournament of tables of two: the pairings and the standings. Pure: no clock, no store, no chance of its own."""

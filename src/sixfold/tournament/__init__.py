"""A tournament of tables of two: who meets whom, who stands where. Pure: no clock, no store, no chance of its own."""

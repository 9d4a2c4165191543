"""Tournaments of a server: sixfold.tournament with a store, a clock, and a table for every pair."""

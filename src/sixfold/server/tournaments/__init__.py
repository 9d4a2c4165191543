"""Tournaments of a server: sixfold.tournament with a store, a clock, and tables for everybody who meets."""

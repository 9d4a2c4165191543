"""Servers, a disk, a network and people who misbehave, all made up from one seed (docs/simulation.md)."""

"""Stores that releases have written, kept so that every later version is held to opening them."""

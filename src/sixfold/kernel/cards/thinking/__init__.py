"""What thinks about card tables: compiled, and no rule of the game."""

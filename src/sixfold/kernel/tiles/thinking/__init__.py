"""What thinks about tile positions: compiled, and no rule of the game."""

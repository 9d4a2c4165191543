"""The bots for cards, one file each."""

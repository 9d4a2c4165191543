"""The bots for tiles, one file each."""

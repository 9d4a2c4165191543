"""What the server carries: `python -m bench.load` (`make load`) measures it, and writes docs/scale.md."""

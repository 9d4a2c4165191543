"""What the figures in docs/ are made with, and what builds and trains what is shipped. Not shipped itself."""

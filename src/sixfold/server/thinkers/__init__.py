"""Worker processes that think for bots, reviews and pictures, and the queues before them."""

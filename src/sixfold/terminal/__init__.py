"""Play in a terminal. `plain` is one line in, one table out, and works everywhere."""

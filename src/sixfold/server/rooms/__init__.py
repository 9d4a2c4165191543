"""Tables in memory: loaded, obeyed, woken by clocks and bots, told to whoever listens."""

"""Tables in memory: they are loaded, carry out commands, are woken by clocks and bots, and tell their listeners."""

"""A table as a value, and what may happen at it. Pure: no wire, store, clock or socket."""

"""What people can do about others on a public server, and what its host learns and does about it."""

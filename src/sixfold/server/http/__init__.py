"""Everything that knows HTTP: who may come in, the routes, the sockets, the files of the page."""

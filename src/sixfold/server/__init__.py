"""Tables on the network: a sans-IO table, its wire, its store, and the web application around them. No rule."""

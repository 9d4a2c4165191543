"""What a fresh machine needs before it can play or test: an environment, a page, a browser, a database.

Needs Python alone. Every step can be broken off and called again; what is there already is not done twice.
"""

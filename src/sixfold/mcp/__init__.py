"""Language models at the table: tools by the Model Context Protocol (docs/models.md).

table.py    what a model can do at any table: look, plays, check, play; refusals and tries
tables.py   tables in this process, and all seats of its models
served.py   tables of a server; line.py is the way there, reading.py what comes along it
words.py    what a model reads
loops.py    whole games by text alone, for harnesses that call models themselves
server.py   the tools, over standard input and output or over HTTP; needs the extra `mcp`
"""

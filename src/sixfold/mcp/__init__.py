"""Language models at the table: tools by the Model Context Protocol (docs/models.md).

tables.py   tables in this process: seats of models and of bots, moves, refusals and tries
words.py    what a model reads
server.py   the tools, over standard input and output or over HTTP; needs the extra `mcp`
"""

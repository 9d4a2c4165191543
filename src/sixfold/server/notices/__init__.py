"""Notices: it is your turn, a game is over, somebody came. By push, mail, hook or feed, as each person wants.

`occasions.py` says what is worth a notice, `letters.py` puts it into words. `push.py`, `mail.py` and `hook.py` deliver
it. `post.py` takes the notices that are due and has them delivered. `feed.py` is read by feed readers. A notice holds
nothing secret.
"""

"""Being told: whose turn it is, that a game is over, that somebody came. By push, mail, hook or feed, as each wants.

`occasions.py` says what is worth a notice, `letters.py` puts it into words; `push.py`, `mail.py` and `hook.py` carry
it; `post.py` takes what is due and has it carried; `feed.py` is read by whoever comes. Nothing secret is in a notice.
"""

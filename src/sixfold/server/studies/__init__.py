"""Learning from games, without HTTP: what a study is made of (reading.py, thinking.py) and who does it (study.py)."""

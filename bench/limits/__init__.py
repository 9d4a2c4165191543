"""What hidden pieces are worth: bots that see more than the rules allow, against fair ones, on mirrored deals.

python -m bench.limits run --pairs 100     play on from where the kept games end
python -m bench.limits show                the table of docs/limits.md, from the kept games

These bots are nobody's opponents: they live here alone. What they see and how they choose is in a module for each game.
"""

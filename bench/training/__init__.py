"""How the bots' evaluations were learned: self-play on the CPU, repeatable from a seed, resumable from checkpoints."""

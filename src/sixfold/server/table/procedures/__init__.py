"""The procedures at a table, one module for each subject. `DO` in each says which intents it answers."""

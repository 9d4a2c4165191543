"""What was learned, and how: arrays of weights, each with the plan and the figures that made it in a JSON file."""

"""Making a release: looked at, built, tried in a fresh environment, and only then tagged."""

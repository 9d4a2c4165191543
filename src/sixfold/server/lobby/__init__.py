"""Where people find each other: tables that anybody may join, and pairing of those who wait for an opponent."""

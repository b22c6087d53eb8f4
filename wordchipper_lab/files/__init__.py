"""Files on the way in and out: written whole, locked against a second run, and watched while they are read."""

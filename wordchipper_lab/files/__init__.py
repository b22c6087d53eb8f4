"""Files that are read and written: complete or absent, locked against a second run, and watched while they
are read."""

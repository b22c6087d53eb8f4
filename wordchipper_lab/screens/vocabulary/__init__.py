"""The vocabulary browser: a query -> tokens, details, statistics."""

"""The vocabulary browser: from a query to tokens, details, statistics."""

"""Text: str, UTF-8 and bytes; no tokens."""

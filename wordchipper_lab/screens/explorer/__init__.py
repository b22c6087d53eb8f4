"""The Explorer: a text, a tokenizer -> tokens, spans, statistics."""

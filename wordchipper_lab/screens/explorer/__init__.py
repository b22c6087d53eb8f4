"""The Explorer: from a text and a tokenizer to tokens, spans, statistics."""

"""The vector lexer: the boundaries of 64 bytes at once, for the patterns of OpenAI's vocabularies."""

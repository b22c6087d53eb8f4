"""wordchipper's own faces of tiktoken and of Hugging Face's tokenizers.

They know what wordchipper's know, and answer as these do. `wordchipper_lab.compat.tiktoken` and
`wordchipper_lab.compat.tokenizers` are the complete ones.
"""

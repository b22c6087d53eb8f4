"""The Python API of wordchipper 0.9 on this engine: code written for it runs with one import changed.

>>> from wordchipper_lab.compat.wordchipper import SpecialFilter, Tokenizer
>>> tok = Tokenizer.from_pretrained("cl100k_base")
>>> tok.encode("hello<|endoftext|>"), tok.encode("hello<|endoftext|>", SpecialFilter.include_none())
([15339, 100257], [15339, 27, 91, 8862, 728, 428, 91, 29])

Results and exceptions are those of wordchipper 0.9.2, except where that differs from tiktoken; here the ids and
the texts are always tiktoken's:

- ``o200k_harmony``: id 200018 has two names. It decodes to ``<|endofprompt|>``, as in tiktoken; wordchipper says
  ``<|reserved_200018|>``, and `Vocab.to_dict` has only that.
- ``encode_single_token`` of bytes that are no UTF-8 (`compat.tiktoken`) finds the token; wordchipper raises
  ``KeyError``.
- ``get_vocab(with_added_tokens=False)`` (`compat.tokenizers`) leaves out special tokens and nothing else; for ``p50k``
  wordchipper keeps ``<|endoftext|>`` and leaves out the last token.
- A set of special tokens is accepted wherever a list is; wordchipper raises ``TypeError``, even for
  ``allowed_special={...}``.
- ``gpt2`` needs no files from elsewhere: it is ``r50k_base``, with the same ids.

Mappings are in the order of ids; wordchipper's order is that of a hash table. Where several tokens are not valid UTF-8
and look the same (``"\\ufffd"``), `Vocab.to_dict` names the one with the lowest id. `Tokenizer.get_special_tokens` of
version 0.9.0 is here, too.
"""

from .special_filter import SpecialFilter
from .tokenizer import Tokenizer
from .tokenizer_options import TokenizerOptions
from .vocab import Vocab

__all__ = ["SpecialFilter", "Tokenizer", "TokenizerOptions", "Vocab"]

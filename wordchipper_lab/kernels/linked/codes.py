"""How the arguments of a linked kernel are written down: one letter each, for the function that takes them apart.

An array of one dimension is the letter of its dtype, as in NumPy; ``k`` is an integer, ``u`` one without a sign, ``t``
a boolean, ``y`` bytes,
``s`` a text, ``n`` None; a tuple is its members in parentheses. The kernel gets them as words of 64 bits: the address
and size of an array or of bytes, the address of a text, a number, nothing for None.
"""

from __future__ import annotations

__all__ = [
    "ARRAYS",
    "ARRAY_OF_TOKENS",
    "CLOSE",
    "FLAG",
    "HEADER",
    "KEPT_INTEGERS",
    "LIST_OF_TOKENS",
    "NONE",
    "NUMBER",
    "OBJECT",
    "OPEN",
    "PAIR",
    "TEXT",
    "UNSIGNED",
    "VALUES",
    "VALUE_WORDS",
]

ARRAYS = {
    "bool": "?", "uint8": "B", "uint16": "H", "uint32": "I", "uint64": "L", "int32": "i", "int64": "l"
}  # fmt: skip
"""Letters of arrays."""

NUMBER, UNSIGNED, FLAG, TEXT, OBJECT, NONE, OPEN, CLOSE = "kutysn()"
"""The other letters; `TEXT` is of bytes, `OBJECT` of a ``str``, whose kernel takes its address as a number."""

PAIR, LIST_OF_TOKENS, ARRAY_OF_TOKENS = "pTA"
"""Letters of results of two numbers: as they are, or as a list or array of so many uint32 from that address on. (Other
results are `NUMBER`, `FLAG` or `NONE`.) A kernel that finds tokens keeps the GIL for a short text. In a library it has
the letter of a list; both forms are handed out."""

VALUES = 160
"""Words for the values of all arguments: a kernel that needs more is not linked."""

VALUE_WORDS = VALUES + 16
"""With those for tuples that are being taken apart: two each."""

HEADER = 11
"""Words before the letters: see `load`."""

KEPT_INTEGERS = 1 << 18
"""Python integers below this one, which is more than any vocabulary of OpenAI has tokens, are made once."""

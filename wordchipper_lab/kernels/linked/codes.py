"""How the arguments of a linked kernel are written down: one letter each, for the function that takes them apart.

An array of one dimension is the letter of its dtype, as in NumPy; ``k`` is an integer, ``t`` a boolean, ``y`` bytes, ``n``
None; a tuple is its members in parentheses. The kernel gets them as words of 64 bits: the address and size of an array
or of bytes, a number, nothing for None.
"""

from __future__ import annotations

__all__ = [
    "ARRAYS",
    "CLOSE",
    "FLAG",
    "HEADER",
    "NONE",
    "NUMBER",
    "OPEN",
    "PAIR",
    "TEXT",
    "VALUES",
    "VALUE_WORDS",
]

ARRAYS = {
    "bool": "?", "uint8": "B", "uint16": "H", "uint32": "I", "uint64": "L", "int32": "i", "int64": "l"
}  # fmt: skip
"""Letters of arrays."""

NUMBER, FLAG, TEXT, NONE, OPEN, CLOSE = "ktyn()"
"""The other letters."""

PAIR = "p"
"""The letter of a result of two numbers; other results are `NUMBER`, `FLAG` or `NONE`."""

VALUES = 160
"""Words for the values of all arguments: a kernel that needs more is not linked."""

VALUE_WORDS = VALUES + 16
"""With those for tuples that are being taken apart: two each."""

HEADER = 8
"""Words before the letters: see `load.plan_of`."""

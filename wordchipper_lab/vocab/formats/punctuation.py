"""What Hugging Face's `tokenizers` calls punctuation: ASCII's, and that of an older version of Unicode.

Its table (``unicode_categories``) does not have the marks that were added since, and still has two that are symbols
now. They were found by asking version 0.23 for every character; a test asks again.
"""

from __future__ import annotations

__all__ = ["PUNCTUATION"]

_SINCE = (
    "\u061d\u09fd\u0a76\u0c77\u0c84\u1b4e-\u1b4f\u1b7d-\u1b7f\u2e43-\u2e4f\u2e52-\u2e5d\U00010d6e"
    "\U00010ead\U00010f55-\U00010f59\U00010f86-\U00010f89\U000113d4-\U000113d5\U000113d7-\U000113d8"
    "\U0001144b-\U0001144f\U0001145a-\U0001145b\U0001145d\U00011660-\U0001166c\U000116b9\U0001183b"
    "\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2"
    "\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71\U00011ef7-\U00011ef8"
    "\U00011f43-\U00011f4f\U00011fff\U00012ff1-\U00012ff2\U00016d6d-\U00016d6f\U00016e97-\U00016e9a"
    "\U00016fe2\U0001e5ff\U0001e95e-\U0001e95f"
)
_NO_LONGER = "\u166d\U000111c9"

PUNCTUATION = rf"(?![{_SINCE}])[!-/:-@\[-`{{-~\p{{P}}{_NO_LONGER}]"
"""A pattern for one such character."""

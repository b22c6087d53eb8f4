"""What the writer and the reader of vocabulary files both know of the tokens before the next one."""

from __future__ import annotations

__all__ = ["CLASSES", "UsedFirst", "class_of"]

CLASSES = 256
"""Number of classes that `class_of` tells apart."""


class UsedFirst:
    """Tokens in the order of how often they were used, most first: a position then says more than an id.

    Twin: `UsedFirst` in ``web/tokenizer/split_model.js``.

    >>> tokens = UsedFirst()
    >>> for token in (65, 66, 67):
    ...     tokens.add(token)
    >>> tokens.use(2), tokens.order
    (67, [67, 66, 65])
    """

    def __init__(self) -> None:
        self.order: list[int] = []
        self.position: dict[int, int] = {}
        self._uses: list[int] = []  # by position: never ascending
        self._above: list[int] = []  # [uses] -> how many tokens were used more often

    def add(self, token: int) -> None:
        """Put a new token at the end."""
        self.position[token] = len(self.order)
        self.order.append(token)
        self._uses.append(0)

    def use(self, position: int) -> int:
        """The token at `position`, which then moves to the front of those used as often as it was."""
        order, uses = self.order, self._uses[position]
        if uses == len(self._above):
            self._above.append(0)
        front = self._above[uses]
        self._above[uses] = front + 1
        token, other = order[position], order[front]
        order[position], order[front] = other, token
        self.position[other], self.position[token] = position, front
        self._uses[front] = uses + 1
        return token


def class_of(token: bytes) -> int:
    """The class of a left part by its last character, which says much about the right part: 0 to 255.

    Its first byte, which for most scripts tells the script; its second one after E0 and E1, each of which begins
    the characters of dozens of scripts. Bytes that are no UTF-8 have some class, too. `token` is not empty.

    >>> class_of(b"the"), hex(class_of("на".encode())), hex(class_of("ไทย".encode()))
    (101, '0xd0', '0xb8')
    """
    at = len(token) - 1
    last = max(at - 3, 0)
    while at > last and token[at] & 0xC0 == 0x80:
        at -= 1
    return token[at + 1] if token[at] in (0xE0, 0xE1) and at + 1 < len(token) else token[at]

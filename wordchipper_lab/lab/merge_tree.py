"""The merges that make a token, as a tree: the whole token, the pair it is merged from, down to single
bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..arguments import checked, several
from ..tokenizer_arguments import a_token, a_vocabulary

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer
    from ..vocab.unified import UnifiedVocab

__all__ = ["MergeNode", "merge_tree", "span_tree"]


@dataclass(frozen=True, eq=False, repr=False)
class MergeNode:
    """A token and the pair it is merged from; ``left`` and ``right`` are None if no merge makes it.

    That is a single byte, a special token, or (in some vocabularies) a token found only as a whole span.
    ``start`` and ``end`` are bytes within the token, or the span, to which the tree belongs.
    """

    token: int
    start: int
    end: int
    data: bytes
    """The token's bytes."""
    left: MergeNode | None = None
    right: MergeNode | None = None

    @property
    def depth(self) -> int:
        """Merges on the longest path down: 0 for a single byte, at most one less than the number of bytes."""
        deepest, level = 0, [self]
        while level := [child for node in level for child in (node.left, node.right) if child]:
            deepest += 1
        return deepest

    def __iter__(self) -> Iterator[MergeNode]:
        """All nodes: each before its left part, and that before its right part."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [child for child in (node.right, node.left) if child]

    def to_json(self) -> dict[str, Any]:
        """``bytes`` of the whole in hexadecimal, and ``nodes`` in the order of iteration.

        Each node is [token, start, end, left, right]; the last two are places in the list, -1 for none. It is
        flat because a tree may be deeper than a JSON reader supports.
        """
        nodes = list(self)
        place = {id(node): at for at, node in enumerate(nodes)}
        return {
            "bytes": self.data.hex(),
            "nodes": [
                [
                    node.token,
                    node.start,
                    node.end,
                    place.get(id(node.left), -1),
                    place.get(id(node.right), -1),
                ]
                for node in nodes
            ],
        }

    def __str__(self) -> str:
        """The tree as text, with the whole token at the top."""
        lines: list[str] = []
        waiting = [(self, "", "")]
        while waiting:
            node, head, indent = waiting.pop()
            lines.append(f"{head}{_shown(node.data)} {node.token}")
            if node.left and node.right:
                waiting.append((node.right, f"{indent}└─ ", f"{indent}   "))
                waiting.append((node.left, f"{indent}├─ ", f"{indent}│  "))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<MergeNode {self.token} {self.data!r} at {self.start}:{self.end}>"


@checked(vocab=a_vocabulary, token=a_token)
def merge_tree(vocab: UnifiedVocab | Tokenizer, token: int) -> MergeNode:
    """How `token` is merged from single bytes; raises `UnknownTokenError` for an unused id.

    Every text merges it this way (see `wordchipper_lab.vocab.pairs`). Iterative: safe for tokens of any length.

    >>> import wordchipper_lab as wl
    >>> print(merge_tree(wl.Tokenizer.from_pretrained("r50k_base"), 262))
    ' the' 262
    ├─ ' t' 256
    │  ├─ ' ' 220
    │  └─ 't' 83
    └─ 'he' 258
       ├─ 'h' 71
       └─ 'e' 68
    """
    return _tree_at(getattr(vocab, "vocab", vocab), token, 0)


@checked(vocab=a_vocabulary, tokens=several(a_token, "several token ids"))
def span_tree(vocab: UnifiedVocab | Tokenizer, tokens: Sequence[int]) -> list[MergeNode]:
    """One tree for each of the tokens of a span, with offsets within the span.

    >>> import wordchipper_lab as wl
    >>> tok = wl.Tokenizer.from_pretrained("r50k_base")
    >>> span_tree(tok, tok.encode("tokenized"))
    [<MergeNode 30001 b'token' at 0:5>, <MergeNode 1143 b'ized' at 5:9>]
    """
    known = getattr(vocab, "vocab", vocab)
    trees: list[MergeNode] = []
    for token in tokens:
        trees.append(_tree_at(known, int(token), trees[-1].end if trees else 0))
    return trees


def _tree_at(vocab: UnifiedVocab, token: int, start: int) -> MergeNode:
    # Two passes over a stack: a node is created once both of its parts exist.
    data = vocab.token_bytes(token)
    made: list[MergeNode] = []
    waiting = [(int(token), start, start + len(data), False)]
    while waiting:
        part, at, end, has_parts = waiting.pop()
        own = data[at - start : end - start]
        if has_parts:
            right, left = made.pop(), made.pop()
            made.append(MergeNode(part, at, end, own, left, right))
        elif vocab.is_special(part) or (pair := vocab.split(part)) is None:
            made.append(MergeNode(part, at, end, own))
        else:
            middle = at + len(vocab.token_bytes(pair[0]))
            waiting += [(part, at, end, True), (pair[1], middle, end, False), (pair[0], at, middle, False)]
    return made[0]


def _shown(data: bytes) -> str:
    try:
        return repr(data.decode())
    except UnicodeDecodeError:
        return data.hex(" ")

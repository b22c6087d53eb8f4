"""What a tokenizer makes of a text, stage by stage, each part with its place in the text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ...pipeline.split_chain import Pieces
from ...pipeline.stages import Stages
from ...spanners.spans import GAP, SPECIAL
from .assembly import Assembly

__all__ = ["Part", "Token", "View"]


class Part(NamedTuple):
    """A stretch of a text, in characters, and what stands for it: `text` may be normalized."""

    start: int
    end: int
    text: str


class Token(NamedTuple):
    """A token with the stretch of the text that it stands for, in characters, the bytes that it is merged from, and the
    number of its piece. An added token has the bytes that it was found as."""

    start: int
    end: int
    data: bytes
    id: int
    is_added: bool
    piece: int


@dataclass(frozen=True, eq=False)
class View:
    """A text seen through an assembled recipe; each stage is computed when it is asked for."""

    assembly: Assembly
    text: str

    @cached_property
    def _stretches(self) -> tuple[list[Part], list[bool]]:
        """Added tokens, and the normalized text between them; which of them are added tokens."""
        pipeline = replace(self.assembly.tok.pipeline, splits=())
        pieces = Stages(pipeline).prepare([self.text], "parse", located=True).pieces
        return _parts(pieces), (pieces.kinds == SPECIAL).tolist()

    @cached_property
    def added(self) -> list[Part]:
        """The added tokens that are found."""
        return [part for part, is_added in zip(*self._stretches, strict=True) if is_added]

    @cached_property
    def normalized(self) -> list[Part]:
        """The stretches between added tokens, as the normalizer leaves them."""
        return [part for part, is_added in zip(*self._stretches, strict=True) if not is_added]

    @cached_property
    def pieces(self) -> list[Part]:
        """What is merged or looked up, one by one."""
        pieces = self.assembly.stages.prepare([self.text], "parse", located=True).pieces
        kept = (pieces.kinds != GAP).tolist()
        return [part for part, is_kept in zip(_parts(pieces), kept, strict=True) if is_kept]

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens, without those that the post-processor adds."""
        found = self.assembly.locate(self.text)
        ids = self.assembly.ids[found.ids].tolist()
        n, vocab = self.assembly.n_ranked, self.assembly.tok.vocab
        return [
            Token(
                start,
                end,
                self.text[start:end].encode() if number >= n else vocab.token_bytes(number),
                i,
                number >= n,
                word,
            )
            for number, start, end, word, i in zip(
                found.ids.tolist(),
                found.starts.tolist(),
                found.ends.tolist(),
                found.words.tolist(),
                ids,
                strict=True,
            )
        ]


def _parts(pieces: Pieces) -> list[Part]:
    data = pieces.data.tobytes()
    starts, ends = pieces.starts, pieces.ends
    assert pieces.origins is not None  # asked for with `located`
    first, last = pieces.origins
    return [
        Part(int(first[start]), int(last[end - 1]), data[start:end].decode(errors="replace"))
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
    ]

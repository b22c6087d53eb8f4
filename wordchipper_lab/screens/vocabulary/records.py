"""What the Vocabulary screen sends to its page: a whole vocabulary in columns, what was found in it, one token."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from ...lab.vocabulary import Variant
from ..records import Uint8s, Uint32s

__all__ = [
    "AuditExampleRecord",
    "AuditRecord",
    "DetailsRecord",
    "FindingRecord",
    "FoundRecord",
    "OptionsRecord",
    "OverlapRecord",
    "StatisticsRecord",
    "StatusRecord",
    "TreeRecord",
    "VariantRecord",
    "VocabularyRecord",
]

VariantRecord = Annotated[dict[str, Any], Variant]


class VocabularyRecord(TypedDict):
    """Tokens by their place among all, by id. The ids are runs: where each begins, and how many it has.

    ``packed`` is one zlib stream with n bytes a column: lengths in bytes (four columns, the lowest byte first), script
    and kind (numbers of names), flags (1 whole UTF-8, 2 special, 4 given by no text); then the bytes of all tokens.
    ``ranks``: of each token, plus one, 0 for none; left out where ranks are ids.
    """

    name: str
    max_token: int
    run_firsts: Uint32s
    run_lengths: Uint32s
    packed: Uint8s
    script_names: list[str]
    kind_names: list[str]
    ranks: NotRequired[Uint32s]


class FoundRecord(TypedDict):
    """The places that are listed, in their order; none travel where ``all`` are listed by id."""

    vocabulary: str
    all: bool
    places: Uint32s
    count: int
    of: int
    milliseconds: float


class AskedRecord(TypedDict):
    """Two vocabularies by the names they were asked for; either may have another."""

    model: str
    compare: str


class OverlapRecord(TypedDict):
    """What two vocabularies share. ``others``: for each place, the other's id of that token plus one, 0 for none."""

    a: str
    b: str
    same_id: int
    moved: int
    only_a: int
    only_b: int
    share_of_a: float
    share_of_b: float
    others: Uint32s
    asked: AskedRecord


class NodeColumns(TypedDict):
    """Nodes of a merge tree, each before its children: their numbers, -1 for none. Offsets are bytes of the token."""

    token: list[int]
    start: list[int]
    end: list[int]
    left: list[int]
    right: list[int]


class TreeRecord(TypedDict, total=False):
    """The merges that make a token; ``place`` and ``branch`` where it is pinned in a text, maybe without the rest."""

    token: int
    bytes: str
    nodes: NodeColumns
    place: int
    branch: str


class IdsRecord(TypedDict):
    """The first of so many ids."""

    count: int
    ids: list[int]


class PairRecord(TypedDict):
    """Two tokens that are merged."""

    left: int
    right: int


class DetailsRecord(TypedDict):
    """One token (see `TokenDetails`), and its family (see `TokenFamily`): ``why`` a space makes another token."""

    vocabulary: str
    id: int
    rank: int | None
    bytes: str
    hex: str
    text: str | None
    problem: str | None
    n_characters: int
    script: str
    kind: str
    is_special: bool
    is_reachable: bool
    is_never: bool
    pair: PairRecord | None
    longest_prefix: int | None
    tree: TreeRecord | None
    before: list[int]
    after: list[int]
    containing: IdsRecord
    as_left: IdsRecord
    as_right: IdsRecord
    family: list[VariantRecord]
    why: str
    why_branch: str


class SpecialRecord(TypedDict):
    """A special token."""

    text: str
    id: int


class StatisticsRecord(TypedDict):
    """A vocabulary in numbers (see `VocabularyStatistics`): tokens by length, by script, by kind."""

    name: str
    n_tokens: int
    n_ranked: int
    n_partial: int
    n_unreachable: int
    n_never: int
    max_token: int
    bytes: dict[int, int]
    characters: dict[int, int]
    scripts: dict[str, int]
    kinds: dict[str, int]
    special_tokens: list[SpecialRecord]


class AuditExampleRecord(TypedDict):
    """A case of a finding, ``said`` in words: the id of its token, if there is one, its bytes as ``shown``, and a text
    for the Explorer."""

    id: int | None
    shown: str
    said: str
    text: str | None


class FindingRecord(TypedDict):
    """One kind of finding (see `Finding`): "error", "warning" or "note"."""

    kind: str
    severity: str
    message: str
    count: int
    text: str | None
    examples: list[AuditExampleRecord]


class AuditRecord(TypedDict, total=False):
    """The audit of the vocabulary offered as ``model``: a verdict, and what it rests on; empty before the first one."""

    model: str
    sentence: str
    findings: list[FindingRecord]
    proved: list[str]
    seconds: float


class StatusRecord(TypedDict):
    """How a question was answered; ``note``: what a saved page says of itself."""

    error: str | None
    note: NotRequired[str]
    code: str
    link: str | None
    link_problem: str | None


class OptionsRecord(TypedDict):
    """What can be chosen: vocabularies, and the values of each field of a search."""

    models: list[str]
    own: list[str]
    by: list[str]
    match: list[str]
    utf8: list[str]
    special: list[str]
    space: list[str]
    kind: list[str]
    script: list[str]
    sort: list[str]
    part: list[str]

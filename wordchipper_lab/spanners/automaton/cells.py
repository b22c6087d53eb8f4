"""Cells: classes of codepoints that no character set of a pattern can distinguish.

A pattern examines a character only through its sets (``\\p{L}``, ``[\\r\\n]``, ``s`` ...). Two characters
that are in the same sets are interchangeable, so an automaton needs one column per cell instead of 1,112,064:
the OpenAI patterns have 11, 12 and 27 cells. Cell 0 is not a codepoint: it represents the end of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ...errors import UnsupportedPatternError
from .predicates import N_SCALARS, cased_property, check_sets, literal_edges, set_edges, to_scalars
from .syntax_tree import CharSet, Node, walk
from .work_budget import WorkBudget

__all__ = ["END", "PAGE_BITS", "CellMap", "build_cells", "pattern_sets"]

END = 0  #: the pseudo-cell "end of the text"
PAGE_BITS = 7  #: 128 codepoints to a page, so page 0 is ASCII
MAX_CELLS = 255


@dataclass(frozen=True, eq=False)
class CellMap:
    """Codepoint -> cell in two steps, and the properties of each cell.

    The cell of codepoint c is ``cells[(pages[c >> 7] << 7) + (c & 127)]``; page 0 comes first in ``cells``, so an
    ASCII byte is its own index. ``pages`` is uint16 (8704,), ``cells`` uint8 (128 * distinct pages,);
    ``sets`` are the distinct character sets of the pattern, ``truth`` is bool (sets, cells + 1): does the set
    contain the cell; ``representatives`` is uint32 (cells + 1,): the lowest codepoint of each cell.
    """

    sets: tuple[CharSet, ...]
    pages: np.ndarray
    cells: np.ndarray
    truth: np.ndarray
    representatives: np.ndarray

    @property
    def n_cells(self) -> int:
        """Number of cells, without the end of the text."""
        return len(self.representatives) - 1

    def cell_of(self, character: str) -> int:
        """The cell of one character."""
        codepoint = ord(character)
        return int(self.cells[(int(self.pages[codepoint >> PAGE_BITS]) << PAGE_BITS) + (codepoint & 127)])

    def mask_of(self, chars: CharSet) -> int:
        """The set as an integer: bit c is set if it contains cell c."""
        return sum(1 << int(cell) for cell in np.flatnonzero(self.truth[self.sets.index(chars)]))


def pattern_sets(*nodes: Node) -> tuple[CharSet, ...]:
    """The distinct character sets of syntax trees, in order of first use."""
    return tuple(dict.fromkeys(node for root in nodes for node in walk(root) if isinstance(node, CharSet)))


def build_cells(pattern: str, sets: tuple[CharSet, ...], work: WorkBudget | None = None) -> CellMap:
    r"""Partition all scalar values by `sets`; `pattern` is named in errors. About 20 ms per set.

    >>> cells = build_cells(r"\s+a", (CharSet(r"\s"), CharSet("a")))
    >>> [chr(c) for c in cells.representatives[1:]], cells.cell_of("a") == cells.cell_of("b")
    (['\x00', '\t', 'a'], False)
    """
    work = work or WorkBudget(pattern)
    check_sets(pattern, list(sets))
    edges = [_edges_within(chars, work) for chars in sets]
    starts = np.unique(np.concatenate([np.array([0]), *edges]))
    starts = starts[starts < N_SCALARS]
    # A set's edges alternate in/out: an index is inside if the number of edges at or before it is odd.
    inside = [np.searchsorted(edge, starts, side="right") % 2 == 1 for edge in edges]
    # A pattern without any set, such as "", examines no character: all are in one cell.
    answers = np.stack(inside or [np.zeros(len(starts), dtype=bool)])
    _, first, segment_cells = np.unique(answers, axis=1, return_index=True, return_inverse=True)
    if len(first) > MAX_CELLS:
        problem = (
            f"unsupported number of cells: {len(first)}, at most {MAX_CELLS}; use fewer different character "
            "sets,"
        )
        raise UnsupportedPatternError(pattern, 0, problem)
    by_codepoint = np.argsort(first)  # number the cells by their lowest codepoint
    number = np.empty(len(first), dtype=np.uint8)
    number[by_codepoint] = np.arange(1, len(first) + 1)
    lengths = np.diff(np.append(starts, N_SCALARS))
    scalar_cells = np.repeat(number[segment_cells.reshape(-1)], lengths)
    pages, cells = _two_stage_table(scalar_cells)
    truth = np.zeros((len(sets), len(first) + 1), dtype=bool)
    truth[:, 1:] = answers[: len(sets), first[by_codepoint]]
    representatives = np.zeros(len(first) + 1, dtype=np.uint32)
    representatives[1:] = to_scalars(starts[first[by_codepoint]])
    return CellMap(sets, pages, cells, truth, representatives)


def _edges_within(chars: CharSet, work: WorkBudget) -> np.ndarray:
    """`set_edges`, with its work counted: 10 ms for a set and 0.2 ms for each character of a long class."""
    edges = literal_edges(chars)
    if edges is None:
        work.spend(40_000 + 800 * len(chars.source))
        edges = set_edges(chars)
        if chars.ignore_case:
            _refuse_cased_property(chars, work)
    return edges


def _refuse_cased_property(chars: CharSet, work: WorkBudget) -> None:
    """For ``regex`` (2026.11), ``(?i:\\p{Lu})`` is every cased letter; but in ``(?i:\\p{Lu})|b``, where it
    searches for the first character of a match in advance, only letters that have another case. No set of
    characters is both."""
    work.spend(80_000 * len(re.findall(r"\\[pP]", chars.source)))
    if found := cased_property(chars):
        problem = f"unsupported {found} where case is ignored (write which letters are meant),"
        raise UnsupportedPatternError(work.pattern, max(0, work.pattern.find(found)), problem)


def _two_stage_table(scalar_cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Divide the cells of all codepoints into pages and store each distinct page once."""
    surrogates = np.full(0x800, scalar_cells[0xD7FF], dtype=np.uint8)  # never looked up, so any cell works
    codepoint_cells = np.concatenate([scalar_cells[:0xD800], surrogates, scalar_cells[0xD800:]])
    page_numbers: dict[bytes, int] = {}
    pages = [
        page_numbers.setdefault(row.tobytes(), len(page_numbers)) for row in codepoint_cells.reshape(-1, 128)
    ]
    return np.array(pages, dtype=np.uint16), np.frombuffer(bytearray(b"".join(page_numbers)), dtype=np.uint8)

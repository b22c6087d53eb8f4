"""Character -> cell, compiled: the step common to all lexers."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...text.utf8 import decode_char

__all__ = ["read_cell"]


@jit(inline=True)
def read_cell(text, position, pages, cells):  # type: ignore[no-untyped-def]
    """(cell, bytes) of the character at byte `position`, through the two stages of a `CellMap`.

    Its twin is `CellMap.cell_of`. An ASCII byte is its own index: page 0 comes first in `cells`.
    """
    lead = np.int64(text[position])
    if lead < 0x80:
        return np.int64(cells[lead]), np.int64(1)
    codepoint, width = decode_char(text, position)
    return np.int64(cells[(np.int64(pages[codepoint >> 7]) << 7) + (codepoint & 0x7F)]), width

"""The tables of a vocabulary in files that several processes share: built by the first, mapped by the others.

Each kernel of a server then needs 25 MB less, and does not build the tables again.
"""

from __future__ import annotations

import numpy as np

from ..files.shared_arrays import map_shared, write_shared
from .tables import BuiltTables, VocabTables
from .token_bytes import SPARE_BYTES, TokenBytes

__all__ = ["load_shared", "share"]

_STARTS, _PROPERTIES = "starts", "properties"  # is_merge_ordered, n_unreachable
_FIELDS = (*VocabTables._fields, _STARTS, _PROPERTIES)

Shared = tuple[TokenBytes, BuiltTables]


def load_shared(name: str) -> Shared | None:
    """The ranked tokens and tables of `name`, if a process has shared them."""
    found = map_shared(name, _FIELDS)
    if found is None:
        return None
    starts, properties = found.pop(_STARTS), found.pop(_PROPERTIES)
    data = found["token_data"][:-SPARE_BYTES]
    tables = VocabTables(**found)._replace(token_data=data)
    return TokenBytes(data, starts), BuiltTables(tables, bool(properties[0]), int(properties[1]))


def share(name: str, tokens: TokenBytes, built: BuiltTables) -> Shared | None:
    """Share the tables of `name`, and use them from now on; None where nothing is shared."""
    tables = built.tables._asdict()
    tables["token_data"] = np.append(tokens.data, np.zeros(SPARE_BYTES, np.uint8))
    properties = np.array([built.is_merge_ordered, built.n_unreachable], np.int64)
    write_shared(name, tables | {_STARTS: tokens.starts, _PROPERTIES: properties})
    return load_shared(name)

"""`SubsetEncoder`: a token encoder to which some of the special tokens are ordinary text."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..spanners.text_spanner import TextSpanner
from ..special_policy import POLICY_CODES, Special
from ..text.text_memory import STR_LAYOUT
from .engine_layout import tables_addresses
from .token_encoder import ARRAY, LIST, TokenEncoder

__all__ = ["SubsetEncoder"]

# No workspace in this thread yet, no engine, none of these kernels, or no policy.
_NOT_YET = (AttributeError, IndexError, KeyError, TypeError)


class SubsetEncoder(TokenEncoder):
    """Another token encoder with a spanner of its own.

    It shares everything else with the `whole` encoder, the workspaces too: what a memo knows does not depend on special
    tokens. Only that encoder's tables are bound to the linked kernels of a workspace (`Workspace.short`); here they
    are arguments, which takes 0.1 us more.
    """

    def __init__(self, whole: TokenEncoder, spanner: TextSpanner) -> None:
        vars(self).update(vars(whole))
        self.spanner = spanner
        self._subsets = {}
        lexer_tables = spanner.lexer.kernel_tables()
        if lexer_tables is not None:
            self._tables = tables_addresses(self.vocab, spanner, lexer_tables)

    def encode(self, text: str, special: Special = "parse") -> np.ndarray:
        """Tokens of one text: uint32 (n,)."""
        found = self._encode_short(ARRAY, text, special)
        return found if type(found) is np.ndarray else self._encode_any(text, special)

    def encode_list(self, text: str, special: Special = "parse") -> list[int]:
        """Tokens of one text as a list."""
        found = self._encode_short(LIST, text, special)
        return found if type(found) is list else self._encode_any_to_list(text, special)

    def _encode_short(self, form: int, text: str, special: Special) -> Any:
        """What the linked kernel returns: the tokens, or something else if there is none or the text is not simple."""
        try:
            work = self._local.workspace.addresses.addresses
            policy = POLICY_CODES[special]
            return self._short[form](self._tables.addresses, work, self._code, STR_LAYOUT, policy, text)
        except _NOT_YET:
            return None

"""``%%tokens``: the tokens of a notebook cell's text."""

from __future__ import annotations

from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring

from .token_view import TokenView

__all__ = ["TokensMagics", "register"]


@magics_class
class TokensMagics(Magics):
    """The cell magics of this package."""

    @magic_arguments()
    @argument("-m", "--model", default="o200k_base", help="vocabulary, e.g. cl100k_base")
    @argument("-l", "--lexer", default="auto", help="regex, automaton, logos or vector")
    @argument("-e", "--encoder", default="auto", help="span encoder, e.g. buffer_sweep")
    @argument("-s", "--special", default="parse", help="special tokens in the text: parse, text or error")
    @cell_magic
    def tokens(self, line: str, cell: str) -> TokenView:
        """Show the tokens of the cell's text; the line end that closes the cell is not part of it."""
        chosen = parse_argstring(self.tokens, line)
        text = cell.removesuffix("\n")
        return TokenView(
            text, chosen.model, lexer=chosen.lexer, encoder=chosen.encoder, special=chosen.special
        )


def register(ipython: InteractiveShell) -> None:
    """Add the magics to a running IPython: what ``%load_ext wordchipper_lab`` does."""
    ipython.register_magics(TokensMagics)

"""``export-html``, ``export-notebook`` and ``export-site``: pages that need no server, with the engine in them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import (
    EncoderOption,
    ErrorsOption,
    InputArgument,
    ModelOption,
    OutputOption,
    SpecialOption,
    resolve_vocabulary,
)
from .output import open_output
from .text_input import open_text

__all__ = ["export_html", "export_notebook", "export_site"]

_USUAL_ENCODER = "bpe_backtrack"


def export_html(
    file: InputArgument = None,
    text: Annotated[str | None, typer.Option(help="The text itself, instead of a file.")] = None,
    model: ModelOption = "o200k_base",
    encoder: EncoderOption = "auto",
    special: SpecialOption = "parse",
    compare: Annotated[
        list[str] | None, typer.Option(help="A vocabulary beside it; may be repeated.")
    ] = None,
    story: Annotated[
        str | None, typer.Option(help="A story instead of a text: strawberry, space ...")
    ] = None,
    live: Annotated[
        bool, typer.Option("--live/--saved", help="With the engine, or smaller and only to be looked at.")
    ] = True,
    output: OutputOption = None,
    errors: ErrorsOption = "strict",
) -> None:
    """Write the Explorer of a text, or a story, as one HTML page without a server: another text can be typed in it."""
    if (text is not None) + (file is not None) + (story is not None) > 1:
        raise typer.BadParameter("expected a file, --text or --story, one of them", param_hint="'--text'")
    from ..errors import InputError
    from ..widgets import Explorer, Lab

    if story is not None:
        with open_output(output) as out:
            out.write(Lab().export_html(story=story).encode())
        return
    names = [resolve_vocabulary(name) for name in (model, *(compare or []))]
    chosen = _USUAL_ENCODER if encoder == "auto" else encoder
    with open_output(output) as out:
        if text is None:
            with open_text(file, errors, "Reading") as chunks:
                text = "".join(chunks)
        explorer = Explorer(text, model=names[0], compare=names[1:], encoder=chosen, special=special)
        if explorer.problem is not None:
            raise InputError(explorer.problem)
        out.write(explorer.export_html(live=live).encode())


def export_notebook(
    notebook: Annotated[
        Path,
        typer.Argument(
            metavar="NOTEBOOK", exists=True, dir_okay=False, help="The .ipynb file; it stays as it is."
        ),
    ],
    output: OutputOption = None,
    allow_errors: Annotated[
        bool, typer.Option("--allow-errors", help="Show the errors of cells that raise, and go on.")
    ] = False,
) -> None:
    """Run a notebook and write it as one HTML page without a server, in which the widgets of this package are live."""
    from ..widgets.notebook import notebook_html
    from .progress_bar import status

    with open_output(output) as out:
        with status("Running the notebook ..."):
            page = notebook_html(notebook, allow_errors=allow_errors)
        out.write(page.encode())


def export_site(
    directory: Annotated[Path, typer.Argument(help="A folder that does not exist yet, or an empty one.")],
    npm: Annotated[
        Path | None,
        typer.Option(
            metavar="NODE_MODULES",
            help="Tokenizers that npm has installed there are measured in the page beside ours.",
        ),
    ] = None,
) -> None:
    """Write the Lab as a folder of files for any file host: it needs no server, and works offline."""
    from ..widgets.site import export_site as write_site

    write_site(directory, npm)
    size = sum(file.stat().st_size for file in directory.rglob("*") if file.is_file())
    typer.echo(
        f"{directory}: {size / 1e6:.1f} MB; to look at it: python -m http.server --directory {directory}"
    )

"""``warmup``, ``serve`` and ``lab``: make ready, and open the dashboard or the notebooks."""

from __future__ import annotations

from typing import Annotated

import typer

from .progress import step_progress

__all__ = ["lab", "serve", "warmup"]

HostOption = Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 lets other machines in.")]
PortOption = Annotated[
    int | None,
    typer.Option(
        min=0, max=65535, help="Port; 0 takes any that is free; default the usual one or the next free."
    ),
]
BrowserOption = Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")]


def warmup(
    models: Annotated[
        list[str] | None, typer.Option("--model", "-m", help="Vocabulary or model name; may be repeated.")
    ] = None,
) -> None:
    """Compile every kernel now, so that nobody waits for it later."""
    from .. import warmup as compile_kernels
    from .options import resolve_vocabulary

    names = [resolve_vocabulary(model) for model in models] if models else None
    with step_progress() as report:
        compile_kernels(models=names, progress=report)


def serve(
    host: HostOption = "127.0.0.1",
    port: PortOption = None,
    browser: BrowserOption = True,
) -> None:
    """Open the dashboard in a browser (Voila)."""
    from ..serving import serve as run

    run(host=host, port=port, open_browser=browser)


def lab(
    host: HostOption = "127.0.0.1",
    port: PortOption = None,
    browser: BrowserOption = True,
) -> None:
    """Open the notebooks in JupyterLab."""
    from ..serving import lab as run

    run(host=host, port=port, open_browser=browser)

"""``warmup``, ``serve`` and ``lab``: compile in advance, and open the dashboard or the notebooks."""

from __future__ import annotations

import gc
from typing import Annotated

import typer

from .progress_bar import step_progress

__all__ = ["lab", "serve", "warmup"]

HostOption = Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 admits other machines.")]
PortOption = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="Port; 0 for any free one; default: the usual one or the next free."),
]
BrowserOption = Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")]


def warmup(
    models: Annotated[
        list[str] | None, typer.Option("--model", "-m", help="Vocabulary or model name; may be repeated.")
    ] = None,
) -> None:
    """Compile every kernel now instead of on first use."""
    from .. import warmup as compile_kernels
    from ..serving.compiled_stamp import note_compiled
    from .options import resolve_vocabulary

    names = [resolve_vocabulary(model) for model in models] if models else None
    with step_progress() as report:
        compile_kernels(models=names, progress=report)
    if names is None:
        note_compiled()


LIMITS = "What visitors may use"


def serve(
    context: typer.Context,
    host: HostOption = "127.0.0.1",
    port: PortOption = None,
    browser: BrowserOption = True,
    allow_site: Annotated[
        list[str] | None,
        typer.Option(
            help="Another address of this server (a proxy's), or a site that may show "
            "its pages in frames, such as https://lab.example; may be repeated.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="Trust a proxy's headers about the client; count "
            "by address only if --max-per-address is given.",
            rich_help_panel=LIMITS,
        ),
    ] = False,
    max_message: Annotated[
        int, typer.Option(min=1, help="Longest message from a page, MiB.", rich_help_panel=LIMITS)
    ] = 32,
    max_message_rate: Annotated[
        int, typer.Option(min=1, help="Messages per second from one page.", rich_help_panel=LIMITS)
    ] = 100,
    max_backlog: Annotated[
        int,
        typer.Option(
            min=1, help="Data waiting to be read by one page, or by its kernel, MiB.", rich_help_panel=LIMITS
        ),
    ] = 64,
    max_connections: Annotated[
        int,
        typer.Option(
            min=1, help="Open HTTP connections; a quarter of them from one address.", rich_help_panel=LIMITS
        ),
    ] = 1000,
    max_visitors: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Pages open at once, each with a kernel; default: as many as fit into memory.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    max_per_address: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Pages open from one address; default: half of all. No "
            "default for this machine itself or behind a proxy.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    visitor_memory: Annotated[
        int,
        typer.Option(
            min=0, help="Memory that a page's kernel may use, MiB; 0 for no limit.", rich_help_panel=LIMITS
        ),
    ] = 1536,
    max_starting: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Pages being started at the same time; default: one for each core but one, of two cores both.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    spares: Annotated[
        bool,
        typer.Option(
            help="Keep two kernels ready for the next visitors, not one.",
            rich_help_panel=LIMITS,
        ),
    ] = True,
) -> None:
    """Open the dashboard in a browser (Voila)."""
    from ..serving import SocketLimits, VisitLimits
    from ..serving import serve as run

    limits = SocketLimits(max_message, max_backlog, max_message_rate, max_connections)

    run(
        host=host,
        port=port,
        open_browser=browser,
        limits=limits,
        allow_sites=allow_site or (),
        behind_proxy=behind_proxy,
        visits=VisitLimits(max_visitors, max_per_address, visitor_memory, max_starting, spares),
        debug=bool(context.find_root().params["debug"]),
    )
    # Skip the interpreter's last garbage collection, which takes seconds on a busy machine and achieves
    # nothing.
    gc.freeze()


def lab(
    host: HostOption = "127.0.0.1",
    port: PortOption = None,
    browser: BrowserOption = True,
) -> None:
    """Open the notebooks in JupyterLab."""
    from ..serving import lab as run

    run(host=host, port=port, open_browser=browser)

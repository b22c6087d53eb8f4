"""``serve``: the Explorer as a page in a browser, with the other screens beside it."""

from __future__ import annotations

import atexit
import webbrowser
from collections.abc import Iterable
from shutil import rmtree
from typing import TYPE_CHECKING

from rich.console import Console

from ..errors import ServeError
from ..screens.registry import HOME_NOTEBOOK
from .compiled_stamp import is_compiled
from .compiling import ENCODERS, TABLES, compile_first, compiling_rest
from .forking import start_zygote
from .notebooks import find_notebooks
from .ports import choose_port, is_loopback
from .resources import import_no_iri_grammars, prepare_environment
from .sites import Sites
from .socket_limits import SocketLimits
from .visit_limits import VisitLimits

if TYPE_CHECKING:
    from .explorer_app import ExplorerApp

__all__ = ["serve"]

USUAL_PORT = 8866


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    open_browser: bool = True,
    limits: SocketLimits | None = None,
    allow_sites: Iterable[str] = (),
    behind_proxy: bool = False,
    visits: VisitLimits | None = None,
    debug: bool = False,
) -> None:
    """Serve the Lab, with all `SCREENS`, until interrupted; each visitor gets a kernel.

    What the first page needs is compiled first, with progress on the terminal, and the rest behind the running server.
    When it listens, one line ``Lab at http://...`` goes to standard output. Without a `port`, the first free one from
    8866 on is used. `limits` bound the cost of a connection. `allow_sites` are other addresses (``https://lab.example``)
    under which a proxy shows this server, or whose pages may show ours in a frame. `behind_proxy` trusts a
    proxy's headers about its visitors' addresses. `visits` bounds the number of open pages and the memory of
    each. `debug` logs everything, including exceptions in kernels, to standard error. Raises `ServeError` if
    the port is in use or the installation is incomplete.
    """
    notebook = find_notebooks() / HOME_NOTEBOOK
    sites, visits = Sites(allow_sites), visits or VisitLimits()
    port = choose_port(host, port, USUAL_PORT)
    terminal = Console(stderr=True)
    prepare_environment()
    import_no_iri_grammars()
    if not terminal.is_terminal and not is_compiled():
        terminal.print("Compiling kernels: about 15 s the first time, and the rest in the background.")
    zygote = start_zygote()
    address = f"http://{_shown(host)}:{port}/"

    def make_app() -> ExplorerApp:
        from .explorer_app import ExplorerApp, dashboard_config  # 0.6 s, so not at the top

        app = ExplorerApp(
            config=dashboard_config(
                host, port, limits=limits, sites=sites, visits=visits, behind_proxy=behind_proxy, debug=debug
            )
        )
        app.on_listening, app.zygote = announce, zygote
        app.initialize([str(notebook)])
        atexit.register(rmtree, app.connection_dir, ignore_errors=True)  # if it is never started
        return app

    def announce() -> None:
        print(f"Lab at {address}", flush=True)
        terminal.print(f"{visits.describe(app.visits.most)}.", style="dim", soft_wrap=True)
        if not is_loopback(host):
            terminal.print(
                "Anyone who can reach this machine can open it. Press Ctrl+C to end it.", style="yellow"
            )
        else:
            terminal.print("Press Ctrl+C to end it.", style="dim", soft_wrap=True)
        if open_browser:
            webbrowser.open(address)

    # A zygote compiles the tables itself: it needs them.
    app = compile_first(terminal, [ENCODERS, *([] if zygote else [TABLES])], meanwhile=make_app)
    try:
        with compiling_rest(terminal):
            app.start()
    except OSError as error:
        raise ServeError(f"the dashboard could not be started: {error}") from error


def _shown(host: str) -> str:
    """`host` in an address that a browser on this machine can open."""
    if host in {"", "0.0.0.0", "::"}:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host

"""Voila as this package runs it: its own pages, on this machine only by default, with nothing left behind."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import tornado.ioloop
from ipykernel.kernelspec import RESOURCES
from jupyter_client.kernelspec import NATIVE_KERNEL_NAME, KernelSpec, KernelSpecManager
from traitlets import Int
from traitlets.config import Config
from voila.app import Voila

from ..files.shared_arrays import SHARED_ARRAYS
from ..screens.registry import SCREENS, navigation
from .compiled_stamp import is_compiled
from .connections import BoundedServer
from .ending import Ending, end_processes, kernels_of
from .forked_kernels import PROVISIONER, offer_provisioner
from .forking import RETURN_MEMORY, Zygote
from .front_door import FrontDoor, Refusal, with_plain_errors
from .handlers import HANDLERS, PageHandler, is_used
from .kernel_manager import PageKernelManager
from .page_exporter import compile_templates_once
from .ports import is_loopback
from .resources import TEMPLATE
from .sites import Sites
from .socket_limits import SocketLimits
from .turns import Turns
from .visit_kernels import keep_spares_within
from .visit_limits import VisitLimits
from .visitor_connection import VisitorConnection
from .visits import Visits

__all__ = ["ExplorerApp", "dashboard_config"]

DEBUG = ("DEBUG", logging.DEBUG)  # as options and as traitlets write it

VISITOR_KERNEL = "wordchipper_lab.serving.visitor_kernel"

_EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget")
_TEND_SECONDS = 5
_MANY_PLACES = 8
_CULL_SECONDS = 120  # a kernel without a page: its tab crashed, or the machine slept


class OwnKernelSpecManager(KernelSpecManager):
    """Offers only this Python: a user's ``python3`` kernel may be another environment."""

    def find_kernel_specs(self) -> dict[str, str]:
        """The only kernel."""
        return {NATIVE_KERNEL_NAME: RESOURCES}

    memory_mib = Int(0, help="MiB that a kernel's data may take; 0 for no bound.").tag(config=True)

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """That kernel, with a memory bound, and with its warnings (about local, unencrypted sockets) kept off
        the terminal."""
        spec = super().get_kernel_spec(NATIVE_KERNEL_NAME)
        argv = [VISITOR_KERNEL if word == "ipykernel_launcher" else word for word in spec.argv]
        # ipykernel treats a repeated message as an error, with a traceback: 100 a second in the log.
        level = "ERROR" if getattr(self.parent, "log_level", None) in DEBUG else "CRITICAL"
        spec.argv = [*argv, f"--log-level={level}", f"--VisitorKernelApp.memory_mib={self.memory_mib}"]
        shared = Path(getattr(self.parent, "connection_dir", "")) / "arrays"
        spec.env = {**spec.env, **RETURN_MEMORY, SHARED_ARRAYS: str(shared)}
        if getattr(self.parent, "zygote", None) is not None:
            spec.metadata = {"kernel_provisioner": {"provisioner_name": PROVISIONER}}
        return spec


class ExplorerApp(Voila):
    """A Voila server for the `SCREENS`; `on_listening` is called once it accepts requests. Kernels are forked by
    `zygote`, if there is one."""

    on_listening: Callable[[], None] = staticmethod(lambda: None)
    zygote: Zygote | None = None

    def init_handlers(self) -> list[Any]:
        """Voila's handlers, with those of this package in place of some, and those of further pages."""
        *others, (path, _, options) = [
            (path, HANDLERS.get(handler, handler), *more)
            for path, handler, *more in super().init_handlers()
            if is_used(handler)
        ]
        pages = [
            (f"{self.server_url}{screen.address}/?", PageHandler, options) for screen in SCREENS.values()
        ]
        rules = [*others, *pages, (path, PageHandler, options)]
        plain = [(path, with_plain_errors(handler), *more) for path, handler, *more in rules]
        return [(FrontDoor(self.tornado_settings["sites"]), Refusal), *plain]

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings, and who may have a kernel."""
        compile_templates_once()
        settings = super().init_settings()
        limits: VisitLimits = self.tornado_settings["visit_limits"]
        most = limits.most_pages
        self.visits = Visits(
            self.kernel_manager,
            most,
            partial(limits.most_of_one, most=most, behind_proxy=self.tornado_settings["behind_proxy"]),
            Turns(limits.most_starting),
            limits.idle_seconds,
        )
        keep_spares_within(self.kernel_manager, self.visits)
        self.kernel_manager.zygote = self.zygote
        offer_provisioner()
        # A page is 270 kB, compressed 75 kB. Sockets are not compressed: 1 MB of ids would keep the server busy for
        # 0.1 s, and become 30 % smaller.
        return settings | {"visits": self.visits, "compress_response": True}

    async def _tend_kernels(self) -> None:
        """End kernels that no page connected to, and start spare ones again if there is room."""
        await self.visits.end_unclaimed()
        if not self.kernel_manager.spares().get(self._notebook):
            self.kernel_manager.fill_if_needed(delay=0, notebook_name=self._notebook)

    @property
    def _notebook(self) -> str:
        return os.path.relpath(self.notebook_path, self.root_dir)

    def listen(self) -> None:
        """Listen at exactly the chosen port until asked to end; then end every kernel."""
        if self.log_level not in DEBUG:  # otherwise anyone could fill the log
            logging.getLogger("tornado.access").setLevel(logging.CRITICAL)
            logging.getLogger("tornado.general").setLevel(logging.ERROR)
        settings = self.tornado_settings
        server = BoundedServer(self.app, settings["socket_limits"], per_address=not settings["behind_proxy"])
        server.listen(self.port, self.ip)
        self.ioloop = tornado.ioloop.IOLoop.current()
        self.ioloop.add_callback(self.on_listening)
        tornado.ioloop.PeriodicCallback(self._tend_kernels, 1000 * _TEND_SECONDS).start()
        with Ending(self._ask_to_stop, self._end_kernels_now):
            try:
                self.ioloop.start()
            finally:
                self.stop()

    def stop(self) -> None:
        """End every kernel, including those being started, and what kernels started."""
        kernels = kernels_of(self.connection_dir)
        try:
            super().stop()
        finally:
            if self.zygote is not None:
                self.zygote.close()
            end_processes(kernels + kernels_of(self.connection_dir))

    def _ask_to_stop(self) -> None:
        self.ioloop.add_callback_from_signal(self.ioloop.stop)

    def _end_kernels_now(self) -> None:
        end_processes(kernels_of(self.connection_dir))
        shutil.rmtree(self.connection_dir, ignore_errors=True)


def dashboard_config(
    host: str,
    port: int,
    *,
    limits: SocketLimits | None = None,
    sites: Sites | None = None,
    visits: VisitLimits | None = None,
    behind_proxy: bool = False,
    debug: bool = False,
) -> Config:
    """All settings that differ from Voila's defaults, with the reasons."""
    limits, sites, visits = limits or SocketLimits(), sites or Sites(), visits or VisitLimits()
    config = Config()
    config.Voila.ip = host
    config.Voila.port = port
    config.Voila.open_browser = False
    # a voila.json in the current directory is not meant for this dashboard
    config.Voila.config_file_paths = []
    config.Voila.log_level = "DEBUG" if debug else "ERROR"
    config.Voila.kernel_websocket_connection_class = VisitorConnection
    config.VoilaExecutor.cell_error_instruction = (
        "Reload the page. With --debug, the server's log has details."
    )
    config.VoilaExecutor.cell_timeout_instruction = "Reload the page."
    config.OwnKernelSpecManager.memory_mib = visits.page_mib
    config.Voila.tornado_settings = {
        "websocket_max_message_size": limits.message_bytes,
        "socket_limits": limits,
        "visit_limits": visits,
        "sites": sites,
        "behind_proxy": behind_proxy,
        "headers": sites.headers,
        # Milliseconds; a page busy with a long paste is still alive. Before its first ping, Jupyter compares the time
        # since the page connected with the timeout: with an interval as long, every page was cut off then.
        "ws_ping_interval": 30_000,
        "ws_ping_timeout": 90_000,
        # Only requests that name this machine itself, so that a page elsewhere cannot reach in by rebinding
        # its own name.
        "allow_remote_access": behind_proxy or not is_loopback(host),
        "local_hostnames": ["localhost", *sites.hosts],
    }
    config.VoilaConfiguration.template = TEMPLATE
    config.VoilaConfiguration.resources = {"screens": navigation()}
    config.VoilaConfiguration.allow_template_override = "NO"
    # Only what draws our widgets: other installed extensions may be slow, or contact other servers.
    config.VoilaConfiguration.extension_allowlist = list(_EXTENSIONS)
    config.VoilaConfiguration.file_allowlist = []  # the page needs no files from the notebook's directory
    config.VoilaConfiguration.file_denylist = [".*"]
    config.VoilaConfiguration.kernel_spec_manager_class = OwnKernelSpecManager
    config.VoilaConfiguration.multi_kernel_manager_class = PageKernelManager
    config.VoilaConfiguration.preheat_kernel = True  # 1.8-2.0 s to first paint, otherwise 2.5-2.9 s
    config.VoilaConfiguration.default_pool_size = _spares(visits)
    config.MappingKernelManager.cull_idle_timeout = _CULL_SECONDS
    config.MappingKernelManager.cull_interval = 30
    config.MappingKernelManager.cull_connected = False
    return config


def _spares(visits: VisitLimits) -> int:
    """How many kernels wait for visitors: where there are few places, a second one would take a visitor's; and after
    an install, processor time that the first visitor waits for."""
    is_roomy = visits.pages is None or visits.pages >= _MANY_PLACES
    return 2 if visits.spares and is_roomy and is_compiled() else 1

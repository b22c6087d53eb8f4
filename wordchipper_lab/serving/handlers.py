"""Additions to Voila's handlers: a kernel must end when its page does, and an odd address is not a server
error."""

from __future__ import annotations

import random
from typing import Any

from jupyter_server.auth.login import LoginFormHandler
from jupyter_server.auth.logout import LogoutHandler
from tornado.web import HTTPError
from voila.request_info_handler import RequestInfoSocketHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from .channels import ChannelsHandler
from .sites import is_prefetch
from .visit_kernels import VisitKernels
from .visits import NoRoomError, Visit, VisitorGoneError, Visits

__all__ = ["HANDLERS", "ChannelsHandler", "PageHandler", "is_used"]

_COME_BACK = (10, 20)  # seconds; not all at once


class PageHandler(TornadoVoilaHandler):
    """Voila's page, plus the cookie with which the page can end its kernel.

    A closing page posts to ``/voila/api/shutdown`` with the ``_xsrf`` cookie as proof. Voila itself never
    sets that cookie, so the post is refused and every closed page leaks its kernel. Reading the token sets
    it, so the check can stay on.
    """

    _visit: Visit | None = None
    _is_gone: bool = False  # the visitor has left, perhaps before a place was free

    async def get(self, path: str | None = None) -> None:
        """Answer with the page and a kernel for it, or with a page that says when to expect room."""
        if path:
            raise HTTPError(404)  # Voila would search among the notebook's files, none of which it may show
        if is_prefetch(self.request):
            raise HTTPError(503, reason="Not in advance")
        _ = self.xsrf_token
        visits: Visits = self.settings["visits"]
        try:
            self._visit = await visits.admit(
                self._visitor_address(), self.notebook_path, lambda: self._is_gone
            )
            try:
                await super().get(path)
            finally:
                visits.page_sent(self._visit)
        except VisitorGoneError:
            return
        except NoRoomError as refusal:
            self._ask_to_come_back(refusal)
            return
        # one entry per visit, for sockets that our notebooks do not open
        RequestInfoSocketHandler._cache.clear()

    @property
    def kernel_manager(self) -> Any:
        """The kernels, as this visit may use them."""
        kernels = super().kernel_manager
        return kernels if self._visit is None else VisitKernels(kernels, self.settings["visits"], self._visit)

    def _visitor_address(self) -> str:
        """The visitor's address; "" if unknown, behind a proxy that does not report it."""
        is_told = "X-Forwarded-For" in self.request.headers or "X-Real-Ip" in self.request.headers
        return self.request.remote_ip if is_told or not self.settings["behind_proxy"] else ""

    def _ask_to_come_back(self, refusal: NoRoomError) -> None:
        self.set_status(429 if refusal.own else 503)
        seconds = random.randint(*_COME_BACK)
        self.set_header("Retry-After", str(seconds))
        self.set_header("Cache-Control", "no-store")
        self.finish(self.render_template("no_room.html", refusal=refusal, seconds=seconds))

    def on_connection_close(self) -> None:
        """Start nothing for a visitor who did not wait."""
        super().on_connection_close()
        self._is_gone = True

    async def head(self, path: str | None = None) -> None:
        """Report that the page exists, and start nothing."""
        if path:
            raise HTTPError(404)
        self.set_header("Content-Type", "text/html")
        self.set_header("Cache-Control", "no-cache, no-store, must-revalidate")


class TemplateFileHandler(TemplateStaticFileHandler):
    """Voila's template files; Voila assumes that an address has the form ``<template>/static/<file>``."""

    def parse_url_path(self, path: str) -> str:
        """The path of the file; 404 if there can be none."""
        template, *inside = path.split("/", 2)
        if len(inside) != 2 or inside[0] != "static" or not all([template, inside[1]]) or ".." in path:
            raise HTTPError(404)
        try:
            return super().parse_url_path(path)
        except ValueError:  # no template has this name
            raise HTTPError(404) from None


HANDLERS = {
    TornadoVoilaHandler: PageHandler,
    VoilaKernelWebsocketHandler: ChannelsHandler,
    TemplateStaticFileHandler: TemplateFileHandler,
}
"""Voila's handlers, and their replacements."""


def is_used(handler: type) -> bool:
    """Whether our pages need this handler: there is no login here, and notebooks do not ask for the
    request."""
    return not issubclass(handler, RequestInfoSocketHandler | LoginFormHandler | LogoutHandler)

"""What Voila's handlers lack: a kernel must end when its page does, and an odd address is no error of the server."""

from __future__ import annotations

from jupyter_server.auth.login import LoginFormHandler
from jupyter_server.auth.logout import LogoutHandler
from tornado.web import HTTPError
from voila.request_info_handler import RequestInfoSocketHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from .channels import ChannelsHandler
from .sites import is_for_later

__all__ = ["HANDLERS", "ChannelsHandler", "PageHandler", "is_used"]


class PageHandler(TornadoVoilaHandler):
    """Voila's page, plus the cookie that lets the page end its kernel.

    A closing page posts to ``/voila/api/shutdown`` with the ``_xsrf`` cookie as proof. Voila itself never sets
    that cookie, so the post is refused and every closed page leaks its kernel. Asking for the token sets it:
    the check stays on.
    """

    async def get(self, path: str | None = None) -> None:
        """Answer with the page, which starts a kernel."""
        if path:
            raise HTTPError(404)  # Voila would look among the notebook's files, of which it may show none
        if is_for_later(self.request):
            raise HTTPError(503, reason="Not in advance")
        _ = self.xsrf_token
        await super().get(path)
        RequestInfoSocketHandler._cache.clear()  # one entry a visit, for sockets that our notebooks do not open

    async def head(self, path: str | None = None) -> None:
        """Say that the page is there, and start nothing."""
        if path:
            raise HTTPError(404)
        self.set_header("Content-Type", "text/html")
        self.set_header("Cache-Control", "no-cache, no-store, must-revalidate")


class TemplateFileHandler(TemplateStaticFileHandler):
    """Voila's files of a template; it takes for granted that an address is ``<template>/static/<file>``."""

    def parse_url_path(self, path: str) -> str:
        """The path of the file; 404 where there can be none."""
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
"""Voila's handlers, and ours in their places."""


def is_used(handler: type) -> bool:
    """Whether our pages need this handler: nobody logs in here, and no notebook asks how it was requested."""
    return not issubclass(handler, RequestInfoSocketHandler | LoginFormHandler | LogoutHandler)

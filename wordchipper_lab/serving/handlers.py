"""What Voila's handlers lack: a kernel must end when its page does, however it ends."""

from __future__ import annotations

from jupyter_core.utils import ensure_async
from tornado.ioloop import IOLoop
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

__all__ = ["HANDLERS", "ChannelsHandler", "PageHandler"]

_GRACE_SECONDS = 5  # for a page that only lost its connection; it tries again within a second or two


class PageHandler(TornadoVoilaHandler):
    """Voila's page, plus the cookie that lets the page end its kernel.

    A closing page posts to ``/voila/api/shutdown`` with the ``_xsrf`` cookie as proof. Voila itself never sets
    that cookie, so the post is refused and every closed page leaks its kernel. Asking for the token sets it:
    the check stays on.
    """

    async def get(self, path: str | None = None) -> None:
        """Answer with the page."""
        _ = self.xsrf_token
        await super().get(path)


class ChannelsHandler(VoilaKernelWebsocketHandler):
    """Voila's connection to a kernel, plus the end of a kernel that its page left without a word.

    A tab that crashed, was killed or lost power posts nothing. No other page can take over its kernel: a
    reload gets a new one.
    """

    def on_close(self) -> None:
        """Note that the page has gone, and look again a little later."""
        super().on_close()
        IOLoop.current().call_later(_GRACE_SECONDS, self._end_if_left)

    async def _end_if_left(self) -> None:
        kernels, kernel_id = self.kernel_manager, self.kernel_id
        if kernel_id in kernels and kernels.kernel_model(kernel_id)["connections"] == 0:
            await ensure_async(kernels.shutdown_kernel(kernel_id))


HANDLERS = {TornadoVoilaHandler: PageHandler, VoilaKernelWebsocketHandler: ChannelsHandler}

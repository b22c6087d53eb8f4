"""Which other sites' pages may make a visitor's browser send requests to this server.

Opening one of our pages starts a kernel, so an image, a frame or a script on any web page could start kernels
in the name of its readers. Browsers report where a request comes from: in ``Sec-Fetch-*`` if the connection
is trustworthy (TLS, or this machine), otherwise at least in ``Origin`` for requests by scripts.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from tornado.httputil import HTTPServerRequest

from ..errors import ServeError

__all__ = ["Sites", "is_prefetch"]

_FRAMES = {"iframe", "frame", "embed", "object", "fencedframe"}


class Sites:
    """This server's own address, and the `others` named by ``--allow-site`` (``https://lab.example``).

    Those are another address under which a proxy shows this server, or a site that shows its pages in frames.
    Raises `ServeError` for anything other than a scheme and host, with a port if it is not the usual one.
    """

    def __init__(self, others: Iterable[str] = ()) -> None:
        self.others = tuple(map(_checked, others))

    @property
    def hosts(self) -> list[str]:
        """Names under which the other sites know this server."""
        return [urlsplit(site).hostname or "" for site in self.others]

    @property
    def headers(self) -> dict[str, str]:
        """The headers that forbid browsers to show our pages in a frame of any other site."""
        policy = {"Content-Security-Policy": " ".join(["frame-ancestors 'self'", *self.others])}
        return policy if self.others else policy | {"X-Frame-Options": "SAMEORIGIN"}

    def why_refused(self, request: HTTPServerRequest) -> str | None:
        """Why this request must not be answered, or None.

        A link on another page works as it should: navigating a whole tab is never refused.
        """
        headers = request.headers
        site, origin = headers.get("Sec-Fetch-Site"), headers.get("Origin")
        if site in {"same-origin", "none"} or (origin and origin.lower() in self.others):
            return None
        if site is None:
            if origin is None or urlsplit(origin).netloc.lower() == request.host.lower():
                return None
            return _explain(origin)
        destination = headers.get("Sec-Fetch-Dest")
        if headers.get("Sec-Fetch-Mode") == "navigate":
            if destination == "document" and request.method in {"GET", "HEAD"}:
                return None
            if destination in _FRAMES and _origin(headers.get("Referer", "")) in self.others:
                return None
        return _explain(origin or _origin(headers.get("Referer", "")) or "another site")


def is_prefetch(request: HTTPServerRequest) -> bool:
    """Whether a browser prefetches for a user who may never come."""
    return any("pre" in request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose", "X-Moz"))


def _explain(site: str) -> str:
    return f"asked for by a page of {site}: start the server with --allow-site {site} if that is intended"


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower() if parts.netloc else ""


def _checked(site: str) -> str:
    origin = _origin(site.strip().rstrip("/"))
    if origin != site.strip().rstrip("/").lower() or not origin.startswith(("http://", "https://")):
        raise ServeError(
            f"--allow-site {site!r}: give scheme and host, as in https://lab.example or http://lab:8000"
        )
    return origin

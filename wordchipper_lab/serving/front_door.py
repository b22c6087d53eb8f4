"""Requests that are rejected before any of Voila's handlers sees them."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote_to_bytes

from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher
from tornado.web import RequestHandler

from .sites import Sites

__all__ = ["FrontDoor", "PlainErrors", "Refusal", "with_plain_errors"]

_LONGEST_PATH = 2000  # bytes; a permalink's state is in the query, not in the path


class FrontDoor(Matcher):
    """Matches refused requests; first among the rules of an application."""

    def __init__(self, sites: Sites) -> None:
        self.sites = sites

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """The refusal, or None to admit the request."""
        if request.method not in RequestHandler.SUPPORTED_METHODS:
            return {"target_kwargs": {"status": 405, "why": "no such method"}}
        if why := why_malformed(request.path):
            return {"target_kwargs": {"status": 400, "why": why}}
        if why := self.sites.why_refused(request):
            return {"target_kwargs": {"status": 403, "why": why}}
        return None


class Refusal(RequestHandler):
    """Answers any method with one line of text."""

    def initialize(self, status: int, why: str) -> None:
        """As `FrontDoor` says."""
        self.status, self.why = status, why

    def prepare(self) -> None:
        """Answer any method."""
        self.set_status(self.status)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.finish(f"{self.status}: {self.why}\n")


class PlainErrors:
    """One line of text for any error: no details of the server, no template that may itself fail."""

    def write_error(self: Any, status_code: int, **_: Any) -> None:
        """Write it."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code}: {self._reason}\n")


def with_plain_errors(handler: type[RequestHandler]) -> type[RequestHandler]:
    """`handler` with `PlainErrors`.

    Jupyter's handlers render a page for each error, which fails before the user is identified: two tracebacks
    in the log for every odd request.
    """
    return type(handler.__name__, (PlainErrors, handler), {})


def why_malformed(path: str) -> str | None:
    """Why no file or page can have this path, or None.

    >>> why_malformed("/voila/static/voila.js"), why_malformed("/%00")
    (None, 'a path has no control characters')
    """
    if len(path) > _LONGEST_PATH:
        return f"a path has at most {_LONGEST_PATH} bytes"
    try:
        text = unquote_to_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        return "a path is UTF-8"
    if any(ord(character) < 32 or ord(character) == 127 for character in text):
        return "a path has no control characters"
    return None

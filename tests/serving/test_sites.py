"""Pages of other sites cannot start anything here, but their links lead here."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from wordchipper_lab.errors import ServeError
from wordchipper_lab.serving.sites import Sites, is_prefetch

CONNECTION = SimpleNamespace(context=SimpleNamespace(remote_ip="127.0.0.1", protocol="http"))


def asked(method: str = "GET", **headers: str) -> HTTPServerRequest:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return HTTPServerRequest(
        start_line=RequestStartLine(method, "/", "HTTP/1.1"),
        headers=HTTPHeaders({"Host": "lab.example:8866", **named}),
        connection=CONNECTION,  # type: ignore[arg-type]
    )


def fetched(site: str, mode: str, dest: str, method: str = "GET", **more: str) -> HTTPServerRequest:
    return asked(method, Sec_Fetch_Site=site, Sec_Fetch_Mode=mode, Sec_Fetch_Dest=dest, **more)


@pytest.mark.parametrize(
    "request_",
    [
        asked(),  # curl, and old browsers
        asked(Origin="http://lab.example:8866"),
        asked(Origin="http://LAB.example:8866"),
        fetched("none", "navigate", "document"),  # typed, or a bookmark
        fetched("same-origin", "cors", "empty", Origin="https://front.example"),
        fetched("same-origin", "navigate", "iframe"),
        fetched("cross-site", "navigate", "document", Referer="https://blog.example/"),
        fetched("same-site", "navigate", "document"),
    ],
)
def test_people_and_our_own_pages_are_let_in(request_: HTTPServerRequest) -> None:
    assert Sites().why_refused(request_) is None


FOREIGN = [
    asked(Origin="https://evil.example"),
    asked(Origin="null"),
    asked(Origin="http://lab.example:9999"),
    fetched("cross-site", "no-cors", "image"),
    fetched("cross-site", "no-cors", "script"),
    fetched("cross-site", "cors", "empty", Origin="https://evil.example"),
    fetched("cross-site", "navigate", "iframe", Referer="https://evil.example/page"),
    fetched("same-site", "navigate", "iframe"),
    fetched("same-site", "no-cors", "image"),
    fetched("cross-site", "navigate", "object"),
    fetched("cross-site", "navigate", "document", "POST", Origin="https://evil.example"),
    fetched("cross-site", "websocket", "websocket", Origin="https://evil.example"),
]


@pytest.mark.parametrize("request_", FOREIGN)
def test_pages_of_other_sites_are_refused(request_: HTTPServerRequest) -> None:
    for sites in (Sites(), Sites(["https://other.example"])):
        assert "--allow-site" in (sites.why_refused(request_) or "")


def test_a_site_that_is_allowed_may_frame_and_ask() -> None:
    sites = Sites(["https://Blog.example/"])
    for request in (
        asked(Origin="https://blog.example"),
        fetched("cross-site", "navigate", "iframe", Referer="https://blog.example/post/1"),
        fetched("cross-site", "websocket", "websocket", Origin="https://blog.example"),
    ):
        assert sites.why_refused(request) is None
    assert sites.headers == {"Content-Security-Policy": "frame-ancestors 'self' https://blog.example"}
    assert sites.hosts == ["blog.example"]
    assert Sites().headers["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize(
    "site", ["", "*", "blog.example", "https://blog.example/path", "ftp://x", "https://"]
)
def test_what_is_no_site_is_refused_by_name(site: str) -> None:
    with pytest.raises(ServeError, match="--allow-site"):
        Sites([site])


def test_a_page_that_a_browser_loads_in_advance_is_recognized() -> None:
    assert is_prefetch(asked(Sec_Purpose="prefetch;prerender"))
    assert is_prefetch(asked(X_Moz="prefetch"))
    assert not is_prefetch(asked())

"""What a served page costs, what it shows before any script has run, and how it keeps its kernel."""

from __future__ import annotations

import base64
import re
import sys
import time
from html.parser import HTMLParser

import psutil
import pytest

from .idle import settle

pytestmark = pytest.mark.browser

MOST_REQUESTS, MOST_BYTES = 5, 300_000  # measured: 3, and 204 kB with the stepper
MOST_OF_A_VOCABULARY = 1_500_000  # measured: 1,352 kB: 200,000 tokens are sent, too
MOST_MEMORY = 127_000_000  # measured: 107 MB


class Cost:
    """Counts what a page fetches, as it travels."""

    def __init__(self, page) -> None:
        self.requests = self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._add)
        session.on("Network.webSocketFrameReceived", self._add_frame)

    def _add(self, event) -> None:
        self.requests += 1
        self.bytes += int(event["encodedDataLength"])

    def _add_frame(self, event) -> None:
        data = base64.b64decode(event["response"]["payloadData"])
        if b'"answered": "engine"' not in data:  # comes when the page has nothing else to do
            self.bytes += len(data)


@pytest.fixture(scope="module")
def context(browser):
    """A browser that has cached nothing."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.mark.sampled("-home", "-stepper")
@pytest.mark.parametrize(
    "screen", ["", "explorer", "stepper", "vocabulary"], ids=["home", "explorer", "stepper", "vocabulary"]
)
def test_the_first_picture_is_light(context, dashboard, screen: str) -> None:
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    cost = Cost(page)
    page.goto(dashboard.address + screen)
    page.wait_for_selector(f".wcl-{screen or 'home'}", timeout=120_000)
    if screen:
        settle(page, 120)
    assert problems == []
    assert cost.requests <= MOST_REQUESTS
    assert cost.bytes < (MOST_OF_A_VOCABULARY if screen == "vocabulary" else MOST_BYTES)
    page.close(run_before_unload=True)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere nothing says what is shared")
def test_a_kernel_takes_little_memory(context, dashboard) -> None:
    page = context.new_page()
    page.goto(dashboard.address)
    page.wait_for_selector(".wcl-home", timeout=120_000)
    kernel = psutil.Process(dashboard.kernel_of(page))
    deadline = time.monotonic() + 60
    while (own := kernel.memory_full_info().uss) > MOST_MEMORY and time.monotonic() < deadline:
        page.wait_for_timeout(500)  # until another kernel shares the tables of its vocabulary
    assert own <= MOST_MEMORY
    page.close(run_before_unload=True)


class Words(HTMLParser):
    """What can be read in a page without scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.hidden, self.text = 0, ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.hidden += tag in {"script", "style"}

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in {"script", "style"}

    def handle_data(self, data: str) -> None:
        self.text += "" if self.hidden else data


def test_the_first_answer_is_in_the_first_html(browser, dashboard) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    html = page.goto(dashboard.address).text()
    assert "Tokenizers don't see words" in Words(html).text
    first = page.locator("#wordchipper-first")
    assert first.is_visible()
    assert re.search(r"\d+ bytes become \d+ tokens", first.inner_text())
    page.close(run_before_unload=True)
    context.close()


@pytest.fixture(scope="module")
def explorer(browser, dashboard):
    """A page that notes how the first answer was shown, and its sockets."""
    context = browser.new_context()
    context.add_init_script("""
        window.seen = [];
        new MutationObserver(() => {
            const first = document.getElementById("wordchipper-first");
            if (first) window.seen.push(getComputedStyle(first).visibility);
        }).observe(document, { childList: true, subtree: true });
        const Real = window.WebSocket;
        window.sockets = [];
        window.WebSocket = class extends Real { constructor(...given) { super(...given); window.sockets.push(this); } };
    """)
    page = context.new_page()
    page.goto(dashboard.address + "explorer")
    settle(page, 120)
    yield page
    page.close(run_before_unload=True)
    context.close()


def test_what_an_address_asks_for_is_not_preceded_by_the_default(explorer) -> None:
    assert set(explorer.evaluate("window.seen")) <= {"hidden"}


def test_a_lost_connection_is_opened_again_and_nothing_is_lost(explorer) -> None:
    explorer.locator("textarea").first.fill("before")
    settle(explorer)
    explorer.evaluate("window.sockets.at(-1).close()")
    explorer.locator("textarea").first.fill("hello world")
    explorer.wait_for_function("document.querySelector('.wcl-ids').textContent.includes('24912')")
    settle(explorer)
    explorer.wait_for_function("window.sockets.length === 2")  # the page may have answered by itself before

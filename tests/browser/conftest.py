"""Chromium, driven by playwright, showing the `dashboard` that all tests share."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.lab import pack_state
from wordchipper_lab.screens.registry import SCREENS
from wordchipper_lab.widgets.site import export_site

from .host import Host
from .idle import ROOT, settle

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

HERE = Path(__file__).parent
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

_running = contextlib.ExitStack()
_browsers: list[playwright_api.Browser] = []
_windows: list[playwright_api.BrowserContext] = []
_labs: list[Visitor] = []

# Open a screen by a link, as a reader follows it. The other screens that were drawn are out of the document until they
# are shown again, so that tests of a screen find nothing else.
_GO = """async ([href, name]) => {
    const stage = document.querySelector(".wcl-lab-stage");
    const link = document.createElement("a");
    link.href = href;
    stage.append(link);
    link.click();
    link.remove();
    const isShown = (screen) => !screen.hidden && screen.querySelector(`.wcl-${name}`);
    while (![...stage.querySelectorAll(".wcl-lab-screen")].some(isShown) || stage.ariaBusy === "true") {
        await new Promise((drawn) => setTimeout(drawn, 20));
    }
    for (const screen of stage.querySelectorAll(".wcl-lab-screen[hidden]:not(:empty), :is(.wcl-home, .wcl-lang)[hidden]")) {
        screen.remove();
        const watching = new MutationObserver(() => { watching.disconnect(); stage.append(screen); });
        watching.observe(screen, { attributeFilter: ["hidden"] });
    }
}"""


# Some browsers and places allow no Worker.
_NO_WORKER = "window.Worker = class { constructor() { throw new Error('not allowed here'); } };"


@pytest.fixture(scope="module")
def browser() -> playwright_api.Browser:
    """One browser for all consecutive modules of this directory."""
    if not _browsers:
        playwright = _running.enter_context(playwright_api.sync_playwright())
        names = ("chromium", "chromium-browser", "google-chrome")
        path = next(filter(None, map(shutil.which, names)), playwright.chromium.executable_path)
        if not Path(path).exists():
            _running.close()
            pytest.skip("chromium is not installed: the page was not tested in a browser")
        _browsers.append(playwright.chromium.launch(executable_path=path, args=_ARGUMENTS))
        _running.callback(_close)
    return _browsers[0]


@pytest.fixture(scope="module")
def window(browser) -> playwright_api.BrowserContext:
    """The window that holds all pages as tabs, sharing what they fetch and compile (2 s less for each)."""
    if not _windows:
        _windows.append(browser.new_context())
    return _windows[0]


def _close() -> None:
    _labs.clear()
    _windows.clear()
    _browsers.pop().close()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Stop playwright when other tests follow: while it runs, they cannot run an event loop."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _running.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--site`` only what a visitor does: no page without Python is asked for what needs it."""
    if not config.option.site:
        return
    here = [item for item in items if HERE in item.path.parents]
    for item in here:
        if "place" not in item.fixturenames:
            item.add_marker(pytest.mark.skip(reason="opens no page of the Lab"))
        elif item.get_closest_marker("needs_kernel") or "dashboard" in item.fixturenames:
            item.add_marker(pytest.mark.skip(reason="needs a kernel"))


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The Lab as a site of files."""
    folder = tmp_path_factory.mktemp("site") / "lab"
    export_site(folder)
    found = Host(folder)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def place(pytestconfig: pytest.Config, request: pytest.FixtureRequest) -> Any:
    """Where the Lab is served: by a dashboard, or with ``--site`` as a site of files."""
    return request.getfixturevalue("host" if pytestconfig.option.site else "dashboard")


@pytest.fixture(scope="module")
def visit(window, place: Any) -> Iterator[Callable[..., Visitor]]:
    """Open a screen in a new tab (address + `query`); close every tab at the end, as a user would. Where the page cannot
    answer `alone`, its kernel answers everything."""
    visitors: list[Visitor] = []

    def open_page(query: str = "", *, alone: bool = True) -> Visitor:
        path = query if query[:1].isalpha() else f"explorer{query}"
        page = window.new_page()
        if not alone:
            page.add_init_script(_NO_WORKER)
        visitor = Visitor(page, place, path)
        visitors.append(visitor)
        return visitor

    yield open_page
    for visitor in visitors:
        with contextlib.suppress(playwright_api.Error):  # a test has closed it, or is closing it
            visitor.page.close(run_before_unload=True)


@pytest.fixture(scope="module")
def open_screen(window, place: Any) -> Callable[[str], Visitor]:
    """Open a screen as its visitors first see it, in one tab for all modules: each further tab takes 4 s of CPU time."""

    def show(name: str) -> Visitor:
        if not _labs:
            _labs.append(Visitor(window.new_page(), place, name))
        else:
            _labs[0].go(name)
        return _labs[0]

    return show


@pytest.fixture(scope="module")
def visitor(open_screen) -> Visitor:
    """The page shared by tests that leave nothing behind."""
    return open_screen("explorer")


@pytest.fixture
def open_saved(browser, tmp_path: Path) -> Iterator[Callable[[str], playwright_api.Page]]:
    """Open a saved page, given as HTML; check at the end: no requests, no problems, no images."""
    opened: list[tuple[playwright_api.Page, str, list[str], list[str]]] = []

    def open_page(html: str) -> playwright_api.Page:
        path = tmp_path / f"saved {len(opened)}.html"
        path.write_text(html, encoding="utf-8")
        page = browser.new_page()
        problems: list[str] = []
        requests: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: (problems.append("a dialog opened"), dialog.dismiss()))
        page.on(
            "request",
            lambda request: None if request.url.startswith("blob:") else requests.append(request.url),
        )
        page.goto(path.as_uri())
        opened.append((page, path.as_uri(), problems, requests))
        return page

    yield open_page
    for page, address, problems, requests in opened:
        assert page.locator(".wcl img").count() == 0
        assert problems == []
        assert requests == [address]
        page.close()


@pytest.fixture(scope="session")
def show_at() -> Callable[[playwright_api.Page, int, str], None]:
    """Set the window's width and the system's light or dark scheme; return once the page has followed."""

    def resize(page: playwright_api.Page, width: int, scheme: str) -> None:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(
            "scheme => document.querySelector('.wcl').dataset.scheme === scheme", arg=scheme
        )

    return resize


@pytest.fixture(scope="session")
def open_in_lab() -> Callable[[playwright_api.Page, str], None]:
    """Open a screen, "home", "languages" or "story" (the first one) from anywhere in the Lab; return once it is there."""

    def open_one(page: playwright_api.Page, name: str) -> None:
        if name == "languages":
            page.locator(".wcl-lab-nav a[data-page=languages]").click()
            page.wait_for_selector(".wcl-lang-row >> visible=true")
            return
        if name in SCREENS:
            page.locator(f".wcl-lab-nav a[data-page={name}]").click()
            page.wait_for_selector(f".wcl-{name}[aria-busy=false] >> visible=true")
            return
        page.locator(".wcl-lab-brand").click()
        page.wait_for_selector(".wcl-home >> visible=true")
        if name == "story":
            page.get_by_role("list", name="Stories").get_by_role("link").first.click()
            page.wait_for_selector(".wcl-with-story")
            settle(page)

    return open_one


@pytest.fixture(scope="session")
def restart() -> Callable[[playwright_api.Page], None]:
    """Press the button for a dead kernel; return once the new document is there. (An address that is only replaced counts
    as a navigation, too.)"""

    def press(page: playwright_api.Page) -> None:
        button = page.get_by_role("button", name="Restart with this text")
        with page.expect_event("domcontentloaded", timeout=120_000):  # a kernel may have to start
            button.click()

    return press


@pytest.fixture(scope="session")
def announcements() -> Callable[[playwright_api.Page, Callable[[], None]], list[str]]:
    """Do something on a page; return what a screen reader announces, in all live regions."""

    def listen(page: playwright_api.Page, act: Callable[[], None]) -> list[str]:
        page.evaluate(
            """() => {
                const live = "[aria-live], [role=status], [role=alert], [role=log], output";
                window.said = [];
                window.listening = new MutationObserver((changes) => {
                    const regions = new Set(changes.map(({ target }) => (target.closest ? target : target.parentElement)?.closest(live)));
                    for (const region of regions) if (region?.checkVisibility() && region.textContent) said.push(region.textContent);
                });
                listening.observe(document, { subtree: true, childList: true, characterData: true });
            }"""
        )
        act()
        page.wait_for_function("said.length > 0")
        page.wait_for_timeout(300)  # for a second one, which would be wrong
        said: list[str] = page.evaluate("listening.disconnect(), said")
        return said

    return listen


class Visitor:
    """A user of the page: types, chooses, reads."""

    def __init__(self, page: playwright_api.Page, place: Any, path: str) -> None:
        """place: see the fixture; path: a screen, and perhaps a query."""
        self.page, self.place, self.origin = page, place, place.address
        self.problems: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("dialog", lambda dialog: (self.problems.append("a dialog opened"), dialog.dismiss()))
        page.on("request", lambda request: self.requests.append(request.url))
        if isinstance(place, Host):
            page.set_default_timeout(8_000)  # nothing has to start
        page.goto(place.to(path))
        settle(page, 120)  # its kernel may have to start, on a busy machine
        self.text = page.locator("textarea").first
        self.canvas = page.get_by_role("listbox", name="Tokens over the text")
        self.notice = page.get_by_role("alert")

    def go(self, name: str) -> None:
        """Go to a screen in this page and see it in its first state, whatever other tests have left."""
        self.page.set_viewport_size({"width": 1280, "height": 720})
        self.page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        screen = SCREENS[name].load()
        link = pack_state(screen(**screen.opening).state)
        self.page.evaluate(_GO, [self.place.to(f"{name}?state={link}"), name])
        self.settle()
        self.problems.clear()

    def settle(self) -> None:
        """Wait until the newest question is answered, even by a kernel that was silent for a while."""
        settle(self.page)

    def settle_alone(self) -> None:
        """Wait until a page whose kernel does not answer has nothing pending."""
        self.page.wait_for_selector(f"{ROOT}[aria-busy=false]:is(.wcl-is-silent, [data-answering=page])")

    def type(self, text: str) -> None:
        self.text.fill(text)
        self.settle()

    def choose(self, **labels: str) -> None:
        for label, value in labels.items():
            shown = self.page.locator(f"{ROOT} >> visible=true")  # of the screens that were opened
            control = shown.get_by_label(label, exact=True)
            if not control.is_visible():
                self.open_settings()
            control.select_option(value)
            self.settle()

    def open_settings(self) -> None:
        """Unfold the expert choices."""
        if self.page.locator(".wcl-settings:not([open]) >> visible=true").count():
            self.page.locator(".wcl-settings > summary >> visible=true").click()

    def share(self, label: str) -> None:
        """Choose from the Share menu."""
        self.page.locator(".wcl-menu > summary >> visible=true", has_text="Share").click()
        self.page.get_by_role("button", name=label, exact=True).click()

    def check_controls(self) -> None:
        """Check that every control has a name and that JupyterLab takes no keys from it."""
        nameless = self.page.evaluate(
            """() => [...document.querySelectorAll(".wcl :is(input, select, textarea, button)")]
                .filter((node) => !node.hidden && !node.labels?.length && !node.textContent.trim() && !node.ariaLabel).length"""
        )
        assert nameless == 0
        stolen = ":is(input, select, textarea, button, summary, [tabindex]):not([data-lm-suppress-shortcuts])"
        assert self.page.locator(f".wcl {stolen}").count() == 0

    def outside_requests(self) -> list[str]:
        """Addresses on other machines that the page requested."""
        return [url for url in self.requests if not url.startswith((self.origin, "data:", "blob:"))]

    def ids(self) -> list[int]:
        shown = self.page.get_by_role("group", name="Token ids").text_content()
        return [int(word) for word in shown.strip("[]").split(",") if word.strip()]

    def inspector(self) -> dict[str, str]:
        return self.facts(self.page.get_by_label("Token inspector"))

    def facts(self, panel: playwright_api.Locator) -> dict[str, str]:
        """Names and values of a panel's description list."""
        return panel.locator("dl > div").evaluate_all(
            "rows => Object.fromEntries(rows.map((row) => ['dt', 'dd'].map((part) => row.querySelector(part).textContent)))"
        )

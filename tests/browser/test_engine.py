"""How every page gets its answers: at each key, from a kernel that is slow, silent or dead."""

from __future__ import annotations

import itertools
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
import tiktoken

from .idle import settle

pytestmark = [pytest.mark.browser, pytest.mark.needs_kernel]

KEYS = "Thé quick fox sees 12 tokens: "
SILENT = "The kernel does not answer"


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Suspend a kernel, as if it were busy."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def watch(page) -> None:
    """Note when the page repaints its tokens, and when keys were pressed."""
    page.evaluate(
        """() => {
            const isWatched = window.seen !== undefined;
            window.seen = { keys: [], repaints: [] };
            if (isWatched) return;
            document.querySelector("textarea").addEventListener("input", () => window.seen.keys.push(performance.now()));
            new MutationObserver(() => requestAnimationFrame(() => window.seen.repaints.push(performance.now())))
                .observe(document.querySelector(".wcl-ids"), { childList: true, subtree: true, characterData: true });
        }"""
    )


LOG = """() => {
    window.log = [];
    if (window.note) return;
    const note = window.note = (what) => window.log.push([what, performance.now()]);
    const read = (data) => new TextDecoder().decode(data);
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
        if (/"do": ?"set"/.test(read(data))) note("question");
        if (!this.isLogged) this.addEventListener("message", (event) => /"answered": ?"set"/.test(read(event.data)) && note("answer"));
        this.isLogged = true;
        send.call(this, data);
    };
    document.querySelector("textarea").addEventListener("input", () => note("key"), true);
    new MutationObserver(() => note("drawing")).observe(document.querySelector(".wcl-ids"), { childList: true, subtree: true, characterData: true });
}"""


@pytest.fixture(scope="module")
def asking(visit):
    """A page that asks its kernel for everything."""
    return visit(alone=False)


@pytest.mark.sampled("[25]")
@pytest.mark.parametrize("delay", [25, 50, 80, 120])
def test_typing_repaints_at_every_key(asking, delay: int) -> None:
    """If an answer takes longer than the delay between two keys, the page repaints as often as it can."""
    visitor = asking
    visitor.type("a ")
    visitor.page.evaluate(LOG)
    visitor.text.press("End")
    visitor.text.press_sequentially(KEYS, delay=delay)
    visitor.settle()
    assert visitor.ids() == tiktoken.get_encoding("o200k_base").encode("a " + KEYS)
    log = visitor.page.evaluate("window.log")
    for at in range(1, len(log)):
        # The page gets an answer before this log does, and may already have asked again.
        if (log[at - 1][0], log[at][0]) == ("question", "answer"):
            log[at - 1], log[at] = log[at], log[at - 1]
    names = [name for name, _ in log]
    assert names.count("key") == len(KEYS)

    keys, drawn, took = 0, False, []  # keys and drawing since the last question
    asked = None  # when the pending question was sent
    for (name, when), (follows, _) in itertools.pairwise([*log, ("end", 0)]):
        if name == "key":
            keys += 1
            assert asked is not None or follows == "question", "a key is asked about at once"
        elif name == "question":
            assert asked is None, "only one question is pending at a time"
            keys, drawn, asked = 0, False, when
        elif name == "drawing":
            drawn = True
        else:
            assert drawn, "every answer is drawn"
            assert not keys or follows == "question", "waiting keys are asked about at once"
            took.append(when - asked)
            asked = None
    if max(took) < delay:
        assert names.count("question") == len(KEYS)


def test_keys_that_come_while_an_answer_is_under_way_travel_together(asking, dashboard) -> None:
    visitor = asking
    visitor.type("before")
    with stopped(dashboard.kernel_of(visitor.page)):
        visitor.text.press_sequentially(" and after")
        visitor.page.get_by_label("Vocabulary", exact=True).select_option("r50k_base")
        visitor.page.wait_for_timeout(300)
        assert visitor.page.locator(".wcl-explorer").get_attribute("aria-busy") == "true"
        watch(visitor.page)
    visitor.page.wait_for_function("document.querySelector('.wcl-ids').textContent.includes('706')")
    visitor.settle()
    assert visitor.ids() == tiktoken.get_encoding("r50k_base").encode("before and after")
    assert len(visitor.page.evaluate("window.seen.repaints")) <= 4
    visitor.choose(Vocabulary="o200k_base")


@pytest.mark.deep
def test_a_silent_kernel_is_noticed_without_a_key_and_forgiven(asking, dashboard) -> None:
    visitor = asking
    visitor.type("hello world")
    root = visitor.page.locator(".wcl-explorer")
    before = visitor.canvas.bounding_box()
    with stopped(dashboard.kernel_of(visitor.page)):
        begun = time.monotonic()
        visitor.notice.get_by_text(SILENT).wait_for()
        took = time.monotonic() - begun
        assert took < 10, "1.8 s by the page's own clock; more on a busy machine"
        assert visitor.canvas.bounding_box() == before, "nothing moves under the pointer"
        notice = visitor.page.locator(".wcl-outage >> visible=true").bounding_box()
        assert notice["y"] + notice["height"] <= 720, "the notice is in sight"
        assert "wcl-is-silent" in root.get_attribute("class")
        assert visitor.ids() == [24912, 2375]
        visitor.text.fill("typed meanwhile")
        visitor.page.wait_for_timeout(300)
        assert root.get_attribute("aria-busy") == "false"  # it has nothing to wait for
    visitor.notice.get_by_text(SILENT).wait_for(state="hidden")
    visitor.settle()
    assert visitor.ids() == tiktoken.get_encoding("o200k_base").encode("typed meanwhile")
    assert "wcl-is-silent" not in root.get_attribute("class")


@pytest.mark.sampled("[-Text]")
@pytest.mark.parametrize(
    ("page", "box"), [("", "Text"), ("stepper", "Text"), ("divergence", "Text"), ("vocabulary", "Search for")]
)
def test_a_button_restarts_a_dead_kernel_with_the_text_kept(
    visit, dashboard, restart, page: str, box: str
) -> None:
    visitor = visit(page)
    field = visitor.page.get_by_role("textbox", name=box, exact=True)
    field.fill("naïve 👍 x")
    visitor.settle()
    psutil.Process(dashboard.kernel_of(visitor.page)).kill()
    visitor.notice.get_by_text(SILENT).wait_for()
    field.fill("naïve 👍 xyz")  # does not reach the kernel, but is kept
    restart(visitor.page)
    settle(visitor.page, 120)
    assert field.input_value() == "naïve 👍 xyz"
    assert visitor.page.evaluate("sessionStorage.length") == 0
    # JupyterLab's own message, if the old page was quick to notice its kernel's death.
    assert set(visitor.problems) <= {"Kernel connection disconnected"}
    visitor.page.close(run_before_unload=True)


@pytest.mark.deep
def test_a_text_that_cannot_be_kept_is_not_thrown_away(visit, dashboard) -> None:
    visitor = visit()
    visitor.type("keep me")
    psutil.Process(dashboard.kernel_of(visitor.page)).kill()
    restart = visitor.page.get_by_role("button", name="Restart with this text")
    visitor.page.evaluate("document.querySelector('textarea').value = 'longer than the page sends'")
    restart.click()
    visitor.notice.get_by_text("copy it, then reload").wait_for()
    assert visitor.text.input_value() == "longer than the page sends"
    visitor.text.fill("keep me")
    visitor.page.evaluate(
        "() => { history.replaceState = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    restart.click()
    visitor.page.wait_for_timeout(500)
    visitor.notice.get_by_text("copy it, then reload").wait_for()
    assert visitor.text.input_value() == "keep me"
    visitor.page.close(run_before_unload=True)


@pytest.mark.deep
def test_a_hidden_page_asks_nothing_and_notices_when_it_is_seen_again(visit, dashboard) -> None:
    visitor = visit()
    page = visitor.page
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true }); window.away = true"
    )
    page.wait_for_timeout(1500)
    with stopped(dashboard.kernel_of(page)):
        page.wait_for_timeout(2500)
        assert page.locator(".wcl-explorer .wcl-outage").is_hidden()
        page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
        visitor.notice.get_by_text(SILENT).wait_for()
    visitor.notice.get_by_text(SILENT).wait_for(state="hidden")
    page.close(run_before_unload=True)


def answering_alone(visitor):
    """Wait until the page has the kernels."""
    visitor.page.wait_for_selector(".wcl[data-answering=page]", timeout=60_000)
    return visitor


def test_a_page_answers_keys_by_itself_and_its_kernel_learns_of_them(visit) -> None:
    visitor = answering_alone(visit())
    visitor.page.evaluate(LOG)
    typed = "Thé <|endoftext|> 👍🏽 "
    encoding = tiktoken.get_encoding("o200k_base")
    visitor.text.fill("")
    for length in range(1, len(typed) + 1):
        visitor.text.fill(typed[:length])
        visitor.settle()
        assert visitor.ids() == encoding.encode(typed[:length], allowed_special="all")
    visitor.page.wait_for_function("window.log.at(-1)[0] === 'answer'")
    log = [name for name, _ in visitor.page.evaluate("window.log")]
    assert log.count("question") < len(typed), "the kernel follows when the reader pauses"
    visitor.page.wait_for_url("**state=*")
    visitor.page.reload()
    visitor.settle()
    assert visitor.ids() == encoding.encode(typed, allowed_special="all")


@pytest.mark.deep
def test_a_page_goes_on_without_its_kernel(visit, dashboard, restart) -> None:
    visitor = answering_alone(visit("stepper"))
    visitor = visitor
    page = visitor.page
    page.locator(".wcl-lab-nav a[data-page=explorer]").click()
    page.wait_for_selector(".wcl-explorer[aria-busy=false] >> visible=true")
    psutil.Process(dashboard.kernel_of(page)).kill()
    notice = page.locator(".wcl-outage >> visible=true")
    notice.get_by_text("This page goes on by itself").wait_for()
    assert "wcl-is-silent" not in page.locator(".wcl-explorer").get_attribute("class")
    text = page.locator(".wcl-explorer textarea").first
    text.fill("typed without a kernel")
    page.wait_for_selector(".wcl-explorer[aria-busy=false]")
    expected = tiktoken.get_encoding("o200k_base").encode("typed without a kernel")
    assert visitor.ids() == expected
    page.locator(".wcl-lab-nav a[data-page=stepper]").click()
    page.wait_for_selector(".wcl-stepper >> visible=true")
    assert page.locator(".wcl-stepper textarea").first.input_value() == "typed without a kernel"
    page.locator(".wcl-lab-brand").click()
    page.locator(".wcl-home textarea").fill("chosen at home")
    page.locator(
        ".wcl-home .wcl-sentence", has_text=re.compile("^14 characters, 14 bytes: 3 tokens")
    ).wait_for()
    page.locator(".wcl-lab-nav a[data-page=stepper]").click()
    page.wait_for_function("document.querySelector('.wcl-stepper textarea').value === 'chosen at home'")
    page.locator(".wcl-lab-nav a[data-page=vocabulary]").click()
    page.get_by_role("alert").get_by_text("was not open before the kernel fell silent").wait_for()
    page.locator(".wcl-lab-nav a[data-page=explorer]").click()
    page.wait_for_selector(".wcl-explorer >> visible=true")
    text.fill("and once more")
    page.wait_for_selector(".wcl-explorer[aria-busy=false]")
    restart(page)
    visitor.settle()
    assert text.input_value() == "and once more"
    assert set(visitor.problems) <= {"Kernel connection disconnected"}
    page.close(run_before_unload=True)

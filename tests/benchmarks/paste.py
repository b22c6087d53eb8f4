"""Measure what happens when a long text is pasted into the Explorer, in Chromium on a served page.

    python tests/benchmarks/paste.py --megabytes 1 4 11 --rounds 3

For each size prints the medians over the rounds: seconds from the paste to the drawn answer (or to the message that
refuses the text), the longest time between two frames until then, in ms, and the longest task of the page's script. The
text is prose that repeats itself. ``--profile`` adds the functions of the page in which most of the time is spent.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from typing import Any

from playwright.sync_api import Page, sync_playwright
from served_pages import ARGUMENTS, CHROMIUM, served
from typing_latency import IDLE, PROSE

PATIENCE = 120_000

COPY = """([unit, length]) => navigator.clipboard.writeText(
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length))"""

WATCH = """length => {
    const page = document.querySelector(".wcl-explorer");
    const notice = page.querySelector(".wcl-notice:not(.wcl-outage)");
    const sentence = page.querySelector(".wcl-sentence");
    const count = `${length.toLocaleString("en-US")} bytes`;
    const seen = { gap: 0, task: 0 };
    const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration);
    });
    const isDone = () => page.ariaBusy === "false" && (sentence.textContent.startsWith(count) || !notice.hidden);
    const box = page.querySelector("textarea");
    box.focus();
    box.select();
    notice.hidden = true;
    let begun, last;
    addEventListener("keydown", (event) => { if (event.key === "v") begun = last = performance.now(); }, { capture: true });
    tasks.observe({ type: "longtask" });
    window.pasted = new Promise((resolve) => {
        const look = () => {
            const now = performance.now();
            if (begun) {
                seen.gap = Math.max(seen.gap, now - last);
                last = now;
            }
            if (!begun || !isDone()) {
                requestAnimationFrame(look);
                return;
            }
            requestAnimationFrame(() => requestAnimationFrame(() => {
                tasks.disconnect();
                resolve({ ...seen, seconds: (now - begun) / 1000, refused: !notice.hidden });
            }));
        };
        requestAnimationFrame(look);
    });
}"""


def paste(page: Page, megabytes: float) -> dict[str, Any]:
    """Replace the text of the page by one of so many MB, from the clipboard."""
    length = int(megabytes * 10**6)
    page.evaluate(COPY, [PROSE, length])
    page.evaluate(WATCH, length)
    page.keyboard.press("Control+v")
    return page.evaluate("window.pasted")


def busiest(page: Page, megabytes: float) -> list[str]:
    """Functions, with the ms spent in each, while a text is pasted."""
    session = page.context.new_cdp_session(page)
    for command in ("enable", "start"):
        session.send(f"Profiler.{command}")
    paste(page, megabytes)
    profile = session.send("Profiler.stop")["profile"]
    names = {node["id"]: node["callFrame"] for node in profile["nodes"]}
    spent: Counter[str] = Counter()
    for node, took in zip(profile["samples"], profile["timeDeltas"], strict=True):
        spent[f"{names[node]['functionName'] or '(nameless)'}:{names[node]['lineNumber'] + 1}"] += took
    session.detach()
    return [f"{took / 1000:8.0f} ms  {name}" for name, took in spent.most_common(14)]


def main() -> None:
    """Serve, paste, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--megabytes", type=float, nargs="+", default=[1, 4, 11])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--address", help="of a server that runs already")
    chosen = parser.parse_args()
    if chosen.address:
        measure(chosen.address, chosen)
    else:
        with served() as (_, address):
            measure(address, chosen)


def measure(address: str, chosen: argparse.Namespace) -> None:
    """Print a line for each size."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for megabytes in chosen.megabytes:
            page = browser.new_context(permissions=["clipboard-read", "clipboard-write"]).new_page()
            page.goto(f"{address}explorer")
            page.wait_for_selector(IDLE, timeout=PATIENCE)
            rounds = [paste(page, megabytes + number * 1e-6) for number in range(chosen.rounds)]
            middle = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
            print(
                f"{megabytes:4g} MB  {'refused' if middle['refused'] else 'drawn  '} after {middle['seconds']:5.2f} s"
                f"  longest frame {middle['gap']:5.0f} ms  longest task {middle['task']:5.0f} ms",
                flush=True,
            )
            if chosen.profile:
                print(*busiest(page, megabytes + 7e-6), sep="\n", flush=True)
            page.close(run_before_unload=True)
        browser.close()


if __name__ == "__main__":
    main()

"""Measure the time from a key press in the Explorer to the repaint of its ids, in Chromium on a served page.

    python tests/benchmarks/typing_latency.py --size 10000 --delays 25 50 80 120
    python tests/benchmarks/typing_latency.py --size 1000000 --delays 400
    python tests/benchmarks/typing_latency.py --size 10000 --kernel

The page answers by itself, as it does once it has the kernels; with --kernel it asks its Python kernel. For each delay
between keys (ms), prints the number of keys and repaints, the median (and 90th percentile) of the time from a key until
its ids are in the page, and until the frame after that, and the longest time without a repaint while typing. The keys
are typed at the end of `size` bytes of English prose.
"""

from __future__ import annotations

import argparse
import statistics
from itertools import pairwise

from playwright.sync_api import Page, sync_playwright
from served_pages import ARGUMENTS, CHROMIUM, served

KEYS = "The quick brown fox sees 12 tokens, not words: "
PROSE = "Tokenizers do not see words; they see bytes, and merges of bytes that were frequent once. "
WATCH = """() => {
    window.seen = { keys: [], drawn: [], repaints: [] };
    document.querySelector("textarea").addEventListener("input", () => window.seen.keys.push(performance.now()));
    new MutationObserver(() => {
        window.seen.drawn.push(performance.now());
        requestAnimationFrame(() => window.seen.repaints.push(performance.now()));
    })
        .observe(document.querySelector(".wcl-ids"), { childList: true, subtree: true, characterData: true });
}"""
IDLE = ".wcl-explorer[aria-busy=false]"
NO_WORKER = "window.Worker = class { constructor() { throw new Error('the kernel answers'); } };"


def measure(page: Page, size: int, delay: int) -> str:
    """Measure one row of the table."""
    box = page.locator("textarea").first
    box.fill((PROSE * (size // len(PROSE) + 1))[:size])
    page.wait_for_timeout(1000)
    page.wait_for_selector(IDLE)
    box.press("End")
    page.evaluate(WATCH)
    box.press_sequentially(KEYS, delay=delay)
    page.wait_for_timeout(1000)
    seen = page.evaluate("window.seen")
    keys, repaints = seen["keys"], seen["repaints"]
    drawn, waits = (
        sorted(next((when - key for when in seen[what] if when >= key), float("inf")) for key in keys)
        for what in ("drawn", "repaints")
    )
    while_typing = [keys[0], *(when for when in repaints if keys[0] <= when <= keys[-1]), keys[-1]]
    longest = max(after - before for before, after in pairwise(while_typing))
    in_page, framed = (
        f"{statistics.median(times):4.0f} ms ({times[int(len(times) * 0.9)]:4.0f})"
        for times in (drawn, waits)
    )
    return (
        f"{delay:5} ms  {len(keys):4} keys  {len(repaints):4} repaints  in the page {in_page}  next frame {framed}  "
        f"longest gap {longest:4.0f} ms"
    )


def main() -> None:
    """Serve, type, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10_000, help="bytes of text before typing")
    parser.add_argument(
        "--delays", type=int, nargs="+", default=[25, 50, 80, 120], help="ms between key presses"
    )
    parser.add_argument("--kernel", action="store_true", help="let the Python kernel answer")
    chosen = parser.parse_args()
    with served() as (_, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for delay in chosen.delays:
            page = browser.new_page()
            if chosen.kernel:
                page.add_init_script(NO_WORKER)
            page.goto(f"{address}explorer")
            page.wait_for_selector(IDLE, timeout=60_000)
            if not chosen.kernel:
                page.wait_for_selector(".wcl-explorer[data-answering=page]", timeout=60_000)
            print(measure(page, chosen.size, delay), flush=True)
            page.close(run_before_unload=True)
        browser.close()


if __name__ == "__main__":
    main()

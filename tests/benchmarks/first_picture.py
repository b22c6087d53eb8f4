"""Measure the time until the first picture: of a server's first start after an install, of a warm one, on a slow network.

    python tests/benchmarks/first_picture.py --rounds 3
    python tests/benchmarks/first_picture.py --rounds 5 --site

Prints the seconds from the start of `serve` with nothing compiled until it listens and until the home page shows its
picture, with the processor seconds that the server and what it started had used by then; and the medians over the rounds
for a warm server: on this machine, and on emulated 4G (9 Mbit/s, 170 ms) with a processor four times slower. Each visit
has a browser context that has cached nothing. With --site they are those of a site of files (`export-site`), served by
`python -m http.server`.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import tempfile
import time

import psutil
from playwright.sync_api import Browser, sync_playwright
from served_pages import ARGUMENTS, CHROMIUM, served, served_site

PICTURE = ".wcl-home .wcl-run"
PATIENCE = 240_000
READY = 20  # seconds after which the spare kernels are there
FAST_4G = {"offline": False, "latency": 170, "downloadThroughput": 9e6 / 8, "uploadThroughput": 1.5e6 / 8}


def used(server: psutil.Process) -> float:
    """Processor seconds of a server and of what it has started, also of what has ended."""
    total = sum(server.cpu_times()[:4])
    for child in server.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            total += sum(child.cpu_times()[:4])
    return total


def visit(browser: Browser, address: str, *, is_slow: bool = False) -> float:
    """Seconds until a new visitor sees the picture of the home page."""
    context = browser.new_context()
    page = context.new_page()
    if is_slow:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", FAST_4G)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    begun = time.perf_counter()
    page.goto(address, wait_until="commit", timeout=PATIENCE)
    page.wait_for_selector(PICTURE, timeout=PATIENCE)
    took = time.perf_counter() - begun
    page.close(run_before_unload=True)
    context.close()
    return took


def main() -> None:
    """Serve, visit, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warm-only", action="store_true", help="leave out the first start")
    parser.add_argument(
        "--site", action="store_true", help="a site of files instead of a server with kernels"
    )
    chosen = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        if not chosen.warm_only and not chosen.site:
            with tempfile.TemporaryDirectory() as empty:
                begun = time.perf_counter()
                with served({"XDG_CACHE_HOME": empty, "NUMBA_CACHE_DIR": empty}) as (server, address):
                    listening, cost = time.perf_counter() - begun, used(server)
                    visit(browser, address)
                    seen = time.perf_counter() - begun
                    print(
                        f"first start: listens after {listening:.1f} s ({cost:.1f} s of processors), ", end=""
                    )
                    print(f"picture after {seen:.1f} s ({used(server):.1f} s)", flush=True)
        with served_site() if chosen.site else served() as (_, address):
            time.sleep(0 if chosen.site else READY)
            for words, is_slow in {"on this machine": False, "on emulated 4G": True}.items():
                rounds = [visit(browser, address, is_slow=is_slow) for _ in range(chosen.rounds)]
                print(f"warm, {words}: picture after {statistics.median(rounds):.2f} s", flush=True)
        browser.close()


if __name__ == "__main__":
    main()

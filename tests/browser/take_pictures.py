"""README's pictures, taken from a dashboard that is running: python tests/browser/take_pictures.py ADDRESS [NAME ...]

They go to notebooks/images, with few colours where Pillow is installed. The Throughput page is measured for its picture,
so take that one on a machine that does nothing else.
"""

from __future__ import annotations

import base64
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parents[2] / "notebooks" / "images"
PHONE = {"width": 390, "height": 844}
COLOURS = 255


class Photographer:
    """Opens pages and takes pictures of them."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser, self.address = browser, address

    def open(self, path: str, width: int = 1280, height: int = 720) -> Any:
        """A page of the dashboard, once it has drawn what it opens with."""
        page = self.browser.new_page(viewport={"width": width, "height": height}, has_touch=width < 500)
        page.goto(self.address + path)
        self.settle(page)
        return page

    def settle(self, page: Any) -> None:
        """Wait until nothing is asked and nothing moves."""
        page.wait_for_selector(".wcl-lab-stage:not([aria-busy=true]) > :not([hidden])", timeout=120_000)
        page.wait_for_timeout(500)
        busy = ".wcl-lab-screen:not([hidden]) [aria-busy=true]"
        page.wait_for_function(f"!document.querySelector('{busy}')", timeout=120_000)
        page.wait_for_timeout(1500)

    def take(self, page: Any) -> bytes:
        """A picture of the page, which is closed then."""
        self.settle(page)
        page.mouse.move(0, 0)
        page.evaluate("window.scrollTo(0, 0)")
        picture: bytes = page.screenshot()
        page.close(run_before_unload=True)
        return picture

    def home(self) -> bytes:
        return self.take(self.open("", height=760))

    def story(self) -> bytes:
        return self.take(self.guessed(self.open("?story=strawberry&step=1", height=660)))

    def guessed(self, page: Any) -> Any:
        page.locator(".wcl-story-ask input").fill("5")
        page.keyboard.press("Enter")
        page.locator(".wcl-story-reveal").wait_for()
        return page

    def explorer(self) -> bytes:
        page = self.open("explorer", height=840)
        page.locator(".wcl-explorer .wcl-canvas [data-segment='1']").first.click()
        return self.take(page)

    def stepper(self) -> bytes:
        page = self.open("stepper", height=960)
        page.locator(".wcm-add", has_text="bpe_backtrack").click()
        self.settle(page)
        for _ in range(4):
            page.get_by_role("button", name="Next step").first.click()
        return self.take(page)

    def vocabulary(self) -> bytes:
        return self.take(self.open("vocabulary", height=800))

    def divergence(self) -> bytes:
        return self.take(self.open("divergence", height=1000))

    def training(self) -> bytes:
        page = self.open("training", height=785)
        for _ in range(3):
            page.get_by_role("button", name="Next step").first.click()
        return self.take(page)

    def languages(self) -> bytes:
        page = self.open("?story=languages&step=5", height=775)
        page.get_by_role("button", name="Tamil").click()
        page.locator(".wcl-story-reveal").wait_for()
        return self.take(page)

    def throughput(self) -> bytes:
        page = self.open("throughput", height=1000)
        page.get_by_role("button", name="Run", exact=True).click()
        page.get_by_role("button", name="Stop", exact=True).wait_for()
        page.wait_for_function(
            "document.querySelector('.wcl-throughput').ariaBusy === 'false'", timeout=600_000
        )
        return self.take(page)

    def phone(self) -> bytes:
        """Three pages of a phone, side by side."""
        shown = [
            self.take(self.open("", **PHONE)),
            self.take(self.guessed(self.open("?story=strawberry&step=1", **PHONE))),
            self.take(self.open("stepper", **PHONE)),
        ]
        page = self.browser.new_page(viewport={"width": 1280, "height": 890})
        sources = [f"data:image/png;base64,{base64.b64encode(each).decode()}" for each in shown]
        style = "margin: 20px 8px 20px; border: 2px solid #888; border-radius: 16px"
        row = "".join(f"<img src='{source}' style='{style}'>" for source in sources)
        page.set_content(f"<body style='margin: 0; text-align: center; white-space: nowrap'>{row}")
        picture: bytes = page.screenshot()
        page.close()
        return picture


PICTURES = [
    "home",
    "story",
    "explorer",
    "stepper",
    "vocabulary",
    "divergence",
    "training",
    "languages",
    "phone",
    "throughput",
]


def save(path: Path, picture: bytes) -> None:
    """Write a picture, with a palette if Pillow is there."""
    path.write_bytes(picture)
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as image:
        reduced = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    reduced.save(path, optimize=True)


def main(address: str, *names: str) -> None:
    """Take the pictures with these names, or all."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        photographer = Photographer(browser, address)
        for name in names or PICTURES:
            take: Callable[[], bytes] = getattr(photographer, name)
            save(IMAGES / f"{name}.png", take())
            print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])

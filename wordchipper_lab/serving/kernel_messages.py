"""Messages from a page, as its kernel reads them."""

from __future__ import annotations

import json
import re
from typing import Any

from jupyter_client.session import json_unpacker

__all__ = ["read_message"]

_MAY_BE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def read_message(packed: bytes) -> Any:
    r"""Parse a JSON message, with U+FFFD for lone surrogates, which no answer could contain.

    JSON can express them, UTF-8 cannot. Echoing one caused a traceback; a kernel that tried to report an
    unknown comm name containing one never answered again.

    >>> read_message(rb'{"text": ["a\ud800", "\ud83d\ude00"]}')
    {'text': ['a�', '😀']}
    """
    message = json_unpacker(packed)
    if _MAY_BE_SURROGATE.search(packed):
        text = json.dumps(message, ensure_ascii=False)
        message = json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    return message

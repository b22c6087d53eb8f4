"""The state of a screen as a short, URL-safe word.

Format: JSON, compressed by zlib (RFC 1950), in URL-safe base64 without padding.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from ..arguments import a_text, checked, instance_of
from ..errors import PermalinkError
from ..text.text_bytes import encode_text

__all__ = ["MAX_LINK_CHARACTERS", "pack_state", "unpack_state"]

MAX_LINK_CHARACTERS = 6000  # proxies commonly refuse request lines longer than 8 kB
MAX_STATE_BYTES = 1 << 20  # a crafted link of 6,000 characters could unpack to 4 MB: refuse it


@checked(state=instance_of("a dict of what JSON has", dict))
def pack_state(state: dict[str, Any]) -> str:
    """Write `state` as one word; raises `PermalinkError` if that is too long for a link, or not valid UTF-8.

    >>> unpack_state(pack_state({"text": "hello"}))
    {'text': 'hello'}
    """
    try:
        data = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as error:
        if not isinstance(error, UnicodeEncodeError):
            raise PermalinkError(
                f"the state is not valid JSON data ({error}): leave it out of the link"
            ) from None
        raise PermalinkError(
            "half of a surrogate pair cannot be written as UTF-8 or in a link: remove it"
        ) from None
    if len(data) > MAX_STATE_BYTES:
        raise PermalinkError(
            f"a link for this text would hold {len(data):,} bytes, but at most {MAX_STATE_BYTES:,} can be read back: "
            "shorten the text, or export it instead"
        )
    packed = zlib.compress(data, 9)
    word = base64.urlsafe_b64encode(packed).rstrip(b"=").decode()
    if len(word) > MAX_LINK_CHARACTERS:
        raise PermalinkError(
            f"a link for this text would have {len(word):,} characters, but at most {MAX_LINK_CHARACTERS:,} "
            "are safe: shorten the text, or export it instead"
        )
    return word


@checked(word=a_text)
def unpack_state(word: str) -> dict[str, Any]:
    """Read the output of `pack_state`; raises `PermalinkError` for anything else.

    Lone surrogates, which `pack_state` never writes, become U+FFFD.
    """
    problem = "this link is damaged: copy the complete link again"
    try:
        packed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        reader = zlib.decompressobj()
        data = reader.decompress(packed, MAX_STATE_BYTES)
        if not reader.eof:
            raise PermalinkError(problem)
        state = json.loads(encode_text(json.dumps(json.loads(data), ensure_ascii=False)))
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        raise PermalinkError(problem) from None
    if not isinstance(state, dict):
        raise PermalinkError(problem)
    return state

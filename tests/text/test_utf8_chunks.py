"""UTF-8 in chunks: wherever it is cut, the text is the same, and so is the reported bad byte."""

from __future__ import annotations

import pytest

from wordchipper_lab.errors import InputError
from wordchipper_lab.text.utf8_chunks import Utf8Chunks

TEXT = "naïve 中 👍 end"


@pytest.mark.parametrize("size", range(1, 8))
def test_a_text_is_the_same_in_chunks_of_any_size(size) -> None:
    data = TEXT.encode()
    chunks = Utf8Chunks("it")
    read = [chunks.decode(data[at : at + size]) for at in range(0, len(data), size)]
    assert "".join(read) + chunks.decode(b"", final=True) == TEXT


@pytest.mark.parametrize("size", range(1, 8))
@pytest.mark.parametrize("data", [b"ab\xff cd", b"\xe4\xb8\xad\xe4\xb8x", "中👍".encode()[:-1]])
def test_a_wrong_byte_is_named_as_it_is_of_the_whole(data, size) -> None:
    with pytest.raises(UnicodeDecodeError) as whole:
        data.decode()
    with pytest.raises(InputError, match=rf"it is not UTF-8 at byte {whole.value.start} .*: convert it$"):
        decode_by(size, data)


def decode_by(size: int, data: bytes) -> None:
    chunks = Utf8Chunks("it", "convert it")
    for at in range(0, len(data) + 1, size):
        chunks.decode(data[at : at + size], final=at + size > len(data))

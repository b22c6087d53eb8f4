"""Optional download of a vocabulary file. Nothing in the package calls it: all it needs is included."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ..arguments import a_number, a_path, a_text, checked, optional
from ..errors import DownloadError, VocabHashError, show
from ..files.whole_file import write_atomically

__all__ = ["cached_path", "download_vocab"]

_MAX_BYTES = 1 << 28


@checked(url=a_text, cache_directory=optional(a_path), timeout=a_number)
def download_vocab(
    url: str, sha256: str, *, cache_directory: str | os.PathLike[str] | None = None, timeout: float = 60.0
) -> Path:
    """Path of the file at `url` in the cache directory; downloaded if necessary, and verified in any case.

    url: http or https.
    sha256: of the file, 64 hex digits; a cached file with another hash is downloaded again.
    cache_directory: by default a directory of this package in the user's cache directory.
    timeout: seconds that the server may stay silent.

    Raises `DownloadError` if the file cannot be downloaded or stored, and `VocabHashError` if the server
    sends a different file; the cache is then left unchanged.
    """
    path = cached_path(url, sha256, cache_directory)
    sha256 = sha256.lower()
    if _has_sha256(path, sha256):
        return path
    contents = _fetch(url, timeout)
    if (actual := hashlib.sha256(contents).hexdigest()) != sha256:
        raise VocabHashError(url, sha256, actual)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, contents)
    except OSError as error:
        raise DownloadError(
            f"cannot store {url} as {path}: {error}; choose another cache_directory"
        ) from error
    return path


def cached_path(url: str, sha256: str, cache_directory: str | os.PathLike[str] | None = None) -> Path:
    """Where `download_vocab` stores the file: half of the hash, then the last part of the URL in safe
    characters.

    Raises `DownloadError` if `url` or `sha256` is invalid.

    >>> cached_path("https://x.org/a/my%2Fvocab.tiktoken", "0" * 64, "cache").name
    '00000000000000000000000000000000-my_vocab.tiktoken'
    """
    if not isinstance(sha256, str) or not re.fullmatch("[0-9a-fA-F]{64}", sha256):
        raise DownloadError(f"expected the file's SHA-256 as 64 hex digits, got {show(sha256)}")
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise DownloadError(f"expected an http or https URL, got {url!r} ({error})") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise DownloadError(f"expected an http or https URL, got {url!r}")
    import platformdirs  # 10 ms

    directory = cache_directory or platformdirs.user_cache_path("wordchipper_lab") / "vocab"
    # The hash at the start rules out "..", "CON" and name clashes.
    name = re.sub(r"[^A-Za-z0-9.-]", "_", unquote(parts.path.rsplit("/", 1)[-1]))[-100:]
    return Path(directory) / f"{sha256.lower()[:32]}-{name}"


def _has_sha256(path: Path, sha256: str) -> bool:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == sha256
    except OSError:
        return False


def _fetch(url: str, timeout: float) -> bytes:
    # Imported here because they take 50 ms and are rarely needed.
    import http.client
    import urllib.request

    request = urllib.request.Request(url, headers={"User-Agent": "wordchipper-lab"})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            contents: bytes = response.read(_MAX_BYTES + 1)
            # A bounded read() does not notice if the server closes the connection early.
            if response.length:
                raise http.client.IncompleteRead(contents, response.length)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise DownloadError(f"cannot download {url}: {error}; nothing was written") from error
    if len(contents) > _MAX_BYTES:
        raise DownloadError(
            f"cannot download {url}: it is larger than {_MAX_BYTES >> 20} MiB; nothing was written"
        )
    return contents

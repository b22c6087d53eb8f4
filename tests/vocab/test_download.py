"""The optional download, against a server on the loopback interface."""

from __future__ import annotations

import errno
import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import platformdirs
import pytest

from wordchipper_lab.errors import DownloadError, VocabHashError
from wordchipper_lab.files import whole_file
from wordchipper_lab.vocab import download
from wordchipper_lab.vocab.download import cached_path, download_vocab

CONTENTS = b"IQ== 0\n" * 1000
SHA256 = hashlib.sha256(CONTENTS).hexdigest()


class Handler(BaseHTTPRequestHandler):
    """Serves one file correctly, and wrongly in several ways."""

    def do_GET(self):
        self.server.requests.append(self.path)
        if self.path == "/gone":
            self.send_error(404, "Not Found")
        elif self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/my.tiktoken")
            self.end_headers()
        elif self.path == "/to-file":
            self.send_response(302)
            self.send_header("Location", "file:///etc/hostname")
            self.end_headers()
        else:
            self.send_response(200)
            if self.path != "/no-length":
                self.send_header("Content-Length", str(len(CONTENTS)))
            self.end_headers()
            self.wfile.write(CONTENTS[:100] if self.path == "/cut" else CONTENTS)

    def log_message(self, *args):
        pass


@pytest.fixture
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.requests = []
        running.url = f"http://127.0.0.1:{running.server_port}"
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.mark.parametrize("path", ["/my.tiktoken", "/no-length", "/moved", "/my.tiktoken?x=1#y"])
def test_second_call_is_served_from_the_cache(server, tmp_path, path):
    cache = tmp_path / "new" / "cache"
    first = download_vocab(server.url + path, SHA256.upper(), cache_directory=cache)
    n_requests = len(server.requests)
    assert first.read_bytes() == CONTENTS
    assert download_vocab(server.url + path, SHA256, cache_directory=cache) == first
    assert len(server.requests) == n_requests
    assert list(cache.iterdir()) == [first]


@pytest.mark.parametrize("damaged", [b"", CONTENTS[:-1], CONTENTS + b"x"])
def test_damaged_cache_file_is_fetched_anew(server, tmp_path, damaged):
    path = download_vocab(f"{server.url}/my.tiktoken", SHA256, cache_directory=tmp_path)
    path.write_bytes(damaged)
    assert download_vocab(f"{server.url}/my.tiktoken", SHA256, cache_directory=tmp_path) == path
    assert path.read_bytes() == CONTENTS
    assert len(server.requests) == 2


def test_default_cache_is_the_users(server, tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / name)
    path = download_vocab(f"{server.url}/my.tiktoken", SHA256)
    assert path.parent == tmp_path / "wordchipper_lab" / "vocab"


@pytest.mark.parametrize(
    ("path", "problem"), [("/gone", "404"), ("/cut", "IncompleteRead"), ("/to-file", "file:///etc/hostname")]
)
def test_failed_download_writes_nothing(server, tmp_path, path, problem):
    with pytest.raises(DownloadError, match=f"cannot download {server.url}{path}: .*{problem}"):
        download_vocab(server.url + path, SHA256, cache_directory=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_server_that_is_not_there(server, tmp_path):
    url = f"{server.url}/my.tiktoken"
    server.shutdown()
    server.server_close()
    with pytest.raises(DownloadError, match="cannot download"):
        download_vocab(url, SHA256, cache_directory=tmp_path, timeout=5)


def test_other_file_than_promised(server, tmp_path):
    with pytest.raises(VocabHashError, match=f"SHA-256 is {SHA256}, expected {'0' * 64}"):
        download_vocab(f"{server.url}/my.tiktoken", "0" * 64, cache_directory=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_file_that_is_too_large(server, tmp_path, monkeypatch):
    monkeypatch.setattr(download, "_MAX_BYTES", len(CONTENTS) - 1)
    with pytest.raises(DownloadError, match="it is larger than"):
        download_vocab(f"{server.url}/no-length", SHA256, cache_directory=tmp_path)
    monkeypatch.setattr(download, "_MAX_BYTES", len(CONTENTS))
    assert download_vocab(f"{server.url}/no-length", SHA256, cache_directory=tmp_path).is_file()


def test_full_disk(server, tmp_path, monkeypatch):
    def no_space(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(whole_file.os, "fsync", no_space)
    with pytest.raises(DownloadError, match=r"cannot store .*No space left.*choose another cache_directory"):
        download_vocab(f"{server.url}/my.tiktoken", SHA256, cache_directory=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_cache_directory_that_is_a_file(server, tmp_path):
    (tmp_path / "cache").write_bytes(b"")
    with pytest.raises(DownloadError, match="cannot store"):
        download_vocab(f"{server.url}/my.tiktoken", SHA256, cache_directory=tmp_path / "cache")


@pytest.mark.parametrize("sha256", ["", "abc", SHA256 + "0", SHA256[:-1] + "g", "../" + SHA256[3:], None])
def test_hash_is_mandatory(server, tmp_path, sha256):
    with pytest.raises(DownloadError, match="expected the file's SHA-256 as 64 hex digits"):
        download_vocab(f"{server.url}/my.tiktoken", sha256, cache_directory=tmp_path)
    assert server.requests == []


@pytest.mark.parametrize(
    "url", ["", "my.tiktoken", "file:///etc/passwd", "ftp://x.org/a", "http://", "http://[x", "http:///a"]
)
def test_only_http(tmp_path, url):
    with pytest.raises(DownloadError, match="expected an http or https URL, got"):
        download_vocab(url, SHA256, cache_directory=tmp_path)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/a/b.tiktoken", "b.tiktoken"),
        ("/a/..", ".."),
        ("/a/%2e%2e%2fetc%2fpasswd", ".._etc_passwd"),
        ("/a/..%5C..%5Cx", ".._.._x"),
        ("/CON", "CON"),
        ("/", ""),
        ("", ""),
        ("/%00%0a:*?%22", "____"),
        ("/caf%C3%A9", "caf_"),
        ("/" + "x" * 5000, "x" * 100),
    ],
)
def test_file_names_are_safe(tmp_path, path, name):
    found = cached_path(f"https://example.org{path}", SHA256, tmp_path)
    assert found == tmp_path / f"{SHA256[:32]}-{name}"
    assert found.parent == tmp_path

"""Serve the dashboard, or a site of files, and find a browser, for the scripts that measure pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import psutil

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]


@contextmanager
def served(environment: Mapping[str, str] | None = None) -> Iterator[tuple[psutil.Process, str]]:
    """Serve, and yield the server and its address as soon as it listens."""
    command = [sys.executable, "-m", "wordchipper_lab", "serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | dict(environment or {}),
    )
    try:
        assert server.stdout is not None
        yield psutil.Process(server.pid), server.stdout.readline().split()[-1]
    finally:
        server.terminate()
        server.wait()


@contextmanager
def served_site() -> Iterator[tuple[psutil.Process, str]]:
    """Export the site of files and serve it, as any file host does."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "wordchipper_lab", "export-site", folder], check=True)
        command = [
            sys.executable,
            "-u",
            "-m",
            "http.server",
            "0",
            "--bind",
            "127.0.0.1",
            "--directory",
            folder,
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout is not None
            port = server.stdout.readline().split(" port ")[1].split()[0]
            yield psutil.Process(server.pid), f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            server.wait()

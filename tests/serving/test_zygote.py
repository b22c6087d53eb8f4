"""Kernels are forked by a process that has loaded what they need; without it, they start on their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil
import pytest

from wordchipper_lab.errors import ServeError
from wordchipper_lab.serving.forking import Zygote, start_zygote

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kernels are forked on Linux")

KERNEL = [sys.executable, "-m", "wordchipper_lab.serving.visitor_kernel", "-f"]


def start(zygote: Zygote, directory: Path, name: str = "kernel.json") -> psutil.Process:
    environment = os.environ | {"WHOSE": "this kernel's"}
    return psutil.Process(zygote.fork([*KERNEL, str(directory / name)], environment, str(directory)))


def connection_of(path: Path) -> dict[str, Any]:
    """What the kernel writes to `path` once it runs: it opens the file first and fills it later."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return json.loads(path.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            if time.monotonic() > deadline:
                raise
        time.sleep(0.02)


@pytest.mark.deep
def test_a_forked_kernel_is_a_process_like_any_other_and_ends_with_its_zygote(tmp_path: Path) -> None:
    zygote = start_zygote()
    assert zygote is not None
    with closing(zygote):
        kernel, other = start(zygote, tmp_path), start(zygote, tmp_path, "other.json")
        assert "shell_port" in connection_of(tmp_path / "kernel.json")
        assert str(tmp_path / "kernel.json") in " ".join(kernel.cmdline())
        assert kernel.cwd() == str(tmp_path)
        assert os.getpgid(kernel.pid) == kernel.pid != os.getpgid(other.pid)
        kernel.kill()
        kernel.wait(30)
        assert other.is_running()
        zygote.close()
        other.wait(120)  # on a busy machine
        with pytest.raises(ServeError, match="start on its own"):
            start(zygote, tmp_path)
        zygote.make_sure()
        assert start(zygote, tmp_path).is_running()


@pytest.mark.deep
def test_loading_leaves_no_thread_behind() -> None:
    script = """
        import threading
        from wordchipper_lab.screens.registry import SCREENS
        from wordchipper_lab.serving.zygote import load
        from wordchipper_lab.widgets import Lab

        load(Lab, *(screen.load() for screen in SCREENS.values()))
        print(threading.active_count())
    """
    script = "\n".join(line.strip() for line in script.splitlines())
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "1\n"


@pytest.mark.deep
def test_a_page_opens_although_the_zygote_was_killed(serve: Any) -> None:
    with serve() as dashboard:
        zygote = dashboard.zygote()
        kernels = dashboard.kernels()
        zygote.kill()
        psutil.wait_procs([psutil.Process(pid) for pid in kernels if psutil.pid_exists(pid)], timeout=30)
        with urlopen(dashboard.address, timeout=60) as page:
            assert b"kernelId" in page.read()

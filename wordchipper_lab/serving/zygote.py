"""``python -m wordchipper_lab.serving.zygote FD``: a process that has loaded what pages need, and becomes their kernels
by forking.

A kernel that starts on its own takes 1.8 s of processor time, nearly all of it for importing packages and for loading
compiled kernels and a vocabulary's tables. A forked one has them already, and shares their memory: 0.2 s and 33 MB. The
idea is Chromium's (docs/linux/zygote.md there). Python's ``multiprocessing.forkserver`` imports modules first, too, but
can load nothing later; after an install, kernels have to be compiled before they can be loaded.

Requests come through the socket FD as lines of JSON, ``{"argv": [...], "env": {...}, "cwd": "..."}``. Each is answered
by a line, ``{"pid": 123}`` or ``{"problem": "..."}``. The zygote ends when the socket is closed; its kernels notice
that within a second, and end too.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
from typing import Any

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is meant for the server

from setproctitle import setproctitle

from ..screens.registry import SCREENS
from ..widgets import Lab
from .compiled_stamp import is_compiled
from .first_kernels import compile_tables
from .visitor_kernel import VisitorKernelApp, import_no_extensions

__all__ = ["become_kernel", "load", "wait_for_requests"]

Request = dict[str, Any]


def wait_for_requests(requests: socket.socket) -> Request | None:
    """Fork for each request. Returns it in the forked process; here, None once the socket is closed."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system itself forgets those that have ended
    if has_loaded := is_compiled():
        load(Lab, *(screen.load() for screen in SCREENS.values()))
    else:
        compile_tables()  # the server has another process compile the encoders
    with requests.makefile("rw", encoding="utf-8") as lines:
        for line in lines:
            if not has_loaded:
                load(Lab)  # the encoders have been compiled by now; the rest is being compiled
                has_loaded = True
            try:
                pid = os.fork()
            except OSError as error:
                answer: Request = {"problem": str(error)}
            else:
                if not pid:
                    request: Request = json.loads(line)
                    return request
                answer = {"pid": pid}
            lines.write(f"{json.dumps(answer)}\n")
            lines.flush()
    return None


def become_kernel(request: Request) -> None:
    """Be the kernel that `request` describes, in a process group of its own; returns when it has ended."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.argv = request["argv"]
    # Before the environment changes: the title is written to the place where that began.
    setproctitle(" ".join(sys.argv))
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    _python, _m, _module, *options = sys.argv
    VisitorKernelApp.launch_instance(options, parent_handle=os.getppid())


def load(*widgets: Any) -> None:
    """Load what these widgets need when they are opened; for all screens that is 1.5 s of processor time and 90 MB.

    No thread may be left: it would not exist in the forked processes.
    """
    import_no_extensions()
    with contextlib.suppress(Exception):  # a kernel says on its page what is wrong
        for widget in widgets:
            widget().close()
    gc.collect()
    gc.freeze()  # the collector must not write to memory that is to be shared


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        received = wait_for_requests(channel)
    if received is not None:
        become_kernel(received)

"""Free memory, as reported by Linux and its control groups."""

from __future__ import annotations

from pathlib import Path

import pytest

from wordchipper_lab.serving.free_memory import free_memory

MEMINFO = "MemTotal: 64 kB\nMemFree: 1 kB\nMemAvailable:   4000 kB\n"
NO_LIMIT_V1 = "9223372036854771712"


def lay_out(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_of_a_machine(tmp_path) -> None:
    assert free_memory(lay_out(tmp_path, {"proc/meminfo": MEMINFO})) == 4_096_000


@pytest.mark.parametrize(("inner", "outer", "free"), [("900000", "max", 580_000), ("max", "700000", 350_000)])
def test_of_groups_of_version_2_and_what_encloses_them(tmp_path, inner, outer, free) -> None:
    group = "sys/fs/cgroup/machine/box"
    files = {
        "proc/meminfo": MEMINFO,
        "proc/self/cgroup": "0::/machine/box\n",
        f"{group}/memory.max": inner + "\n",
        f"{group}/memory.current": "330000\n",
        f"{group}/memory.stat": "anon 5\ninactive_file 10000\n",
        "sys/fs/cgroup/machine/memory.max": outer + "\n",
        "sys/fs/cgroup/machine/memory.current": "350000\n",
    }
    assert free_memory(lay_out(tmp_path, files)) == free


def test_of_a_container_that_sees_its_group_as_the_root(tmp_path) -> None:
    files = {
        "proc/meminfo": MEMINFO,
        "proc/self/cgroup": "4:cpu,cpuacct:/docker/1\n3:memory:/docker/1\n0::/\n",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": "500000\n",
        "sys/fs/cgroup/memory/memory.usage_in_bytes": "450000\n",
        "sys/fs/cgroup/memory/memory.stat": "total_inactive_file 50000\n",
    }
    assert free_memory(lay_out(tmp_path, files)) == 100_000
    (tmp_path / "sys/fs/cgroup/memory/memory.usage_in_bytes").write_text("700000\n")
    assert free_memory(tmp_path) == 0
    (tmp_path / "sys/fs/cgroup/memory/memory.limit_in_bytes").write_text(NO_LIMIT_V1)
    assert free_memory(tmp_path) == 4_096_000


def test_where_nothing_is_said(tmp_path) -> None:
    free = free_memory(tmp_path)
    assert free is None or free > 0

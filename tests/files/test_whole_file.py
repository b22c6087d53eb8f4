"""A file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from wordchipper_lab.files import whole_file
from wordchipper_lab.files.whole_file import check_writable, is_special, open_whole, write_atomically

root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX devices, pipes and owners")


def no_space(*args, **kwargs):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_new_file_gets_the_usual_permissions(tmp_path):
    path, usual = tmp_path / "new", tmp_path / "usual"
    write_atomically(path, b"contents")
    usual.write_bytes(b"")
    assert path.read_bytes() == b"contents"
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["new", "usual"]


def in_a_program(code: str, *arguments: object, **options) -> subprocess.CompletedProcess:
    """Run Python code with `write_atomically` imported and these arguments, in a separate process."""
    program = (
        "import os, resource, sys\nfrom wordchipper_lab.files.whole_file import write_atomically\n" + code
    )
    return subprocess.run([sys.executable, "-c", program, *map(str, arguments)], check=False, **options)


AS_NOBODY = (
    "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"  # after the imports, which it may not read
)


def test_replaced_file_keeps_its_permissions_and_its_link(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("name", "old"),
    [("fsync", b"old"), ("fsync", None), ("replace", b"old"), ("replace", None), ("chmod", b"old")],
)
def test_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, name, old):
    path = tmp_path / "file"
    if old is not None:
        path.write_bytes(old)
    monkeypatch.setattr(whole_file.os, name, no_space)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == ({"file": old} if old else {})


def test_directory_in_the_way_or_missing(tmp_path):
    with pytest.raises(IsADirectoryError, match="is a directory"):
        write_atomically(tmp_path, b"x")
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "missing" / "file", b"x")
    assert list(tmp_path.iterdir()) == []


def test_a_link_that_leads_nowhere_gets_its_file(tmp_path):
    (tmp_path / "link").symlink_to("other")
    (tmp_path / "other").symlink_to(tmp_path / "file")
    write_atomically(tmp_path / "link", b"x")
    assert (tmp_path / "file").read_bytes() == b"x"
    assert (tmp_path / "link").is_symlink()
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(OSError, match="circle"):
        write_atomically(tmp_path / "circle", b"x")


def test_another_hard_link_keeps_what_it_had(tmp_path):
    path, other = tmp_path / "file", tmp_path / "other"
    path.write_bytes(b"old")
    os.link(path, other)
    write_atomically(path, b"new")
    assert (path.read_bytes(), other.read_bytes()) == (b"new", b"old")


@posix
def test_a_pipe_is_written_to(tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for name in (pipe, link):
        read: list[bytes] = []
        reader = threading.Thread(target=lambda read=read: read.append(pipe.read_bytes()), daemon=True)
        reader.start()
        write_atomically(name, b"contents")
        reader.join(10)
        assert read == [b"contents"]
        assert is_special(name)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]


@root
def test_a_device_is_written_to_and_stays(tmp_path):
    device = tmp_path / "null"  # like /dev/null, but never /dev/null itself
    try:
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        device.write_bytes(b"")
    except OSError:
        pytest.skip("devices cannot be created or opened here")
    write_atomically(device, b"contents")
    assert is_special(device)
    assert stat.S_ISCHR(device.stat().st_mode)
    assert os.listdir(tmp_path) == ["null"]


@posix
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1"])
def test_an_open_descriptor_is_written_to_where_it_stands(tmp_path, name):
    if not os.path.exists(name):
        pytest.skip("not on this system")
    log, link = tmp_path / "log", tmp_path / "link"
    link.symlink_to(name)
    code = "print('printed'); write_atomically(sys.argv[1], b'contents\\n'); print('after')"
    log.write_bytes(b"before\n")
    with log.open("ab") as stream:
        inode = log.stat().st_ino
        assert in_a_program(code, link, stdout=stream).returncode == 0
    assert log.read_bytes() == b"before\nprinted\ncontents\nafter\n"
    assert log.stat().st_ino == inode
    assert in_a_program(code, name, stdout=subprocess.PIPE).stdout == b"printed\ncontents\nafter\n"
    assert sorted(os.listdir(tmp_path)) == ["link", "log"]


@root
def test_what_a_user_may_not_write_stays_and_the_message_says_why():
    with tempfile.TemporaryDirectory() as directory:  # only root may enter pytest's own
        os.chmod(directory, 0o755)
        check_what_nobody_may_not_write(Path(directory))


def check_what_nobody_may_not_write(directory: Path) -> None:
    closed, open_to_all = directory / "closed", directory / "open"
    for directory, mode in ((closed, 0o755), (open_to_all, 0o777)):
        directory.mkdir()
        (directory / "file").write_bytes(b"old")
        directory.chmod(mode)
    (closed / "file").chmod(0o666)
    (open_to_all / "file").chmod(0o444)
    code = AS_NOBODY + "write_atomically(sys.argv[1], b'new')"
    for path, problem in (
        (closed / "file", "its directory is not writable"),
        (closed / "new", "its directory is not writable"),
        (open_to_all / "file", "the file is read-only"),
    ):
        done = in_a_program(code, path, capture_output=True, text=True)
        assert problem in done.stderr
        assert done.stderr.rstrip().endswith(f"{str(path)!r}")
        assert sorted(file.name for file in path.parent.iterdir()) == ["file"]
        assert (path.parent / "file").read_bytes() == b"old"
    done = in_a_program(code, open_to_all / "new", capture_output=True, text=True)
    assert (done.returncode, (open_to_all / "new").read_bytes()) == (0, b"new")


@root
def test_the_owner_is_kept(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    os.chown(path, 1234, 4321)
    path.chmod(0o4640)
    write_atomically(path, b"new")
    about = path.stat()
    assert (about.st_uid, about.st_gid, stat.S_IMODE(about.st_mode)) == (1234, 4321, 0o640)


@posix
@pytest.mark.parametrize("old", [b"old", None])
def test_a_disk_that_fills_up_while_writing_is_named_as_the_file(tmp_path, old):
    path = tmp_path / "file"
    if old is not None:
        path.write_bytes(old)
    code = (
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: write_atomically(sys.argv[1], bytes(100_000))\n"
        "except OSError as error: print(error.filename, error.strerror)\n"
    )
    done = in_a_program(code, path, capture_output=True, text=True)
    assert done.stdout == f"{path} File too large\n", done.stderr
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == ({"file": old} if old else {})


def test_what_will_fail_is_known_before(tmp_path):
    check_writable(tmp_path / "new")
    assert os.listdir(tmp_path) == []
    with pytest.raises(IsADirectoryError):
        check_writable(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"its directory .* does not exist"):
        check_writable(tmp_path / "none" / "file")


def test_an_error_in_the_block_leaves_nothing(tmp_path):
    path = tmp_path / "file"
    with pytest.raises(KeyError), open_whole(path) as stream:  # noqa: PT012
        stream.write(b"half")
        raise KeyError
    assert os.listdir(tmp_path) == []


@posix
def test_a_name_that_is_not_utf8(tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    write_atomically(path, b"x")
    assert path.read_bytes() == b"x"

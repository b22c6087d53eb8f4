"""The notebooks: found wherever the package is installed, copied only when necessary, and thin."""

from __future__ import annotations

import asyncio
import errno
import json
import re
import socket

import nbformat
import pytest
from ipykernel.ipkernel import IPythonKernel

from wordchipper_lab.errors import ServeError
from wordchipper_lab.screens.registry import HOME_NOTEBOOK, SCREENS
from wordchipper_lab.serving import SHARE, find_notebooks, notebooks, prepare_environment, writable_notebooks
from wordchipper_lab.serving.dashboard import serve
from wordchipper_lab.serving.notebook_files import NotebookFiles
from wordchipper_lab.serving.notebooks import INDEX_NOTEBOOK
from wordchipper_lab.serving.ports import choose_port


@pytest.mark.parametrize("name", [screen.notebook for screen in SCREENS.values()])
def test_the_notebook_of_a_page_is_found_and_thin(name: str) -> None:
    notebook = json.loads((find_notebooks() / name).read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code)
    assert sum(len(cell["source"]) for cell in code) < 10


def test_an_installed_packages_notebooks_are_copied_and_a_readers_changes_kept(monkeypatch, tmp_path) -> None:
    package = tmp_path / "site-packages" / "wordchipper_lab"
    (package / "notebooks").mkdir(parents=True)
    (package / "notebooks" / HOME_NOTEBOOK).write_text("shipped")
    monkeypatch.setattr(notebooks, "_PACKAGE", package)
    copied = writable_notebooks(tmp_path / "data")
    assert (copied / HOME_NOTEBOOK).read_text() == "shipped"
    (copied / HOME_NOTEBOOK).write_text("mine")
    assert (writable_notebooks(tmp_path / "data") / HOME_NOTEBOOK).read_text() == "mine"


def test_an_incomplete_installation_says_so(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(notebooks, "_PACKAGE", tmp_path / "wordchipper_lab")
    with pytest.raises(ServeError, match="install the package again"):
        find_notebooks()


def test_nowhere_to_copy_to(monkeypatch, tmp_path) -> None:
    package = tmp_path / "wordchipper_lab"
    (package / "notebooks").mkdir(parents=True)
    (package / "notebooks" / HOME_NOTEBOOK).write_text("shipped")
    monkeypatch.setattr(notebooks, "_PACKAGE", package)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ServeError, match="copy them yourself"):
        writable_notebooks(tmp_path / "file")


def test_a_busy_port_that_was_asked_for_is_an_error_else_the_next_one_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"port {port} .*in use"):
            serve(port=port, open_browser=False)
        assert choose_port("127.0.0.1", None, port) != port
    assert choose_port("127.0.0.1", 0, 1) > 0


def test_an_address_of_another_machine_is_an_error() -> None:
    with pytest.raises(ServeError, match=r"cannot listen at 192\.0\.2\.1"):
        choose_port("192.0.2.1", None, 8866)


def test_ports_that_need_more_rights(monkeypatch) -> None:
    def refuse(host: str, port: int) -> int:
        raise OSError(errno.EACCES, "denied")

    monkeypatch.setattr("wordchipper_lab.serving.ports._bind", refuse)
    with pytest.raises(ServeError, match="above 1023"):
        choose_port("127.0.0.1", 80, 8866)


def test_the_template_is_found_by_voila_and_fetches_nothing(monkeypatch) -> None:
    monkeypatch.setenv("JUPYTER_PATH", "")
    monkeypatch.setenv("PYTHONPATH", "")
    prepare_environment()
    from voila.paths import collect_template_paths

    assert str(SHARE / "nbconvert" / "templates" / "wordchipper") in collect_template_paths(
        ["voila", "nbconvert"], "wordchipper", prune=True
    )
    for path in (SHARE / "nbconvert" / "templates" / "wordchipper").iterdir():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in text.replace("  // ", ""), path.name


def test_a_notebook_describes_this_python_so_that_opening_it_changes_nothing() -> None:
    files = NotebookFiles(root_dir=str(find_notebooks()))
    found = asyncio.run(files.get(INDEX_NOTEBOOK))["content"]
    assert found["metadata"]["language_info"] == IPythonKernel.language_info
    assert found["cells"] == nbformat.read(find_notebooks() / INDEX_NOTEBOOK, as_version=4).cells
    assert asyncio.run(files.get(""))["type"] == "directory"


def test_the_index_links_every_notebook() -> None:
    linked = set(
        re.findall(r"\]\(([^)]+)\)", (find_notebooks() / INDEX_NOTEBOOK).read_text(encoding="utf-8"))
    )
    assert linked == {path.name for path in find_notebooks().glob("*.ipynb")} - {INDEX_NOTEBOOK}


def test_jupyterlab_saves_widgets_with_their_notebook() -> None:
    overrides = json.loads((SHARE / "config/labconfig/default_setting_overrides.json").read_text())
    assert overrides["@jupyter-widgets/jupyterlab-manager:plugin"]["saveState"]


def test_jupyterlab_does_not_ask_about_news() -> None:
    config = json.loads((SHARE / "config/labconfig/page_config.json").read_text())
    assert config["disabledExtensions"]["@jupyterlab/apputils-extension:announcements"]

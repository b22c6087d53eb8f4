"""A notebook is run in a fresh kernel, which then gives the pages of the views that were displayed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ...errors import InputError, show

__all__ = ["PAGES_TYPE", "VIEW_TYPE", "run_notebook"]

VIEW_TYPE = "application/vnd.jupyter.widget-view+json"
PAGES_TYPE = "application/vnd.wordchipper-lab.pages+json"
"""The type of the output that carries the pages, by the model ids of what was displayed."""

_COLLECT = "from wordchipper_lab.widgets.notebook.in_kernel import send_pages\nawait send_pages({ids!r})"


def run_notebook(path: Path, notebook: Any, *, allow_errors: bool) -> dict[str, list[str]]:
    """Run all cells of `notebook` in the folder of its file `path`, and keep their outputs in it; returns the pages of
    the views among these, by the model ids of what was displayed.

    Raises `InputError` for a kernel that does not start, and for a cell that raises, unless `allow_errors` or its tags
    say otherwise.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(_run(path, notebook, allow_errors))
    with ThreadPoolExecutor(1) as thread:  # called in a notebook, whose loop runs
        return thread.submit(lambda: asyncio.run(_run(path, notebook, allow_errors))).result()


async def _run(path: Path, notebook: Any, allow_errors: bool) -> dict[str, list[str]]:
    from jupyter_core.utils import ensure_async
    from nbclient import NotebookClient

    folder = str(path.absolute().parent)
    client = NotebookClient(notebook, allow_errors=allow_errors, resources={"metadata": {"path": folder}})
    async with _fresh_kernel(path, client):
        info: Any = await client.async_wait_for_reply(await ensure_async(client.kc.kernel_info()))
        notebook.metadata["language_info"] = info["content"]["language_info"]
        for number in range(len(notebook.cells)):
            await _run_cell(path, client, number)
        return await _collect(path, client)


@asynccontextmanager
async def _fresh_kernel(path: Path, client: Any) -> AsyncIterator[None]:
    """The kernel that the notebook names, until the block ends.

    Not nbclient's own context, which answers Ctrl-C by ending the kernel: it would look as if a cell had.
    """
    from jupyter_client.kernelspec import NoSuchKernel
    from jupyter_core.utils import ensure_async

    manager = client.create_kernel_manager()
    try:
        if manager.ipykernel:
            client.extra_arguments = ["--log-level=ERROR"]  # it warns of its transport, on the terminal
        await client.async_start_new_kernel()
    except NoSuchKernel as error:
        raise InputError(
            f"{str(path)!r} names the kernel {error.name!r}, which is not installed: install it, or choose another one "
            "in JupyterLab and save the notebook"
        ) from None
    try:
        try:
            await client.async_start_new_kernel_client()
        except RuntimeError as error:
            raise InputError(
                f"the kernel {manager.kernel_name!r} of {str(path)!r} did not start ({error}): try it in JupyterLab"
            ) from None
        yield
    finally:
        if client.kc is not None:
            await ensure_async(client.kc.stop_channels())
        if manager.has_kernel:
            await ensure_async(manager.shutdown_kernel(now=True))


async def _run_cell(path: Path, client: Any, number: int, **options: Any) -> None:
    from nbclient.exceptions import CellExecutionError, DeadKernelError

    cell = client.nb.cells[number]
    where = f"cell {number + 1} of {str(path)!r}, which begins {show(cell.source.strip())},"
    try:
        await client.async_execute_cell(cell, number, **options)
    except DeadKernelError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():  # nbclient takes Ctrl-C for that, too
            raise asyncio.CancelledError from None
        raise InputError(f"{where} ended the kernel: correct it") from None
    except CellExecutionError as error:
        raise InputError(
            f"{where} raised {error.ename}: {error.evalue}; correct it, or export with allow_errors (--allow-errors)"
        ) from None


async def _collect(path: Path, client: Any) -> dict[str, list[str]]:
    """The pages of the displayed views, from one more cell, of which nothing remains."""
    import nbformat

    ids = list(dict.fromkeys(_displayed(client.nb)))
    if not ids:
        return {}
    cells = client.nb.cells
    cell = nbformat.v4.new_code_cell(_COLLECT.format(ids=ids), metadata={"tags": ["raises-exception"]})
    cells.append(cell)
    try:
        await _run_cell(path, client, len(cells) - 1, store_history=False)
    finally:
        cells.pop()
    for output in cell.outputs:
        if PAGES_TYPE in output.get("data", ()):
            pages: dict[str, list[str]] = output.data[PAGES_TYPE]
            return pages
        if output.output_type == "error" and output.ename != "ModuleNotFoundError":
            raise InputError(
                f"the views of {str(path)!r} could not be exported: {output.ename}: {output.evalue}; "
                "leave that view out, or have the notebook end before what breaks it"
            )
    return {}  # a kernel without this package has no views of it


def _displayed(notebook: Any) -> list[str]:
    """The model ids of the widgets in the outputs."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    found = (output.get("data", {}).get(VIEW_TYPE) for output in outputs)
    return [view["model_id"] for view in found if view]

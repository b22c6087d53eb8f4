"""Notebooks as JupyterLab gets them: a notebook that is only opened is not marked as modified."""

from __future__ import annotations

from typing import Any

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

__all__ = ["NotebookFiles"]


class NotebookFiles(AsyncLargeFileManager):  # type: ignore[misc]
    """Reads a Python notebook with the description of this Python in it.

    JupyterLab writes that into a notebook as soon as its kernel runs. Where it is there already, nothing changes.
    """

    async def get(self, path: str, *arguments: Any, **options: Any) -> dict[str, Any]:
        """The model of a file, as its base class makes it."""
        model: dict[str, Any] = await super().get(path, *arguments, **options)
        if model["type"] == "notebook" and model.get("content"):
            metadata = model["content"]["metadata"]
            if metadata.get("language_info", {}).get("name") == "python":
                metadata["language_info"] = IPythonKernel.language_info
        return model

"""Pages are rendered from templates that are compiled only once for all visitors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from jinja2 import Environment
from voila import notebook_renderer
from voila.exporter import VoilaExporter

from wordchipper_lab.serving.page_exporter import PageExporter, compile_templates_once


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that are compiled from now on."""
    names: list[str] = []
    original = Environment.compile

    def compile_one(self, source, name=None, *rest, **options):
        names.append(name)
        return original(self, source, name, *rest, **options)

    monkeypatch.setattr(Environment, "compile", compile_one)
    return names


def template_of(exporter: type[VoilaExporter], directory: Path):
    return exporter(template_paths=[str(directory)]).environment.get_template("index.html.j2")


def test_no_template_is_compiled_twice(tmp_path: Path, compiled: list[str]) -> None:
    (tmp_path / "index.html.j2").write_text("a page")
    first, second = template_of(PageExporter, tmp_path), template_of(PageExporter, tmp_path)
    assert first.environment is not second.environment
    assert compiled == ["index.html.j2"]
    template_of(VoilaExporter, tmp_path)
    assert len(compiled) == 2


def test_a_changed_template_is_compiled_anew(tmp_path: Path, compiled: list[str]) -> None:
    for text in ("one", "two"):
        (tmp_path / "index.html.j2").write_text(text)
        assert template_of(PageExporter, tmp_path).render() == text
    assert len(compiled) == 2


def test_voilas_renderer_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_renderer, "VoilaExporter", VoilaExporter)
    compile_templates_once()
    assert notebook_renderer.VoilaExporter is PageExporter


def test_the_server_is_imported_without_the_iri_grammars() -> None:
    code = """if True:
        import sys
        from wordchipper_lab.serving.resources import import_no_iri_grammars
        import_no_iri_grammars()
        import jupyter_server.serverapp, jsonschema
        assert "lark" not in sys.modules
        jsonschema.validate("2026-01-01", {"type": "string", "format": "date"}, format_checker=jsonschema.FormatChecker())
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

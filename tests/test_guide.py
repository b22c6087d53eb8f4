"""``notebooks/extend.ipynb`` keeps its word: what it adds in one file, or one folder on each side, works."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

import wordchipper_lab as wl
from wordchipper_lab import widgets
from wordchipper_lab.encoders import unregister_span_encoder
from wordchipper_lab.errors import TrainerRegistrationError
from wordchipper_lab.lab import prove_equivalence, run_benchmark, trace_merges
from wordchipper_lab.lab.training import trace_training
from wordchipper_lab.screens.registry import SCREENS, navigation
from wordchipper_lab.screens.training.question import list_options
from wordchipper_lab.spanners import unregister_lexer
from wordchipper_lab.training import TRAINERS, register_trainer, unregister_trainer
from wordchipper_lab.training.generations.naive import NaiveTrainer
from wordchipper_lab.web.modules import javascript

from .guide_files import guide_files, screen_of_the_guide

TEXT = "unwhisperable bananas, 12 of them\n\n  x"


def load(name: str, directory: Path) -> ModuleType:
    """Write a file of the guide and import it."""
    path = directory / name
    path.write_text(guide_files()[name], encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_lexer_in_one_file(tmp_path: Path) -> None:
    pattern = load("my_lexer.py", tmp_path).PATTERN
    try:
        lexer = wl.build_lexer(pattern, "auto")
        assert lexer is wl.build_lexer(pattern, "my_lexer")
        assert wl.LEXERS[-1] == "my_lexer"
        assert prove_equivalence(f"regex:{pattern}", lexer)
        vocab = wl.Tokenizer.from_pretrained("r50k_base")
        vocab.save_base64_vocab(tmp_path / "mine.tiktoken")
        toks = [
            wl.Tokenizer.from_file(tmp_path / "mine.tiktoken", pattern=pattern, lexer=name)
            for name in ("my_lexer", "regex")
        ]
        assert toks[0].encode(TEXT) == toks[1].encode(TEXT)
    finally:
        unregister_lexer(pattern)


@pytest.mark.deep  # numba compiles the encoder twice
def test_a_span_encoder_in_one_file(tmp_path: Path) -> None:
    encoder = load("my_encoder.py", tmp_path).MY_ENCODER
    try:
        assert wl.ENCODERS[-1] == encoder.name == "my_encoder"
        tok = wl.Tokenizer.from_pretrained("r50k_base", encoder="my_encoder")
        assert tok.encode(TEXT) == wl.Tokenizer.from_pretrained("r50k_base").encode(TEXT)
        assert trace_merges(tok, "banana", "my_encoder").tokens == tok.encode("banana")
        run = run_benchmark(encoders="all", memo=False, models="r50k_base", modes="count", peers=(), rounds=1)
        assert {found.case.encoder: found.exact for found in run} == dict.fromkeys(wl.ENCODERS, True)
    finally:
        unregister_span_encoder("my_encoder")


def test_a_trainer_in_one_file(tmp_path: Path) -> None:
    load("my_trainer.py", tmp_path)
    try:
        assert list(TRAINERS)[-1] == "my_trainer"
        texts = ["low low low lower lower newest newest widest"]
        mine, ours = (wl.train_bpe(texts, 265, trainer=name) for name in ("my_trainer", "fast"))
        assert [mine.id_to_bytes(i) for i in range(265)] == [ours.id_to_bytes(i) for i in range(265)]
        assert [one.merge for one in trace_training("low low", trainer="my_trainer").frames]
        assert list_options()["trainers"]["my_trainer"].startswith("The naive trainer, with its counts kept")
        lab = widgets.TrainingLab(mode="toy", toy_trainer="my_trainer", trainer="my_trainer")
        assert (lab.toy_trainer, lab.trainer) == ("my_trainer", "my_trainer")
    finally:
        unregister_trainer("my_trainer")


def test_what_is_no_trainer_is_refused() -> None:
    class Rarest(NaiveTrainer):
        name = "rarest"

        def best_pair(self):
            counts = self.pair_counts()
            return ((pair := min(counts, key=counts.__getitem__)), counts[pair]) if counts else None

    class Failing(NaiveTrainer):
        name = "failing"

        def best_pair(self):
            return 1 // 0

    refused = {
        "rarest does not learn what BPE does: merge 0": Rarest,
        "failing fails on a small corpus: ZeroDivisionError": Failing,
        "expected a subclass of Trainer with a name, got 'naive'": "naive",
        "there is a trainer 'naive' already": NaiveTrainer,
    }
    for message, trainer in refused.items():
        with pytest.raises(TrainerRegistrationError, match=message):
            register_trainer(trainer)  # type: ignore[arg-type]
    for name in ("rarest", "fast"):
        with pytest.raises(TrainerRegistrationError, match=f"no trainer '{name}' is registered"):
            unregister_trainer(name)
    assert "rarest" not in TRAINERS


def test_a_screen_in_one_folder_on_each_side(tmp_path: Path) -> None:
    with screen_of_the_guide(tmp_path) as screen:
        assert navigation()[-1] == {"name": "counts", "title": "Token counts", "address": "counts"}
        joined = javascript(screen.module)
        assert "// screens/counts/counts.js" in joined
        assert not re.search(r"^import ", joined, re.MULTILINE)
        view = widgets.__getattr__("TokenCounter")("hello world")
        assert isinstance(view, screen.load())
        assert view._esm == joined
        assert view._answer == {"tokens": 2, "bytes": 11}
        view.set_state({"text": "naïve"})
        assert view._answer == {
            "tokens": len(wl.Tokenizer.from_pretrained("r50k_base").encode("naïve")),
            "bytes": 6,
        }
        assert "<title>Token counts</title>" in view.export_html()
        if shutil.which("node"):
            (tmp_path / "joined.mjs").write_text(joined, encoding="utf-8")
            script = "import('./joined.mjs').then((page) => console.log(typeof page.default.render))"
            done = subprocess.run(
                ["node", "-e", script], cwd=tmp_path, capture_output=True, text=True, check=True
            )
            assert done.stdout == "function\n"
    assert "counts" not in SCREENS

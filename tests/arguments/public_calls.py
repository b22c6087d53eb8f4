"""A good call of every public function and method; `test_public_arguments` spoils one argument at a time."""

from __future__ import annotations

import inspect
import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

import wordchipper_lab as wl
from wordchipper_lab import lab, spanners, training, vocab
from wordchipper_lab.decoders import TokenDecoder
from wordchipper_lab.encoders import SpanEncoder, TokenEncoder, unregister_span_encoder
from wordchipper_lab.encoders.priority_merge import PRIORITY_MERGE
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.lab.training.kept import keep_tokenizer, open_kept
from wordchipper_lab.training.generations.naive import NaiveTrainer
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.patterns import CL100K_PATTERN
from wordchipper_lab.vocab.token_bytes import pack_tokens

MODULES = ("", "lab", "training", "spanners", "vocab", "encoders", "decoders")
_BYTES = [bytes([value]) for value in range(256)]


class GoodValues:
    """The values that good arguments are made of, each made once."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    tok = cached_property(lambda self: wl.Tokenizer.from_pretrained("r50k_base"))
    tiny = cached_property(lambda self: vocab.UnifiedVocab(pack_tokens([*_BYTES, b"ab"]), pattern=r"\S+|\s+"))
    lexer = cached_property(lambda self: wl.build_lexer("r50k_base"))
    spanner = cached_property(lambda self: spanners.TextSpanner(self.lexer, {"<s>": 300}))
    encoder = cached_property(lambda self: TokenEncoder(self.tok.vocab, self.tok.spanner, "tail_sweep"))
    span_encoder = cached_property(lambda self: replace(PRIORITY_MERGE, name="mine"))
    numbers = count()
    decoder = cached_property(lambda self: TokenDecoder(self.tok.vocab))
    exploration = cached_property(lambda self: lab.explore(self.tok, "hello world"))
    trace = cached_property(lambda self: lab.trace_merges(self.tok, "abcabc", "priority_merge"))
    divergence = cached_property(
        lambda self: lab.shrink_divergence("regex:r50k_base", "regex:cl100k_base", "I'M 1234")
    )
    audit = cached_property(lambda self: lab.audit_tokenizer(wl.Tokenizer(self.tiny)))
    details = cached_property(lambda self: lab.describe_token(self.tok, 262))
    overlap = cached_property(lambda self: lab.compare_vocabularies(self.tok, self.tok))
    run = cached_property(lambda self: lab.BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    span_counts = cached_property(lambda self: training.SpanCounts.from_mapping({b"low": 5, b"lower": 2}))
    options = cached_property(lambda self: training.TrainingOptions(258))
    corpus = cached_property(lambda self: training.SymbolCounts.from_spans(self.span_counts))
    characters = cached_property(lambda self: training.CharacterBPE.train("low low lower", n_merges=2))
    batch = cached_property(lambda self: self.tok.encode_batch_arrays(["a b", "c"]))
    spans = cached_property(lambda self: self.tok.spans("hello world"))

    @property
    def trainer(self) -> training.Trainer:
        return training.build_trainer("heap", self.corpus, self.options)

    @cached_property
    def text_file(self) -> Path:
        path = self.directory / "text.txt"
        path.write_text("low low lower lowest\n" * 3)
        return path

    @cached_property
    def vocab_file(self) -> Path:
        path = self.directory / "mine.tiktoken"
        vocab.write_tiktoken(self.tiny.ranked, path)
        return path

    @cached_property
    def gpt2_files(self) -> tuple[Path, Path]:
        paths = self.directory / "vocab.bpe", self.directory / "encoder.json"
        vocab.write_gpt2_files(self.tiny.ranked, *paths)
        return paths

    @cached_property
    def character_files(self) -> tuple[Path, Path]:
        paths = self.directory / "vocab.txt", self.directory / "merges.txt"
        self.characters.save(*paths)
        return paths

    @cached_property
    def character_json(self) -> Path:
        path = self.directory / "bpe.json"
        self.characters.save_json(path)
        return path

    @cached_property
    def gguf_file(self) -> Path:
        def text(value: str) -> bytes:
            return len(value.encode()).to_bytes(8, "little") + value.encode()

        def texts(values: list[str]) -> bytes:
            return b"".join([b"\t\0\0\0\b\0\0\0", len(values).to_bytes(8, "little"), *map(text, values)])

        pairs = {
            "model": b"\b\0\0\0" + text("gpt2"),
            "pre": b"\b\0\0\0" + text("gpt-2"),
            "tokens": texts([*map(bytes_to_characters, _BYTES), "ab"]),
            "merges": texts(["a b"]),
        }
        path = self.directory / "mine.gguf"
        head = b"GGUF\3\0\0\0" + bytes(8) + len(pairs).to_bytes(8, "little")
        path.write_bytes(
            head + b"".join(text(f"tokenizer.ggml.{key}") + value for key, value in pairs.items())
        )
        return path

    @cached_property
    def tekken_file(self) -> Path:
        path = self.directory / "tekken.json"
        listed = [
            {"rank": rank, "token_bytes": b64encode(token).decode()}
            for rank, token in enumerate([*_BYTES, b"ab"])
        ]
        config = {"pattern": CL100K_PATTERN, "default_vocab_size": 277, "default_num_special_tokens": 20}
        path.write_text(json.dumps({"config": config, "vocab": listed}))
        return path

    @cached_property
    def json_file(self) -> Path:
        path = self.directory / "tokenizer.json"
        wl.Tokenizer(self.tiny).save(path)
        return path

    @cached_property
    def ids_directory(self) -> Path:
        path = self.directory / "ids"
        lab.tokenize_corpus(self.tok, ["hello world", "hi"], path)
        return path

    @cached_property
    def kept(self) -> str:
        return keep_tokenizer(wl.Tokenizer(self.tiny), self.directory / "kept")

    def new_path(self, name: str) -> Path:
        path = self.directory / "new" / name
        path.parent.mkdir(exist_ok=True)
        if path.is_dir():
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
        return path


@dataclass
class Call:
    """A function and its good arguments by name; `also` lists the built-in errors its docstring promises."""

    function: Callable[..., Any]
    arguments: dict[str, Any] = field(default_factory=dict)
    also: tuple[type[BaseException], ...] = ()
    slow: bool = False
    fails: bool = False
    """Whether it fails with one of our errors because something it needs (a server, a cluster) is missing."""


def _call(
    function: Callable[..., Any],
    *also: type[BaseException],
    slow: bool = False,
    fails: bool = False,
    **arguments: Any,
) -> Call:
    return Call(function, arguments, also, slow, fails)


_AB = {"a": "regex:r50k_base", "b": "automaton:r50k_base"}
_DEFINITIONS = [spanners.TokenDefinition("word", r"\w+", spanners.Standalone())]
_PATHS = (OSError,)
_PARTS = {"ends": np.array([2, 4]), "kinds": np.array([0, 0], dtype=np.uint8)}


CALLS: dict[str, Callable[[GoodValues], Call]] = {
    # -- wordchipper_lab ----------------------------------------------------------------------------------
    "Spans": lambda s: _call(wl.Spans, **_PARTS),
    "Spans.__getitem__": lambda s: _call(s.spans.__getitem__, IndexError, index=0),
    "register_span_encoder": lambda s: _call(
        wl.register_span_encoder, encoder=s.span_encoder, replace=True, slow=True
    ),
    "TokenBatch": lambda s: _call(wl.TokenBatch, tokens=np.array([1], np.uint32), offsets=np.array([0, 1])),
    "TokenBatch.__getitem__": lambda s: _call(s.batch.__getitem__, IndexError, index=0),
    "TokenBatch.concatenate": lambda s: _call(wl.TokenBatch.concatenate, batches=[s.batch, s.batch]),
    "Tokenizer": lambda s: _call(
        wl.Tokenizer,
        vocab=s.tiny,
        lexer="auto",
        encoder="auto",
        num_threads=1,
        memo=True,
        memo_bytes=1 << 20,
        limits=None,
    ),
    "Tokenizer.from_pretrained": lambda s: _call(
        wl.Tokenizer.from_pretrained,
        name="r50k_base",
        lexer="auto",
        encoder="auto",
        num_threads=1,
        memo=True,
        memo_bytes=1 << 20,
    ),
    "Tokenizer.for_model": lambda s: _call(
        wl.Tokenizer.for_model, model="gpt2", lexer="auto", encoder="auto", num_threads=1, memo=True
    ),
    "Tokenizer.from_file": lambda s: _call(
        wl.Tokenizer.from_file,
        *_PATHS,
        path=s.vocab_file,
        pattern=r"\S+|\s+",
        special_tokens={"<s>": 300},
        lexer="auto",
        encoder="auto",
        num_threads=1,
        memo=True,
        memo_bytes=1 << 20,
        name="mine.tiktoken",
    ),
    "Tokenizer.from_merges": lambda s: _call(
        wl.Tokenizer.from_merges,
        vocab={**{value: number for number, value in enumerate(_BYTES)}, b"ab": 256},
        merges=[(b"a", b"b")],
        pattern=r"\S+|\s+",
        special_tokens={"<s>": 300},
        whole_spans=False,
        name="mine",
    ),
    "Tokenizer.locate": lambda s: _call(s.tok.locate, text="hi there", special="parse"),
    "Tokenizer.encode": lambda s: _call(s.tok.encode, text="hi there", special="parse"),
    "Tokenizer.encode_array": lambda s: _call(
        s.tok.encode_array, text="hi there", special="parse", dtype=np.uint16
    ),
    "Tokenizer.encode_batch": lambda s: _call(
        s.tok.encode_batch, texts=["hi", "there"], special="parse", num_threads=1
    ),
    "Tokenizer.encode_batch_arrays": lambda s: _call(
        s.tok.encode_batch_arrays, texts=["hi", "there"], special="parse", num_threads=1, dtype="uint16"
    ),
    "Tokenizer.count": lambda s: _call(s.tok.count, text="hi there", special="parse"),
    "Tokenizer.count_batch": lambda s: _call(
        s.tok.count_batch, texts=["hi", "there"], special="parse", num_threads=1
    ),
    "Tokenizer.spans": lambda s: _call(s.tok.spans, text="hi there", special="parse"),
    "Tokenizer.encode_with_spans": lambda s: _call(s.tok.encode_with_spans, text="hi there", special="parse"),
    "Tokenizer.decode": lambda s: _call(s.tok.decode, tokens=[1, 2, 3], errors="replace"),
    "Tokenizer.decode_bytes": lambda s: _call(s.tok.decode_bytes, tokens=[1, 2, 3]),
    "Tokenizer.decode_batch": lambda s: _call(
        s.tok.decode_batch, batch=[[1, 2], [3]], errors="replace", num_threads=2
    ),
    "Tokenizer.decode_with_offsets": lambda s: _call(
        s.tok.decode_with_offsets, UnicodeDecodeError, tokens=[1, 2, 3]
    ),
    "Tokenizer.token_to_id": lambda s: _call(s.tok.token_to_id, token="hello"),
    "Tokenizer.id_to_token": lambda s: _call(s.tok.id_to_token, token=300),
    "Tokenizer.id_to_bytes": lambda s: _call(s.tok.id_to_bytes, token=300),
    "Tokenizer.save": lambda s: _call(s.tok.save, *_PATHS, path=s.new_path("saved.tiktoken")),
    "Tokenizer.save_base64_vocab": lambda s: _call(
        s.tok.save_base64_vocab, *_PATHS, path=s.new_path("saved.tiktoken")
    ),
    "build_lexer": lambda s: _call(
        wl.build_lexer, pattern_or_model=r"\w+", kind="automaton", limits=spanners.PatternLimits()
    ),
    "train_bpe": lambda s: _call(
        wl.train_bpe,
        *_PATHS,
        texts=["low low lower"],
        vocab_size=258,
        pattern="r50k_base",
        special_tokens=[],
        trainer="fast",
        progress=None,
        tie="lowest_ids",
        min_frequency=1,
        max_token_length=None,
        byte_order="value",
        special_ids="after_bytes",
        num_threads=1,
        checkpoint=None,
        column="text",
        start=None,
    ),
    "warmup": lambda s: _call(wl.warmup, models="r50k_base", progress=None, slow=True),
    # -- lab ----------------------------------------------------------------------------------------------
    "lab.BenchmarkRun.from_json": lambda s: _call(lab.BenchmarkRun.from_json, text=s.run.to_json()),
    "lab.BenchmarkRun.load": lambda s: _call(lab.BenchmarkRun.load, *_PATHS, path=s.text_file, fails=True),
    "lab.CorpusIds": lambda s: _call(lab.CorpusIds, *_PATHS, directory=s.ids_directory),
    "lab.CorpusIds.__getitem__": lambda s: _call(
        lab.open_corpus(s.ids_directory).__getitem__, IndexError, index=0
    ),
    "lab.CorpusIds.parts": lambda s: _call(lab.open_corpus(s.ids_directory).parts, IndexError, index=0),
    "lab.CorpusIds.source": lambda s: _call(lab.open_corpus(s.ids_directory).source, IndexError, index=0),
    "lab.DivergenceGroups": lambda s: _call(lab.DivergenceGroups, most=10),
    "lab.DivergenceGroups.add": lambda s: _call(lab.DivergenceGroups().add, divergence=s.divergence),
    "lab.OwnTokenizer": lambda s: _call(lab.OwnTokenizer, encode=len, model="r50k_base"),
    "lab.Overlap.part": lambda s: _call(s.overlap.part, name="same id"),
    "lab.Query": lambda s: _call(lab.Query, **vars(lab.Query())),
    "lab.TokenDetails.to_json": lambda s: _call(s.details.to_json, most=3),
    "lab.all_reports": lambda s: _call(lab.all_reports, run=s.run, statistic="mean"),
    "lab.automaton_graph": lambda s: _call(lab.automaton_graph, lexer=s.lexer),
    "lab.check_work": lambda s: _call(lab.check_work, tok=s.tok, text="hi", special="parse"),
    "lab.common_alphabet": lambda s: _call(lambda lexer: lab.common_alphabet(lexer), lexer=s.lexer),
    "lab.compare": lambda s: _call(lab.compare, toks=[s.tok, s.tok], text="hi", special="parse"),
    "lab.compare_runs": lambda s: _call(lab.compare_runs, a=s.run, b=s.run, statistic="mean"),
    "lab.ForeignTokenizer": lambda s: _call(
        lab.ForeignTokenizer, encode=len, decode=None, token_bytes=None, encode_batch=None, name="mine"
    ),
    "lab.compare_tokenizers": lambda s: _call(
        lab.compare_tokenizers,
        *_PATHS,
        a=s.tok,
        b="r50k_base",
        source=["hi there"],
        special="parse",
        add_special_tokens=None,
        decode=True,
        most=3,
        shrink=1,
        column="text",
        progress=None,
        should_stop=None,
    ),
    "lab.explain_difference": lambda s: _call(
        lab.explain_difference,
        *_PATHS,
        a=s.tok,
        b="cl100k_base",
        text="hi 12",
        special="parse",
        add_special_tokens=None,
    ),
    "lab.compare_vocabularies": lambda s: _call(lab.compare_vocabularies, a=s.tok, b=s.tok.vocab),
    "lab.count_policies": lambda s: _call(lab.count_policies, tok=s.tok, text="hi"),
    "lab.count_vocabulary": lambda s: _call(lab.count_vocabulary, vocab=s.tok),
    "lab.decode_ids": lambda s: _call(lab.decode_ids, tok=s.tok, ids=[1, 2]),
    "lab.describe_token": lambda s: _call(lab.describe_token, vocab=s.tok, token=262, neighbours=2),
    "lab.explain": lambda s: _call(lab.explain, lexer=s.lexer, text="hi there", start=0, end=4),
    "lab.explore": lambda s: _call(lab.explore, tok=s.tok, text="hi", special="parse"),
    "lab.find_divergences": lambda s: _call(
        lab.find_divergences,
        *_PATHS,
        **_AB,
        source="hi there",
        before=4,
        after=4,
        column="text",
        progress=None,
        should_stop=None,
    ),
    "lab.find_misstep": lambda s: _call(lab.find_misstep, wrong=s.trace, right=s.trace),
    "lab.first_difference": lambda s: _call(lab.first_difference, a=s.trace, b=s.trace),
    "lab.group_divergences": lambda s: _call(lab.group_divergences, divergences=[s.divergence], most=3),
    "lab.inspect_token": lambda s: _call(lab.inspect_token, IndexError, exploration=s.exploration, index=0),
    "lab.measure_growth": lambda s: _call(
        lab.measure_growth, tok=s.tok, text="span", encoders=["priority_merge"], lengths=[10, 20], span="ab"
    ),
    "lab.merge_tree": lambda s: _call(lab.merge_tree, vocab=s.tok, token=262),
    "lab.name_lexer": lambda s: _call(lab.name_lexer, lexer=s.lexer),
    "lab.open_corpus": lambda s: _call(lab.open_corpus, *_PATHS, directory=s.ids_directory),
    "lab.pack_state": lambda s: _call(lab.pack_state, state={"text": "hi"}),
    "lab.parse_ids": lambda s: _call(lab.parse_ids, text="1 2"),
    "lab.audit_tokenizer": lambda s: _call(
        lab.audit_tokenizer, tok=wl.Tokenizer(s.tiny), should_stop=lambda: False
    ),
    "lab.audit_file": lambda s: _call(lab.audit_file, *_PATHS, path=s.json_file, pattern=r"\S+|\s+"),
    "lab.TokenizerAudit.of": lambda s: _call(s.audit.of, severity="note"),
    "lab.prove_equivalence": lambda s: _call(lab.prove_equivalence, **_AB, should_stop=lambda: False),
    "lab.read_lexer": lambda s: _call(lab.read_lexer, word="automaton", pattern="r50k_base"),
    "lab.run_benchmark": lambda s: _call(
        lab.run_benchmark,
        *_PATHS,
        models="r50k_base",
        lexers="automaton",
        encoders="tail_sweep",
        memo=True,
        threads=1,
        corpora=[s.text_file],
        modes="count",
        peers=(),
        rounds=1,
        latency=False,
        memory=False,
        resume=None,
        progress=None,
        stop=None,
        open_case=None,
        own=None,
        column="text",
        regime="new",
        growth=True,
        slow=True,
    ),
    "lab.search_vocabulary": lambda s: _call(
        lab.search_vocabulary, vocab=s.tok, query="the", among=None, by="text", min_bytes=1
    ),
    "lab.shrink_divergence": lambda s: _call(
        lab.shrink_divergence, a="regex:r50k_base", b="regex:cl100k_base", text="I'M 1234"
    ),
    "lab.span_tree": lambda s: _call(lab.span_tree, vocab=s.tok, tokens=[262, 300]),
    "lab.summarise": lambda s: _call(lab.summarise, run=s.run, statistic="mean", about=["run"]),
    "lab.sweep_equivalence": lambda s: _call(
        lab.sweep_equivalence,
        **_AB,
        k=2,
        alphabet="a b",
        num_threads=1,
        most=5,
        progress=None,
        should_stop=None,
        stand_in=True,
    ),
    "lab.sweep_steps": lambda s: _call(lab.sweep_steps, tok=s.tok, text="hi", special="parse"),
    "lab.tokenize_corpus": lambda s: _call(
        lab.tokenize_corpus,
        *_PATHS,
        tokenizer=s.tok,
        sources=["hi", "there"],
        directory=s.new_path("ids"),
        format="bin",
        special="parse",
        end_of_text=None,
        shard_bytes=1000,
        column="text",
        input_format="auto",
        errors="strict",
        num_threads=1,
        progress=None,
    ),
    "lab.tokenize_corpus_distributed": lambda s: _call(
        lab.tokenize_corpus_distributed,
        *_PATHS,
        tokenizer=s.tok,
        sources=[s.text_file],
        directory=s.new_path("ids"),
        fails=True,
        client="tcp://127.0.0.1:1",
        format="bin",
        special="parse",
        end_of_text=None,
        shard_bytes=1000,
        column="text",
        input_format="auto",
        errors="strict",
        progress=None,
        slow=True,
    ),
    "lab.toy_tokenizer": lambda s: _call(lab.toy_tokenizer, name="toy: bc, ab"),
    "lab.trace_merges": lambda s: _call(
        lab.trace_merges, tok=s.tok, span="abc", encoder="tail_sweep", head=[1], max_events=100
    ),
    "lab.unpack_state": lambda s: _call(lab.unpack_state, word=lab.pack_state({"a": 1})),
    "lab.word_variants": lambda s: _call(lab.word_variants, vocab=s.tok, word="hi"),
    # -- training -----------------------------------------------------------------------------------------
    "training.CharacterBPE": lambda s: _call(
        training.CharacterBPE,
        tokens=["a", "b", "ab"],
        merges=[("a", "b")],
        marker="attached",
        pattern="cpp_article",
        unknown_token=None,
        end_of_word="</w>",
    ),
    "training.CharacterBPE.train": lambda s: _call(
        training.CharacterBPE.train,
        texts="low low",
        vocab_size=None,
        n_merges=1,
        trainer="heap",
        tie="least_bytes",
        min_frequency=1,
        pattern="cpp_article",
        marker="attached",
        unknown_token=None,
        end_of_word="</w>",
        num_threads=1,
        column="text",
        input_format="auto",
        progress=None,
        checkpoint=None,
        cluster=None,
    ),
    "training.CharacterBPE.from_file": lambda s: _call(
        training.CharacterBPE.from_file, *_PATHS, source=s.character_json
    ),
    "training.CharacterBPE.save_json": lambda s: _call(
        s.characters.save_json, *_PATHS, path=s.new_path("bpe.json")
    ),
    "training.CharacterBPE.load": lambda s: _call(
        training.CharacterBPE.load,
        *_PATHS,
        vocab=s.character_files[0],
        merges=s.character_files[1],
        pattern="cpp_article",
        unknown_token=None,
        end_of_word="</w>",
    ),
    "training.CharacterBPE.save": lambda s: _call(
        s.characters.save, *_PATHS, vocab=s.new_path("vocab.txt"), merges=s.new_path("merges.txt")
    ),
    "training.CharacterBPE.encode": lambda s: _call(s.characters.encode, text="low"),
    "training.CharacterBPE.encode_array": lambda s: _call(s.characters.encode_array, text="low"),
    "training.CharacterBPE.id_to_bytes": lambda s: _call(s.characters.id_to_bytes, token=1),
    "training.CharacterBPE.encode_word": lambda s: _call(s.characters.encode_word, word="low"),
    "training.CharacterBPE.decode": lambda s: _call(s.characters.decode, tokens=[0, 1]),
    "training.CharacterBPE.words": lambda s: _call(s.characters.words, text="low"),
    "training.CharacterBPE.unknown_symbols": lambda s: _call(s.characters.unknown_symbols, text="low"),
    "training.CharacterBPE.symbols": lambda s: _call(s.characters.symbols, word="low"),
    "training.SpanCounts": lambda s: _call(training.SpanCounts, **vars(s.span_counts)),
    "training.SpanCounts.from_mapping": lambda s: _call(training.SpanCounts.from_mapping, counts={b"a": 1}),
    "training.SpanCounts.merge": lambda s: _call(training.SpanCounts.merge, parts=[s.span_counts]),
    "training.SymbolCounts": lambda s: _call(training.SymbolCounts, **vars(s.corpus)),
    "training.SymbolCounts.from_sequences": lambda s: _call(
        training.SymbolCounts.from_sequences, sequences={(0, 1): 2}, alphabet=[b"a", b"b"]
    ),
    "training.SymbolCounts.from_spans": lambda s: _call(
        training.SymbolCounts.from_spans, spans=s.span_counts, byte_order="value"
    ),
    "training.Trainer.replay": lambda s: _call(s.trainer.replay, merges=[]),
    "training.Trainer.steps": lambda s: _call(s.trainer.steps, most=1),
    "training.TrainingOptions": lambda s: _call(
        training.TrainingOptions,
        vocab_size=300,
        tie="lowest_ids",
        min_frequency=1,
        max_token_length=None,
        special_tokens=(),
        byte_order="value",
        special_ids="after_merges",
    ),
    "training.TrainingOptions.first_tokens": lambda s: _call(s.options.first_tokens, alphabet=[b"a", b"b"]),
    "training.TrainingOptions.n_merges": lambda s: _call(s.options.n_merges, alphabet_size=256),
    "training.build_trainer": lambda s: _call(
        training.build_trainer, name="heap", corpus=s.corpus, options=s.options, observer=None
    ),
    "training.count_spans": lambda s: _call(
        training.count_spans,
        *_PATHS,
        source=["low low"],
        spanner=s.spanner,
        num_threads=1,
        column="text",
        input_format="auto",
        progress=None,
        checkpoint=None,
        save_every=30.0,
    ),
    "training.count_spans_parallel": lambda s: _call(
        training.count_spans_parallel,
        *_PATHS,
        path=s.text_file,
        pattern="r50k_base",
        special_tokens=[],
        processes=1,
        chunk_bytes=1 << 20,
    ),
    "training.count_spans_distributed": lambda s: _call(
        training.count_spans_distributed,
        *_PATHS,
        sources=[s.text_file],
        pattern="r50k_base",
        special_tokens=[],
        fails=True,
        client="tcp://127.0.0.1:1",
        column="text",
        input_format="auto",
        unit_bytes=1000,
        progress=None,
        slow=True,
    ),
    "training.register_trainer": lambda s: _call(
        training.register_trainer, trainer=type("Mine", (NaiveTrainer,), {"name": f"mine {next(s.numbers)}"})
    ),
    "training.unregister_trainer": lambda s: _call(training.unregister_trainer, name="no such", fails=True),
    "training.run_training": lambda s: _call(
        training.run_training,
        *_PATHS,
        source=["low low"],
        options=s.options,
        pattern="r50k_base",
        trainer="heap",
        num_threads=1,
        column="text",
        input_format="auto",
        progress=None,
        checkpoint=None,
        save_every=30.0,
        cluster=None,
        start=None,
    ),
    # -- spanners -----------------------------------------------------------------------------------------
    "spanners.AutomatonLexer": lambda s: _call(
        spanners.AutomatonLexer, pattern=r"\w+", name="words", limits=spanners.PatternLimits()
    ),
    "spanners.VectorLexer": lambda s: _call(spanners.VectorLexer, pattern=CL100K_PATTERN, name="words"),
    "spanners.RegexLexer": lambda s: _call(
        spanners.RegexLexer, pattern=r"\w+", name="words", limits=spanners.PatternLimits()
    ),
    "spanners.LogosLexer": lambda s: _call(
        spanners.LogosLexer, definitions=_DEFINITIONS, pattern=r"\w+", name="words", without=()
    ),
    "spanners.PatternLimits": lambda s: _call(
        spanners.PatternLimits, seconds=2.0, characters=100, literal=50, size=100, growth=10, variable="MINE"
    ),
    "spanners.TokenDefinition": lambda s: _call(
        spanners.TokenDefinition, name="word", fragment=r"\w+", role=spanners.Standalone(), priority=0
    ),
    "spanners.Word": lambda s: _call(spanners.Word, check_contraction=False, first_char_is_letter=True),
    "SpanLexer.spans": lambda s: _call(s.lexer.spans, text="a b"),
    "spanners.TextSpanner": lambda s: _call(spanners.TextSpanner, lexer=s.lexer, special_tokens={"<s>": 300}),
    "spanners.TextSpanner.spans": lambda s: _call(s.spanner.spans, text="a b", special="parse"),
    "spanners.accelerated_lexer": lambda s: _call(spanners.accelerated_lexer, pattern="r50k_base"),
    "spanners.build_specimen": lambda s: _call(spanners.build_specimen, name="isalpha"),
    "spanners.contraction_split": lambda s: _call(spanners.contraction_split, word="'The"),
    "spanners.register_lexer": lambda s: _call(
        spanners.register_lexer, pattern="a+", build=s.lexer, name="mine", replace=True
    ),
    "spanners.register_logos_lexer": lambda s: _call(
        spanners.register_logos_lexer, pattern="a+", family="mine", definitions=_DEFINITIONS, replace=True
    ),
    "spanners.resolve_pattern": lambda s: _call(spanners.resolve_pattern, pattern_or_model="r50k_base"),
    "spanners.unregister_lexer": lambda s: _call(spanners.unregister_lexer, pattern="a+b+", fails=True),
    # -- vocab --------------------------------------------------------------------------------------------
    "vocab.UnifiedVocab": lambda s: _call(
        vocab.UnifiedVocab,
        tokens=s.tiny.ranked,
        pattern="a+",
        special_tokens={"<s>": 300},
        name="mine",
        pipeline=None,
    ),
    "vocab.UnifiedVocab.rank_of": lambda s: _call(s.tok.vocab.rank_of, token=262),
    "vocab.UnifiedVocab.find_pair": lambda s: _call(s.tok.vocab.find_pair, left=1, right=2),
    "vocab.UnifiedVocab.find_token": lambda s: _call(s.tok.vocab.find_token, span=b"the"),
    "vocab.UnifiedVocab.is_special": lambda s: _call(s.tok.vocab.is_special, token=2),
    "vocab.UnifiedVocab.split": lambda s: _call(s.tok.vocab.split, token=262),
    "vocab.UnifiedVocab.token_bytes": lambda s: _call(s.tok.vocab.token_bytes, token=262),
    "vocab.download_vocab": lambda s: _call(
        vocab.download_vocab,
        url="http://127.0.0.1:1/x",
        sha256="0" * 64,
        fails=True,
        cache_directory=s.directory,
        timeout=1.0,
    ),
    "vocab.load_token_bytes": lambda s: _call(
        vocab.load_token_bytes, spec=vocab.pretrained_spec("r50k_base")
    ),
    "vocab.load_vocab": lambda s: _call(vocab.load_vocab, name="r50k_base"),
    "vocab.pretrained_spec": lambda s: _call(vocab.pretrained_spec, name="r50k_base"),
    "vocab.read_gpt2_files": lambda s: _call(
        vocab.read_gpt2_files,
        *_PATHS,
        vocab_bpe=s.gpt2_files[0],
        encoder_json=s.gpt2_files[1],
        special_tokens=(),
        limits=None,
    ),
    "vocab.read_tiktoken": lambda s: _call(
        vocab.read_tiktoken, *_PATHS, source=s.vocab_file, expected_sha256=None, holes=()
    ),
    "vocab.read_gguf": lambda s: _call(vocab.read_gguf, *_PATHS, source=s.gguf_file, limits=None),
    "vocab.read_tekken": lambda s: _call(vocab.read_tekken, *_PATHS, source=s.tekken_file, limits=None),
    "vocab.read_tokenizer_json": lambda s: _call(
        vocab.read_tokenizer_json, *_PATHS, source=s.json_file, limits=None
    ),
    "vocab.read_vocab_file": lambda s: _call(
        vocab.read_vocab_file, *_PATHS, path=s.vocab_file, special_tokens={"<s>": 300}, name=None, limits=None
    ),
    "vocab.vocabulary_for_model": lambda s: _call(vocab.vocabulary_for_model, model="gpt-4o"),
    "vocab.write_gpt2_files": lambda s: _call(
        vocab.write_gpt2_files,
        *_PATHS,
        tokens=s.tiny.ranked,
        vocab_bpe=s.new_path("vocab.bpe"),
        encoder_json=s.new_path("encoder.json"),
        special_tokens=None,
    ),
    "vocab.write_tiktoken": lambda s: _call(
        vocab.write_tiktoken, *_PATHS, tokens=s.tiny.ranked, path=s.new_path("x.tiktoken")
    ),
    # -- encoders, decoders, and names outside `MODULES` ---------------------------------------------------
    "encoders.TokenEncoder": lambda s: _call(
        TokenEncoder,
        vocab=s.tok.vocab,
        spanner=s.tok.spanner,
        encoder="tail_sweep",
        memo=True,
        memo_bytes=1 << 20,
    ),
    "encoders.TokenEncoder.with_special": lambda s: _call(s.encoder.with_special, special={"<|endoftext|>"}),
    "encoders.TokenEncoder.encode": lambda s: _call(s.encoder.encode, text="hi", special="parse"),
    "encoders.TokenEncoder.encode_list": lambda s: _call(s.encoder.encode_list, text="hi", special="parse"),
    "encoders.TokenEncoder.count": lambda s: _call(s.encoder.count, text="hi", special="parse"),
    "encoders.TokenEncoder.encode_batch": lambda s: _call(
        s.encoder.encode_batch, texts=["hi", "there"], special="parse", num_threads=1
    ),
    "encoders.TokenEncoder.encode_with_spans": lambda s: _call(
        s.encoder.encode_with_spans, text="hi", special="parse"
    ),
    "encoders.SpanEncoder": lambda s: _call(
        SpanEncoder,
        name="mine",
        kernel=s.span_encoder.kernel,
        cost="O(n)",
        scratch=s.span_encoder.scratch,
        is_quadratic=False,
        needs_merge_order=False,
        is_bpe=True,
        replay=None,
    ),
    "encoders.SpanEncoder.can_encode": lambda s: _call(s.span_encoder.can_encode, vocab=s.tok.vocab),
    "encoders.SpanEncoder.why_not": lambda s: _call(s.span_encoder.why_not, vocab=s.tok.vocab),
    "encoders.SpanEncoder.check": lambda s: _call(s.span_encoder.check, vocab=s.tok.vocab),
    "encoders.unregister_span_encoder": lambda s: _call(unregister_span_encoder, name="no such", fails=True),
    "decoders.TokenDecoder": lambda s: _call(TokenDecoder, vocab=s.tok.vocab),
    "decoders.TokenDecoder.decode": lambda s: _call(s.decoder.decode, tokens=[1, 2], errors="replace"),
    "decoders.TokenDecoder.decode_batch": lambda s: _call(
        s.decoder.decode_batch, batch=[[1, 2], [3]], errors="replace", num_threads=2
    ),
    "decoders.TokenDecoder.decode_bytes": lambda s: _call(s.decoder.decode_bytes, tokens=[1, 2]),
    "decoders.TokenDecoder.decode_with_sizes": lambda s: _call(s.decoder.decode_with_sizes, tokens=[1, 2]),
    "iter_encode": lambda s: _call(
        iter_encode, tokenizer=s.tok, chunks=["hel", "lo"], special="parse", num_threads=1
    ),
    "open_kept": lambda s: _call(
        open_kept, name=s.kept, lexer="auto", encoder="auto", directory=s.directory / "kept"
    ),
}
"""Public name -> a good call. Functions without arguments have no entry."""

RESULTS = frozenset(
    {
        *("lab.AuditExample", "lab.Finding", "lab.TokenizerAudit"),
        *("lab.BenchmarkRun", "lab.Candidate", "lab.Case", "lab.ComparedVocabulary", "lab.Comparison"),
        *("lab.Decoded", "lab.Divergence", "lab.DivergenceGroup", "lab.Explanation", "lab.Exploration"),
        *("lab.Found", "lab.Growth", "lab.Latency", "lab.Measurement", "lab.Memory", "lab.MergeFrame"),
        *("lab.MergeNode", "lab.MergeTrace", "lab.Misstep", "lab.Overlap", "lab.PolicyCounts"),
        *("lab.Progress", "lab.Proof", "lab.SearchProgress", "lab.SweepResult", "lab.Table"),
        *("lab.DifferenceExplanation", "lab.DifferenceGroup", "lab.ShownPart", "lab.ShownToken"),
        *("lab.StageResults", "lab.TokenizerComparison", "lab.TokenizerDifference", "lab.TokenizerRow"),
        *("lab.TokenDetails", "lab.TokenInfo", "lab.TokenizeProgress", "lab.TokenizerDivergence"),
        *("lab.TokenizerProof", "lab.UndecidedEquivalence", "lab.VocabularyStatistics"),
        *("lab.WorkCounters", "training.Merge", "training.TrainingProgress", "spanners.Span"),
        *("spanners.Specimen", "vocab.PretrainedSpec", "vocab.TokenBytes", "vocab.VocabFile"),
        *("vocab.VocabTables", "encoders.Encoding"),
    }
)
"""Types that functions return: users read them but do not create them. Their methods are in `CALLS`."""

ABSTRACT = frozenset({"SpanLexer", "training.Trainer"})
"""Cannot be instantiated; their methods are called on subclasses."""

IN_KERNELS = frozenset({"encoders.find_pair", "encoders.record"})
"""For authors of span encoders: called by compiled code, which trusts its arguments."""

CALLED_BY_US = frozenset(
    {
        "seconds_for",
        "check_length",
        "decode_flat",
        "encode_part",
        "count_part",
        "encode_pieces",
        "id_of_rank",
        "to_ids",
        "with_special_tokens",
        "gave_up",
        "named",
        "next_spans",
        "find_regions",
        "region_spans",
        "find_words",
        "find_words_of_each",
        "apply",
        "is_allowed",
        "scratch",
    }
)
"""Methods to be implemented or passed on, not called: the engine calls them, as their docstrings state."""


def public_names() -> dict[str, tuple[str, ...]]:
    """Every public function, class and method that takes arguments, and the names of its parameters."""
    found: dict[str, tuple[str, ...]] = {}
    seen: set[int] = set()
    for module_name in MODULES:
        module = import_module(f"wordchipper_lab.{module_name}".rstrip("."))
        prefix = f"{module_name}." if module_name else ""
        for name in module.__all__:
            thing = getattr(module, name)
            assert not inspect.ismodule(thing), f"{prefix}{name} is a module"
            if not callable(thing) or id(thing) in seen or not hasattr(thing, "__name__"):
                continue
            seen.add(id(thing))
            found[prefix + name] = _parameters(thing)
            if inspect.isclass(thing):
                for method, value in vars(thing).items():
                    if (
                        not method.startswith("_")
                        and callable(getattr(thing, method))
                        and not inspect.isclass(value)
                    ):
                        found[f"{prefix}{name}.{method}"] = _parameters(value)
    return {name: parameters for name, parameters in found.items() if parameters}


def _parameters(thing: Any) -> tuple[str, ...]:
    function = getattr(thing, "__func__", thing)
    names = tuple(inspect.signature(function).parameters)
    return tuple(name for name in names if name not in ("self", "cls"))

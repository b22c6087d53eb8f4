"""One record of each kind that screens send to their pages: small, complete, and made by the screens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.benchmark_progress import Progress
from wordchipper_lab.lab.benchmark.results import BenchmarkRun, Case, Latency, Measurement
from wordchipper_lab.lab.exploration import explore
from wordchipper_lab.lab.merging.growth import Growth, measure_growth
from wordchipper_lab.lab.vocabulary import Query, index_vocabulary
from wordchipper_lab.lab.where_time_goes import where_time_goes
from wordchipper_lab.screens.divergence import answer as divergence
from wordchipper_lab.screens.divergence import records as divergence_records
from wordchipper_lab.screens.divergence.offered_lexers import OfferedLexers
from wordchipper_lab.screens.divergence.question import Choice as Lexers
from wordchipper_lab.screens.divergence.search import Search
from wordchipper_lab.screens.divergence.story import explore_link, tell_divergence
from wordchipper_lab.screens.explorer import answer as explorer
from wordchipper_lab.screens.explorer import records as explorer_records
from wordchipper_lab.screens.explorer.drawing import draw_changes, draw_exploration, draw_spans
from wordchipper_lab.screens.offered_tokenizers import OfferedTokenizers
from wordchipper_lab.screens.stepper import answer as stepper
from wordchipper_lab.screens.stepper import records as stepper_records
from wordchipper_lab.screens.throughput import answer as throughput
from wordchipper_lab.screens.throughput import records as throughput_records
from wordchipper_lab.screens.throughput.drawing import draw_run
from wordchipper_lab.screens.throughput.estimate import describe_choice
from wordchipper_lab.screens.throughput.measuring import _draw
from wordchipper_lab.screens.throughput.question import options, preset_choice
from wordchipper_lab.screens.throughput.where import WhereRecord
from wordchipper_lab.screens.throughput.where import draw_report as draw_where
from wordchipper_lab.screens.training import answer as training
from wordchipper_lab.screens.training import records as training_records
from wordchipper_lab.screens.training.counted_corpus import CountedCorpus
from wordchipper_lab.screens.training.drawing import draw_race
from wordchipper_lab.screens.training.question import Choice as Corpus
from wordchipper_lab.screens.training.question import list_options
from wordchipper_lab.screens.training.racing import Racing
from wordchipper_lab.screens.training.training_run import TrainingRun
from wordchipper_lab.screens.vocabulary import answer as vocabulary
from wordchipper_lab.screens.vocabulary import records as vocabulary_records
from wordchipper_lab.screens.vocabulary.auditing import Auditing
from wordchipper_lab.screens.vocabulary.drawing import draw_vocabulary
from wordchipper_lab.screens.vocabulary.records import TreeRecord
from wordchipper_lab.screens.work.records import ProgressRecord
from wordchipper_lab.widgets import DivergenceLab, Explorer, MergeStepper, TrainingLab, VocabularyBrowser

from ..odd_tokenizer import ODD_TEXT, odd_tokenizer_json

__all__ = ["MAKERS", "Sample", "samples_of"]

Sample = list[tuple[str, Any, Any]]
"""(name, kind, record) of each record."""

TEXT = "naïve 👩‍💻 东京 <|endoftext|>"


def _run(make: Callable[[Callable[[Any], None]], Any]) -> tuple[Any, list[dict[str, Any]]]:
    """A job run to its end, and every progress report it made."""
    said: list[dict[str, Any]] = []
    job = make(lambda shown: said.append(job.progress))
    job.run()
    return job, said


def saved_status(view: Any) -> Any:
    """The status in a saved page of `view`."""
    return saved_state(view)["_status"]


def saved_state(view: Any) -> dict[str, Any]:
    """What a saved page of `view` holds."""
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', view.export_html(), re.S)
    assert found is not None
    return json.loads(found[1])


def odd_tokenizer() -> wl.Tokenizer:
    return wl.Tokenizer.from_file(odd_tokenizer_json())


def explorer_samples() -> Sample:
    """A text with a split character and a special token, compared with another vocabulary."""
    models = ("p50k_base", "r50k_base")
    question = explorer.Question(TEXT, "r50k_base", "automaton", "bpe_backtrack", "parse", models)
    answer = explorer.answer_question(OfferedTokenizers(), question)
    spans = draw_spans("r50k_base", TEXT, wl.build_lexer("r50k_base", "automaton").spans(TEXT))
    refused = explorer.answer_question(OfferedTokenizers(), replace(question, special="error"))
    view = Explorer("defenestration", selected=0)
    changed = explore(odd_tokenizer(), ODD_TEXT)
    kinds = explorer_records
    return [
        ("drawing", kinds.ExplorationRecord, answer.drawing),
        ("comparison", list[kinds.ComparedRecord], answer.comparison),
        ("status", kinds.StatusRecord, answer.status),
        ("refused", kinds.StatusRecord, refused.status),
        ("changed", kinds.ExplorationRecord, draw_exploration(changed)),
        ("changes", kinds.ChangesRecord, draw_changes(changed)),
        ("spans", kinds.SpansRecord, spans),
        ("options", kinds.OptionsRecord, view._options),
        ("tree", TreeRecord, view._tree),
        ("saved", kinds.StatusRecord, saved_status(view)),
    ]


def stepper_samples() -> Sample:
    """Every encoder, including the wrong ones, on a word in the middle of a text, and on an empty text."""
    question = stepper.Question(
        "Une défenestration <|endoftext|>", "r50k_base", 1, False, stepper.lanes(), ""
    )
    answer = stepper.answer_question(OfferedTokenizers(), question)
    nothing = stepper.answer_question(OfferedTokenizers(), replace(question, text=""))
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    view = MergeStepper("hello")
    growth = measure_growth(tok, encoders=["buffer_sweep", "bpe_backtrack"], lengths=[20, 40])
    return [
        ("drawing", stepper_records.TracesRecord, answer.drawing),
        ("nothing", stepper_records.TracesRecord, nothing.drawing),
        ("status", stepper_records.StatusRecord, answer.status),
        ("options", stepper_records.OptionsRecord, view._options),
        ("saved", stepper_records.StatusRecord, saved_status(view)),
        ("growth", Annotated[dict[str, Any], Growth], growth.to_json()),
    ]


def vocabulary_samples() -> Sample:
    """A search, a token made by merges, a comparison with another vocabulary."""
    librarian = vocabulary.Librarian(OfferedTokenizers())
    question = vocabulary.Question("r50k_base", Query(" world"), "p50k_base", "", 2159, "world")
    answer = librarian.answer(question)
    drawn = answer.drawing
    view = VocabularyBrowser("r50k_base")
    all_of_them = librarian.answer(vocabulary.Question("r50k_base", selected=50256)).drawing
    audit, said = _run(lambda changed: Auditing(odd_tokenizer, "odd", changed))
    kinds = vocabulary_records
    return [
        ("vocabulary", kinds.VocabularyRecord, drawn["_vocabulary"]),
        ("statistics", kinds.StatisticsRecord, drawn["_statistics"]),
        ("found", kinds.FoundRecord, drawn["_found"]),
        ("all", kinds.FoundRecord, all_of_them["_found"]),
        ("overlap", kinds.OverlapRecord, drawn["_overlap"]),
        ("details", kinds.DetailsRecord, drawn["_details"]),
        ("special", kinds.DetailsRecord, all_of_them["_details"]),
        ("variants", list[kinds.VariantRecord], drawn["_variants"]),
        ("listed", kinds.VocabularyRecord, draw_vocabulary(index_vocabulary(odd_tokenizer()))),
        ("audit", kinds.AuditRecord, audit.record),
        ("auditing", list[ProgressRecord], said),
        ("status", kinds.StatusRecord, answer.status),
        ("options", kinds.OptionsRecord, view._options),
        ("saved", kinds.StatusRecord, saved_status(view)),
    ]


def divergence_samples() -> Sample:
    """A text with divergences and one without, all short strings, a proof, both stories, both automata."""
    offered, kinds = OfferedLexers(), divergence_records
    choice = Lexers()
    answer = divergence.answer_choice(offered, choice)
    assert answer.result is not None
    lexers = offered.get(choice.a), offered.get(choice.b)
    link = {"explorer": explore_link(choice, answer.result, 0), "serial": 1, "selected": 0}
    logos = replace(choice, b="logos:cl100k_base", text="don't  stop")
    same = divergence.answer_choice(offered, logos)
    assert same.result is not None
    told = tell_divergence((offered.get(logos.a), offered.get(logos.b)), same.result, 0)
    refused = divergence.answer_choice(offered, replace(choice, a="pattern:(", b="logos:no such"))
    compared = divergence.answer_choice(offered, replace(choice, b="automaton:o200k_base"))
    view, shrunk = DivergenceLab(), DivergenceLab(text="a lot before it, 👍  1", selected=0)
    shrunk.shrink()
    searched = []
    for source, b in (("strings", choice.b), ("proof", "logos:cl100k_base")):
        pair = lexers[0], offered.get(b)
        asked = replace(choice, source=source, b=b, k=2, alphabet="a 1")
        search, said = _run(
            lambda heard, pair=pair, asked=asked: Search(lambda: pair, asked, ("", b""), heard)
        )
        searched.append((search.result.drawing, said))
    pair = DivergenceLab(compared="tokenizers", tok_a=odd_tokenizer(), tok_b="r50k_base", text=ODD_TEXT)
    return [
        ("pair", kinds.PairFoundRecord, pair._pair),
        ("told", kinds.PairToldRecord, pair._told),
        ("tolds", dict[str, kinds.PairToldRecord], saved_state(pair)["_tolds"]),
        ("of_tokenizers", kinds.StatusRecord, pair._status),
        (
            "found",
            kinds.FoundRecord,
            answer.result.drawing | {"serial": 1, "sentence": "2", "source": "text"},
        ),
        ("same", kinds.FoundRecord, same.result.drawing),
        ("strings", kinds.FoundRecord, searched[0][0]),
        ("proof", kinds.FoundRecord, searched[1][0]),
        ("searching", list[kinds.SearchRecord], searched[0][1] + searched[1][1]),
        ("options", kinds.OptionsRecord, view._options),
        ("status", kinds.StatusRecord, refused.status),
        ("saved", kinds.StatusRecord, saved_status(view)),
        ("undo", kinds.UndoRecord, shrunk._undo),
        ("whys", dict[str, kinds.StoriesRecord], saved_state(view)["_whys"]),
        ("why", kinds.StoriesRecord, tell_divergence(lexers, answer.result, 0) | link),
        ("why_same", kinds.StoriesRecord, told),
        ("graphs", kinds.GraphsRecord, answer.graphs),
        ("letters", kinds.LettersRecord, answer.alphabet),
        ("patterns", kinds.PatternsRecord, compared.patterns),
    ]


def saved_run(speed: float = 1.0) -> BenchmarkRun:
    """A run of two lexers with two encoders, a peer and a contender that failed; with latencies."""
    where = {"model": "r50k_base", "memo": False, "threads": 1, "corpus": "english", "mode": "encode_array"}
    named = [
        ("wordchipper_lab", lexer, encoder) for lexer in ("automaton", "logos") for encoder in ("x", "y")
    ]
    cases = [Case(name, lexer=lexer, encoder=encoder, **where) for name, lexer, encoder in named]
    cases.append(Case("tiktoken", lexer="", encoder="", **where))
    seconds = [[0.01 * at / speed, 0.02 * at / speed] for at in range(1, 6)]
    measured = [
        Measurement(case, 10**6, 250_000, each, True) for case, each in zip(cases, seconds, strict=True)
    ]
    measured.append(Measurement(replace(cases[-1], contender="tokenizers"), problem="it is not installed"))
    percentiles = {"p50": 1.5, "p90": 2.0, "p99": 4.0, "p99.9": 20.0}
    latencies = [
        Latency(
            replace(case, mode="latency"), size, 100, {name: us * size for name, us in percentiles.items()}
        )
        for case in cases[:2]
        for size in (10, 1000)
    ]
    return BenchmarkRun({"cpu": "a machine"}, {}, "2026-01-01T00:00:00Z", measured, latencies, finished=True)


def throughput_samples() -> Sample:
    """A run, a comparison of two runs, the cost of a corpus, where the time goes."""
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    run, kinds = saved_run(), throughput_records
    report = throughput.draw_report(run)
    progress = Progress(3, 8, run.measurements[0].case, run.measurements[0], run, 12.5, "measuring")
    question = {
        "key": report["contenders"][0]["key"],
        "size": 1,
        "unit": "TB",
        "cores": 2,
        "price": 2,
        "hours": 1,
    }
    return [
        ("drawing", kinds.ChartsRecord, draw_run(run)),
        ("report", kinds.ReportRecord, report),
        ("comparison", kinds.ComparisonRecord, throughput.draw_comparison(run, saved_run(2.0))),
        ("cost", kinds.CostRecord, throughput.answer_cost(run, question)),
        ("where", WhereRecord, draw_where(where_time_goes(tok, TEXT, rounds=1), "tests")),
        ("estimate", kinds.EstimateRecord, describe_choice(preset_choice("Quick look"))),
        ("options", kinds.OptionsRecord, options()),
        (
            "measuring",
            kinds.MeasuringRecord,
            {"state": "running", "problem": None, **_draw(progress)["progress"]},
        ),
    ]


def training_samples() -> Sample:
    """A toy corpus with ties and books, a run and its result, a race."""
    kinds = training_records
    toy = training.answer_toy(Corpus(toy="own text", toy_text="aabaa aab aab", toy_trainer="heap"))
    choice = Corpus(corpus="english", size=20_000, vocab_size=270, trainer="heap", special_tokens="<|x|>")
    fast = replace(choice, rate=0)
    run, trained = _run(lambda heard: TrainingRun(fast, CountedCorpus(), heard))
    racing, raced = _run(lambda heard: Racing(choice, ["naive", "heap"], 1.0, CountedCorpus(), heard))
    offered, view = OfferedTokenizers(), TrainingLab()
    encoded = training.answer_probe(offered, training.Probe("r50k_base", TEXT, False))
    return [
        ("trace", kinds.TraceRecord, toy.drawing),
        ("live", kinds.LiveRecord, run.draw()),
        ("result", kinds.ResultRecord, run.result),
        ("race", kinds.RaceRecord, draw_race(racing.race)),
        ("encoded", kinds.EncodedRecord, encoded),
        ("training", list[kinds.TrainingRecord], trained + raced),
        ("status", kinds.StatusRecord, view._status),
        ("saved", kinds.StatusRecord, saved_status(view)),
        ("options", kinds.OptionsRecord, list_options()),
    ]


MAKERS: dict[str, Callable[[], Sample]] = {
    "explorer": explorer_samples,
    "stepper": stepper_samples,
    "vocabulary": vocabulary_samples,
    "divergence": divergence_samples,
    "throughput": throughput_samples,
    "training": training_samples,
}
"""The function that makes each screen's samples."""


@cache
def samples_of(screen: str) -> Sample:
    """The records of one screen, made once for all tests."""
    return MAKERS[screen]()

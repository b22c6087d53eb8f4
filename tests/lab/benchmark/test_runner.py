"""`run_benchmark`: every contender is measured equally often, in turn, whatever happens on the way."""

from __future__ import annotations

import json
import threading
from zlib import crc32

import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, UnknownNameError
from wordchipper_lab.lab import BenchmarkRun, run_benchmark
from wordchipper_lab.lab.benchmark.peers import open_peer

SWEEPS = ("buffer_sweep", "tail_sweep")


def right(result, text):
    return result


def timed(events):
    return [p.measurement.case.label for p in events if p.message.startswith("timing")]


def test_cases_take_turns(bench) -> None:
    events = []
    run = bench(lexers="automaton", encoders=(*SWEEPS, "merge_heap"), memo=False, progress=events.append)
    a, b, c = "automaton + buffer_sweep", "automaton + tail_sweep", "automaton + merge_heap"
    assert timed(events) == [a, b, c, a, c, b, c, a, b]
    assert [len(found.seconds) for found in run] == [3, 3, 3]
    assert all(seconds > 0 for found in run for seconds in found.seconds)


@pytest.mark.sampled("options0", "options2")
@pytest.mark.parametrize("options", [{}, {"latency": True}, {"modes": ("spans", "batch"), "threads": (1, 2)}])
def test_progress_counts_up_to_the_total(bench, opener, options) -> None:
    def broken(result, text):
        raise RuntimeError("no")

    events = []
    run = bench(
        peers=("tiktoken", "toktok"),
        progress=events.append,
        open_case=opener(tiktoken=broken, toktok=right),
        **options,
    )
    done = [event.done for event in events]
    assert done == sorted(done)
    assert {event.total for event in events} == {done[-1]}
    assert events[-1].message == "done"
    assert run.finished
    assert all(event.run is run for event in events)


def test_time_left_is_known_after_the_first_step(bench) -> None:
    events = []
    bench(progress=events.append)
    assert events[0].seconds_left is None
    assert events[-2].seconds_left == 0 or events[-1].seconds_left == 0
    assert all(event.seconds_left >= 0 for event in events if event.done)


def test_stop_keeps_what_was_measured_and_resuming_repeats_nothing(bench, tmp_path) -> None:
    path, stop, events = tmp_path / "run.json", threading.Event(), []

    def stop_at_four(progress):
        if progress.done == 4:
            stop.set()

    options = {"encoders": SWEEPS, "resume": path}
    run = bench(**options, stop=stop, progress=stop_at_four)
    assert not run.finished
    before = [list(found.seconds) for found in run]
    assert sum(map(len, before)) == 4
    assert BenchmarkRun.load(path).to_json() == run.to_json()

    run = bench(**options, progress=events.append)
    assert run.finished
    assert len(timed(events)) == 2
    assert [event.done for event in events] == sorted([4] * (len(events) - 3) + [5, 6, 6]), "counting goes on"
    assert [len(found.seconds) for found in run] == [3, 3]
    assert [found.seconds[: len(kept)] for found, kept in zip(run, before, strict=True)] == before
    assert BenchmarkRun.load(path).to_json() == run.to_json()


def test_a_finished_run_opens_nothing_again(bench, opener, tmp_path) -> None:
    path, open_case = tmp_path / "run.json", opener()
    first = bench(resume=path, latency=True, open_case=open_case)
    opened = len(open_case.opened)
    assert bench(resume=path, latency=True, open_case=open_case).to_json() == first.to_json()
    assert len(open_case.opened) == opened > 0


def test_stopped_before_it_began(bench) -> None:
    stop = threading.Event()
    stop.set()
    run = bench(stop=stop)
    assert not run.finished
    assert [found.seconds for found in run] == [[]]


def test_wrong_ids_are_not_hidden(bench, opener) -> None:
    run = bench(
        peers=("tiktoken", "toktok"),
        modes=("encode", "count", "decode"),
        open_case=opener(tiktoken=lambda result, text: result * 2, toktok=right),
    )
    verdicts = {(found.case.contender, found.case.mode): found.exact for found in run}
    modes = ("encode", "count", "decode")
    assert [verdicts["tiktoken", mode] for mode in modes] == [False] * 3
    assert [verdicts[name, mode] for name in ("toktok", "wordchipper_lab") for mode in modes] == [True] * 6
    assert all(len(found.seconds) == 3 for found in run)


class Panic(BaseException):
    """Like the panic that pyo3 raises: not an Exception."""


@pytest.mark.parametrize("error", [RuntimeError("out of\nluck"), Panic("out of luck")])
@pytest.mark.parametrize("fails_at", [1, 5])
def test_a_contender_that_raises_ends_nothing_but_itself(bench, opener, error, fails_at) -> None:
    calls = []

    def broken(result, text):
        calls.append(text)
        if len(calls) >= fails_at:
            raise error
        return result

    run = bench(peers="tiktoken", rounds=5, open_case=opener(tiktoken=broken))
    ours, peer = run
    assert len(ours.seconds) == 5
    assert not ours.problem
    assert peer.problem == f"{type(error).__name__}: out of luck"
    assert peer.seconds == []
    assert len(calls) == fails_at


def test_a_peer_without_the_vocabulary_has_a_problem(bench, monkeypatch) -> None:
    home = "wordchipper_lab.lab.benchmark.contenders"
    monkeypatch.setattr(f"{home}.open_peer", lambda *_: None)
    monkeypatch.setattr(f"{home}.installed_peers", lambda: ["toktok"])
    problems = [found.problem for found in bench(peers=("toktok", "splintr"))]
    assert problems == ["", "toktok does not have r50k_base", "splintr is not installed"]


def test_a_peer_that_takes_its_own_number_of_threads_has_a_problem(bench, monkeypatch) -> None:
    def open_with_three(*arguments):
        peer = open_peer(*arguments)
        peer.fixed_threads = 3
        return peer

    monkeypatch.setattr("wordchipper_lab.lab.benchmark.contenders.open_peer", open_with_three)
    run = bench(peers="tiktoken", modes=("encode", "batch"))
    single, batch = (found for found in run if found.case.contender == "tiktoken")
    assert single.exact
    assert batch.problem == "tiktoken uses 3 threads, whatever number is requested"


def test_a_peer_is_loaded_once_for_a_vocabulary(bench, monkeypatch) -> None:
    opened = []

    def counting(*arguments):
        opened.append(arguments)
        return open_peer(*arguments)

    monkeypatch.setattr("wordchipper_lab.lab.benchmark.contenders.open_peer", counting)
    bench(
        models=("r50k_base", "p50k_base"),
        modes=("encode", "count", "batch"),
        threads=(1, 2),
        peers="tiktoken",
    )
    assert opened == [
        ("tiktoken", model, threads) for model in ("r50k_base", "p50k_base") for threads in (1, 2)
    ]


def test_a_quadratic_encoder_is_refused_hostile_text(bench, tmp_path) -> None:
    (tmp_path / "a").write_text("a" * 100_000)
    sweep, backtrack = bench(corpora=tmp_path / "a", encoders=("tail_sweep", "bpe_backtrack"))
    assert "tail_sweep is quadratic" in sweep.problem
    assert backtrack.exact
    assert len(backtrack.seconds) == 3


def test_an_interrupted_run_leaves_a_file_to_go_on_with(bench, opener, tmp_path) -> None:
    path, calls = tmp_path / "run.json", []

    def interrupted(result, text):
        calls.append(text)
        if len(calls) == 6:
            raise KeyboardInterrupt
        return result

    options = {"peers": "tiktoken", "resume": path}
    with pytest.raises(KeyboardInterrupt):
        bench(**options, open_case=opener(tiktoken=interrupted))
    kept = BenchmarkRun.load(path)
    assert not kept.finished
    assert 0 < sum(len(found.seconds) for found in kept) < 6
    run = bench(**options, open_case=opener(tiktoken=right))
    assert run.finished
    assert [len(found.seconds) for found in run] == [3, 3]


def test_other_settings_or_another_machine_are_told(bench, corpus, tmp_path) -> None:
    path = tmp_path / "run.json"
    bench(resume=path)
    text = corpus.read_bytes()
    corpus.write_bytes(text.swapcase())  # as long as before
    with pytest.raises(InputError, match="other settings: corpus_crc32 was"):
        bench(resume=path)
    corpus.write_bytes(text)
    with pytest.raises(InputError, match="other settings: rounds was 3, now it is 4"):
        bench(resume=path, rounds=4)
    saved = json.loads(path.read_text())
    saved["machine"]["cpu"] = "abacus"
    path.write_text(json.dumps(saved))
    with pytest.raises(InputError, match=r"other machine: cpu was 'abacus'"):
        bench(resume=path)
    path.write_text("{}")
    with pytest.raises(InputError, match="not a saved benchmark"):
        bench(resume=path)


@pytest.mark.deep
def test_everything_is_exact(bench, corpus) -> None:
    """Every lexer with every encoder in every mode, with and without memo, on one and two threads."""
    run = bench(
        lexers="all",
        encoders="all",
        memo=(True, False),
        modes="all",
        threads=(1, 2),
        peers="tiktoken",
        rounds=1,
    )
    assert [found.case.key for found in run if not found.exact or found.problem] == []
    assert len(run.measurements) == 4 + 3 * 41 + 2 + 1 + 6 * 41 + 4
    n_tokens = len(tiktoken.get_encoding("r50k_base").encode_ordinary(corpus.read_bytes().decode()))
    assert {found.n_tokens for found in run if found.case.mode == "encode"} == {n_tokens}
    assert all(found.n_bytes == corpus.stat().st_size for found in run if found.case.mode == "encode")
    settings = {
        key: value for key, value in run.settings.items() if key not in ("lexers", "encoders", "modes")
    }
    assert settings == {
        "models": ["r50k_base"],
        "memo": [True, False],
        "threads": [1, 2],
        "corpora": ["tiny.txt"],
        "peers": ["tiktoken"],
        "rounds": 1,
        "latency": False,
        "memory": False,
        "regime": "new",
        "growth": False,
        "corpus_sources": {"tiny.txt": "file tiny.txt"},
        "corpus_bytes": {"tiny.txt": corpus.stat().st_size},
        "corpus_crc32": {"tiny.txt": crc32(corpus.read_bytes())},
    }
    assert run.settings["lexers"] == list(wl.LEXERS)
    assert run.settings["encoders"] == list(wl.ENCODERS)


def test_two_files_of_one_name(bench, corpus, tmp_path) -> None:
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / corpus.name
    other.write_bytes(b"x")
    with pytest.raises(InputError, match="told apart by their names"):
        bench(corpora=[corpus, other])


def test_without_tiktoken_our_slow_parts_are_the_reference(bench, monkeypatch) -> None:
    monkeypatch.setattr("wordchipper_lab.lab.benchmark.reference.installed_peers", list)
    assert [
        found.exact
        for found in bench(modes=("encode", "decode", "spans", "batch", "decode_batch", "round_trip_batch"))
    ] == [True] * 6


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"models": "nope"}, UnknownNameError),
        ({"corpora": "nope"}, UnknownNameError),
        ({"modes": "nope"}, UnknownNameError),
        ({"rounds": 0}, ValueError),
    ],
)
def test_wrong_settings(options, error) -> None:
    with pytest.raises(error, match="expected"):
        run_benchmark(**options)

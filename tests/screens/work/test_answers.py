"""Stale answers are never delivered."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import wordchipper_lab as wl
from wordchipper_lab.screens.work.answers import Answers
from wordchipper_lab.widgets import Explorer


def test_without_an_event_loop_everything_happens_at_once() -> None:
    delivered: list[int] = []
    Answers(lambda question: question * 2, delivered.append).ask(3, quick=False)
    assert delivered == [6]


def test_an_overtaken_question_is_not_delivered() -> None:
    delivered: list[str] = []
    worked: list[str] = []
    gate = threading.Event()

    def work(question: str) -> str:
        worked.append(question)
        gate.wait(10)
        return question

    async def main() -> None:
        answers = Answers(work, delivered.append)
        answers.ask("first", quick=False)
        while not worked:
            await asyncio.sleep(0.001)
        answers.ask("second", quick=False)
        answers.ask("third", quick=False)
        gate.set()
        while not delivered:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.02)

    asyncio.run(main())
    assert delivered == ["third"]
    assert worked == ["first", "third"]


def test_a_quick_question_overtakes_a_long_one() -> None:
    delivered: list[str] = []
    started, gate = threading.Event(), threading.Event()

    def work(question: str) -> str:
        if question == "long":
            started.set()
            gate.wait(10)
        return question

    async def main() -> None:
        answers = Answers(work, delivered.append)
        answers.ask("long", quick=False)
        await asyncio.to_thread(started.wait, 10)
        answers.ask("short", quick=True)
        gate.set()
        await asyncio.sleep(0.05)

    asyncio.run(main())
    assert delivered == ["short"]


def test_nothing_is_delivered_after_closing() -> None:
    delivered: list[str] = []

    async def main() -> None:
        answers = Answers(lambda question: question, delivered.append)
        answers.ask("late", quick=False)
        answers.close()
        await asyncio.sleep(0.05)

    asyncio.run(main())
    assert delivered == []


def test_the_explorer_answers_a_long_text_later_and_stays_responsive() -> None:
    long_text = "hello world " * 20_000

    async def main() -> Explorer:
        explorer = Explorer("hello")
        answers: list[dict[str, Any]] = []
        explorer.send = lambda content, buffers=None: answers.append(content)
        explorer._on_message(None, {"do": "set", "ask": 1, "state": {"text": long_text}}, [])
        assert not answers  # not yet: the callback has returned before the work was done
        explorer._on_message(None, {"do": "alive", "ask": 2}, [])
        assert [answer["ask"] for answer in answers] == [2]
        for _ in range(1000):
            if len(answers) == 2:
                break
            await asyncio.sleep(0.01)
        assert answers[1] == {"answered": "set", "ask": 1, "problem": None}
        return explorer

    explorer = asyncio.run(main())
    assert explorer.ids == wl.Tokenizer.from_pretrained("o200k_base").encode(long_text)

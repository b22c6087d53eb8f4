"""The cause of each difference between two tokenizers, by the strongest means that they allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from .answers import differ_in
from .assembly import Workshop
from .candidates import Candidates
from .exchange import Exchange
from .programs import Program, RecipeProgram, SideProgram
from .recipe import Recipe
from .rows import Rows, differing_rows, pack_rows
from .sides.side import Side
from .stages import Stage, in_order
from .verdict import How, Verdict

__all__ = ["CauseFinder"]


class CauseFinder:
    """Finds out why two tokenizers give different ids.

    If both are known, and do what they say, stages are exchanged (`Exchange`). If one is known, usual stages are put
    in its place (`Candidates`), then answers are compared (`differ_in`); if none is, only answers. If one is known but
    does something else than it says on this text, what the program does is compared with what it says.
    """

    def __init__(self, a: Side, b: Side) -> None:
        self.a, self.b = a, b
        self.workshop = Workshop()
        self._candidates: dict[str, Candidates] = {}

    @cached_property
    def exchange(self) -> Exchange | None:
        """Both recipes, if both are known."""
        if self.a.recipe is None or self.b.recipe is None:
            return None
        return Exchange(self.a.recipe, self.b.recipe, self.workshop)

    def verdicts(self, texts: Sequence[str], ids_a: Rows, ids_b: Rows) -> list[Verdict]:
        """Why the ids of each text differ; all must differ."""
        found: dict[int, Verdict] = {}
        if self.exchange is not None:
            unfaithful = self._unfaithful(self.a.recipe, texts, ids_a) | self._unfaithful(
                self.b.recipe, texts, ids_b
            )
            places = [i for i in range(len(texts)) if i not in unfaithful]
            rows = [pack_rows([ids.row(i) for i in places]) for ids in (ids_a, ids_b)]
            exchanged = self.exchange.verdicts([texts[i] for i in places], *rows)
            found = dict(zip(places, exchanged, strict=True))
        return [
            found[i] if i in found else self._one(text, ids_a.row(i), ids_b.row(i))
            for i, text in enumerate(texts)
        ]

    def follows(self, side: Side, text: str, ids: list[int]) -> bool:
        """Whether a side with a recipe gives the ids that the recipe gives."""
        return not self._unfaithful(side.recipe, [text], pack_rows([ids]))

    def _unfaithful(self, recipe: Recipe | None, texts: Sequence[str], ids: Rows) -> set[int]:
        assert recipe is not None
        return set(differing_rows(self.workshop.assemble(recipe).encode(texts), ids))

    # -- one text ---------------------------------------------------------------------------------------

    def _one(self, text: str, ids_a: list[int], ids_b: list[int]) -> Verdict:
        is_known = [
            side.recipe is not None and self.follows(side, text, ids)
            for side, ids in ((self.a, ids_a), (self.b, ids_b))
        ]
        if self.a.recipe is not None and self.b.recipe is not None:
            return self._against_their_words(text, is_known)
        if is_known[0] and (verdict := self._by_candidates("a", self.a.recipe, "b", self.b, text, ids_b)):
            return verdict
        if is_known[1] and (verdict := self._by_candidates("b", self.b.recipe, "a", self.a, text, ids_a)):
            return verdict
        programs: list[Program] = [
            self._by_recipe(label, side.recipe)
            if known and side.recipe is not None
            else SideProgram(label, side)
            for label, side, known in (("a", self.a, is_known[0]), ("b", self.b, is_known[1]))
        ]
        return differ_in(programs[0], programs[1], text)

    def _by_candidates(
        self, known: str, recipe: Recipe | None, other: str, side: Side, text: str, ids: list[int]
    ) -> Verdict | None:
        """The first usual stage with which the known tokenizer gives the ids of the other one."""
        assert recipe is not None
        if known not in self._candidates:
            self._candidates[known] = Candidates(recipe)
        framed = replace(recipe, frame=side.frame)
        more: list[Stage] = [] if side.frame == recipe.frame else ["post-processor"]
        tried = (
            (stage, name, replace(variant, frame=side.frame)) for stage, name, variant in Candidates(recipe)
        )
        around: list[tuple[Stage, str, Recipe]] = [
            (
                "post-processor",
                f"{list(side.frame.prefix)} before and {list(side.frame.suffix)} after",
                framed,
            )
        ]
        for stage, name, variant in [*(around if more else []), *tried]:
            made = self.workshop.try_to_encode(variant, [text])
            if made is not None and made.row(0) == ids:
                said = f"{known} with {name} gives the ids of {other}"
                recipes = (recipe, variant) if known == "a" else (variant, recipe)
                return Verdict(in_order([stage, *more]), "candidate", (said,), recipes)
        return None

    def _by_recipe(self, label: str, recipe: Recipe) -> RecipeProgram:
        return RecipeProgram(label, recipe, self.workshop)

    def _against_their_words(self, text: str, is_known: Sequence[bool]) -> Verdict:
        """At least one program does not do what it says: where, and what differs in what they say."""
        stages: list[Stage] = []
        evidence: list[str] = []
        how: How = "observation"
        sides = (("a", self.a), ("b", self.b))
        for (label, side), known in zip(sides, is_known, strict=True):
            if known or side.recipe is None:
                continue
            said = self._by_recipe(f"what {label} says of itself", side.recipe)
            own = differ_in(SideProgram(label, side), said, text)
            stages += own.stages
            evidence += [
                f"{label} ({side.name}) does not do what it says of itself on this text",
                *own.evidence,
            ]
            how = "exclusion" if own.how == "exclusion" else how
        assert self.exchange is not None  # both have recipes
        rows = [
            self.workshop.assemble(recipe).encode([text]) for recipe in (self.exchange.a, self.exchange.b)
        ]
        if differing_rows(*rows):
            stated = self.exchange.verdicts([text], *rows)[0]
            stages += stated.stages
            evidence += [f"of what they say of themselves: {sentence}" for sentence in stated.evidence]
        return Verdict(in_order(stages), how, tuple(evidence))

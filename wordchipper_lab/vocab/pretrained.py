"""The pretrained vocabularies: their published data, and the tokens of the bundled files.

Names, special tokens and hashes are those of tiktoken 0.14 (``tiktoken_ext/openai_public.py``).
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from ..arguments import checked, instance_of
from ..errors import NameTypeError, UnknownNameError
from .formats.tiktoken_file import read_tiktoken
from .patterns import PATTERNS
from .token_bytes import TokenBytes

__all__ = ["PretrainedSpec", "load_token_bytes", "pretrained_names", "pretrained_spec", "read_token_bytes"]


@dataclass(frozen=True)
class PretrainedSpec:
    """The published data of one vocabulary.

    file: name of its (bundled) ``.tiktoken`` file; vocabularies may share one.
    sha256: published SHA-256 of that file, uncompressed.
    n_ranked: number of ranked tokens, including the 256 bytes. Ids may have holes (p50k: 50256).
    pattern: its split pattern.
    special_tokens: text -> id. If two texts share an id, the id decodes to the first one.
    """

    name: str
    file: str
    sha256: str
    n_ranked: int
    pattern: str = field(repr=False)
    special_tokens: dict[str, int] = field(repr=False)

    @property
    def url(self) -> str:
        """Where OpenAI publishes the file (for reference: this package never downloads it)."""
        return f"https://openaipublic.blob.core.windows.net/encodings/{self.file}"


_FILES = {
    "r50k_base.tiktoken": ("306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930", 50256),
    "p50k_base.tiktoken": ("94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069", 50280),
    "cl100k_base.tiktoken": ("223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7", 100256),
    "o200k_base.tiktoken": ("446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d", 199998),
}

_O200K_SPECIAL = {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}

# 200018 has two names: <|endofprompt|> from the base, and <|reserved_200018|> from the run of reserved ids.
_HARMONY_SPECIAL = {
    **_O200K_SPECIAL,
    "<|startoftext|>": 199998,
    "<|reserved_200000|>": 200000,
    "<|reserved_200001|>": 200001,
    "<|return|>": 200002,
    "<|constrain|>": 200003,
    "<|reserved_200004|>": 200004,
    "<|channel|>": 200005,
    "<|start|>": 200006,
    "<|end|>": 200007,
    "<|message|>": 200008,
    "<|reserved_200009|>": 200009,
    "<|reserved_200010|>": 200010,
    "<|reserved_200011|>": 200011,
    "<|call|>": 200012,
    **{f"<|reserved_{i}|>": i for i in range(200013, 201088)},
}

_FIM = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")


def _spec(name: str, file: str, special_tokens: dict[str, int]) -> PretrainedSpec:
    sha256, n_ranked = _FILES[file]
    return PretrainedSpec(name, file, sha256, n_ranked, PATTERNS[name], special_tokens)


_SPECS = {
    spec.name: spec
    for spec in (
        _spec("r50k_base", "r50k_base.tiktoken", {"<|endoftext|>": 50256}),
        _spec("p50k_base", "p50k_base.tiktoken", {"<|endoftext|>": 50256}),
        _spec(
            "p50k_edit",
            "p50k_base.tiktoken",
            {"<|endoftext|>": 50256, **{text: 50281 + i for i, text in enumerate(_FIM)}},
        ),
        _spec(
            "cl100k_base",
            "cl100k_base.tiktoken",
            {
                "<|endoftext|>": 100257,
                **{text: 100258 + i for i, text in enumerate(_FIM)},
                "<|endofprompt|>": 100276,
            },
        ),
        _spec("o200k_base", "o200k_base.tiktoken", _O200K_SPECIAL),
        _spec("o200k_harmony", "o200k_base.tiktoken", _HARMONY_SPECIAL),
    )
}

_ALIASES = {"gpt2": "r50k_base"}
_PREFIXES = ("openai::", "openai:")


def pretrained_names() -> list[str]:
    """Names of all pretrained vocabularies, oldest first.

    >>> pretrained_names()
    ['r50k_base', 'p50k_base', 'p50k_edit', 'cl100k_base', 'o200k_base', 'o200k_harmony']
    """
    return list(_SPECS)


def pretrained_spec(name: str) -> PretrainedSpec:
    """The published data of a vocabulary; "gpt2" means r50k_base.

    "openai:NAME" and "openai::NAME" mean NAME. Raises `UnknownNameError`, which lists the known names.

    >>> pretrained_spec("openai:p50k_base").n_ranked, pretrained_spec("gpt2").name
    (50280, 'r50k_base')
    """
    if not isinstance(name, str):
        raise NameTypeError("vocabulary", name, _SPECS)
    bare = name
    for prefix in _PREFIXES:
        if name.startswith(prefix):
            bare = name.removeprefix(prefix)
            break
    bare = _ALIASES.get(bare, bare)
    if bare not in _SPECS:
        raise UnknownNameError("vocabulary", name, _SPECS)
    return _SPECS[bare]


def read_token_bytes(spec: PretrainedSpec) -> TokenBytes:
    """Ranked tokens of a pretrained vocabulary, from the bundled file, verified (o200k: 0.12 s).

    Read again on every call. Raises `VocabHashError` or `VocabFormatError` if the installed file is damaged.
    """
    from .bundled import read_bundled  # 5 ms of imports, which tables that were kept do not need

    return read_tiktoken(read_bundled(spec.file, spec.sha256), holes=set(spec.special_tokens.values()))


_loaded: dict[str, TokenBytes] = {}
_loading = threading.Lock()


@checked(spec=instance_of("a PretrainedSpec", PretrainedSpec))
def load_token_bytes(spec: PretrainedSpec) -> TokenBytes:
    """As `read_token_bytes`, but only once per process for each file.

    Shared by all callers and threads: do not write to it. Raises the errors of `read_token_bytes`.

    >>> load_token_bytes(pretrained_spec("r50k_base")).starts.shape
    (50257,)
    """
    with _loading:
        if spec.file not in _loaded:
            _loaded[spec.file] = read_token_bytes(spec)
        return _loaded[spec.file]

"""Open models whose tokenizers are read from their own files, and how that was checked; nothing of them is bundled."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["OPEN_MODELS", "OpenModel"]


class OpenModel(NamedTuple):
    """A family of models: the files to open, the name of its split pattern, and what was compared."""

    name: str
    files: tuple[str, ...]
    pattern: str
    checked: str


_JSON, _GGUF = "tokenizer.json", ".gguf"

OPEN_MODELS = (
    OpenModel("Llama 3 to 3.3", (_JSON, _GGUF, "tokenizer.model"), "llama3", "files of Llama 3 and 3.1"),
    OpenModel("Llama 4", (_JSON, _GGUF), "o200k_base", "its configuration, with other merges"),
    OpenModel("Qwen 2 to 3", (_JSON, _GGUF), "qwen2", "file of Qwen 3"),
    OpenModel(
        "Qwen 3.5 and 3.6", (_JSON, _GGUF), "qwen3_5", "tokens of Qwen 3.6; merges never make 201 of them"
    ),
    OpenModel("DeepSeek V3 to V4", (_JSON, _GGUF), "deepseek_v3", "files of V3 and V4"),
    OpenModel(
        "Mistral Nemo and later", (_JSON, "tekken.json", _GGUF), "tekken", "file of Nemo, tekken.json of 2024"
    ),
    OpenModel("gpt-oss", (_JSON, _GGUF), "o200k_base", "its file"),
    OpenModel(
        "Kimi K2, K2.5", ("directory of tiktoken.model", _GGUF), "kimi", "its pattern, with other tokens"
    ),
    OpenModel(
        "GLM-4",
        ("directory of tokenizer.model", _JSON, _GGUF),
        "llama3",
        "its configuration, with other merges",
    ),
    OpenModel("StarCoder 2", (_JSON, _GGUF), "starcoder", "its configuration, with other merges"),
    OpenModel(
        "SmolLM", (_JSON, _GGUF), "starcoder", "its configuration, with other merges, and bytes missing"
    ),
    OpenModel("GPT-NeoX, Pythia, OLMo", (_JSON,), "gpt_neox", "their configuration, with other merges"),
    OpenModel("Phi-4", (_JSON,), "llama3", "its configuration, with other merges"),
)
"""Their ids and offsets are those of the `tokenizers` package (for a tiktoken file and tekken.json, of tiktoken).

Not read are models with SentencePiece: Llama 2, Gemma, Mistral 7B, Phi-3. Their files are refused by name."""

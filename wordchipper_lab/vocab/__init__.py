"""Vocabularies: from bytes, pairs and special tokens to ids; file formats; the pretrained ones and their
data."""

from .download import download_vocab
from .formats.any_file import read_vocab_file
from .formats.gguf_vocab import read_gguf
from .formats.gpt2_files import read_gpt2_files, write_gpt2_files
from .formats.tekken import read_tekken
from .formats.tiktoken_file import read_tiktoken, write_tiktoken
from .formats.tokenizer_json import read_tokenizer_json
from .formats.vocab_file import VocabFile
from .models import vocabulary_for_model
from .patterns import PATTERNS
from .pretrained import PretrainedSpec, load_token_bytes, pretrained_names, pretrained_spec
from .tables import VocabTables
from .token_bytes import TokenBytes
from .unified import UnifiedVocab, load_vocab

__all__ = [
    "PATTERNS",
    "PretrainedSpec",
    "TokenBytes",
    "UnifiedVocab",
    "VocabFile",
    "VocabTables",
    "download_vocab",
    "load_token_bytes",
    "load_vocab",
    "pretrained_names",
    "pretrained_spec",
    "read_gguf",
    "read_gpt2_files",
    "read_tekken",
    "read_tiktoken",
    "read_tokenizer_json",
    "read_vocab_file",
    "vocabulary_for_model",
    "write_gpt2_files",
    "write_tiktoken",
]

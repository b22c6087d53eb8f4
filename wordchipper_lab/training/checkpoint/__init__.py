"""The state from which an interrupted run resumes: counted spans with a position in the corpus, and merges.

A checkpoint is a directory of two files, each of which identifies its run: ``counts.npz``, replaced as a
whole from time to time, and ``merges.txt``, which only grows.
"""

from .counts_file import CountsFile, SavedCounts
from .merge_log import MergeLog

__all__ = ["CountsFile", "MergeLog", "SavedCounts"]

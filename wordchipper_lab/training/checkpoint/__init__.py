"""What an interrupted run leaves behind: counted spans with a place in the corpus, and merges.

A checkpoint is a directory of two files, each of which says for itself what run it is of: ``counts.npz``, replaced
whole from time to time, and ``merges.txt``, which only grows.
"""

from .counts_file import CountsFile, SavedCounts
from .merge_log import MergeLog

__all__ = ["CountsFile", "MergeLog", "SavedCounts"]

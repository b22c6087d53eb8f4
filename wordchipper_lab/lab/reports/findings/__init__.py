"""The findings of a run in plain sentences: each module here computes one kind of sentence from the run's
figures."""

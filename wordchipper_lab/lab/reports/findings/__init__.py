"""What a run says, in plain sentences: each module here computes one kind of sentence from the run's own figures."""

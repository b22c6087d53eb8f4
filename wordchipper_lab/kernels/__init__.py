"""Small compiled helpers on flat arrays, without ``str``, files, classes or exceptions."""

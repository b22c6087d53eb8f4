"""Small compiled helpers on flat arrays: no ``str``, no files, no classes, no exceptions."""

"""Questions and answers of the screens, one folder each: question -> answer -> drawing; no browser is needed
here."""

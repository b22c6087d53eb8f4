"""What the screens ask and answer, one folder each: question -> answer -> drawing; nothing here needs a browser."""

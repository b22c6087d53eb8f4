"""Sources of training texts: files, streams, Parquet, iterables; read in memory that does not grow with
them."""

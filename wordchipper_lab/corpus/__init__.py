"""Where training texts come from: files, streams, Parquet, iterables; read in memory that does not grow with them."""

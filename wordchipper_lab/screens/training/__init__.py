"""Training: a toy corpus traced, a real one trained live."""

"""The merge stepper: from a span and encoders to every step of each."""

"""The merge stepper: a span, encoders -> every step of each."""

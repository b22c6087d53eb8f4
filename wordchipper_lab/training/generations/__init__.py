"""The generations of trainers, oldest first: each file adds one idea."""

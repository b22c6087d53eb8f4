"""Tokens back to bytes and text."""

from .token_decoder import TokenDecoder

__all__ = ["TokenDecoder"]

"""``python -m wordchipper_lab``, and the program ``wordchipper-lab``: the command line."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C also works while it is still loading."""
    try:
        from .cli.app import main as run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()


if __name__ == "__main__":
    main()

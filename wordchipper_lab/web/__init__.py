"""The browser side: hand-written ES modules and stylesheets, in ``engine/``, ``shared/`` and ``screens/<name>/``."""

"""Makes the code shared by the server's tests and the soak importable."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

collect_ignore_glob = ["soak*.py", "wire.py"]

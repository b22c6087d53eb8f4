"""What tests of the server and the soak share, found beside them."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

collect_ignore_glob = ["soak*.py", "wire.py"]

"""``python -m wordchipper_lab.lab.audit``: audit the bundled vocabularies anew, and write FINDINGS.md."""

from __future__ import annotations

from .findings_page import FINDINGS, findings_page

if __name__ == "__main__":
    FINDINGS.write_text(findings_page(), encoding="utf-8")
    print(FINDINGS)

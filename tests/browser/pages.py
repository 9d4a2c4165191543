"""Which pages there are and which of them need a server, as the page itself lists them (web/src/pages.ts)."""

from __future__ import annotations

import re

from tests.browser.conftest import ROOT

LISTED = dict(
    re.findall(r"^  (\w+): \{ load: (.*)\}", (ROOT / "web" / "src" / "pages.ts").read_text(encoding="utf-8"), re.M)
)
SERVED = sorted(name for name, about in LISTED.items() if "served: true" in about)
"""Pages that show what a server tells, by the first part of their address."""

"""The web client's files: small, immutable, read once. Only files that were there at the start are ever served.

A path that is no file but a page of the application gets index.html; anything else gets 404. No path is ever joined
to a folder, so there is nothing to traverse.
"""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

STATIC: Final = Path(__file__).parents[1] / "static"
PAGES: Final = (
    "t",
    "join",
    "rules",
    "learn",
    "review",
    "verify",
    "replay",
    "pad",
    "puzzle",
    "position",
    "settings",
    "tables",
    "new",
    "device",
    "about",
)
"""First parts of paths that are pages of the application."""
_ENCODINGS: Final = ((".br", "br"), (".gz", "gzip"))
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".map": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
MISSING: Final = (
    b"<!doctype html><html lang=en><meta charset=utf-8><title>Sixfold</title><p>The page has not been built: "
    b"run <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>, then start again. "
    b"The server itself runs; its API is described at <a href=/api/docs>/api/docs</a>.</p>"
)


class Asset(NamedTuple):
    """A file as it is sent, in the encodings that exist."""

    kind: str
    tag: str
    forever: bool
    bodies: dict[str, bytes]


class Pages:
    """Everything that can be served, by path."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._assets: dict[str, Asset] = {}
        root = folder.resolve()
        files = sorted(path for path in root.rglob("*") if path.is_file()) if root.is_dir() else []
        for path in files:
            # A link that leads out of the folder is not ours to show.
            if path.suffix in (".br", ".gz") or not path.resolve().is_relative_to(root):
                continue
            self._assets["/" + path.relative_to(root).as_posix()] = _read(path)

    @property
    def built(self) -> bool:
        return "/index.html" in self._assets

    def find(self, path: str) -> Asset | None:
        """The asset for a path, the application's page for a page's path, None for anything else."""
        found = self._assets.get(path)
        if found is not None:
            return found
        first = path.strip("/").partition("/")[0]
        return self.index if path == "/" or first in PAGES else None

    @property
    def index(self) -> Asset:
        """The application's page, or a word that it has not been built."""
        return self._assets.get("/index.html") or Asset("text/html; charset=utf-8", '"missing"', False, {"": MISSING})


def _read(path: Path) -> Asset:
    body = path.read_bytes()
    bodies = {"": body}
    for ending, name in _ENCODINGS:
        packed = path.with_name(path.name + ending)
        if packed.is_file():
            bodies[name] = packed.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    # Vite puts a hash into the names of what it builds: such a file never changes.
    forever = "assets" in path.parts
    return Asset(kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', forever, bodies)

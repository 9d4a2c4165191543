"""The web client's files: small, immutable, read once. Only files that were there at the start are ever served.

A path that is a page of the application gets index.html. All other paths without a file get 404. No path is ever
joined to a folder, so path traversal is impossible.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from pathlib import Path
from typing import Final, NamedTuple

from sixfold.server.http.answers import send_answer, send_no
from sixfold.server.http.asgi import Headers, Send

STATIC: Final = Path(__file__).parents[1] / "static"
ROUTES: Final = "/pages.json"
"""The page's own list of its addresses (web/src/pages.ts), which the build puts beside its files."""
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
_NOBODY_MEETS: Final = b'<meta name="sixfold-nobody-meets" />'
MISSING: Final = (
    b"<!doctype html><html lang=en><meta charset=utf-8><title>Sixfold</title><p>The page has not been built: "
    b"run <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>, then start again. "
    b'The server itself runs; its API is described at <a href="/api/docs">/api/docs</a>.</p>'
)


class Asset(NamedTuple):
    """A file as it is sent, in the encodings that exist."""

    kind: str
    tag: str
    forever: bool
    bodies: dict[str, bytes]


class Pages:
    """Everything that can be served, by path. `meets` false: the page is told that nobody meets strangers here."""

    def __init__(self, folder: Path = STATIC, base: str = "/", meets: bool = True) -> None:
        self._assets: dict[str, Asset] = {}
        root = folder.resolve()
        files = sorted(path for path in root.rglob("*") if path.is_file()) if root.is_dir() else []
        for path in files:
            # A link that leads out of the folder is not ours to show.
            if path.suffix in (".br", ".gz") or not path.resolve().is_relative_to(root):
                continue
            self._assets["/" + path.relative_to(root).as_posix()] = _read(path)
        if base != "/":
            self._change(re.sub(rb' (src|href)="/', rb' \1="' + base.encode(), self.index.bodies[""]))
        if not meets:
            self._change(self.index.bodies[""].replace(b"</head>", _NOBODY_MEETS + b"</head>", 1))
        routes = self._assets.get(ROUTES)
        self._names = frozenset(json.loads(routes.bodies[""]) if routes else ())

    def _change(self, changed: bytes) -> None:
        """The page as this host has it: in a folder, or with a mark. Its service worker knows it so."""
        page, worker = self.index, self._assets.get("/worker.js")
        self._assets["/index.html"] = _changed(page, changed)
        if worker is not None:
            known, new = (kept_as(body).encode() for body in (page.bodies[""], changed))
            self._assets["/worker.js"] = _changed(worker, worker.bodies[""].replace(known, new))

    def find(self, path: str) -> Asset | None:
        """The asset for a path, the application's page for a page's path, None for anything else."""
        found = self._assets.get(path)
        if found is not None:
            return found
        first = path.strip("/").partition("/")[0]
        return self.index if path == "/" or first in self._names else None

    @property
    def index(self) -> Asset:
        """The application's page, or a word that it has not been built."""
        return self._assets.get("/index.html") or Asset("text/html; charset=utf-8", '"missing"', False, {"": MISSING})

    async def answer(self, headers: dict[str, str], method: str, path: str, send: Send, tags: bytes = b"") -> None:
        """Send what is at this path, with these tags in the head of a page, or say that there is nothing."""
        if method not in ("GET", "HEAD"):
            await send_no(send, 405, "request/method", "only GET here")
            return
        status, asset = 200, self.find(path)
        if tags and asset is self.index:
            asset = _changed(asset, asset.bodies[""].replace(b"</head>", tags + b"</head>", 1))
        if asset is None and "text/html" in headers.get("accept", "") and "." not in path:
            # A person with a mistyped address gets the page, which says so in their language.
            status, asset = 404, self.index
        if asset is None:
            await send_no(send, 404, "request/unknown", "there is nothing here")
            return
        if status == 200 and headers.get("if-none-match") == asset.tag:
            await send_answer(send, 304, b"", [(b"etag", asset.tag.encode())])
            return
        body, extra = _encoded(asset, headers.get("accept-encoding", ""))
        await send_answer(send, status, b"" if method == "HEAD" else body, extra, length=len(body))


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
    return Asset(kind, _tag(body), forever, bodies)


def _changed(asset: Asset, body: bytes) -> Asset:
    return asset._replace(tag=_tag(body), bodies={"": body, "gzip": gzip.compress(body, mtime=0)})


def kept_as(body: bytes) -> str:
    """The hash of a file in the service worker's list: half of a SHA-256, as `web/tools/offline.js` writes it."""
    return hashlib.sha256(body).hexdigest()[:32]


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def _encoded(asset: Asset, accepts: str) -> tuple[bytes, Headers]:
    wanted = {part.partition(";")[0].strip() for part in accepts.split(",") if "q=0" not in part.replace("q=0.", "")}
    name = next((name for name in ("br", "gzip") if name in wanted and name in asset.bodies), "")
    headers = [
        (b"content-type", asset.kind.encode()),
        (b"etag", asset.tag.encode()),
        (b"cache-control", b"public, max-age=31536000, immutable" if asset.forever else b"no-cache"),
        (b"vary", b"accept-encoding"),
    ]
    if name:
        headers.append((b"content-encoding", name.encode()))
    return asset.bodies[name], headers

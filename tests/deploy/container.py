"""The commands of a container file, carried out in plain folders: no container program is needed to see that they work.

Only what deploy/Containerfile uses is understood; anything else is refused, so that nothing is left out unseen.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

SETTINGS = (
    *("PIP_CERT", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "NPM_CONFIG_REGISTRY"),
    *("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "http_proxy", "https_proxy", "no_proxy"),
)
"""What leads package programs to their registries on this machine; `podman build` hands over the same."""


@dataclass
class Stage:
    """One image: its folder, and what its file said about running it."""

    root: Path
    env: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"})
    folder: str = "/"
    user: str = "root"
    entrypoint: list[str] = field(default_factory=list)
    healthcheck: list[str] = field(default_factory=list)

    def command(self, words: list[str], settings: Mapping[str, str] | None = None) -> list[str]:
        """These words as they are run inside."""
        env = [f"{name}={value}" for name, value in {**(settings or {}), **self.env}.items()]
        enter = f"cd {shlex.quote(self.folder)} && exec {shlex.join(words)}"
        return ["chroot", f"--userspec={self.user}", str(self.root), "/usr/bin/env", "-i", *env, "/bin/sh", "-c", enter]


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Each instruction with its argument, continued lines joined."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for line in lines.replace("\\\n", " ").splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word, rest.strip()


def build(file: Path, source: Path, fresh: Path, work: Path) -> Stage:
    """Every stage of a container file, each begun with a copy of `fresh`; the last one is the image."""
    stages: dict[str, Stage] = {}
    stage = Stage(work)
    for word, rest in instructions(file.read_text("utf-8")):
        if word == "FROM":
            name = rest.partition(" AS ")[2] or "image"
            stage = stages[name] = Stage(work / name)
            subprocess.run(["cp", "-a", str(fresh), str(stage.root)], check=True)  # devices stay devices
            subprocess.run(["mount", "-t", "proc", "proc", str(stage.root / "proc")], check=True)
            subprocess.run(["mount", "--rbind", "/dev", str(stage.root / "dev")], check=True)
        else:
            carry_out(stage, word, rest, source, stages)
    return stage


def carry_out(stage: Stage, word: str, rest: str, source: Path, stages: Mapping[str, Stage]) -> None:
    """One instruction."""
    if word == "RUN":
        settings = {name: os.environ[name] for name in SETTINGS if name in os.environ}
        subprocess.run(stage.command(["/bin/sh", "-c", rest], settings), check=True)
    elif word == "COPY":
        start = re.match(r"--from=(\w+) ", rest)
        here, there = rest[start.end() if start else 0 :].split()
        origin = stages[start[1]].root / here.lstrip("/") if start else source / here
        target = stage.root / os.path.join(stage.folder, there).lstrip("/")
        target.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", f"{origin}/.", str(target)], check=True)
    elif word == "WORKDIR":
        stage.folder = rest
        (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
    elif word == "ENV":
        for name, value in (pair.split("=", 1) for pair in shlex.split(rest)):
            stage.env[name] = value.replace(f"${name}", stage.env.get(name, ""))
    elif word == "USER":
        stage.user = rest
    elif word == "ENTRYPOINT":
        stage.entrypoint = json.loads(rest)
    elif word == "HEALTHCHECK":
        stage.healthcheck = json.loads(rest[rest.index("CMD ") + 4 :])
    elif word not in ("VOLUME", "EXPOSE"):
        raise ValueError(f"{word} {rest}: not understood here")


def debian(suite: str, root: Path) -> None:
    """A minimal Debian, with this machine's settings for package registries."""
    sources = [path for path in Path("/etc/apt").rglob("*") if path.suffix in (".sources", ".list") and path.is_file()]
    listed = "\n".join(path.read_text("utf-8") for path in sources)
    mirror = re.search(r"^URIs: *(\S+)|^deb .*?(https?://\S+)", listed, re.M)
    address = [mirror[1] or mirror[2]] if mirror else []
    subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=ca-certificates", suite, str(root), *address], check=True
    )
    for name in ("resolv.conf", "pip.conf", "npmrc", "ssl/certs/ca-certificates.crt"):
        if (file := Path("/etc") / name).exists():
            (root / "etc" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, root / "etc" / name)
    for name in (".npmrc", ".config/pip/pip.conf"):
        if (file := Path.home() / name).exists():
            (root / "root" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, root / "root" / name)
    shutil.copytree("/etc/apt/apt.conf.d", root / "etc/apt/apt.conf.d", dirs_exist_ok=True)


LONELY = """
import fcntl, os, socket, struct, sys
with socket.socket() as loopback:
    fcntl.ioctl(loopback, 0x8914, struct.pack("16sh", b"lo", 0x49))  # SIOCSIFFLAGS: up, as loopback and running
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""A command in a network of its own, so that no other program has its port."""


def serve(stage: Stage) -> None:
    """Start it as the image would, ask after its health as the image would, and stop it as a host would."""
    ask = shlex.join(stage.command(stage.healthcheck))
    start = shlex.join(stage.command(stage.entrypoint))
    script = f"""{start} & server=$!
        until {ask} 2>/dev/null; do kill -0 $server || exit 1; sleep 1; done
        kill $server; wait $server"""
    subprocess.run(["unshare", "--net", sys.executable, "-c", LONELY, "/bin/sh", "-c", script], check=True, timeout=300)


def main(file: Path, source: Path, work: Path) -> None:
    """All of it, in namespaces that take every mount and process with them when they end."""
    suites = {rest.split()[0] for word, rest in instructions(file.read_text("utf-8")) if word == "FROM"}
    (suite,) = {re.fullmatch(r"debian:(\w+)-slim", name)[1] for name in suites}  # type: ignore[index]
    debian(suite, work / "fresh")
    image = build(file, source, work / "fresh", work)
    serve(image)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

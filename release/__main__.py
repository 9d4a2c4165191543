"""`make release VERSION=0.3.0`: a commit with version and changelog, sdists, wheels and SBOM in dist/, and a tag.

All of it happens in a working tree of its own. What fails leaves the branch, the tags and dist/ as they were.
"""

from __future__ import annotations

import argparse
import datetime
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Callable
from pathlib import Path

from release.addresses import addresses, missing
from release.texts import VERSION, NotReady, changelog, citation, key, package, requirement

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    """Make a release, or say in a sentence why there is none."""
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("version", help="such as 0.3.0 or 0.3.0rc1")
    parser.add_argument("--dry-run", action="store_true", help="do everything but keep nothing")
    asked = parser.parse_args()
    try:
        ready(asked.version)
        with tempfile.TemporaryDirectory(prefix="sixfold-release-") as folder:
            made = make(asked.version, Path(folder), keep=not asked.dry_run)
    except NotReady as reason:
        sys.exit(f"No release: {reason}")
    except KeyboardInterrupt:
        sys.exit("\nNo release: stopped. Nothing was changed.")
    print(f"{'Would make' if asked.dry_run else 'Made'} v{asked.version}:", *made, sep="\n  ")


def ready(version: str) -> None:
    """Whether a release may be made from what is here."""
    if not VERSION.fullmatch(version):
        raise NotReady(f"{version} is no version such as 0.3.0 or 0.3.0rc1.")
    if empty := missing(addresses(ROOT / "release" / "addresses.toml")):
        raise NotReady(f"release/addresses.toml does not say: {', '.join(empty)}.")
    if git("status", "--porcelain"):
        raise NotReady("there are changes that are not committed.")
    if git("branch", "--show-current") != "main":
        raise NotReady("releases are made from main.")
    tags = [tag.removeprefix("v") for tag in git("tag", "--list", "v*").split()]
    newest = max((tag for tag in tags if VERSION.fullmatch(tag)), key=key, default=None)
    if newest and key(version) <= key(newest):
        raise NotReady(f"{newest} is out already, and {version} is not newer.")


def make(version: str, folder: Path, *, keep: bool) -> list[str]:
    """Commit, build and try in a tree of its own; then, if it is kept, tag and copy. The names of what was built."""
    tree, day = folder / "tree", datetime.datetime.now(datetime.UTC).date()
    git("worktree", "add", "--quiet", "--detach", str(tree), "HEAD")
    try:
        _write(tree / "CHANGELOG.md", lambda text: changelog(text, version, day))
        _write(tree / "src" / "sixfold" / "__init__.py", lambda text: package(text, version))
        _write(tree / "pyproject.toml", lambda text: requirement(text, version))
        _write(tree / "CITATION.cff", lambda text: citation(text, version, day))
        git("commit", "--quiet", "--all", "--message", f"Release {version}", at=tree)
        built = folder / "dist"
        for source in (tree / "rules", tree):
            run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(built), str(source)], "building")
        python = install(folder / "fresh", list(built.glob("*.whl")))
        serves(python)
        parts(python, built / f"sixfold-{version}.cdx.json")
        names = sorted(path.name for path in built.iterdir())
        if keep:
            commit = git("rev-parse", "HEAD", at=tree)
            git("merge", "--quiet", "--ff-only", commit)
            git("tag", "--annotate", f"v{version}", "--message", f"Sixfold {version}", commit)
            shutil.copytree(built, ROOT / "dist", dirs_exist_ok=True)
        return names
    finally:
        git("worktree", "remove", "--force", str(tree))


def install(folder: Path, wheels: list[Path]) -> Path:
    """The Python of a fresh environment that holds the wheels and what they need, by the lock."""
    say("Installing the wheels into a fresh environment ...")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "run.txt")], "installing the lock")
    run([*pip, "--no-deps", *map(str, wheels)], "installing the wheels")
    run([str(python), "-m", "pip", "check"], "looking for what is missing")
    return python


def serves(python: Path) -> None:
    """The server of that environment starts and answers with the page."""
    say("Starting its server ...")
    with tempfile.TemporaryDirectory() as data:
        told = [str(python), "-m", "sixfold", "serve", "--host", "127.0.0.1", "--port", "0", "--data", data]
        with subprocess.Popen(told, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            try:
                assert server.stdout is not None
                words = (word for line in server.stdout for word in line.split())
                address = next((word for word in words if word.startswith("http://")), None)
                if address is None:
                    raise NotReady("the server of the wheel does not start.")
                with urllib.request.urlopen(address, timeout=30) as answer:
                    if b"<html" not in answer.read():
                        raise NotReady("the server of the wheel answers without a page.")
            finally:
                server.terminate()


def parts(python: Path, to: Path) -> None:
    """What is in that environment, as a CycloneDX document."""
    say("Writing the list of parts (CycloneDX) ...")
    run(
        [sys.executable, "-m", "cyclonedx_py", "environment", "--output-file", str(to), str(python)],
        "listing the parts",
    )
    if not json.loads(to.read_text("utf-8")).get("components"):
        raise NotReady("the list of parts is empty.")


def git(*arguments: str, at: Path = ROOT) -> str:
    """What git prints."""
    done = subprocess.run(["git", *arguments], cwd=at, capture_output=True, text=True)
    if done.returncode:
        raise NotReady(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def run(command: list[str], what: str) -> None:
    """Run a program; what it printed last is the reason when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise NotReady(f"{what} failed:\n" + "\n".join(done.stdout.splitlines()[-12:]))


def say(line: str) -> None:
    """Progress, at once."""
    print(line, flush=True)


def _write(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()

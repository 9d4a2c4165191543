"""No release is made by accident, and one that fails leaves nothing behind. `make soak` makes one from end to end."""

from __future__ import annotations

import datetime
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hatch_build import links
from release.texts import NotReady, changelog, citation, key, package, requirement
from tests.scale import SOAK

ROOT = Path(__file__).parents[2]
DAY = datetime.date(2027, 1, 31)
NEWS = "# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 0.1.0\n\n- First.\n"


def git(folder: Path, *arguments: str) -> str:
    told = ["git", "-c", "user.name=Test", "-c", "user.email=test@example.org", *arguments]
    return subprocess.run(told, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with the release script and the files that it changes, all addresses known, everything committed."""
    if shutil.which("git") is None:
        pytest.skip("a release is made with git, which this machine has not")
    shutil.copytree(ROOT / "release", tmp_path / "release", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "src" / "sixfold").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "sixfold" / "__init__.py", tmp_path / "src" / "sixfold")
    for name in ("CITATION.cff", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(NEWS)
    file = tmp_path / "release" / "addresses.toml"
    file.write_text(file.read_text().replace('""', '"https://sixfold.example.org"'))
    (tmp_path / ".gitignore").write_text("__pycache__/\n")
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "All of it")
    return tmp_path


def release(project: Path, version: str) -> str:
    """What the script says when it refuses, which it must."""
    done = subprocess.run([sys.executable, "-m", "release", version], cwd=project, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def test_no_release_without_addresses(project: Path) -> None:
    file = project / "release" / "addresses.toml"
    file.write_text((ROOT / "release" / "addresses.toml").read_text())
    git(project, "commit", "--quiet", "--all", "--message", "Forget them")
    empty = [name for name, value in tomllib.loads(file.read_text()).items() if not value]
    said = release(project, "0.9.0")
    assert "addresses.toml does not say" in said
    assert all(name in said for name in empty)


def test_no_release_of_something_else(project: Path) -> None:
    assert "no version" in release(project, "next")
    git(project, "tag", "v0.9.0")
    assert "0.9.0 is out already" in release(project, "0.9.0rc1")
    git(project, "checkout", "--quiet", "-b", "elsewhere")
    assert "from main" in release(project, "0.9.1")
    (project / "CHANGELOG.md").write_text("# Changelog\n")
    assert "not committed" in release(project, "0.9.1")


def test_what_fails_leaves_nothing_behind(project: Path) -> None:
    (project / "CHANGELOG.md").write_text("# Changelog\n\n## 0.1.0\n")
    git(project, "commit", "--quiet", "--all", "--message", "Nothing new")
    before = git(project, "rev-parse", "HEAD")
    assert "no part `## Unreleased`" in release(project, "0.9.0")
    assert git(project, "rev-parse", "HEAD") == before
    assert not git(project, "tag")
    assert len(git(project, "worktree", "list").splitlines()) == 1


def test_the_texts_of_a_release() -> None:
    assert "## 0.2.0 (2027-01-31)\n\n- Faster." in changelog(NEWS, "0.2.0", DAY)
    with pytest.raises(NotReady, match="empty"):
        changelog("# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First.\n", "0.2.0", DAY)
    assert package('"""Six."""\n\n__version__ = "0.2.0.dev0"\n', "0.2.0").endswith('__version__ = "0.2.0"\n')
    whole = requirement((ROOT / "pyproject.toml").read_text(), "0.2.0")
    assert "sixfold-rules==0.2.0" in tomllib.loads(whole)["project"]["dependencies"]
    with pytest.raises(NotReady, match="sixfold-rules"):
        requirement('dependencies = ["numpy"]\n', "0.2.0")
    cited = citation((ROOT / "CITATION.cff").read_text(), "0.2.0", DAY)
    assert "version: 0.2.0\ndate-released: 2027-01-31\n" in cited
    assert sorted(["1.0.0", "1.0.1", "1.0.0rc1", "1.0.0a2", "0.9.9"], key=key) == [
        "0.9.9",
        "1.0.0a2",
        "1.0.0rc1",
        "1.0.0",
        "1.0.1",
    ]


def test_the_package_shows_the_addresses_that_are_known() -> None:
    known = 'homepage = "https://a.example"\nsource = ""\nissues = "https://b.example"\ndocumentation = ""\n'
    assert links(known) == {"Homepage": "https://a.example", "Issues": "https://b.example"}


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="builds, installs and serves: some minutes")
def test_a_release_from_end_to_end(tmp_path: Path) -> None:
    """In a clone, with made-up addresses: built, installed in a fresh environment, served, listed, tagged."""
    git(ROOT, "clone", "--quiet", str(ROOT), str(tmp_path / "clone"))
    clone = tmp_path / "clone"
    git(clone, "checkout", "--quiet", "-B", "main")
    file = clone / "release" / "addresses.toml"
    file.write_text(file.read_text().replace('""', '"https://sixfold.example.org"'))
    git(clone, "config", "user.name", "Test")
    git(clone, "config", "user.email", "test@example.org")
    git(clone, "commit", "--quiet", "--all", "--message", "Addresses")
    subprocess.run([sys.executable, "-m", "release", "9.0.0"], cwd=clone, check=True)
    assert git(clone, "tag").split() == ["v9.0.0"]
    assert {path.name for path in (clone / "dist").iterdir()} == {
        "sixfold-9.0.0-py3-none-any.whl",
        "sixfold-9.0.0.cdx.json",
        "sixfold-9.0.0.tar.gz",
        "sixfold_rules-9.0.0-py3-none-any.whl",
        "sixfold_rules-9.0.0.tar.gz",
    }

"""Packages of the distribution: announced before they are installed, only as root or with a sudo that asks nothing."""

from __future__ import annotations

import os
import shutil
import subprocess

from setup.words import say


def command(package: str) -> str | None:
    """What a person would type to install a package of this system."""
    return f"sudo apt-get install {package}" if shutil.which("apt-get") else None


def install(package: str) -> bool:
    """Install a package of the distribution, if that is allowed and possible without a password."""
    if os.environ.get("SYSTEM") == "no" or not shutil.which("apt-get") or (start := _start()) is None:
        return False
    say(f"Installing the package {package} of this system with apt-get (SYSTEM=no declines) ...")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    steps = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package])
    return all(subprocess.run([*start, *step], env=quiet, capture_output=True).returncode == 0 for step in steps)


def _start() -> list[str] | None:
    """The beginning of a command that runs as root, or nothing where that would ask for a password."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None

"""Without the libraries of an extra: a sentence with the command that installs it."""

import subprocess
import sys

import pytest

from sixfold.errors import MissingExtra, SixfoldError
from sixfold.extras import extra

NEEDS = [
    ("sixfold.research.pettingzoo", "pettingzoo"),
    ("sixfold.research.pettingzoo", "gymnasium"),
    ("sixfold.research.gymnasium", "gymnasium"),
    ("sixfold.research.openspiel", "pyspiel"),
    ("sixfold.research.datasets", "pyarrow"),
]


def without(library: str, code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python that does not have the library."""
    hidden = f"import sys; sys.modules[{library!r}] = None; {code}"
    return subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True)


@pytest.mark.parametrize(("module", "library"), NEEDS)
def test_a_missing_library_names_the_extra(module: str, library: str) -> None:
    done = without(library, f"import {module}")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f"this needs {library}: pip install 'sixfold[research]'")


def test_the_command_says_it_without_a_traceback() -> None:
    done = without("pyarrow", "from sixfold.cli import main; main(['export', '.'])")
    assert done.returncode == 1
    assert done.stderr == "sixfold: this needs pyarrow: pip install 'sixfold[research]'\n"


def test_who_tries_and_goes_without_can() -> None:
    def attempt() -> None:
        with extra("outer"), extra("inner"):
            import no_such_library.part  # type: ignore[import-not-found]  # noqa: F401

    with pytest.raises(ImportError) as caught:
        attempt()
    assert isinstance(caught.value, MissingExtra)
    assert isinstance(caught.value, SixfoldError)
    assert (caught.value.code, caught.value.name) == ("extra/inner", "no_such_library")

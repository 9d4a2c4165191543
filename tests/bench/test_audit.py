"""The audit's table tells what ran: rows name tests that exist, and a test that did not run never counts as passed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench.audit import PAGE, ROOT, Case, Threat, cases, packages, result, threats

FOUND = threats(PAGE.read_text("utf-8"))
GUARD = "tests/server/test_guard.py"


def test_every_threat_is_there() -> None:
    assert {threat.number for threat in FOUND} == {f"H{n}" for n in range(1, 34)}


@pytest.mark.parametrize("threat", FOUND, ids=lambda threat: threat.number)
def test_every_row_names_tests_that_exist(threat: Threat) -> None:
    assert threat.tests
    for test in threat.tests:
        file, _, name = test.partition("::")
        assert (ROOT / file).exists(), test
        assert not name or f"def {name}(" in (ROOT / file).read_text("utf-8"), test


def test_results_are_told_as_they_are() -> None:
    threat = Threat("H7", "origins", (f"{GUARD}::test_one", "tests/record"))
    good, other = Case(f"{GUARD}::test_one", True), Case(f"{GUARD}::test_one_more", False)
    assert result(threat, [good, other]) == "passed, 1 tests"
    assert result(threat, [good, Case("tests/record/test_read.py::test_a", True)]) == "passed, 2 tests"
    assert result(threat, [good, Case(f"{GUARD}::test_one", False)]) == "**failed**: test_one"
    assert result(threat, [other]) == "**not run**"


def test_a_report_is_read_as_it_is(tmp_path: Path) -> None:
    """By the real pytest: one that passes, one that fails, one that is skipped."""
    (tmp_path / "test_three.py").write_text(
        "import pytest\n\n@pytest.mark.parametrize('n', [1, 2])\ndef test_good(n): pass\n\ndef test_bad(): assert 0\n\n"
        "@pytest.mark.skip\ndef test_left_out(): pass\n",
        "utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", ".", "--junitxml=report.xml", "test_three.py"]
    subprocess.run(command, cwd=tmp_path, check=False, stdout=subprocess.DEVNULL)
    told = [(case.test, case.passed) for case in cases(tmp_path / "report.xml")]
    good = ("test_three.py::test_good", True)
    assert told == [good, good, ("test_three.py::test_bad", False), ("test_three.py::test_left_out", False)]


def test_what_cannot_be_asked_is_not_called_clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pip_audit.py").write_text("raise SystemExit('no way out')", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert packages("run").startswith("**not checked**")

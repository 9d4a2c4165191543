"""Mutation testing of the rules: does a test fail when a rule is broken? `python -m bench.mutants [tiles] [cards]`

The tests are collected once, and run once as they are, to see how long each takes and which lines of the rules it runs.
Then every mutant gets a forked child, in which a changed function takes the place of the true one and the tests that
run its lines follow, the quickest first; the first that fails kills the mutant. A change of what runs when a module is
loaded has the child load everything anew. The working tree is never touched.

Findings are kept in mutants/ until a file that they depend on changes: a run can be stopped and taken up again.
Mutants that mean the same program are listed with their reason in bench/mutants.json; they count as survivors all the
same.
"""

from __future__ import annotations

import argparse
import functools
import gc
import hashlib
import importlib.abc
import importlib.util
import itertools
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, TypeVar

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from bench.mutations import Mutant, mutants

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "sixfold"
REASONS = ROOT / "bench" / "mutants.json"
TRACES = ROOT / "mutants" / "traces.jsonl"
RESULTS = ROOT / "mutants" / "results.jsonl"
RULES = {
    "tiles": sorted((SOURCE / "tiles").glob("*.py")),
    "cards": sorted((SOURCE / "cards").glob("*.py")),
    "shared": [SOURCE / "fields.py", SOURCE / "game.py", SOURCE / "pieces.py"],
}
TESTS = ("pieces", "fields", "tiles", "cards", "laws", "spec/test_tiles.py", "spec/test_cards.py")
SPEC = ("examples", "illegal", "perft", "playthroughs", "rules")
WANTED = 0.95
SLOW_S = 1.0
"""`--fast` leaves out the tests that take longer."""
PATIENCE_S = 3600
"""A child that waits longer than this for anything is stuck: an error of this program, not a mutant that was found."""
LOADING_S = 60
"""CPU-seconds that loading and collecting everything may take."""
MEMORY_BYTES = 4 << 30
BROKEN = 70
WATCHED_S = 2.0
"""How long a test is traced. What it runs only later it is not given to: a mutant may live for it, none dies."""


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# ---- what was found before -------------------------------------------------------------------------------------------


class Files:
    """Digests of what a finding depends on: the rules, all that the tests share, and the tests."""

    def __init__(self) -> None:
        folders = sorted({name.partition("/")[0] for name in TESTS})
        tests = [path for folder in folders for path in sorted((ROOT / "tests" / folder).glob("*.py"))]
        helpers = [path for path in tests if not path.name.startswith("test_")]
        strategies = [SOURCE / "rulesets.py", SOURCE / "testing" / "strategies.py"]
        spec = [path for folder in SPEC for path in sorted((ROOT / "spec" / folder).iterdir())]
        self.shared = _digest([*itertools.chain(*RULES.values()), *helpers, *strategies, *spec])
        self.tests = {f"tests/{path.parent.name}/{path.name}": _digest([path]) for path in tests}

    def of(self, test: str) -> str:
        return self.shared + self.tests.get(test.partition("::")[0], "")

    def all(self, tests: Iterable[str]) -> str:
        return self.shared + hashlib.sha256("".join(map(self.of, sorted(tests))).encode()).hexdigest()[:12]


def _digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Trace:
    """What a test does without a mutant: its CPU-seconds while traced, and the lines of the rules that it runs."""

    key: str
    files: str
    seconds: float
    lines: dict[str, list[int]]

    def meets(self, mutant: Mutant) -> bool:
        return not set(mutant.lines).isdisjoint(self.lines.get(mutant.module, ()))


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant: the test that killed it, or None."""

    key: str
    files: str
    killer: str | None


Finding = TypeVar("Finding", Trace, Result)


def kept(kind: type[Finding], path: Path) -> dict[str, Finding]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {finding.key: finding for finding in (kind(**json.loads(line)) for line in lines)}


def keep(path: Path, finding: Trace | Result) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(finding)) + "\n")


# ---- the tests, and the lines that they run --------------------------------------------------------------------------


class Tracer:
    """Notes the lines of the rules that run. A function of which every line was seen is not watched any more."""

    def __init__(self) -> None:
        self.modules = {str(path): module(path) for path in itertools.chain(*RULES.values())}
        self.left: dict[CodeType, set[int]] = {}

    def __enter__(self) -> None:
        self.left.clear()
        signal.signal(signal.SIGVTALRM, self.__exit__)
        signal.setitimer(signal.ITIMER_VIRTUAL, WATCHED_S)
        sys.settrace(self._called)

    def __exit__(self, *reason: object) -> None:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def lines(self) -> dict[str, list[int]]:
        found: dict[str, set[int]] = {}
        for code, left in self.left.items():
            found.setdefault(self.modules[code.co_filename], set()).update(_lines(code) - left)
        return {name: sorted(lines) for name, lines in found.items()}

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        if code.co_filename not in self.modules:
            return None
        if code not in self.left:
            self.left[code] = set(_lines(code))
        return self._ran(frame, event, arg) if self.left[code] else None

    def _ran(self, frame: FrameType, event: str, arg: object) -> Any:
        self.left[frame.f_code].discard(frame.f_lineno)
        return self._ran


@functools.cache
def _lines(code: CodeType) -> frozenset[int]:
    return frozenset(line for *_, line in code.co_lines() if line is not None)


def module(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)


Tests = dict[str, pytest.Item]


def collect(work: Callable[[Tests], None]) -> int:
    """Have pytest collect the tests, by name, and do this instead of running them."""

    class Instead:
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            if session.testsfailed:
                raise session.Interrupted("not every test can be loaded")
            work({item.nodeid: item for item in session.items})
            return True

    # Plain asserts: nobody reads why a mutant died.
    options = ["-qq", "-p", "no:cacheprovider", "--assert=plain", "--tb=no", "--no-header", "--no-summary"]
    return int(pytest.main([*options, *(f"tests/{name}" for name in TESTS)], plugins=[Instead()]))


def passes(test: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(test, log=False, nextitem=None))


def traces(tests: Tests, files: Files) -> dict[str, Trace]:
    """The trace of every test: the kept one, or a new one where the test or the rules have changed."""
    found = kept(Trace, TRACES)
    stale = [name for name in tests if name not in found or found[name].files != files.of(name)]
    if stale:
        tell(f"{len(stale)} of {len(tests)} tests run without a mutant ...")
        child = fork(lambda: _trace({name: tests[name] for name in stale}, files))
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            sys.exit("the tests fail without any mutant")
        found = kept(Trace, TRACES)
    return {name: found[name] for name in tests}


def _trace(tests: Tests, files: Files) -> int:
    kind = type(functools.cache(int))
    caches: list[Any] = [one for one in gc.get_objects() if isinstance(one, kind) and "sixfold" in one.__module__]
    tracer = Tracer()
    for name, test in tests.items():
        # What a test left in a cache would hide the lines that fill it from the next.
        for cache in caches:
            cache.cache_clear()
        before = time.process_time()
        with tracer:
            passed = passes(test)
        if not passed:
            tell(f"fails: {name}")
            return 1
        seconds = round(time.process_time() - before, 4)
        keep(TRACES, Trace(name, files.of(name), seconds, tracer.lines()))
    return 0


# ---- a mutant and its child ------------------------------------------------------------------------------------------


def fork(work: Callable[[], int]) -> int:
    """A child process that ends with the answer of `work`, or with BROKEN when it does not come to one."""
    child = os.fork()
    if child:
        return child
    code = BROKEN
    try:
        code = work()
    finally:
        os._exit(code)


class Loading(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the changed module in place of the true one."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name = name
        self.code = code

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def create_module(self, spec: Any) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


Place = tuple[str, str, int]


def place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def functions() -> dict[Place, FunctionType]:
    """Every function of the loaded rules, by where it is written."""
    files = {str(path) for path in itertools.chain(*RULES.values())}
    found = (one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__code__.co_filename in files)
    return {place(one.__code__): one for one in found}


def exchange(code: CodeType, known: dict[Place, FunctionType]) -> bool:
    """Put the code of changed functions into the loaded ones; False when only loading can change what changed."""
    changed = False
    for part in (part for part in code.co_consts if isinstance(part, CodeType)):
        function = known.get(place(part))
        if function is None:
            changed |= exchange(part, known)  # the body of a class
        elif function.__code__ != part:
            if function.__code__.co_freevars != part.co_freevars:
                return False  # it closes over something else: only loading can do that
            function.__code__ = part
            changed = True
    return changed


@dataclass(frozen=True, slots=True)
class Hunt:
    """All that a child needs to try a mutant. It writes the number of each test before running it."""

    tests: Tests
    traces: dict[str, Trace]
    at_import: Trace
    known: dict[Place, FunctionType]

    def order(self, mutant: Mutant | None, first: str | None, fast: bool) -> list[str]:
        """The tests that could notice a mutant: the one that did so last time, then the quickest first."""
        names = [name for name, trace in self.traces.items() if mutant is None or trace.meets(mutant)]
        if mutant is not None and not names:
            # What only loading runs: whoever uses the package, or nothing but a constant of it.
            package = mutant.module.rpartition(".")[0]
            names = [name for name, trace in self.traces.items() if not trace.lines or package in " ".join(trace.lines)]
        if fast:
            names = [name for name in names if self.traces[name].seconds <= SLOW_S]
        return sorted(names, key=lambda name: (name != first, self.traces[name].seconds))

    def run(self, mutant: Mutant | None, order: Sequence[str], out: int) -> int:
        """0 when all tests pass; without a mutant they have to, whichever way they are run."""
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, -1))
        signal.alarm(PATIENCE_S)
        if mutant is None:
            return 0 if self._survives(self.tests, order, out) and self._survives_anew(order, out) else 1
        code = mutant.code()
        if exchange(code, self.known):
            if any(self.traces[name].meets(mutant) for name in order):
                return 0 if self._survives(self.tests, order, out) else 1
            if not self.at_import.meets(mutant):
                return 0  # nothing runs it
        sys.meta_path.insert(0, Loading(mutant.module, code))
        return 0 if self._survives_anew(order, out) else 1

    def _survives_anew(self, order: Sequence[str], out: int) -> bool:
        """The same after loading everything again."""
        for name in [name for name in sys.modules if name.partition(".")[0] in ("sixfold", "tests")]:
            del sys.modules[name]
        signal.setitimer(signal.ITIMER_PROF, LOADING_S)
        survives = False

        def again(tests: Tests) -> None:
            nonlocal survives
            survives = self._survives(tests, order, out)

        return collect(again) == 0 and survives

    def _survives(self, tests: Tests, order: Sequence[str], out: int) -> bool:
        for number, name in enumerate(order):
            os.write(out, f"{number}\n".encode())
            # One that never ends is stopped by its CPU time; a limit for the whole process would count other ticks.
            signal.setitimer(signal.ITIMER_PROF, 3 + 3 * self.traces[name].seconds)
            if name not in tests or not passes(tests[name]):
                return False
        return True


# ---- all of them -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant and the child that tries it."""

    mutant: Mutant | None
    order: list[str]
    child: int
    ran: int

    @classmethod
    def begin(cls, hunt: Hunt, mutant: Mutant | None, first: str | None = None, fast: bool = False) -> Trial:
        order = hunt.order(mutant, first, fast)
        ours, theirs = os.pipe()
        child = fork(lambda: hunt.run(mutant, order, theirs))
        os.close(theirs)
        return cls(mutant, order, child, ours)

    def killer(self, status: int) -> str | None:
        """The test that ended it, by failing or by never ending."""
        with os.fdopen(self.ran) as report:
            ran = report.read().split()
        if status == signal.SIGALRM or os.waitstatus_to_exitcode(status) == BROKEN:
            raise RuntimeError(f"could not try {self.mutant and self.mutant.key}")
        return (self.order[int(ran[-1])] if ran else "loading") if status else None


def control(hunt: Hunt, files: Files, fast: bool) -> None:
    """Without a mutant the tests pass in the order and in the ways that mutants meet them: failures are their doing."""
    result = Result(f"without a mutant, {'fast' if fast else 'whole'}", files.all(hunt.tests), None)
    if kept(Result, RESULTS).get(result.key) == result:
        return
    tell("the tests run as a mutant meets them, but without one ...")
    trial = Trial.begin(hunt, None, fast=fast)
    if killer := trial.killer(os.waitpid(trial.child, 0)[1]):
        sys.exit(f"without any mutant {killer} fails")
    keep(RESULTS, result)


def try_all(
    chosen: Sequence[Mutant], hunt: Hunt, files: Files, granted: Container[str], fast: bool, workers: int
) -> Iterator[tuple[Mutant, Result]]:
    """What becomes of each mutant, as it is found; those granted to live are not tried."""
    before = kept(Result, RESULTS)
    everything = files.all(hunt.tests)
    waiting: list[Mutant] = []
    for mutant in chosen:
        old = before.get(mutant.key)
        if mutant.key in granted:
            yield mutant, Result(mutant.key, "", None)
        elif old is not None and old.files == (files.of(old.killer) if old.killer else everything):
            yield mutant, old
        else:
            waiting.append(mutant)
    running: dict[int, tuple[Mutant, Trial]] = {}
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop(0)
            old = before.get(mutant.key)
            trial = Trial.begin(hunt, mutant, old.killer if old else None, fast)
            running[trial.child] = mutant, trial
        child, status = os.wait()
        mutant, trial = running.pop(child)
        killer = trial.killer(status)
        result = Result(mutant.key, files.of(killer) if killer else everything, killer)
        if killer or not fast:
            keep(RESULTS, result)
        yield mutant, result


def report(group: str, chosen: Sequence[Mutant], survivors: Sequence[Mutant], known: dict[str, str]) -> bool:
    """Print what was found; whether enough mutants died, and every survivor has its reason."""
    share = 1 - len(survivors) / max(1, len(chosen))
    print(f"{group}: {len(chosen) - len(survivors)} of {len(chosen)} killed, {share:.1%}")
    for mutant in survivors:
        print(f"  {mutant.path.name}:{mutant.lines[0]} {mutant.key}\n    {known.get(mutant.key, 'NO REASON GIVEN')}")
    return share >= WANTED and all(mutant.key in known for mutant in survivors)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("groups", nargs="*", default=["tiles", "cards"], help=f"some of {', '.join(RULES)}")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="only mutants whose key holds this text")
    parser.add_argument("--every", type=int, default=1, help="only every n-th mutant")
    parser.add_argument("--fast", action="store_true", help="without the slow tests: more live, found sooner")
    parser.add_argument("--doubt", action="store_true", help="try those, too, for which there is a reason to live")
    options = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    # The same examples for every mutant, no time spent on making a failing one smaller, no failure for being slow.
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutants")
    good = False

    def work(tests: Tests) -> None:
        nonlocal good
        tracer.__exit__()
        good = everything(tests, Trace("loading", "", 0, tracer.lines()), options)

    tracer = Tracer()
    with tracer:
        collect(work)
    sys.exit(0 if good else 1)


def everything(tests: Tests, at_import: Trace, options: argparse.Namespace) -> bool:
    """Try the mutants that were asked for, and tell what was found."""
    known: dict[str, str] = json.loads(REASONS.read_text(encoding="utf-8"))
    TRACES.parent.mkdir(exist_ok=True)
    files = Files()
    hunt = Hunt(tests, traces(tests, files), at_import, functions())
    gc.freeze()
    control(hunt, files, options.fast)
    good = True
    for group in options.groups:
        every = [mutant for path in RULES[group] for mutant in mutants(module(path), path)]
        chosen = [mutant for mutant in every if options.only in mutant.key][:: options.every]
        survivors: list[Mutant] = []
        start = time.monotonic()
        granted = () if options.doubt else known
        found = try_all(chosen, hunt, files, granted, options.fast, options.workers)
        for done, (mutant, result) in enumerate(found, 1):
            if result.killer is None:
                survivors.append(mutant)
            if result.killer is None and mutant.key not in known:
                tell(f"{mutant.path.name}:{mutant.lines[0]} lives: {mutant.key}")
            if done % 50 == 0 or done == len(chosen):
                seconds = time.monotonic() - start
                tell(f"{group}: {done} of {len(chosen)}, {len(survivors)} live, {seconds:.0f} s")
        good &= report(group, chosen, survivors, known)
        gone = [key for key in known if key.startswith(f"sixfold.{group}.") and key not in {m.key for m in every}]
        if gone:
            print("reasons for mutants that there are not: ", *gone, sep="\n  ")
    return good


if __name__ == "__main__":
    main()

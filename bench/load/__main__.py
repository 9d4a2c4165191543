"""`python -m bench.load`: what the server carries.

    python -m bench.load                      every part that is missing, then docs/scale.md
    python -m bench.load moves-500 cold       these parts, anew, then docs/scale.md
    python -m bench.load page                 docs/scale.md alone, from what was measured so far
    python -m bench.load list                 the names of the parts, and which were measured
    python -m bench.load --quick …            less of everything, kept apart
    python -m bench.load run --games 500 --rate 250 --seconds 60 [--servers 2]      one load, printed and not kept

Each part is kept in build/load when it is done, with what else the machine did meanwhile. The page says which parts
were not measured. Loopback only. All takes about a quarter of an hour on a quiet machine of two cores.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from bench.bystander import RESULTS, results
from bench.load.measure import Run, measure
from bench.load.page import page
from bench.load.parts import QUICK, WHOLE, Parts, work_of


def one_load(options: argparse.Namespace) -> None:
    """Print what one load comes to."""
    found = measure(Run(options.games, options.rate, options.seconds, servers=options.servers))
    for name, value in (asdict(found) | {"per_core": found.per_core}).items():
        print(f"{name:12} {value:,.2f}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="PART", help="parts to measure anew, or: page, list, run")
    parser.add_argument("--write", type=Path, default=Path("docs/scale.md"))
    parser.add_argument("--quick", action="store_true", help="fewer games, shorter loads")
    parser.add_argument("--games", type=int, default=500, help="of `run`")
    parser.add_argument("--seconds", type=float, default=60, help="of `run`")
    parser.add_argument("--rate", type=float, default=250, help="of `run`: moves a second")
    parser.add_argument("--servers", type=int, default=0, help="of `run`: on one PostgreSQL; 0: one on a SQLite file")
    options = parser.parse_args()
    if options.what == ["run"]:
        one_load(options)
        return
    parts = Parts(Path("build", "load-quick" if options.quick else "load"))
    work = work_of(QUICK if options.quick else WHOLE)
    if options.what == ["list"]:
        for name in work:
            print(name, "" if parts.read(name) is None else "measured")
        return
    asked = [name for name in options.what if name != "page"]
    if unknown := [name for name in asked if name not in work]:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(work)}")
    for name in asked if options.what else [name for name in work if parts.read(name) is None]:
        kept = parts.measure(name, work[name])
        print(f"{name}: {kept.found} beside {kept.around.others:.1f} cores of other work", flush=True)
    known = {name: parts.read(name) for name in work}
    options.write.write_text(page(known, results(RESULTS), options.quick), encoding="utf-8")
    subprocess.run([sys.executable, "-m", "tests.docs.wrap"], check=True)
    missing = [name for name, kept in known.items() if kept is None]
    print(f"{options.write} is written" + (f"; not measured yet: {', '.join(missing)}" if missing else ""))


if __name__ == "__main__":
    main()

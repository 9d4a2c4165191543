"""The builder of `kernel.wasm`, from the Python of sixfold.kernel: `python -m bench.kernel.build` or `make kernel`.

Numba reads the functions and types them; LLVM (inside llvmlite) compiles what Numba wrote for the 32-bit machine that
every browser and wasmtime have; a linker gives things their addresses. Nothing of the building machine gets into the
file: the same sources and the same versions of the tools give the same bytes, and a test compares them.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.metadata
import json
import os
import pkgutil
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

PACKAGE: Final = Path(__file__).parents[2] / "src" / "sixfold" / "kernel"
MODULE: Final = PACKAGE / "kernel.wasm"
TRIPLE: Final = "wasm32-unknown-unknown"
LAYOUT: Final = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
# What every browser of the last years and wasmtime have. SIMD: the network's inner loops are sums of products.
FEATURES: Final = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"
INLINED: Final = 20
"""How large, in LLVM's own measure, a function may be to be copied into its callers (LLVM's default: 225)."""
STACK: Final = 64 * 1024
MEMORY: Final = 256 * 1024 * 1024
"""The most memory the module may ever have: the bound is in the file, so it holds in every engine."""
SQUARE_ROOT: Final = """
declare double @llvm.sqrt.f64(double)
define linkonce_odr double @sqrt(double %x) alwaysinline {
  %y = call double @llvm.sqrt.f64(double %x)
  ret double %y
}
"""
"""The one library function that is left: every machine has it as an instruction, exact to the last bit (IEEE 754)."""
CLEAN: Final = {
    # Numba leaves the optimising to us: its own passes know the host, ours know the target.
    "NUMBA_OPT": "0",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    # Sets of names are walked in the order of their hashes.
    "PYTHONHASHSEED": "0",
    "SIXFOLD_KERNEL": "numba",
    # Code that is not optimised is not worth keeping.
    "SIXFOLD_KERNEL_CACHE": "off",
}


def build(to: Path) -> None:
    """Make the module in a process of its own, whose settings Numba reads when it is imported."""
    command = [sys.executable, "-m", "bench.kernel.build", "--here", str(to)]
    subprocess.run(command, env={**os.environ, **CLEAN}, cwd=Path(__file__).parents[2], check=True)


def entries() -> list[Any]:
    """All entry points of the kernel, in the order of their names."""
    import sixfold.kernel
    from sixfold.kernel.engine import Compiled

    found: dict[str, Any] = {}
    for module in pkgutil.walk_packages(sixfold.kernel.__path__, "sixfold.kernel."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Compiled) and value.entry:
                found[value.name] = value
    return [found[name] for name in sorted(found)]


def numba_type(kind: Any) -> Any:
    """The type that Numba knows a parameter by."""
    from numba import types

    from sixfold.kernel.signature import Array, Group

    numbers = {"int": types.int64, "float": types.float64, "bool": types.boolean}
    if isinstance(kind, Group):
        return types.NamedTuple([numba_type(field) for field in kind.fields], kind.cls)  # type: ignore[no-untyped-call]
    if isinstance(kind, Array):
        return types.Array(getattr(types, kind.dtype), kind.dims, "C")
    return numbers[kind]


def compile_entry(one: Any) -> tuple[str, str]:
    """The name that Numba gave an entry point, and its code with everything it calls, as LLVM's text."""
    signature = tuple(numba_type(kind) for kind in one.signature.parameters)
    one.dispatcher.compile(signature)
    library = one.dispatcher.overloads[signature].library
    name = one.dispatcher.overloads[signature].fndesc.llvm_func_name
    return name, library.get_llvm_str()


def retargeted(text: str) -> str:
    """The same code for the other machine, without what only CPython needs."""
    # Pointers are opaque in this LLVM and indices stay 64 bits wide, so layout and triple are all that names a machine.
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{LAYOUT}"', text)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    # Wrappers that take Python objects (cpython) or C callers (cfunc): nobody calls them here, and they import Python.
    text = _without(text, r'@"?(?:_ZN7cpython|cfunc\.)')
    # Counting references to arrays: they belong to the caller here, so both do nothing, and vanish.
    text = _without(text, r"@NRT_(?:incref|decref)\b")
    text = _without(text, r"@sqrt\b")
    nothing = "define linkonce_odr void @NRT_{}(ptr %_) alwaysinline {{\n  ret void\n}}\n"
    return text + nothing.format("incref") + nothing.format("decref") + SQUARE_ROOT


def _without(text: str, name: str) -> str:
    """Leave out the definitions and declarations of functions by the beginning of their names."""
    text = re.sub(rf"(?ms)^define [^\n]*{name}[^\n]*\{{\n.*?^\}}\n", "", text)
    return re.sub(rf"(?m)^declare [^\n]*{name}[^\n]*\n", "", text)


def door(one: Any, inner: str, declaration: str) -> str:
    """A function for callers from outside: it takes the address of a block of 64-bit words, and answers in its first.

    Numba's own convention has seven words for an array, pointers for the answer and for an exception, and a status.
    An exception cannot be told to anybody here: it stops the module (none is raised by anything in the kernel).
    """
    from sixfold.kernel.signature import Array

    lines: list[str] = []

    def word(kind: str) -> str:
        """The next word of the block."""
        n = sum(" = load " in line for line in lines)
        lines.append(f"  %p{n} = getelementptr i64, ptr %block, i32 {n}")
        lines.append(f"  %w{n} = load {kind}, ptr %p{n}, align 8")
        return f"%w{n}"

    passes = ["ptr %answer", "ptr %exception"]
    for i, leaf in enumerate(one.signature.leaves):
        if not isinstance(leaf, Array):
            kind = {"int": "i64", "bool": "i8", "float": "double"}[leaf]
            passes.append(f"{kind} {word(kind)}")
            continue
        size = int(leaf.dtype.lstrip("intfloa")) // 8
        data, *lengths = word("ptr"), *(word("i64") for _ in range(leaf.dims))
        items, strides = lengths[0], [str(size)]
        if leaf.dims == 2:
            lines.append(f"  %items{i} = mul i64 {lengths[0]}, {lengths[1]}")
            lines.append(f"  %stride{i} = mul i64 {lengths[1]}, {size}")
            items, strides = f"%items{i}", [f"%stride{i}", str(size)]
        passes += ["ptr null", "ptr null", f"i64 {items}", f"i64 {size}", f"ptr {data}"]
        passes += [f"i64 {number}" for number in (*lengths, *strides)]
    kept = {"int": "i64", "float": "double", "bool": "i8", "None": "ptr"}[one.signature.returns]
    answer = f"  %value = load {kept}, ptr %answer\n  store {kept} %value, ptr %block\n"
    if kept == "i8":
        answer = "  %narrow = load i8, ptr %answer\n  %value = zext i8 %narrow to i64\n  store i64 %value, ptr %block\n"
    body = "\n".join(lines)
    # A call that does not match its function would be compiled to nothing, without a word.
    wanted = [kind.split()[0] for kind in declaration.partition("(")[2].split(",")]
    assert [kind.split()[0] for kind in passes] == wanted, (one.name, passes, wanted)
    return f"""
define void @"{one.name}"(ptr %block) {{
  %answer = alloca {kept}
  %exception = alloca ptr
{body}
  %status = call i32 @"{inner}"({", ".join(passes)})
  ; 0 is an answer and -2 is None; all else is an exception.
  switch i32 %status, label %stop [ i32 0, label %done  i32 -2, label %done ]
stop:
  call void @llvm.trap()
  unreachable
done:
{answer if kept != "ptr" else ""}  ret void
}}
"""


def declared(text: str, inner: str) -> str:
    """The declaration of a function that another text defines."""
    head = re.search(rf'^define [^\n]*?(i32 @"?{re.escape(inner)}"?\(.*\))[^\n]*\{{$', text, re.MULTILINE)
    assert head is not None, inner
    return "declare " + re.sub(r"%[\w.\"]+", "", head[1])


def linked(texts: list[str], names: list[str]) -> Any:
    """One module of all of them: entry points are seen from outside, everything else belongs to it."""
    import llvmlite.binding as llvm

    whole = llvm.parse_assembly(texts[0])
    for text in texts[1:]:
        whole.link_in(llvm.parse_assembly(text))
    outside = set(names)
    for thing in (*whole.functions, *whole.global_variables):
        if not thing.is_declaration and thing.name not in outside:
            thing.linkage = "internal"
        thing.visibility = "default" if thing.name in outside else thing.visibility
    whole.verify()
    return whole


def compiled_object(whole: Any) -> bytes:
    """LLVM's passes, then code for the target.

    Functions are copied into their callers only where they are tiny, and loops stay loops: a page loads a quarter less,
    and rollouts and games were measured as fast.
    """
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES, codemodel="default")
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.inlining_threshold = INLINED
    options.loop_unrolling = False
    # LLVM keeps the order of every sum unless told otherwise, so vectors change no bit.
    options.loop_vectorization = True
    options.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(whole, passes)
    return bytes(machine.emit_object(whole))


def link(code: bytes, names: list[str], to: Path) -> None:
    """Addresses for everything: wasm-ld, from the wheel `ziglang`. It refuses what would need anything from outside."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "kernel.o"
        part.write_bytes(code)
        exports = [f"--export={name}" for name in (*names, "__heap_base")]
        # The stack comes first, so that running out of it stops the module instead of overwriting data.
        options = ["--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}", f"--max-memory={MEMORY}"]
        command = [sys.executable, "-m", "ziglang", "wasm-ld", *options, *exports, str(part), "-o", str(to)]
        subprocess.run(command, check=True)


def origin() -> dict[str, str]:
    """What the module is made from and with: a hash of the sources, and what else decides its bytes."""
    digest = hashlib.sha256()
    shared = (PACKAGE / "floats.py", PACKAGE / "rewards.py")
    for path in sorted((*PACKAGE.rglob("tiles/**/*.py"), *PACKAGE.rglob("cards/**/*.py"), *shared)):
        if path.name not in ("packing.py", "__init__.py"):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    versions = {name: importlib.metadata.version(name) for name in ("numba", "llvmlite", "ziglang")}
    python = ".".join(platform.python_version_tuple()[:2])
    settings = {"inlined": str(INLINED), "python": python, "machine": platform.machine()}
    return {"sources": digest.hexdigest(), **settings, **versions}


def signed(code: bytes, told: dict[str, str]) -> bytes:
    """The module with a section of its own at the end, which engines skip: where it comes from."""
    name, content = b"sixfold", json.dumps(told, sort_keys=True).encode()
    body = bytes([len(name)]) + name + content
    assert len(body) < 1 << 14
    # A section is its number, here 0, its length in groups of seven bits, and what it holds.
    return code + bytes([0, len(body) & 127 | 128, len(body) >> 7]) + body


def told_origin(code: bytes) -> dict[str, str]:
    """What `signed` wrote."""
    found: dict[str, str] = json.loads(code[code.rindex(b"\x07sixfold{") + 8 :])
    return found


def build_here(to: Path) -> None:
    """All steps, in this process."""
    points = entries()
    names = [one.name for one in points]
    texts: list[str] = []
    doors: list[str] = [f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\ndeclare void @llvm.trap()\n']
    for one in points:
        inner, text = compile_entry(one)
        text = retargeted(text)
        texts.append(text)
        declaration = declared(text, inner)
        doors += [declaration, door(one, inner, declaration)]
    link(compiled_object(linked([*texts, "\n".join(doors)], names)), names, to)
    to.write_bytes(signed(to.read_bytes(), origin()))
    to.chmod(0o644)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--here", action="store_true", help="in this process; its settings must be the clean ones")
    parser.add_argument("to", nargs="?", type=Path, default=MODULE)
    options = parser.parse_args()
    (build_here if options.here else build)(options.to)


if __name__ == "__main__":
    main()

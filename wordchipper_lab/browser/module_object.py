"""From compiled entries to one WebAssembly object: ``float64 name(int32 words)`` for each.

numba compiles for this machine, so what it has not optimised yet is retargeted (`NOT_OPTIMISED`), and LLVM optimises
it for WebAssembly: 119 kB, where code that was optimised for x86-64 first takes 190 kB. Nearly all loops of these
kernels are short. Unrolled and vectorised they took 138 kB; left as they are, new text is encoded at 1.04, 1.06, 1.04
and 1.01 of that speed (Node 20, o200k_base, CPU time in turns; 500 languages, Python code, manuals in many languages,
English). With the usual threshold for inlining 15 kB more are no faster either. Without SIMD it was 155 instead of 138
kB, and 0.65 to 0.85 of the speed. Reading all that is to be prefetched: 0.9 of the speed.
The optimised code has no calls that leave the module: kernels allocate and count no references.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import llvmlite.binding as llvm

from ..linking.entries import Entry

__all__ = ["NOT_OPTIMISED", "wasm_object"]

NOT_OPTIMISED = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "x86-64-v2",
    "NUMBA_CPU_FEATURES": "+cx16,+sahf,+popcnt,+sse4.1,+sse4.2,+ssse3",
}
"""Environment variables with which numba leaves the code of kernels as it is; their vectors have 16 bytes at most."""

_TRIPLE = "wasm32-unknown-unknown"
_FEATURES = "+simd128,+bulk-memory,+sign-ext,+mutable-globals"
"""What every browser since 2023 has (Safari 16.4 was the last)."""

_INLINING_THRESHOLD = 0

_ENTRY = """
define double @{symbol}(ptr %words) {{
  %result = alloca i64
  %problem = alloca ptr
  store i64 0, ptr %result
  %at = ptrtoint ptr %words to i64
  call i32 @"{native}"(ptr %result, ptr %problem, i64 %at)
  %found = load i64, ptr %result
  %number = sitofp i64 %found to double
  ret double %number
}}
declare i32 @"{native}"(ptr, ptr, i64)
"""
# A double is a number in JavaScript; of a 64-bit integer it would make a BigInt. All results are exact as doubles.

_OF_THIS_MACHINE = re.compile(
    r'^target (?:datalayout|triple) = .*$|"(?:target-cpu|target-features|tune-cpu)"="[^"]*"', re.MULTILINE
)

# Of what numba counts references, nothing is allocated (`kernels.jit`).
_NO_COUNTING = """
define internal void @NRT_incref(ptr %memory) { ret void }
define internal void @NRT_decref(ptr %memory) { ret void }
"""


def wasm_object(entries: Mapping[str, Entry]) -> bytes:
    """A relocatable object with a function for each entry, by its name; everything else in it is internal.

    Raises ``RuntimeError`` if it would need a function that is not in it.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(
        "generic", _FEATURES, opt=3, reloc="static"
    )
    glue = "".join(_ENTRY.format(symbol=name, native=entry.native) for name, entry in entries.items())
    module = llvm.parse_assembly(_NO_COUNTING + glue)
    for entry in entries.values():
        module.link_in(llvm.parse_assembly(_OF_THIS_MACHINE.sub("", str(entry.library._final_module))))
    module.triple, module.data_layout = _TRIPLE, str(machine.target_data)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in entries:
            value.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.inlining_threshold = _INLINING_THRESHOLD
    options.loop_unrolling = options.loop_vectorization = False
    options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    _drop_what_is_unused(module, builder)
    builder.getModulePassManager().run(module, builder)
    _drop_what_is_unused(module, builder)
    missing = [
        one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")
    ]
    if missing:
        raise RuntimeError(f"kernels call {', '.join(missing)}, which WebAssembly does not have")
    return bytes(machine.emit_object(module))


def _drop_what_is_unused(module: llvm.ModuleRef, builder: llvm.PassBuilder) -> None:
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_opt_pass()
    passes.add_dead_arg_elimination_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)

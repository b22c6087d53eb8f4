"""From compiled entries to one object file for a kind of processor."""

from __future__ import annotations

from collections.abc import Iterable

import llvmlite.binding as llvm

from ..kernels.linked.codes import VALUE_WORDS
from .entries import Entry

__all__ = ["CALL", "object_file", "symbol_of"]

CALL = "wordchipper_call"
"""The function that takes the arguments apart, for Python."""

_ENTRY = """
define i64 @{symbol}(i64 %values) {{
  %result = alloca i64
  %problem = alloca ptr
  store i64 0, ptr %result
  call i32 @"{native}"(ptr %result, ptr %problem, i64 %values)
  %found = load i64, ptr %result
  ret i64 %found
}}
declare i32 @"{native}"(ptr, ptr, i64)
"""

_CALL = f"""
define i64 @{CALL}(i64 %plan, i64 %arguments, i64 %n) {{{{
  %result = alloca i64
  %problem = alloca ptr
  %values = alloca [{VALUE_WORDS} x i64]
  %at = ptrtoint ptr %values to i64
  call i32 @"{{native}}"(ptr %result, ptr %problem, i64 %plan, i64 %arguments, i64 %n, i64 %at)
  %found = load i64, ptr %result
  ret i64 %found
}}}}
declare i32 @"{{native}}"(ptr, ptr, i64, i64, i64, i64)
"""


def symbol_of(number: int) -> str:
    """The name of an entry's C function."""
    return f"kernel_{number}"


def object_file(entries: Iterable[Entry], call: Entry, triple: str, cpu: str, features: str) -> bytes:
    """A position-independent object with these C functions; everything else in it is internal."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    entries = list(entries)
    target = llvm.Target.from_triple(triple)
    machine = target.create_target_machine(cpu, features, opt=3, reloc="pic", codemodel="default")
    glue = "".join(_ENTRY.format(symbol=symbol_of(i), native=one.native) for i, one in enumerate(entries))
    module = llvm.parse_assembly(glue + _CALL.format(native=call.native))
    for one in (call, *entries):
        module.link_in(llvm.parse_assembly(str(one.library._final_module)))
    module.triple, module.data_layout = triple, str(machine.target_data)
    public = {CALL, *map(symbol_of, range(len(entries)))}
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in public:
            value.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    # Of an array that is passed on, most kernels need only the address: 35 arguments less in some calls.
    passes.add_global_opt_pass()
    passes.add_dead_arg_elimination_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
    return bytes(machine.emit_object(module))

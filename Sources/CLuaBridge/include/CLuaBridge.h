/// The only interface between Lua 5.4 and Swift.
///
/// Lua raises errors with longjmp, which must never cross a Swift frame. So Swift sees only the declarations
/// of these headers: functions that cannot raise, on a forward-declared `lua_State`. While Swift is on the stack
/// (`in_host` > 0), the allocator ignores its limits, so nothing here can run out of memory.
///
/// Layers. The headers below stand in this order, and each file calls only files that stand before it in this
/// list; scripts/checks/c_layers.py holds that. What a lower layer needs of a higher one is a hook of the machine: `enter`,
/// `trip`, `note_string`, `gone`, `collect`.
///
///   memory and keys: accounts of the machine and of copies, numbers of Swift types
///     lb_memory lb_identity lb_copy lb_type
///
///   values: the stack, tables, references, globals, structs, sequences
///     lb_value lb_describe lb_readonly lb_struct lb_sequence
///
///   objects and classes: userdata, how long they last, what hangs on them, and what they answer
///     lb_userdata lb_laden lb_keep lb_dying lb_collect lb_class lb_object lb_edge lb_member lb_override
///     lb_named lb_class_value lb_subclass lb_declare lb_standin
///
///   calls and budgets: protected calls, members, delegates, limits
///     lb_lines lb_profile lb_debug lb_budget lb_await lb_call lb_protected lb_inspect lb_delegate lb_task
///     lb_console
///
///   sandbox: the libraries that scripts see; opening and closing a machine
///     lb_match lb_capture lb_find lb_gsub lb_format lb_table lb_sort lb_keys lb_pairs lb_next
///     lb_catch lb_coroutine lb_raw lb_compile lb_random lb_charged lb_sandbox lb_vm
///
/// Unless a line says otherwise: indexes are Lua stack indexes, and "pushes" leaves one value on top.
#pragma once

#include "lb_host.h"
#include "lb_memory.h"
#include "lb_values.h"
#include "lb_objects.h"
#include "lb_calls.h"
#include "lb_debug.h"
#include "lb_machine.h"

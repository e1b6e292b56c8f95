// Shared by tests of the whole pipeline: modules with one kernel.
#pragma once

#include "xeforge/toolchain/lowering/pipeline.hpp"
#include "xeforge/toolchain/lowering/testing.hpp"

#include <string>

namespace xeforge::toolchain::lowering {

inline const machine::DeviceModel& bmg() { return machine::device_model("bmg"); }

inline const std::string kernel_symbol = "_ZTSZ4hostvE4Axpy"; // typeinfo name for host()::Axpy

// The kernel's captures, and values for its instructions.
inline const std::string kernel_parameters =
    "ptr noundef readonly byval(%class.anon) align 8 %0, i32 %n, i64 %m, i8 %b, i1 %c, ptr %p, <16 x float> %x, "
    "<8 x float> %y";

// A module with one kernel: its instructions, and the rest of the module.
inline std::string module_of(const std::string& body, const std::string& rest, const std::string& location = "") {
  return "%class.anon = type { ptr addrspace(4), [8 x i32] }\ndefine dso_local spir_kernel void @" + kernel_symbol +
         "(" + kernel_parameters + ") local_unnamed_addr #0 " + location + "{\n" + body + "  ret void\n}\n" + rest +
         "attributes #0 = { alwaysinline convergent nounwind \"frame-pointer\"=\"all\" \"no-trapping-math\"=\"true\" "
         "}\n";
}

struct Lowered {
  LoweredModule module;
  std::string ir;
};

inline Lowered lowered_text(const std::string& text, const LoweringOptions& options = {},
                            const machine::DeviceModel& device = bmg()) {
  ParsedModule module(text);
  if (!module.is_there())
    return {};
  LoweredModule result = lower(*module, device, options, Verification::after_each_pass);
  return {std::move(result), module.text()};
}

inline std::string lowered(const std::string& body, const std::string& rest = {}) {
  return lowered_text(module_of(body, rest)).ir;
}

// The message of the refusal; empty when there is none.
inline std::string refusal_of(const std::string& text, const machine::DeviceModel& device = bmg(),
                              const LoweringOptions& options = {}) {
  try {
    lowered_text(text, options, device);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}
inline std::string refusal(const std::string& body, const std::string& rest = {},
                           const machine::DeviceModel& device = bmg()) {
  return refusal_of(module_of(body, rest), device);
}

} // namespace xeforge::toolchain::lowering

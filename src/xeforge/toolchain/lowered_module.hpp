// What the lowering is told and what it says of a module, beside the module itself: between the toolchain and the
// program that lowers (lowering/main.cpp) both travel as JSON.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/binary/source_locations.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// What becomes of a kernel that the device cannot run while it can run others of the source.
enum class UnfitKernels { refused, left_out };

struct LoweringOptions {
  SourceLines lines = SourceLines::dropped;
  std::uint32_t local_memory = 0; // bytes that kernels get for local accessors if they access shared local memory
  UnfitKernels unfit_kernels = UnfitKernels::refused;
};

struct LoweredKernel {
  std::string name;        // unique in the module, letters, digits and "_"; what the compiled file calls it
  std::string source_name; // demangled, e.g. "main::{lambda(sycl::handler&)#1}::operator()(sycl::handler&) const::Axpy"
  std::uint32_t slm_bytes = 0;
  std::uint32_t named_barriers = 0;
  std::uint32_t captured_bytes = 0;
};

struct LoweredModule {
  std::vector<LoweredKernel> kernels;
  std::vector<SourceLocation> locations; // by the line numbers that instructions have; empty where they were dropped
  std::vector<std::string> left_out;     // for each kernel that was, why: one line
  // The optimiser may have folded variables of the host into kernels, or kernels use some.
  bool may_use_host_variables = false;
  bool changes_copies = false; // of vectors, in part, where only some ways come by
  bool is_fused = false; // which products and sums are one operation is said by the code: no others are to become one
};

// What is done with a module: it is lowered, or, not being optimised, only looked at for uses of variables of the host.
enum class LoweringTask { lower, check_host_variables };

struct LoweringRequest {
  std::string device; // its name in the table of devices
  std::string source; // the file that was compiled, for what is refused before its debug information is read
  LoweringTask task = LoweringTask::lower;
  LoweringOptions options;
  bool keeps_text = false; // the module as text, before and after
};

struct LoweringOutcome {
  LoweredModule module;
  std::optional<Error> refusal; // then there is no module
};

void to_json(nlohmann::json& json, const LoweringRequest& request);
void from_json(const nlohmann::json& json, LoweringRequest& request);
void to_json(nlohmann::json& json, const LoweringOutcome& outcome);
void from_json(const nlohmann::json& json, LoweringOutcome& outcome);

} // namespace xeforge::toolchain

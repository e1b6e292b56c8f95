// Two reports of `xeforge compile`: which counts of which kernel moved. Counts are exact: nothing here is noise.
#pragma once

#include "xeforge/toolchain/compile_report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace xeforge::records {

// By what costs time on any device: spilled bytes, estimated cycles, instructions. Better: some of them fell, none
// rose.
enum class CodeVerdict { better, worse, mixed, other_counts, unchanged, not_comparable };
std::string name_of(CodeVerdict verdict); // "better", "worse", "mixed", "other counts", "unchanged", "not comparable"

struct Figure {
  std::string name; // as in report.json; "main_loop.dpas" for what every iteration of the main loop does
  std::optional<double> before, after; // none: that report does not say
};

struct KernelComparison {
  std::string name;
  CodeVerdict verdict = CodeVerdict::not_comparable;
  std::string reason;          // why it is not comparable
  std::vector<Figure> figures; // all where the verdict is not "not comparable"
};

// In the order of the new report, then those kernels that it lacks.
std::vector<KernelComparison> compare_reports(const toolchain::CompileReport& before,
                                              const toolchain::CompileReport& after);

bool is_any_worse(const std::vector<KernelComparison>& kernels);

} // namespace xeforge::records

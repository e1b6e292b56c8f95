// Comparisons as JSON, for `xeforge compare --json` and as the numbers of journal entries.
#pragma once

#include "xeforge/files/json_reader.hpp"
#include "xeforge/records/bench_comparison.hpp"
#include "xeforge/records/compile_comparison.hpp"

namespace xeforge::records {

using files::Json;

inline constexpr const char* comparison_format = "xeforge-compare-1";

Json to_json(const BenchComparison& comparison);
Json to_json(const std::vector<KernelComparison>& kernels);

} // namespace xeforge::records

// Comparisons as tables for a terminal.
#pragma once

#include "xeforge/inspection/report_difference.hpp"
#include "xeforge/records/bench_comparison.hpp"
#include "xeforge/records/compile_comparison.hpp"

#include <string>

namespace xeforge::lab {

std::string comparison_text(const records::BenchComparison& comparison);
std::string comparison_text(const std::vector<records::KernelComparison>& kernels);
std::string comparison_text(const inspection::ReportDifference& difference);

// "-12.3%" of a ratio.
std::string change_text(double ratio);

} // namespace xeforge::lab

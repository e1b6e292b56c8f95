// What `xeforge bench OPERATOR --json FILE` wrote, as far as comparing needs it.
#pragma once

#include <string>
#include <vector>

namespace xeforge::records {

inline constexpr const char* bench_format = "xeforge-bench-1";

// What was measured, on what, with what, when; empty where the report does not say.
struct Origin {
  std::string machine, compiler, commit, date;
};

struct BenchCase {
  std::string op, name, variant, target, dtype;
  std::string shape; // "rows 32768, n 128, k 8"
  int threads = 0;
  bool passed = false;
  double median_ns = 0;           // 0 where the check failed
  std::vector<double> samples_ns; // in the order they ran; empty in reports from before they were kept
  double clock_ghz = 0;           // the mean of before and after; 0: not known

  std::string full_name() const { return op + "/" + name; }
};

struct BenchReport {
  Origin origin;
  std::vector<BenchCase> cases;
};

// name: how errors call the file. Throws Error where the text is no such report.
BenchReport parse_bench_report(const std::string& name, const std::string& text);

} // namespace xeforge::records

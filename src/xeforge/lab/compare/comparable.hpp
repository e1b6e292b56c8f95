// What `xeforge compare` and `xeforge journal add` are given: two files, of one of three kinds.
#pragma once

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/records/bench_report.hpp"
#include "xeforge/toolchain/compile_report.hpp"

#include <string>
#include <variant>

namespace xeforge::lab {

using Comparable = std::variant<records::BenchReport, toolchain::CompileReport, inspection::Explanation>;

// A file that bench, compile, isa or explain wrote, or a folder that compile filled. argument: how errors call it.
Comparable read_comparable(const std::string& argument, const std::string& path);

// The same of text that was read from the file.
Comparable parse_comparable(const std::string& name, const std::string& text);

// Throws Error where the two are not of one kind.
void require_one_kind(const std::string& old_name, const Comparable& before, const std::string& new_name,
                      const Comparable& after);

} // namespace xeforge::lab

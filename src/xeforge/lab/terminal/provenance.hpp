// Where a number comes from: what it was measured on, with what, when.
#pragma once

#include "xeforge/lab/terminal/json_file.hpp"

#include <string>

namespace xeforge::lab {

struct Provenance {
  std::string machine;  // "AMD EPYC 9R45, 2 hardware threads"
  std::string compiler; // of this program: "clang 19.1.7"
  std::string commit;   // this program was built from; "-dirty" behind it: with changes; "unknown" outside of git
  std::string date;     // now: "2026-11-20T15:04:05Z"
};

Provenance provenance();

// The fields machine, compiler, commit, date.
Json as_json(const Provenance& provenance);

} // namespace xeforge::lab

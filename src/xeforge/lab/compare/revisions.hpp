// Two revisions of the repository, each built in a folder of its own and measured by turns.
#pragma once

#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/records/bench_report.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace xeforge::lab {

struct RevisionBench {
  std::string operator_name; // as `xeforge bench` calls it
  std::string case_name;     // empty: all that are meant for timing
  int threads = 1;
  int rounds = 8;
};

// The repository that the folder belongs to; nothing where it belongs to none.
std::optional<std::filesystem::path> repository_of(const std::filesystem::path& folder);
// The full name of the commit that git understands by it; nothing where it does not.
std::optional<std::string> commit_named(const std::filesystem::path& repository, const std::string& revision);

// Builds xeforge of both commits in build/compare/COMMIT of the repository, where it is kept for the next time, and
// runs `xeforge bench` of both in turn, in each round in the other order. The samples of a case are the medians of its
// rounds, each of a process of its own. Throws Error where something cannot be built or run.
std::pair<records::BenchReport, records::BenchReport> bench_revisions(const std::filesystem::path& repository,
                                                                      const std::string& old_commit,
                                                                      const std::string& new_commit,
                                                                      const RevisionBench& bench);

} // namespace xeforge::lab

#include "xeforge/lab/compare/revisions.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json_reader.hpp"
#include "xeforge/lab/terminal/provenance.hpp"
#include "xeforge/statistics/sample.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// With paths relative to the sources in its keys, a compiler cache knows the unchanged files of the other revision.
toolchain::Outcome run_in(const fs::path& folder, const Words& words) {
  return toolchain::run({.program = "/usr/bin/env",
                         .arguments = words,
                         .folder = folder,
                         .environment = {{"CCACHE_BASEDIR", folder.parent_path().string()}, {"CCACHE_NOHASHDIR", "1"}},
                         .limit = std::chrono::hours(2)});
}

std::string without_end(std::string text) {
  while (text.ends_with('\n'))
    text.pop_back();
  return text;
}

// What a tool said that went wrong: the first line with "error" in it, else the last one.
std::string complaint(const toolchain::Outcome& outcome) {
  const std::string all = without_end(fmt::format("{}\n{}", outcome.output, outcome.errors));
  const std::size_t word = std::min(all.find("error"), all.find("fatal"));
  const std::size_t before = all.rfind('\n', word == std::string::npos ? all.size() : word);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return files::shown(all.substr(begin, all.find('\n', begin) - begin));
}

void require(const toolchain::Outcome& outcome, const std::string& commit, const char* what) {
  if (!outcome.succeeded())
    throw Error(commit.substr(0, 12), fmt::format("'{}' on {}", complaint(outcome), what),
                "a revision that can be built and measured");
}

// One commit with its sources and the program built from them.
class Revision {
public:
  Revision(const fs::path& repository, std::string commit)
      : commit_(std::move(commit)), folder_(repository / "build" / "compare" / commit_.substr(0, 12)) {
    const fs::path sources = folder_ / "source", build = folder_ / "build";
    if (!fs::exists(sources / ".git")) {
      run_in(repository, {"git", "worktree", "prune"});
      require(run_in(repository, {"git", "worktree", "add", "--force", "--detach", sources.string(), commit_}), commit_,
              "unpacking its sources");
    }
    if (!fs::exists(build / "build.ninja"))
      require(run_in(sources, {"cmake", "-G", "Ninja", "-S", ".", "-B", build.string(), "-DCMAKE_BUILD_TYPE=Release",
                               "-DCMAKE_CXX_COMPILER=clang++-22"}),
              commit_, "configuring it");
    require(run_in(sources, {"cmake", "--build", build.string(), "--target", "xeforge"}), commit_, "building it");
  }

  records::BenchReport measure(const RevisionBench& bench) const {
    const fs::path file = folder_ / "bench.json";
    std::error_code none;
    fs::remove(file, none);
    Words words{(folder_ / "build" / "bin" / "xeforge").string(),
                "bench",
                bench.operator_name,
                "--threads",
                std::to_string(bench.threads),
                "--json",
                file.string()};
    if (!bench.case_name.empty())
      words.insert(words.end(), {"--case", bench.case_name});
    const toolchain::Outcome outcome = run_in(folder_, words);
    if (!fs::exists(file, none)) // a failed check writes a report as well
      require(outcome, commit_, "measuring it");
    return records::parse_bench_report(file.string(), toolchain::read_text(file));
  }

private:
  std::string commit_;
  fs::path folder_;
};

// Adds what one round has measured: of each case one sample.
void add_round(records::BenchReport& all, const records::BenchReport& round) {
  for (const records::BenchCase& one : round.cases) {
    auto found = std::ranges::find(all.cases, one.full_name(), &records::BenchCase::full_name);
    if (found == all.cases.end()) {
      all.cases.push_back(one);
      found = all.cases.end() - 1;
      found->samples_ns.clear();
    }
    found->passed = found->passed && one.passed;
    found->samples_ns.push_back(one.median_ns);
    found->median_ns = statistics::median(found->samples_ns);
  }
}

records::BenchReport report_for(const std::string& commit) {
  const Provenance here = provenance();
  return {{here.machine, "", commit.substr(0, 12), here.date}, {}};
}

} // namespace

std::optional<fs::path> repository_of(const fs::path& folder) {
  const toolchain::Outcome outcome = run_in(folder, {"git", "rev-parse", "--show-toplevel"});
  return outcome.succeeded() ? std::optional<fs::path>(without_end(outcome.output)) : std::nullopt;
}

std::optional<std::string> commit_named(const fs::path& repository, const std::string& revision) {
  const toolchain::Outcome outcome =
      run_in(repository, {"git", "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  const std::string commit = without_end(outcome.output);
  return outcome.succeeded() && !commit.empty() ? std::optional(commit) : std::nullopt;
}

std::pair<records::BenchReport, records::BenchReport> bench_revisions(const fs::path& repository,
                                                                      const std::string& old_commit,
                                                                      const std::string& new_commit,
                                                                      const RevisionBench& bench) {
  Progress progress(2 + 2 * static_cast<std::size_t>(bench.rounds));
  progress.step(fmt::format("building {:.12}", old_commit));
  const Revision before(repository, old_commit);
  progress.step(fmt::format("building {:.12}", new_commit));
  const Revision after(repository, new_commit);
  records::BenchReport old_report = report_for(old_commit), new_report = report_for(new_commit);
  for (int round = 0; round < bench.rounds; ++round)
    for (const bool is_new : {round % 2 == 1, round % 2 == 0}) {
      progress.step(fmt::format("round {} of {}", round + 1, bench.rounds));
      add_round(is_new ? new_report : old_report, (is_new ? after : before).measure(bench));
    }
  return {std::move(old_report), std::move(new_report)};
}

} // namespace xeforge::lab

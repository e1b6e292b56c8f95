#include "xeforge/lab/terminal/project.hpp"

#include "xeforge/toolchain/tools/process.hpp"

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

fs::path current_folder() {
  std::error_code problem;
  const fs::path folder = fs::current_path(problem);
  return problem ? fs::path(".") : folder;
}

std::optional<fs::path> nearest_with(const fs::path& start, const char* name) {
  std::error_code problem;
  for (fs::path folder = start;; folder = folder.parent_path()) {
    if (fs::exists(folder / name, problem))
      return folder;
    if (folder == folder.parent_path())
      return std::nullopt;
  }
}

} // namespace

std::optional<fs::path> project_of(const fs::path& start) {
  const auto marked = nearest_with(start, ".xeforge"), repository = nearest_with(start, ".git");
  if (marked && repository) // the nearer one
    return marked->string().size() >= repository->string().size() ? marked : repository;
  return marked ? marked : repository;
}

fs::path project_journal() {
  const fs::path root = project_of(current_folder()).value_or(current_folder());
  std::error_code problem;
  if (fs::exists(root / "bench" / "JOURNAL", problem))
    return root / "bench" / "JOURNAL";
  return root / ".xeforge" / "JOURNAL";
}

std::string commit_of_project() {
  const fs::path git = toolchain::installed_program("git");
  if (git.empty())
    return "unknown";
  const toolchain::Outcome outcome =
      toolchain::run({.program = git, .arguments = {"describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"}});
  std::string commit = outcome.output;
  while (commit.ends_with('\n'))
    commit.pop_back();
  return outcome.succeeded() && !commit.empty() ? commit : "unknown";
}

} // namespace xeforge::lab

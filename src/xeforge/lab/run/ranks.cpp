#include "xeforge/lab/run/ranks.hpp"

#include "xeforge/arrays/refusal.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/files/temporaries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace xeforge::lab {
namespace {

std::filesystem::path program_of_ranks() {
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe");
  return own.parent_path().parent_path() / "lib/xeforge/xeforge-mpi";
}

constexpr const char* with_mpi =
    "a build with OpenMPI: './forge setup --with mpi' installs it, './forge build' then makes it";

[[noreturn]] void become(const std::filesystem::path& program) {
  // What this program was started with, each word with its zero byte.
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string words{std::istreambuf_iterator<char>(file), {}};
  std::vector<char*> arguments;
  for (std::size_t at = 0; at < words.size(); at = words.find('\0', at) + 1)
    arguments.push_back(words.data() + at);
  arguments.push_back(nullptr);
  files::restore_signals_of_child();
  ::execv(program.c_str(), arguments.data());
  throw Error("--ranks", fmt::format("{}: {}", program.string(), arrays::system_reason(errno)), with_mpi);
}

} // namespace

void become_program_of_ranks(const std::string& devices) {
  if (!devices.empty())
    throw Error("--device", devices + " together with --ranks", "one of the two: ranks run on CPUs");
  const std::filesystem::path program = program_of_ranks();
  if (!std::filesystem::exists(program))
    throw Error("--ranks", "no " + program.string(), with_mpi);
  become(program);
}

void become_program_of_ranks_if_asked(const std::vector<std::string>& words) {
  const auto says = [&](std::string_view option) {
    return std::ranges::any_of(words, [&](const std::string& word) {
      return word == option || (word.starts_with(option) && word.size() > option.size() && word[option.size()] == '=');
    });
  };
  if (words.empty() || words[0] != "run" || !says("--ranks") || says("--device") || says("--help") || says("-h"))
    return;
  if (const std::filesystem::path program = program_of_ranks(); std::filesystem::exists(program))
    become(program);
}

} // namespace xeforge::lab

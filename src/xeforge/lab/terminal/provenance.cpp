#include "xeforge/lab/terminal/provenance.hpp"

#include "xeforge/runtime/team.hpp"

#include "built_commit.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <fstream>

namespace xeforge::lab {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (const std::size_t colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  return "unknown processor";
}

} // namespace

Provenance provenance() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return {fmt::format("{}, {} hardware threads", processor_name(), runtime::hardware_threads()),
          fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__), XEFORGE_COMMIT,
          fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)))};
}

Json as_json(const Provenance& provenance) {
  return {{"machine", provenance.machine},
          {"compiler", provenance.compiler},
          {"commit", provenance.commit},
          {"date", provenance.date}};
}

} // namespace xeforge::lab

#include "xeforge/driver/host_headers.hpp"

#include "xeforge/driver/host.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/response_file.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <optional>

namespace xeforge::driver {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Of one source: its name, its outputs, where and how it is compiled.
constexpr std::array words_of_one_source{"-emit-obj", "-MP", "-sys-header-deps", "-module-file-deps",
                                         "-fcolor-diagnostics"};
constexpr std::array starts_of_one_source{"-fdebug-compilation-dir=", "-fcoverage-compilation-dir="};
constexpr std::array pairs_of_one_source{"-main-file-name", "-dependency-file", "-MT", "-MQ", "-o", "-dumpdir", "-x"};

// Files before the source, outputs beside the object, and debug information of types, which is not the same for types of
// precompiled headers.
constexpr std::array starts_that_exclude{
    "-include",          "-imacros", "-ftime-trace", "-opt-record", "-serialize-diagnostic",
    "-header-include",   "-H",       "-split-dwarf", "-fprofile",   "-fcoverage-mapping",
    "-debug-info-kind=", "-fopenmp", "-fmodule"};
constexpr const char* line_tables = "-debug-info-kind=line-tables-only";

constexpr std::array folders{
    "-I", "-iquote", "-isystem", "-cxx-isystem", "-idirafter", "-internal-isystem", "-internal-externc-isystem"};

bool starts_with_one_of(const auto& starts, const std::string& word) {
  return std::ranges::any_of(starts, [&word](const char* start) { return word.starts_with(start); });
}

bool is_one_of(const auto& words, const std::string& word) { return std::ranges::find(words, word) != words.end(); }

// The words of clang's front end that decide what headers mean. No value: the source has to be compiled as it stands.
std::optional<Words> words_for_headers(const FrontEndJob& job) {
  const Words& all = job.arguments;
  if (job.language != "c++" || std::ranges::find(all, "-emit-obj") == all.end())
    return std::nullopt;
  Words words;
  for (std::size_t at = 0; at + 1 < all.size(); ++at) {
    const std::string& word = all[at];
    const bool is_relative = is_one_of(folders, word) ? !all[at + 1].starts_with('/')
                                                      : word.starts_with("-I") && word.size() > 2 && word[2] != '/';
    if (is_relative || (starts_with_one_of(starts_that_exclude, word) && word != line_tables))
      return std::nullopt;
    if (is_one_of(pairs_of_one_source, word))
      ++at;
    else if (!is_one_of(words_of_one_source, word) && !starts_with_one_of(starts_of_one_source, word))
      words.push_back(word);
  }
  return words;
}

bool has_device_code(const std::string& word) {
  return word.starts_with("XEFORGE_DEVICE_CODE") || word.starts_with("-DXEFORGE_DEVICE_CODE");
}
bool renames_files(const std::string& word) { return word.starts_with("-fmacro-prefix-map="); }

toolchain::Outcome precompile(const Layout& layout, Words words, const toolchain::PrecompiledHeaders::Files& files) {
  words.insert(words.end(),
               {"-emit-pch", "-fpch-instantiate-templates", "-sys-header-deps", "-MT", "headers", "-dependency-file",
                files.dependencies.string(), "-o", files.output.string(), "-x", "c++-header", files.header.string()});
  const fs::path list = files.output.parent_path() / "words"; // without a limit of length
  toolchain::write_text(list, toolchain::response_file(words));
  return toolchain::run(
      {.program = layout.compiler, .arguments = {"-cc1", "@" + list.string()}, .limit = std::chrono::hours(1)});
}

} // namespace

Words use_host_headers(const toolchain::PrecompiledHeaders& kept, const Layout& layout,
                       const std::vector<FrontEndJob>& jobs) {
  if (jobs.empty())
    return {};
  const std::optional<Words> words = words_for_headers(jobs.front());
  std::string headers;
  for (const FrontEndJob& job : jobs) {
    std::error_code problem;
    if (!words || words_for_headers(job) != words || !fs::is_regular_file(job.source, problem))
      return {};
    const std::string leading = toolchain::leading_headers(toolchain::read_text(job.source));
    if (leading.empty() || (&job != &jobs.front() && leading != headers))
      return {};
    headers = leading;
  }
  // The source is named in the records of kernels; one macro names one source, and as it is called.
  const bool names_source = std::ranges::any_of(*words, has_device_code);
  if (names_source && (jobs.size() > 1 || std::ranges::any_of(*words, renames_files)))
    return {};
  if (names_source)
    headers = "#define XEFORGE_SOURCE_IS_NAMED_LATER\n" + headers;
  const fs::path precompiled =
      kept.find(headers, layout.compiler, *words,
                [&](const toolchain::PrecompiledHeaders::Files& files) { return precompile(layout, *words, files); });
  if (precompiled.empty())
    return {};
  Words result{"-include-pch", precompiled.string()};
  if (names_source)
    std::ranges::move(words_that_name(jobs.front().source, layout), std::back_inserter(result));
  return result;
}

} // namespace xeforge::driver

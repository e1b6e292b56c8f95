#include "xeforge/lab/compare/comparable.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json_reader.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* accepted_reports = "a report written by 'xeforge bench', 'compile', 'isa' or 'explain'";
constexpr std::array<const char*, 3> kinds{"a report of bench", "a report of compile", "a report of explain"};

} // namespace

Comparable parse_comparable(const std::string& name, const std::string& text) {
  if (inspection::is_explanation(text))
    return inspection::parse_explanation(name, text);
  const files::JsonDocument document(name, accepted_reports, text);
  const files::JsonValue json = document.root();
  const std::string format = json.text_or("format", "");
  if (format.starts_with("xeforge-compile-"))
    return toolchain::parse_report(name, text);
  if (!json.find("results"))
    document.refuse(format.empty() ? "JSON with neither a format nor results"
                                   : fmt::format("a file of the format '{}'", files::shown(format)));
  return records::parse_bench_report(name, text);
}

Comparable read_comparable(const std::string& argument, const std::string& path) {
  std::error_code problem;
  fs::path file = path;
  if (fs::is_directory(file, problem))
    file /= "report.json";
  if (!fs::exists(file, problem))
    throw Error(argument, fmt::format("'{}', which does not exist", files::shown(file.string())), accepted_reports);
  return parse_comparable(file.string(), toolchain::read_text(file));
}

void require_one_kind(const std::string& old_name, const Comparable& before, const std::string& new_name,
                      const Comparable& after) {
  if (before.index() != after.index())
    throw Error(new_name, kinds[after.index()], fmt::format("{}, as {} is", kinds[before.index()], old_name));
}

} // namespace xeforge::lab

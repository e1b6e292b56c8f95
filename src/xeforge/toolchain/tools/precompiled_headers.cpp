#include "xeforge/toolchain/tools/precompiled_headers.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/files/output_files.hpp"
#include "xeforge/toolchain/tools/make_rule.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

namespace xeforge::toolchain {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// ---- the beginning of a source --------------------------------------------------------------------------------------
std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
    text.remove_prefix(1);
  return text;
}

std::string_view without_comments(std::string_view text) {
  for (text = without_blanks(text); text.starts_with("//") || text.starts_with("/*"); text = without_blanks(text)) {
    const bool is_line = text[1] == '/';
    const std::size_t end = text.find(is_line ? "\n" : "*/", 2);
    // A comment goes on behind a backslash at the end of its line.
    if (end == text.npos || (is_line && text.substr(0, end).find('\\') != text.npos))
      return {};
    text.remove_prefix(end + (is_line ? 1 : 2));
  }
  return text;
}

// Takes an #include of one of our headers from the front of the text: NAME of <NAME>, or nothing.
std::string_view take_include(std::string_view& text) {
  std::string_view rest = text;
  for (const std::string_view word : {"#", "include", "<"}) {
    if (!rest.starts_with(word))
      return {};
    rest.remove_prefix(word.size());
    while (word != "<" && (rest.starts_with(' ') || rest.starts_with('\t')))
      rest.remove_prefix(1);
  }
  const std::string_view name = rest.substr(0, rest.find_first_of(">\n"));
  if ((!name.starts_with("sycl/") && !name.starts_with("CL/")) || !rest.substr(name.size()).starts_with('>'))
    return {};
  rest.remove_prefix(name.size() + 1);
  const std::string_view end_of_line = rest.substr(0, rest.find('\n'));
  if (end_of_line.find_first_not_of(" \t\r") != end_of_line.npos && !without_blanks(end_of_line).starts_with("//"))
    return {};
  text = rest;
  return name;
}

// ---- files ----------------------------------------------------------------------------------------------------------
// Size and time of the last change; empty where there is no such file.
std::string state_of(const fs::path& file) {
  std::error_code problem;
  const auto size = fs::file_size(file, problem);
  const auto time = problem ? fs::file_time_type() : fs::last_write_time(file, problem);
  return problem ? std::string() : fmt::format("{} {}", size, time.time_since_epoch().count());
}

// What a precompiled header was made of.
struct Record {
  std::vector<std::string> words;
  std::map<std::string, std::string> files; // their states

  bool holds() const {
    for (const auto& [file, state] : files)
      if (state_of(file) != state)
        return false;
    return true;
  }
};

std::optional<Record> read_record(const fs::path& file) {
  const auto json = files::parse_json_or_discard<nlohmann::json>(content_of(file));
  try {
    return Record{json.at("words").get<std::vector<std::string>>(),
                  json.at("files").get<std::map<std::string, std::string>>()};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

// A number for a text; two texts with the same number are told apart by their records.
std::string number_of(const std::string& headers, const std::vector<std::string>& words) {
  std::string text = headers;
  for (const std::string& word : words)
    text += word + '\0';
  return fmt::format("{:016x}", std::hash<std::string>()(text));
}

} // namespace

std::string leading_headers(std::string_view source) {
  std::set<std::string_view> names;
  for (std::string_view rest = without_comments(source);; rest = without_comments(rest)) {
    const std::string_view name = take_include(rest);
    if (name.empty())
      break;
    names.insert(name);
  }
  std::string headers;
  for (const std::string_view name : names)
    headers += fmt::format("#include <{}>\n", name);
  return headers;
}

std::optional<PrecompiledHeaders> PrecompiledHeaders::of_environment() {
  const char* const folder = std::getenv(precompiled_headers_variable); // NOLINT(concurrency-mt-unsafe)
  if (folder == nullptr || *folder == '\0')
    return std::nullopt;
  return PrecompiledHeaders(fs::absolute(folder));
}

PrecompiledHeaders::PrecompiledHeaders(fs::path folder) : folder_(std::move(folder)) {
  files::create_folder(folder_, precompiled_headers_variable);
}

fs::path PrecompiledHeaders::find(const std::string& headers, const fs::path& compiler,
                                  const std::vector<std::string>& words, const Compile& compile) const try {
  const fs::path base = folder_ / number_of(headers, words);
  const Files result{base.string() + ".hpp", base.string() + ".pch", base.string() + ".json"};
  const std::optional<Record> record = read_record(result.dependencies);
  const bool is_of_others =
      (record && record->words != words) || (fs::exists(result.header) && content_of(result.header) != headers);
  if (headers.empty() || is_of_others)
    return {};
  if (record && fs::exists(result.output) && record->holds())
    return result.output;
  if (!fs::exists(result.header)) {
    files::replace_file(result.header, headers);
    return {};
  }

  const files::Temporary aside(folder_);
  const Files made{result.header, aside.path() / "pch", aside.path() / "rule"};
  const Outcome outcome = compile(made);
  // With warnings each compilation has to show them.
  if (!outcome.succeeded() || !outcome.output.empty() || !outcome.errors.empty())
    return {};
  Record record_of_it{words, {{compiler.string(), state_of(compiler)}}};
  for (const std::string& file : read_make_rule(content_of(made.dependencies)).prerequisites)
    record_of_it.files[file] = state_of(file);
  fs::rename(made.output, result.output);
  files::replace_file(result.dependencies,
                      nlohmann::json{{"words", record_of_it.words}, {"files", record_of_it.files}}.dump());
  return result.output;
} catch (const std::system_error& problem) {
  throw Error(precompiled_headers_variable, fmt::format("'{}': {}", folder_.string(), problem.code().message()),
              "a folder that can be written");
}

} // namespace xeforge::toolchain

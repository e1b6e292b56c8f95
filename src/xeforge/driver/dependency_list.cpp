#include "xeforge/driver/dependency_list.hpp"

#include "xeforge/files/output_files.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/make_rule.hpp"

#include <algorithm>
#include <iterator>

namespace xeforge::driver {

namespace fs = std::filesystem;

std::optional<DependencyList> dependency_list_of(const FrontEndJob& job) {
  const std::vector<std::string>& words = job.arguments;
  const auto flag = std::ranges::find(words, "-dependency-file");
  // Rules for another program than make (-MV) are written in another way.
  if (flag == words.end() || std::next(flag) == words.end() || std::ranges::find(words, "-MV") != words.end())
    return std::nullopt;
  return DependencyList{*std::next(flag), std::ranges::find(words, "-sys-header-deps") != words.end()};
}

std::string mended_list(const std::string& text, const FrontEndJob& job, const std::vector<std::string>& files,
                        const fs::path& without) {
  toolchain::MakeRule rule = toolchain::read_make_rule(text);
  if (rule.target.empty())
    return text;
  rule.has_empty_rules = std::ranges::find(job.arguments, "-MP") != job.arguments.end();
  const std::vector<std::string> before = rule.prerequisites;
  for (const std::string& file : files)
    if (std::ranges::find(rule.prerequisites, file) == rule.prerequisites.end())
      rule.prerequisites.push_back(file);
  if (!without.empty())
    std::erase_if(rule.prerequisites,
                  [&](const std::string& file) { return file.starts_with(without.string() + "/"); });
  const auto source = std::ranges::find(rule.prerequisites, job.source.string());
  if (source != rule.prerequisites.end())
    std::rotate(rule.prerequisites.begin(), source, std::next(source));
  return rule.prerequisites == before ? text : toolchain::text_of(rule);
}

std::string mended_lists(std::string_view text, const std::vector<FrontEndJob>& jobs, const FilesOfSources& files) {
  std::string result;
  auto job = jobs.begin();
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    while (end != text.npos && end > 0 && text[end - 1] == '\\')
      end = text.find('\n', end + 1);
    const std::string rule(text.substr(0, end == text.npos ? end : end + 1));
    text.remove_prefix(rule.size());
    const bool is_list = job != jobs.end() && rule.find(": ") != rule.npos;
    const auto more = is_list ? files.find(job->source) : files.end();
    result += more == files.end() ? rule : mended_list(rule, *job, more->second, {});
    job += is_list ? 1 : 0;
  }
  return result;
}

void mend_list_of(const FrontEndJob& job, const std::vector<std::string>& files, const fs::path& without) {
  const auto list = dependency_list_of(job);
  std::error_code problem;
  if (!list || !fs::is_regular_file(list->file, problem))
    return;
  const std::string text = toolchain::read_text(list->file), mended = mended_list(text, job, files, without);
  if (mended != text)
    files::replace_file(list->file, mended);
}

} // namespace xeforge::driver

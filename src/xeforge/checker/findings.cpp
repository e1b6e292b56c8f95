#include "xeforge/checker/findings.hpp"

#include "xeforge/files/output_files.hpp"
#include "xeforge/machine/kernel_error.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <fnmatch.h>

#include <nlohmann/json.hpp>

namespace xeforge::checker {
namespace {

constexpr std::size_t none = ~std::size_t{0};

std::string coordinates(const std::array<std::size_t, 3>& index) {
  return "(" + std::to_string(index[0]) + "," + std::to_string(index[1]) + "," + std::to_string(index[2]) + ")";
}
std::string name_of(Tool tool) {
  return std::string(machine::check_tools[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(tool)))]);
}
std::string full_name(const Rule& rule) { return name_of(rule.tool) + "." + rule.name; }

void show(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

std::string report_of(const Finding& finding) {
  std::string text = std::string("==xeforge== ") + name_of(finding.rule->tool) + ": " + finding.text;
  if (!finding.culprit.kernel.empty())
    text += " (" + (finding.culprit.has_group ? finding.culprit.group_text() + ", " : std::string()) + "kernel " +
            finding.culprit.kernel + ").";
  else
    text += ".";
  if (finding.count > 1)
    text += " First of " + std::to_string(finding.count) + " like it.";
  return text + "\n            " + full_name(*finding.rule) + ": " + finding.rule->advice + "\n";
}

} // namespace

std::string Culprit::thread_text() const {
  return has_group ? "thread " + coordinates(thread) : machine::text_of_item(thread[0], range);
}
std::string Culprit::group_text() const { return "group " + coordinates(group); }

bool Findings::is_suppressed(const Finding& finding) const {
  const auto fits = [&finding](const Pattern& pattern) {
    const auto matches = [&pattern](const std::string& text) {
      return fnmatch(pattern.text.c_str(), text.c_str(), 0) == 0;
    };
    if (pattern.of == Pattern::Of::kernel)
      return matches(finding.culprit.kernel);
    if (pattern.of == Pattern::Of::rule)
      return matches(full_name(*finding.rule));
    // The pattern may match the file name, as in reports, or the whole path.
    return std::ranges::any_of(finding.locations, [&](const SourceLocation& location) {
      return matches(location.file) || matches(std::filesystem::path(location.file).filename().string());
    });
  };
  return std::ranges::any_of(options_.suppressions,
                             [&](const Suppression& each) { return std::ranges::all_of(each, fits); });
}

bool Findings::is_first(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = known_.emplace(key, none);
  if (!is_new && entry->second != none)
    ++findings_[entry->second].count;
  return is_new;
}

void Findings::add(const Key& key, Finding finding) {
  const std::lock_guard lock(mutex_);
  if (is_suppressed(finding)) {
    ++suppressed_;
    return;
  }
  finding.count = 1;
  known_[key] = findings_.size();
  findings_.push_back(std::move(finding));
}

void Findings::tell() {
  const std::lock_guard lock(mutex_);
  for (; told_ < findings_.size(); ++told_) {
    if (told_ < options_.max_reports)
      show(report_of(findings_[told_]));
    else if (told_ == options_.max_reports)
      show("==xeforge== more findings are only counted (max-reports=" + std::to_string(options_.max_reports) + ")\n");
  }
}

std::string Findings::json(const Launches& launches, std::string_view device) const {
  using Json = nlohmann::ordered_json;
  Json report;
  report["format"] = "xeforge-check";
  report["version"] = 1;
  report["tools"] = Json::array();
  for (std::size_t i = 0; i < machine::check_tools.size(); ++i)
    if ((options_.tools >> i & 1) != 0)
      report["tools"].push_back(machine::check_tools[i]);
  if (!device.empty())
    report["device"] = device;
  report["launches"] = launches.all;
  report["unchecked_launches"] = launches.unchecked;
  report["suppressed"] = suppressed_;
  report["findings"] = Json::array();
  for (const Finding& each : findings_) {
    Json finding;
    finding["tool"] = name_of(each.rule->tool);
    finding["rule"] = full_name(*each.rule);
    finding["kernel"] = each.culprit.kernel;
    if (!each.culprit.kernel.empty())
      finding["thread"] = each.culprit.thread;
    if (each.culprit.has_group)
      finding["group"] = each.culprit.group;
    finding["text"] = each.text;
    finding["advice"] = each.rule->advice;
    finding["count"] = each.count;
    finding["places"] = Json::array();
    for (const SourceLocation& location : each.locations)
      finding["places"].push_back({{"file", location.file}, {"line", location.line}, {"function", location.function}});
    report["findings"].push_back(std::move(finding));
  }
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::size_t Findings::finish(const Launches& launches, std::string_view device) {
  tell();
  const std::lock_guard lock(mutex_);
  std::string summary = "==xeforge== " + machine::check_tools_text(options_.tools);
  summary += device.empty() ? ": " : " (" + std::string(device) + "): ";
  const std::size_t checked = launches.all - launches.unchecked;
  if (findings_.empty() && launches.all == 0)
    summary += "nothing found; no kernel ran on the CPU";
  else
    summary += (findings_.empty() ? "nothing found" : std::to_string(findings_.size()) + " found") +
               std::string(" in ") + std::to_string(checked) + (checked == 1 ? " launch" : " launches");
  if (launches.unchecked != 0)
    summary += "; " + std::to_string(launches.unchecked) +
               (launches.unchecked == 1 ? " launch was not checked: its kernel was"
                                        : " launches were not checked: their kernels were") +
               " built without -fxeforge-check";
  if (suppressed_ != 0)
    summary += ", " + std::to_string(suppressed_) + " suppressed";
  show(summary + "\n");
  if (!options_.json.empty()) {
    try {
      files::replace_file_or_write(options_.json, json(launches, device));
    } catch (const std::exception& problem) {
      show(std::string("==xeforge== ") + problem.what() + "\n");
    }
  }
  return findings_.size();
}

} // namespace xeforge::checker

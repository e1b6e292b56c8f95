// The head of a report: what the reader's own files say, in three sentences.
#include "xeforge/inspection/explanation.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/input_json.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

// The kernel or case that takes the longest is the one to talk about.
std::string measured_sentence(const std::vector<BenchReport>& bench) {
  const Json* longest = nullptr;
  std::size_t count = 0;
  for (const BenchReport& report : bench)
    for (const Json& result : list_in(report.json, "results"))
      if (const auto median = rate_in(result, "median_ns")) {
        ++count;
        if (longest == nullptr || *median > *rate_in(*longest, "median_ns"))
          longest = &result;
      }
  if (longest == nullptr)
    return "Nothing was timed.";
  std::string text = fmt::format("{} takes {}", text_in(*longest, "case").value_or("a case"),
                                 duration_text(*rate_in(*longest, "median_ns")));
  if (const auto runs = rate_in(*longest, "runs"))
    text += fmt::format(", the median of {}", counted(static_cast<std::int64_t>(*runs), "run"));
  return text + (count > 1 ? fmt::format("; it is the longest of {} that were timed.", count) : ".");
}

std::string code_sentence(const std::vector<IsaReport>& reports) {
  for (const IsaReport& report : reports) {
    if (!report.explanation)
      continue;
    const inspection::Explanation explanation = inspection::parse_explanation(report.file, report.explanation->dump());
    const inspection::KernelExplanation* worst = nullptr;
    for (const inspection::KernelExplanation& kernel : explanation.kernels)
      if (!kernel.findings.empty() && (worst == nullptr || kernel.findings[0].cycles > worst->findings[0].cycles))
        worst = &kernel;
    if (worst == nullptr)
      return fmt::format("There are no findings in the machine code of {} for {}.", explanation.source,
                         explanation.device);
    return fmt::format("The main finding in the machine code of {} for {} is {}: {}.", worst->name, explanation.device,
                       name_of(worst->findings[0].kind), worst->findings[0].text);
  }
  return "No machine code was explained: --isa takes what 'xeforge explain KERNEL.cpp --device NAME --json FILE' "
         "wrote.";
}

std::string journal_sentence(const std::vector<JournalLine>& lines) {
  std::size_t entries = 0, kept = 0;
  for (const JournalLine& line : lines)
    if (line.damage.empty()) {
      ++entries;
      kept += text_in(line.entry, "verdict") == "kept";
    }
  if (entries == 0)
    return "No journal was given, so there is no ladder of versions.";
  const auto last =
      std::ranges::find_if(lines.rbegin(), lines.rend(), [](const JournalLine& line) { return line.damage.empty(); });
  return fmt::format("The journal has {}, of which {} {} kept; the last is \"{}\".",
                     counted(entries, "entry", "entries"), kept, kept == 1 ? "was" : "were",
                     text_in(last->entry, "title").value_or("without a title"));
}

} // namespace

pages::Section summary_section(const std::vector<BenchReport>& bench, const std::vector<IsaReport>& isa,
                               const std::vector<JournalLine>& journal) {
  return {"In short",
          {pages::Paragraph{measured_sentence(bench)}, pages::Paragraph{code_sentence(isa)},
           pages::Paragraph{journal_sentence(journal)}}};
}

} // namespace xeforge::lab

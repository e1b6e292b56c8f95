// The sections of `xeforge report`, each made of what it is given: data in, a section out.
#pragma once

#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/provenance.hpp"
#include "xeforge/pages/page.hpp"
#include "xeforge/profiles/profile.hpp"
#include "xeforge/toolchain/compile_report.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace xeforge::lab {

// What is known of a file's origin: its own fields where it has them, "not recorded" where not.
pages::Provenance provenance_of(const std::string& command, const std::string& file, const Json& json);
pages::Provenance provenance_of(const std::string& command, const Provenance& here);

// Cells of a table; without a number "-".
pages::TableCell text_cell(std::optional<std::string> text);
pages::TableCell number_cell(std::optional<double> value, int digits_after_point);
pages::TableCell duration_cell(std::optional<double> nanoseconds);

// The extents of a case as the operator of that name writes them: "8192x128, k 8"; of an unknown one name by name.
std::string extents_text(const std::string& operator_name, const Json& shape);

pages::Section operators_section(const Provenance& here);

// What `xeforge bench` wrote, from a file or of a run just made (then file is empty).
struct BenchReport {
  std::string file, command;
  Json json;
};
// Throws Error in the name of the option where the file is no such report.
BenchReport read_bench(const std::string& option, const std::string& path);

// Throws Error in the name of the option where a result does not say which operator and case it is of.
void require_named_results(const std::string& option, const BenchReport& report, const char* expected);

// What `xeforge roof` wrote: ceilings, and as a rule no results.
BenchReport read_roof(const std::string& option, const std::string& path);

// Of a result; nothing where its check failed and it was not timed.
std::optional<double> rate_in(const Json& result, const char* field);
// The names of the operators that results are of.
std::set<std::string> operators_in(const std::vector<BenchReport>& reports);

pages::Section rates_section(const std::vector<BenchReport>& reports);
// The roofs are drawn from the ceilings that stand in the same reports.
pages::Section rooflines_section(const std::vector<BenchReport>& reports);

// What `--isa` names: a report of compile, or what explain wrote as JSON.
struct IsaReport {
  std::string file;
  std::optional<toolchain::CompileReport> compiled;
  std::optional<Json> explanation;
};
IsaReport read_isa(const std::string& option, const std::string& path);

pages::Section machine_code_section(const std::vector<IsaReport>& reports);
// A page of that section alone.
std::string machine_code_page(const std::string& title, const IsaReport& report);

// The same as a page that is served: lines of news first, and where it asks for changes (pages::Page).
std::string live_page(const std::string& title, const std::vector<std::string>& news,
                      const std::vector<IsaReport>& reports, const std::string& changes);

struct ProfileReport {
  std::string file;
  profiles::Profile profile;
};
pages::Section profiles_section(const std::vector<ProfileReport>& reports, const std::vector<IsaReport>& isa);

// One line of the journal, or what is wrong with it.
struct JournalLine {
  std::size_t number;
  Json entry; // an object; empty where damage says why there is none
  std::string damage{};
};
// Never refuses a line: what cannot be read is told in the section.
std::vector<JournalLine> read_journal(const std::string& option, const std::string& path);

pages::Section journal_section(const std::string& file, const std::vector<JournalLine>& lines);
// The steps that were kept, of each measure; nothing where no measure has two of them.
std::optional<pages::Section> ladders_section(const std::string& file, const std::vector<JournalLine>& lines);

// What was measured, what stands out in the machine code, what was tried: a sentence each.
pages::Section summary_section(const std::vector<BenchReport>& bench, const std::vector<IsaReport>& isa,
                               const std::vector<JournalLine>& journal);

} // namespace xeforge::lab

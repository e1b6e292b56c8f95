// xeforge report: one page of HTML with everything that is known: operators, rates, rooflines, machine code, profiles,
// the journal.
#include "xeforge/base/error.hpp"
#include "xeforge/lab/bench/operator_bench.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/inspect/profiled_kernels.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/output_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace xeforge::lab {
namespace {

struct ReportOptions {
  std::string output, journal, roof, title;
  bool only = false;
  std::vector<std::string> bench, isa, profiles;
};

std::size_t quick_cases() {
  std::size_t count = 0;
  for (const ops::Operator& op : ops::operators())
    count += op.quick_cases.size();
  return count;
}

// Few cases, and few runs of each: of every operator one that arithmetic limits or one that memory does.
std::vector<BenchReport> quick_run() {
  MeasureLimits limits;
  limits.least_seconds = 0.1;
  limits.settle_seconds = 0.2;
  limits.most_seconds = 2;
  Roofs roofs;
  std::vector<BenchReport> reports;
  Progress progress(quick_cases());
  for (const ops::Operator& op : ops::operators()) {
    std::vector<CaseBench> results;
    for (const std::string& name : op.quick_cases) {
      progress.step(name);
      results.push_back(bench(op, *op.find_case(name), {{}, runtime::hardware_threads(), limits}, roofs));
    }
    reports.push_back({"", "xeforge report, which measured these cases itself", report_of(results, limits)});
  }
  progress.end();
  const Ceilings ceilings = measure_ceilings(roofs.bandwidth(), runtime::hardware_threads());
  reports.front().json["ceilings"] = {
      {{"threads", ceilings.threads},
       {"read_gbps", ceilings.read_gbps},
       {"f32_fma_gflops", ceilings.f32_fma_gflops},
       {"bf16_dot_gflops", ceilings.bf16_dot_gflops ? Json(*ceilings.bf16_dot_gflops) : Json()}}};
  return reports;
}

// Everything that can be refused is read before anything is measured.
struct Inputs {
  std::vector<BenchReport> bench, roofs;
  std::vector<IsaReport> isa;
  std::vector<ProfileReport> profiles;
  std::vector<JournalLine> journal;
};

Inputs read(const ReportOptions& options) {
  Inputs inputs;
  for (const std::string& path : options.bench)
    inputs.bench.push_back(read_bench("--bench", path));
  if (!options.roof.empty())
    inputs.roofs.push_back(read_roof("--roof", options.roof));
  for (const std::string& path : options.isa)
    inputs.isa.push_back(read_isa("--isa", path));
  for (const std::string& path : options.profiles)
    inputs.profiles.push_back({path, read_profile("--profile", path)});
  if (!options.journal.empty())
    inputs.journal = read_journal("--journal", options.journal);
  return inputs;
}

pages::Page page_of(const ReportOptions& options, const Inputs& inputs) {
  const Provenance here = provenance();
  pages::Page page{
      options.title.empty() ? "xeforge report" : options.title,
      fmt::format("Explicit-SIMD kernels: what was measured, what bounds it, what the machine code consists "
                  "of. Made on {} by xeforge {} ({}), {}.",
                  here.date, XEFORGE_VERSION, here.commit, here.compiler),
      {}};
  // The reader's own first: what it comes to, the ladder of versions, times, code. What belongs to this program is last.
  page.sections.push_back(summary_section(inputs.bench, inputs.isa, inputs.journal));
  if (auto ladders = ladders_section(options.journal, inputs.journal))
    page.sections.push_back(*std::move(ladders));
  if (!inputs.bench.empty())
    page.sections.push_back(rates_section(inputs.bench));
  if (!options.only || !inputs.isa.empty())
    page.sections.push_back(machine_code_section(inputs.isa));
  std::vector<BenchReport> with_roofs = inputs.bench;
  with_roofs.insert(with_roofs.end(), inputs.roofs.begin(), inputs.roofs.end());
  if (pages::Section rooflines = rooflines_section(with_roofs); !options.only || !rooflines.blocks.empty())
    page.sections.push_back(std::move(rooflines));
  if (!inputs.profiles.empty())
    page.sections.push_back(profiles_section(inputs.profiles, inputs.isa));
  if (!options.journal.empty())
    page.sections.push_back(journal_section(options.journal, inputs.journal));
  else if (!options.only)
    page.sections.push_back(
        {"Journal",
         {pages::Paragraph{"No journal was given: --journal takes a file that 'xeforge journal add' makes."}}});
  if (!options.only)
    page.sections.push_back(operators_section(here));
  return page;
}

void report(const ReportOptions& options) {
  OutputFile output("-o", options.output);
  Inputs inputs = read(options);
  const bool is_quick = inputs.bench.empty() && !options.only;
  if (options.only && inputs.bench.empty() && inputs.isa.empty() && inputs.profiles.empty() && options.journal.empty())
    throw Error("--only", "no file", "--bench, --isa, --profile or --journal beside it");
  if (is_quick && !output.takes_standard_output())
    print("No --bench FILE: measuring {} cases quickly\n", quick_cases());
  if (is_quick)
    inputs.bench = quick_run();
  output.write(pages::html(page_of(options, inputs)));
  if (!output.takes_standard_output())
    print("Written to {}: {}{}, {} of machine code, {}, {} of a journal\n", options.output,
          counted(inputs.bench.size(), "bench report"), is_quick ? " (measured now)" : "", inputs.isa.size(),
          counted(inputs.profiles.size(), "profile"), counted(inputs.journal.size(), "line"));
}

} // namespace

void add_report_command(Command app) {
  Command command = app.add_command("report", "Make an HTML page: operators, rates, rooflines, machine code, journal");
  auto options = std::make_shared<ReportOptions>();
  command.add_option("-o,--output", options->output, "The page to write; it needs no other file and no network")
      .type_name("FILE.html")
      .required();
  const auto add_files = [&](const char* name, std::vector<std::string>& files, const char* type, const char* help) {
    command.add_option(name, files, help).type_name(type).one_value_each();
  };
  add_files("--bench", options->bench, "FILE", "JSON of xeforge bench; may be repeated (without: a quick run)");
  command.add_option("--roof", options->roof, "JSON of xeforge roof, from the machine of --bench").type_name("FILE");
  add_files("--isa", options->isa, "DIR", "Output folder of compile, or JSON of explain; may be repeated");
  add_files("--profile", options->profiles, "FILE", "Export of VTune or unitrace; may be repeated");
  command.add_option("--journal", options->journal, "The journal written by xeforge journal").type_name("FILE");
  command.add_option("--title", options->title, "title of the page").type_name("TEXT").one_value_each();
  command.add_flag("--only", options->only,
                   "show only the given files: no quick run, nothing about xeforge's own operators");
  add_examples(command, {"xeforge report -o report.html",
                         "xeforge report -o gemm.html --only --bench gemm.json --isa gemm-explain.json",
                         "xeforge report -o report.html --bench attention.json --bench topk.json --isa out",
                         "xeforge report -o report.html --journal bench/JOURNAL --profile hotspots.csv --isa out"});
  command.on_run([options] { report(*options); });
}

} // namespace xeforge::lab

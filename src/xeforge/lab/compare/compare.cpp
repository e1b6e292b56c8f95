// xeforge compare: two reports, or two revisions: what moved, and is it noise.
#include "xeforge/base/error.hpp"
#include "xeforge/files/json_reader.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/compare/comparable.hpp"
#include "xeforge/lab/compare/comparison_text.hpp"
#include "xeforge/lab/compare/revisions.hpp"
#include "xeforge/lab/report/report_code.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/output_file.hpp"
#include "xeforge/ops/operator.hpp"
#include "xeforge/records/comparison_json.hpp"
#include "xeforge/runtime/team.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace xeforge::lab {
namespace {

namespace fs = std::filesystem;

struct CompareOptions {
  std::string before, after, json, html, kernel, operator_name = ops::operators().front().name, case_name;
  records::Criterion criterion;
  std::int64_t rounds = 8, threads = runtime::hardware_threads();
  std::vector<Option> of_revisions, of_reports, of_times; // which mean something for these alone
};

Json as_json(const inspection::InstructionMix& mix) { return mix.instructions; }

Json as_json(const inspection::KernelDifference& kernel) {
  const auto number = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  Json figures = Json::array(), lines = Json::array();
  for (const inspection::FigureDifference& figure : kernel.figures)
    figures.push_back({{"name", figure.name}, {"before", number(figure.before)}, {"after", number(figure.after)}});
  for (const inspection::LineDifference& line : kernel.lines)
    lines.push_back({{"file", line.file},
                     {"old_line", line.old_line},
                     {"new_line", line.new_line},
                     {"text", line.text},
                     {"before", as_json(line.before)},
                     {"after", as_json(line.after)}});
  return {{"kernel", kernel.name},
          {"verdict", name_of(kernel.verdict)},
          {"reason", kernel.reason},
          {"figures", std::move(figures)},
          {"lines", std::move(lines)}};
}

Json as_json(const inspection::ReportDifference& difference) {
  Json kernels = Json::array();
  for (const inspection::KernelDifference& kernel : difference.kernels)
    kernels.push_back(as_json(kernel));
  return {{"format", records::comparison_format}, {"kind", "explain"}, {"results", std::move(kernels)}};
}

// Opened before anything is read.
struct CompareFiles {
  explicit CompareFiles(const CompareOptions& options) : json(options.json), html("--html", options.html) {}
  JsonFile json;
  OutputFile html;
};

template <class Comparison>
void show(CompareFiles& files, const Comparison& comparison, const Json& as_json) {
  if (!files.json.takes_standard_output() && !files.html.takes_standard_output())
    print("{}", comparison_text(comparison));
  files.json.write(as_json);
}

void show_benches(CompareFiles& files, const records::BenchComparison& comparison) {
  show(files, comparison, records::to_json(comparison));
  if (records::is_any_slower(comparison))
    throw CheckFailed{};
}

// ---- which kernels --------------------------------------------------------------------------------------------------
struct KernelPair {
  std::string before, after;
};

// "OLD=NEW", or one name for both.
KernelPair kernel_pair(const std::string& text) {
  const std::size_t equals = text.find('=');
  KernelPair pair{text.substr(0, equals), equals == text.npos ? text : text.substr(equals + 1)};
  if (pair.before.empty() || pair.after.empty())
    throw Error("--kernel", fmt::format("'{}'", files::shown(text)), "OLD=NEW, the names of two kernels, or one name");
  return pair;
}

// Of a list of things with names the one that is called so, under the name that the comparison shows.
template <class Kernels, class Name>
void keep_one(Kernels& kernels, const std::string& name, const std::string& shown_as, const char* side,
              Name&& name_of) {
  std::string known;
  for (auto& kernel : kernels)
    known += (known.empty() ? "" : ", ") + name_of(kernel);
  std::erase_if(kernels, [&](auto& kernel) { return name_of(kernel) != name; });
  if (kernels.empty())
    throw Error("--kernel", fmt::format("'{}', which {} does not have", files::shown(name), side),
                fmt::format("one of {}", known));
  for (auto& kernel : kernels)
    name_of(kernel) = shown_as;
}

// Cases of a program are called "KERNEL SHAPE".
void keep_cases(records::BenchReport& report, const std::string& name, const std::string& shown_as, const char* side) {
  std::string known;
  std::erase_if(report.cases, [&](const records::BenchCase& one) {
    known += (known.empty() ? "" : ", ") + one.name;
    return one.name != name && !one.name.starts_with(name + " ");
  });
  if (report.cases.empty())
    throw Error("--kernel", fmt::format("'{}', which {} does not have", files::shown(name), side),
                fmt::format("one of {}", known));
  for (records::BenchCase& one : report.cases)
    one.name = shown_as + one.name.substr(name.size());
}

void keep_kernel(Comparable& comparable, const std::string& name, const std::string& shown_as, const char* side) {
  const auto name_of = [](auto& kernel) -> std::string& { return kernel.name; };
  if (auto* report = std::get_if<records::BenchReport>(&comparable))
    return keep_cases(*report, name, shown_as, side);
  if (auto* report = std::get_if<inspection::Explanation>(&comparable))
    return keep_one(report->kernels, name, shown_as, side, name_of);
  keep_one(std::get<toolchain::CompileReport>(comparable).kernels, name, shown_as, side, name_of);
}

// With one kernel on each side there is no doubt which two are meant, whatever they are called.
void pair_the_only_kernels(Comparable& before, const Comparable& after) {
  const auto pair = [](auto& old_kernels, const auto& new_kernels) {
    if (old_kernels.size() == 1 && new_kernels.size() == 1)
      old_kernels[0].name = new_kernels[0].name;
  };
  if (auto* report = std::get_if<inspection::Explanation>(&before))
    pair(report->kernels, std::get<inspection::Explanation>(after).kernels);
  else if (auto* compiled = std::get_if<toolchain::CompileReport>(&before))
    pair(compiled->kernels, std::get<toolchain::CompileReport>(after).kernels);
}

// Two kernels that were named do the same work, also where one does more of it in an item: launches of other shapes are
// compared where there is one on each side.
void pair_the_only_launches(Comparable& before, const Comparable& after) {
  auto* const old_report = std::get_if<records::BenchReport>(&before);
  const auto* const new_report = std::get_if<records::BenchReport>(&after);
  if (!old_report || !new_report || old_report->cases.size() != 1 || new_report->cases.size() != 1)
    return;
  records::BenchCase& old_case = old_report->cases[0];
  const records::BenchCase& new_case = new_report->cases[0];
  if (old_case.op != "program" || new_case.op != "program")
    return;
  old_case.name = new_case.name;
  old_case.shape = new_case.shape;
}

// Both reports as they are to be compared: of the kernels that were named.
std::pair<Comparable, Comparable> read_both(const CompareOptions& options) {
  Comparable before = read_comparable("OLD", options.before);
  Comparable after = options.after.empty() ? before : read_comparable("NEW", options.after);
  require_one_kind("OLD", before, "NEW", after);
  if (!options.kernel.empty()) {
    const KernelPair pair = kernel_pair(options.kernel);
    const std::string shown_as =
        pair.before == pair.after ? pair.after : fmt::format("{} to {}", pair.before, pair.after);
    keep_kernel(before, pair.before, shown_as, "OLD");
    keep_kernel(after, pair.after, shown_as, options.after.empty() ? "OLD" : "NEW");
    pair_the_only_launches(before, after);
  }
  pair_the_only_kernels(before, after);
  return {std::move(before), std::move(after)};
}

void compare_explanations(CompareFiles& files, const inspection::Explanation& before,
                          const inspection::Explanation& after) {
  const auto difference = inspection::compare_reports(before, after);
  show(files, difference, as_json(difference));
  if (files.html.is_wanted())
    files.html.write(comparison_page(before, after, difference));
  if (inspection::is_any_slower(difference))
    throw CheckFailed{};
}

void compare_files(CompareFiles& files, const CompareOptions& options) {
  refuse_given(options.of_revisions, "beside reports", "it beside two revisions, which are measured");
  const auto [before, after] = read_both(options);
  if (!std::holds_alternative<records::BenchReport>(after))
    refuse_given(options.of_times, "beside reports of another kind", "it beside two of 'xeforge bench', or revisions");
  if (const auto* report = std::get_if<inspection::Explanation>(&after))
    return compare_explanations(files, std::get<inspection::Explanation>(before), *report);
  if (files.html.is_wanted())
    throw Error("--html", "reports of another kind", "two of 'xeforge explain KERNEL.cpp --device NAME --json FILE'");
  if (const auto* report = std::get_if<records::BenchReport>(&after))
    return show_benches(files,
                        records::compare_benches(std::get<records::BenchReport>(before), *report, options.criterion));
  const auto kernels =
      records::compare_reports(std::get<toolchain::CompileReport>(before), std::get<toolchain::CompileReport>(after));
  show(files, kernels, records::to_json(kernels));
  if (records::is_any_worse(kernels))
    throw CheckFailed{};
}

std::string require_commit(const fs::path& repository, const char* argument, const std::string& revision) {
  if (const auto commit = commit_named(repository, revision))
    return *commit;
  throw Error(argument, fmt::format("'{}'", files::shown(revision)), "a report, or a revision of this repository");
}

void compare_revisions(CompareFiles& files, const CompareOptions& options) {
  const auto repository = repository_of(fs::current_path());
  if (!repository)
    throw Error("OLD", fmt::format("'{}', which is no file, outside of a git repository", files::shown(options.before)),
                "a report, or a revision of the repository of the current folder");
  const std::string before = require_commit(*repository, "OLD", options.before);
  const std::string after = require_commit(*repository, "NEW", options.after);
  const RevisionBench bench{options.operator_name, options.case_name, static_cast<int>(options.threads),
                            static_cast<int>(options.rounds)};
  const auto [old_report, new_report] = bench_revisions(*repository, before, after, bench);
  show_benches(files,
               records::compare_benches(old_report, new_report, options.criterion, records::Samples::independent));
}

void compare(const CompareOptions& options) {
  if (options.after.empty() && options.kernel.find('=') == options.kernel.npos)
    throw Error("NEW", "nothing", "a report or a revision; two kernels of OLD with --kernel OLD=NEW");
  CompareFiles files(options);
  std::error_code problem;
  const bool old_exists = fs::exists(options.before, problem),
             new_exists = options.after.empty() ? old_exists : fs::exists(options.after, problem);
  if (old_exists != new_exists)
    throw Error(old_exists ? "NEW" : "OLD",
                fmt::format("'{}', which does not exist", files::shown(old_exists ? options.after : options.before)),
                "a report, like the other one");
  if (old_exists)
    return compare_files(files, options);
  refuse_given(options.of_reports, "beside revisions", "it beside two reports");
  compare_revisions(files, options);
}

} // namespace

void add_compare_command(Command app) {
  Command command = app.add_command("compare", "Compare two reports or two revisions: what changed, and is it noise?");
  auto options = std::make_shared<CompareOptions>();
  command
      .add_option("OLD", options->before,
                  "report of bench, compile, isa or explain, or a git revision (which is built in build/compare)")
      .required();
  command.add_option("NEW", options->after, "the same for the new side; optional with --kernel OLD=NEW");
  const Option kernel = command
                            .add_option("--kernel", options->kernel,
                                        "for reports: compare these two kernels, or the kernel of one name in both")
                            .type_name("OLD=NEW")
                            .one_value_each();
  options->of_times = {add_percent(command, "--level", options->criterion.level, 0.001, 50,
                                   "probability, over all cases, of calling noise a difference (5% if not given)"),
                       add_percent(command, "--least", options->criterion.least_change, 0, 1000,
                                   "ignore smaller changes of the time (1% if not given)")};
  std::vector<std::string> operator_names;
  for (const ops::Operator& op : ops::operators())
    operator_names.push_back(op.name);
  options->of_revisions = {
      add_choice(command, "--operator", options->operator_name, operator_names, "for revisions: what to measure"),
      command.add_option("--case", options->case_name, "for revisions: only this case").type_name("NAME"),
      add_integer(command, "--rounds", options->rounds, {4, 1000}, "for revisions: how often each is measured"),
      add_threads(command, options->threads)};
  add_json(command, options->json);
  const Option html =
      command
          .add_option(
              "--html", options->html,
              "for explanations: write a page with both versions of the code side by side; - for standard output")
          .type_name("FILE");
  options->of_reports = {kernel, html};
  add_examples(command, {"xeforge compare before.json after.json", "xeforge compare old/report.json new/report.json",
                         "xeforge compare explain.json --kernel Naive=Tuned --html versions.html",
                         "xeforge compare HEAD~1 HEAD --case seed --threads 1", "",
                         "Exit code: 0 if nothing is slower or worse, 1 if something is, 2 for invalid input."});
  command.on_run([options] { compare(*options); });
}

} // namespace xeforge::lab

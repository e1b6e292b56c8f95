// xeforge list: operators, their variants, instruction sets, and what this machine would choose.
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/json_file.hpp"
#include "xeforge/lab/options.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/lab/softmax_topk_options.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/format.h>

#include <set>

namespace xeforge::lab {
namespace {

namespace op = ops::softmax_topk;

constexpr const char* softmax_topk_summary =
    "softmax or sigmoid of each row, its k best columns, their weights normalised";

// The shapes of real models that bench times.
std::vector<const op::Case*> typical_uses() {
  std::vector<const op::Case*> uses;
  for (const op::Case* problem : op::cases_of(op::CaseSet::ci))
    if (problem->timed)
      uses.push_back(problem);
  return uses;
}

std::string options_text(const SoftmaxTopkOptions& options) {
  std::string text = options.scoring == Scoring::sigmoid ? "sigmoid" : "softmax";
  if (options.num_expert_group > 1)
    text += fmt::format(", {} of {} groups", options.topk_group, options.num_expert_group);
  if (options.correction_bias.data)
    text += ", bias";
  return text;
}

Json choices_as_json() {
  Json choices = Json::array();
  for (const op::Case* use : typical_uses()) {
    const SoftmaxTopkProblem problem = problem_of(*use);
    const SoftmaxTopkPlan chosen = plan(problem);
    choices.push_back({{"case", use->name},
                       {"rows", problem.rows},
                       {"n", problem.n},
                       {"k", problem.options.k},
                       {"dtype", name_of(problem.scores)},
                       {"options", options_text(problem.options)},
                       {"variant", chosen.variant},
                       {"target", chosen.target},
                       {"reason", chosen.reason}});
  }
  return choices;
}

Json as_json() {
  Json variants = Json::array(), targets = Json::array();
  for (const SoftmaxTopkVariant& variant : softmax_topk_variants())
    variants.push_back({{"name", variant.name}, {"summary", variant.summary}, {"accepts", variant.accepts}});
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    targets.push_back({{"name", target.name},
                       {"summary", target.summary},
                       {"available", target.available},
                       {"chosen", target.target == machine::best_cpu_target()}});
  const Json softmax_topk{{"name", "softmax-topk"},
                          {"summary", softmax_topk_summary},
                          {"variants", variants},
                          {"choices", choices_as_json()}};
  return {{"operators", Json::array({softmax_topk})}, {"targets", targets}};
}

void print_variants() {
  fmt::print("softmax-topk: {}\n\nVariants, in order of preference\n", softmax_topk_summary);
  for (const SoftmaxTopkVariant& variant : softmax_topk_variants()) {
    fmt::print("  {}\n", coloured(std::string(variant.name), Mood::good));
    fmt::print("{}", wrapped(std::string(variant.summary), 6));
    fmt::print("{}", wrapped("accepts " + std::string(variant.accepts), 6));
  }
}

void print_targets() {
  fmt::print("\nInstruction sets\n");
  Table table({{"name"}, {"what"}, {"here"}});
  for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
    const bool best = target.target == machine::best_cpu_target();
    table.add({std::string(target.name), std::string(target.summary),
               best               ? "available, the choice"
               : target.available ? "available"
                                  : "not available"});
  }
  fmt::print("{}", table.text());
}

void print_choices() {
  fmt::print("\nWhat this machine would choose\n");
  Table table({{"case"},
               {"rows", Align::right},
               {"n", Align::right},
               {"k", Align::right},
               {"scores"},
               {"options"},
               {"variant"},
               {"target"}});
  std::set<std::string> said;
  std::string why;
  for (const op::Case* use : typical_uses()) {
    const SoftmaxTopkProblem problem = problem_of(*use);
    const SoftmaxTopkPlan chosen = plan(problem);
    table.add({use->name, fmt::format("{}", problem.rows), fmt::format("{}", problem.n),
               fmt::format("{}", problem.options.k), std::string(name_of(problem.scores)),
               options_text(problem.options), chosen.variant, chosen.target});
    if (said.insert(chosen.reason).second)
      why += wrapped(use->name + ": " + chosen.reason, 2);
  }
  fmt::print("{}\nWhy\n{}", table.text(), why);
}

void list(const std::string& json_target) {
  JsonFile json(json_target);
  if (!json.takes_standard_output()) {
    print_variants();
    print_targets();
    print_choices();
  }
  json.write(as_json());
}

} // namespace

void add_list_command(CLI::App& app) {
  CLI::App& command =
      *app.add_subcommand("list", "Operators, variants, what each accepts, and what this machine would choose");
  auto json = std::make_shared<std::string>();
  // `--json` alone is standard output, as nothing else is worth a file name here.
  command.add_option("--json", *json, "as JSON, to standard output or to FILE")
      ->type_name("[FILE]")
      ->expected(0, 1)
      ->default_str("-");
  add_examples(command, {"xeforge list", "xeforge list --json"});
  command.callback([json] { list(*json); });
}

} // namespace xeforge::lab

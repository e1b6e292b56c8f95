// xeforge list: operators, their variants, instruction sets, and what this machine would choose.
#include "xeforge/lab/bench/operator_bench.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/run/operator_listing.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

Json choice_json(const ListedChoice& choice) {
  Json json{{"case", choice.facts.name}};
  json.update(fields_json(choice.facts.extents));
  json.update(Json{{"dtype", name_of(choice.facts.dtype)},
                   {"options", choice.facts.options},
                   {"variant", choice.plan.variant},
                   {"target", choice.plan.target},
                   {"reason", choice.plan.reason}});
  return json;
}

Json operator_json(const ops::Operator& op) {
  Json variants = Json::array(), choices = Json::array();
  for (const VariantDescription& variant : op.variants)
    variants.push_back({{"name", variant.name}, {"summary", variant.summary}, {"accepts", variant.accepts}});
  for (const ListedChoice& choice : typical_choices(op))
    choices.push_back(choice_json(choice));
  return {{"name", op.name}, {"summary", op.summary}, {"variants", variants}, {"choices", choices}};
}

Json list_json() {
  Json operators = Json::array(), targets = Json::array();
  for (const ops::Operator& op : ops::operators())
    operators.push_back(operator_json(op));
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    targets.push_back({{"name", target.name},
                       {"summary", target.summary},
                       {"available", target.available},
                       {"chosen", target.target == machine::best_cpu_target()}});
  return {{"operators", operators}, {"targets", targets}};
}

void print_variants(const ops::Operator& op) {
  print("{}\nVariants, in order of preference\n", wrapped(fmt::format("{}: {}", op.name, op.summary), 0));
  for (const VariantDescription& variant : op.variants) {
    print("  {}\n", coloured(std::string(variant.name), Mood::good));
    print("{}", wrapped(std::string(variant.summary), 6));
    print("{}", wrapped("accepts " + std::string(variant.accepts), 6));
  }
}

void print_choices(const ops::Operator& op) {
  const std::vector<ListedChoice> choices = typical_choices(op);
  Table table({{"case"}, {"shape"}, {"type"}, {"options"}, {"variant"}, {"target"}});
  for (const auto& [facts, plan] : choices)
    table.add({facts.name, op.shape_text(facts.extents), std::string(name_of(facts.dtype)), facts.options, plan.variant,
               plan.target});
  print("\n{}{}\nWhy\n", wrapped(fmt::format("What this machine would choose (shape: {})", op.shape_legend), 0),
        table.text());
  for (const auto& [name, reason] : reasons_of(choices))
    print("{}", wrapped(fmt::format("{}: {}", name, reason), 2));
}

void print_targets() {
  print("Instruction sets\n");
  Table table({{"name"}, {"what"}, {"here"}});
  for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
    const bool best = target.target == machine::best_cpu_target();
    table.add({std::string(target.name), std::string(target.summary),
               best               ? "available, the choice"
               : target.available ? "available"
                                  : "not available"});
  }
  print("{}", table.text());
}

void list(const std::string& json_target) {
  JsonFile json(json_target);
  if (!json.takes_standard_output()) {
    for (const ops::Operator& op : ops::operators()) {
      print_variants(op);
      print_choices(op);
      print("\n");
    }
    print_targets();
  }
  json.write(list_json());
}

} // namespace

void add_list_command(Command app) {
  Command command =
      app.add_command("list", "List operators, their variants, what each accepts, and what this machine would choose");
  auto json = std::make_shared<std::string>();
  // `--json` alone is standard output, as nothing else is worth a file name here.
  command.add_option("--json", *json, "write JSON, to standard output or to FILE").type_name("[FILE]").alone_means("-");
  add_examples(command, {"xeforge list", "xeforge list --json"});
  command.on_run([json] { list(*json); });
}

} // namespace xeforge::lab

// xeforge list: operators, their variants, instruction sets, and what this machine would choose.
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/json_file.hpp"
#include "xeforge/lab/operator_listing.hpp"
#include "xeforge/lab/options.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <fmt/format.h>

namespace xeforge::lab {
namespace {

using Listings = std::vector<OperatorListing>;

Json as_json(const Listings& listings) {
  Json operators = Json::array(), targets = Json::array();
  for (const OperatorListing& listing : listings) {
    Json variants = Json::array();
    for (const ListedVariant& variant : listing.variants)
      variants.push_back({{"name", variant.name}, {"summary", variant.summary}, {"accepts", variant.accepts}});
    operators.push_back(
        {{"name", listing.name}, {"summary", listing.summary}, {"variants", variants}, {"choices", listing.choices}});
  }
  for (const machine::CpuTargetInfo& target : machine::cpu_targets())
    targets.push_back({{"name", target.name},
                       {"summary", target.summary},
                       {"available", target.available},
                       {"chosen", target.target == machine::best_cpu_target()}});
  return {{"operators", operators}, {"targets", targets}};
}

void print_variants(const OperatorListing& listing) {
  print("{}: {}\n\nVariants, in order of preference\n", listing.name, listing.summary);
  for (const ListedVariant& variant : listing.variants) {
    print("  {}\n", coloured(std::string(variant.name), Mood::good));
    print("{}", wrapped(std::string(variant.summary), 6));
    print("{}", wrapped("accepts " + std::string(variant.accepts), 6));
  }
}

void print_choices(const OperatorListing& listing) {
  print("\nWhat this machine would choose\n{}\nWhy\n", listing.table);
  for (const auto& [name, reason] : listing.reasons)
    print("{}", wrapped(name + ": " + reason, 2));
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
  const Listings listings{list_softmax_topk(), list_attention()};
  if (!json.takes_standard_output()) {
    for (const OperatorListing& listing : listings) {
      print_variants(listing);
      print_choices(listing);
      print("\n");
    }
    print_targets();
  }
  json.write(as_json(listings));
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

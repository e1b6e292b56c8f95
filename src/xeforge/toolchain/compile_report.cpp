#include "xeforge/toolchain/compile_report.hpp"

#include "xeforge/base/error.hpp"

#include <nlohmann/json.hpp>

namespace xeforge::toolchain {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "xeforge-compile-2";

template <class Number>
Json number_or_null(const std::optional<Number>& value) {
  return value ? Json(*value) : Json(nullptr);
}
template <class Number>
std::optional<Number> optional_number(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional<Number>(value.get<Number>());
}

Json to_json(const InstructionCounts& counts) {
  return {{"instructions", counts.instructions},
          {"dpas", counts.dpas},
          {"sends", counts.sends},
          {"mov", counts.moves},
          {"math", counts.math},
          {"sync", counts.sync},
          {"operations", counts.operations}};
}

InstructionCounts parse_counts(const Json& json) {
  return {json.at("instructions"), json.at("dpas"), json.at("sends"),     json.at("mov"),
          json.at("math"),         json.at("sync"), json.at("operations")};
}

Json to_json(const LoopCode& loop) {
  Json json{{"label", loop.label}, {"depth", loop.depth}};
  json.update(to_json(loop.counts));
  json["every_pass"] = to_json(loop.every_pass);
  json["longest_dpas_run"] = loop.longest_dpas_run;
  return json;
}

LoopCode parse_loop(const Json& json) {
  return {json.at("label"), json.at("depth"), parse_counts(json), parse_counts(json.at("every_pass")),
          json.at("longest_dpas_run")};
}

Json to_json(const KernelReport& kernel) {
  Json loops = Json::array();
  for (const LoopCode& loop : kernel.loops)
    loops.push_back(to_json(loop));
  Json json{{"name", kernel.name}, {"source_name", kernel.source_name}, {"assembly", kernel.assembly}};
  json.update(to_json(kernel.counts));
  json.update(Json{{"loops", std::move(loops)},
                   {"grf", kernel.registers},
                   {"grf_used", number_or_null(kernel.registers_used)},
                   {"spilled_bytes", kernel.spilled_bytes},
                   {"slm_bytes", kernel.slm_bytes},
                   {"barriers", kernel.barriers},
                   {"estimated_cycles", number_or_null(kernel.cycles)}});
  return json;
}

KernelReport parse_kernel(const Json& json) {
  KernelReport kernel;
  kernel.name = json.at("name");
  kernel.source_name = json.at("source_name");
  kernel.assembly = json.at("assembly");
  kernel.counts = parse_counts(json);
  for (const Json& loop : json.at("loops"))
    kernel.loops.push_back(parse_loop(loop));
  kernel.registers = json.at("grf");
  kernel.registers_used = optional_number<int>(json.at("grf_used"));
  kernel.spilled_bytes = json.at("spilled_bytes");
  kernel.slm_bytes = json.at("slm_bytes");
  kernel.barriers = json.at("barriers");
  kernel.cycles = optional_number<std::uint64_t>(json.at("estimated_cycles"));
  return kernel;
}

} // namespace

nlohmann::ordered_json to_json(const CompileReport& report) {
  Json kernels = Json::array();
  for (const KernelReport& kernel : report.kernels)
    kernels.push_back(to_json(kernel));
  return {
      {"format", format},        {"source", report.source}, {"device", report.device}, {"platform", report.platform},
      {"grf", report.registers}, {"zebin", report.zebin},   {"tools", report.tools},   {"kernels", std::move(kernels)}};
}

CompileReport parse_report(const std::string& name, const std::string& text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("format") != format)
      throw Error(name, "a report of the format " + json.at("format").dump(), std::string("\"") + format + "\"");
    CompileReport report{json.at("source"),
                         json.at("device"),
                         json.at("platform"),
                         json.at("grf"),
                         json.at("zebin"),
                         json.at("tools"),
                         {}};
    for (const Json& kernel : json.at("kernels"))
      report.kernels.push_back(parse_kernel(kernel));
    return report;
  } catch (const nlohmann::json::exception& problem) {
    throw Error(name, "'" + std::string(problem.what()) + "'", "a report that 'xeforge compile' wrote");
  }
}

} // namespace xeforge::toolchain

#include "xeforge/toolchain/compile_report.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/files/json.hpp"
#include "xeforge/toolchain/binary/json_numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace xeforge::toolchain {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "xeforge-compile-4";

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
  return {whole_number_in(json, "instructions"), whole_number_in(json, "dpas"), whole_number_in(json, "sends"),
          whole_number_in(json, "mov"),          whole_number_in(json, "math"), whole_number_in(json, "sync"),
          counts_in(json, "operations")};
}

Json to_json(const LoopCode& loop) {
  Json json{{"label", loop.label}, {"depth", loop.depth}};
  json.update(to_json(loop.counts));
  json["every_iteration"] = to_json(loop.every_iteration);
  json["fullest_iteration"] = to_json(loop.fullest_iteration);
  json["longest_dpas_run"] = loop.longest_dpas_run;
  return json;
}

LoopCode parse_loop(const Json& json) {
  return {json.at("label"),
          whole_number_in(json, "depth"),
          parse_counts(json),
          parse_counts(json.at("every_iteration")),
          parse_counts(json.at("fullest_iteration")),
          whole_number_in(json, "longest_dpas_run")};
}

Json to_json(const KernelReport& kernel) {
  Json loops = Json::array();
  for (const LoopCode& loop : kernel.loops)
    loops.push_back(to_json(loop));
  Json json{{"name", kernel.name}, {"source_name", kernel.source_name}, {"assembly", kernel.assembly}};
  json.update(to_json(kernel.counts));
  json.update(Json{{"loops", std::move(loops)},
                   {"grf", kernel.registers},
                   {"grf_used", files::number_or_null<Json>(kernel.registers_used)},
                   {"spilled_bytes", kernel.spilled_bytes},
                   {"private_bytes", kernel.private_bytes},
                   {"slm_bytes", kernel.slm_bytes},
                   {"barriers", kernel.barriers},
                   {"estimated_cycles", files::number_or_null<Json>(kernel.cycles)}});
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
  kernel.registers = whole_number_in(json, "grf");
  kernel.registers_used = whole_number_or_null_in(json, "grf_used");
  kernel.spilled_bytes = whole_number_in<std::uint64_t>(json, "spilled_bytes");
  if (json.contains("private_bytes")) // older reports have none
    kernel.private_bytes = whole_number_in<std::uint64_t>(json, "private_bytes");
  kernel.slm_bytes = whole_number_in<std::uint32_t>(json, "slm_bytes");
  kernel.barriers = whole_number_in(json, "barriers");
  kernel.cycles = whole_number_or_null_in<std::uint64_t>(json, "estimated_cycles");
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

// What the report tells of is an input as the report is.
static void note_files_of(const CompileReport& report, const std::filesystem::path& folder) {
  for (const KernelReport& kernel : report.kernels)
    if (!kernel.assembly.empty())
      files::note_input(folder / kernel.assembly);
  files::note_input(folder / report.zebin);
}

CompileReport parse_report(const std::string& name, const std::string& text) {
  try {
    const Json json = files::parse_json<Json>(text);
    if (json.at("format") != format)
      throw Error(name, "a report of the format " + json.at("format").dump(), fmt::format("\"{}\"", format));
    CompileReport report{{json.at("source"), json.at("device"), json.at("platform"), whole_number_in(json, "grf"),
                          json.at("zebin"), json.at("tools")},
                         {}};
    for (const Json& kernel : json.at("kernels"))
      report.kernels.push_back(parse_kernel(kernel));
    note_files_of(report, files::folder_of(name));
    return report;
  } catch (const nlohmann::json::exception& problem) {
    throw Error(name, fmt::format("'{}'", problem.what()), "a report that 'xeforge compile' wrote");
  } catch (const Error& problem) {
    if (problem.argument() == name)
      throw;
    throw Error(name, fmt::format("{} {}", problem.argument(), problem.got()), problem.expected());
  }
}

} // namespace xeforge::toolchain

#include "xeforge/toolchain/compile_report.hpp"

#include "xeforge/files/command_files.hpp"
#include "xeforge/files/json_reader.hpp"

namespace xeforge::toolchain {
namespace {

using files::Json;
using files::JsonValue;

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

InstructionCounts parse_counts(const JsonValue& json) {
  return {json["instructions"].whole(), json["dpas"].whole(), json["sends"].whole(),      json["mov"].whole(),
          json["math"].whole(),         json["sync"].whole(), json["operations"].counts()};
}

Json to_json(const LoopCode& loop) {
  Json json{{"label", loop.label}, {"depth", loop.depth}};
  json.update(to_json(loop.counts));
  json["every_iteration"] = to_json(loop.every_iteration);
  json["fullest_iteration"] = to_json(loop.fullest_iteration);
  json["longest_dpas_run"] = loop.longest_dpas_run;
  return json;
}

LoopCode parse_loop(const JsonValue& json) {
  return {json["label"].text(),
          json["depth"].whole(),
          parse_counts(json),
          parse_counts(json["every_iteration"]),
          parse_counts(json["fullest_iteration"]),
          json["longest_dpas_run"].whole()};
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

KernelReport parse_kernel(const JsonValue& json) {
  KernelReport kernel;
  kernel.name = json["name"].text();
  kernel.source_name = json["source_name"].text();
  kernel.assembly = json["assembly"].text();
  kernel.counts = parse_counts(json);
  for (const JsonValue& loop : json["loops"].list())
    kernel.loops.push_back(parse_loop(loop));
  kernel.registers = json["grf"].whole();
  kernel.registers_used = json["grf_used"].whole_or_null();
  kernel.spilled_bytes = json["spilled_bytes"].whole<std::uint64_t>();
  if (const auto bytes = json.find("private_bytes")) // older reports have none
    kernel.private_bytes = bytes->whole<std::uint64_t>();
  kernel.slm_bytes = json["slm_bytes"].whole<std::uint32_t>();
  kernel.barriers = json["barriers"].whole();
  kernel.cycles = json["estimated_cycles"].whole_or_null<std::uint64_t>();
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
  const files::JsonDocument document(name, "a report that 'xeforge compile' wrote", text);
  const JsonValue json = document.root_of_format(format);
  CompileReport report{{json["source"].text(), json["device"].text(), json["platform"].text(), json["grf"].whole(),
                        json["zebin"].text(), json["tools"].texts()},
                       {}};
  for (const JsonValue& kernel : json["kernels"].list())
    report.kernels.push_back(parse_kernel(kernel));
  note_files_of(report, files::folder_of(name));
  return report;
}

} // namespace xeforge::toolchain

#include "xeforge/toolchain/lowered_module.hpp"

#include <nlohmann/json.hpp>

namespace xeforge::toolchain {

NLOHMANN_JSON_SERIALIZE_ENUM(UnfitKernels, {{UnfitKernels::refused, "refused"}, {UnfitKernels::left_out, "left out"}})
NLOHMANN_JSON_SERIALIZE_ENUM(LoweringTask, {{LoweringTask::lower, "lower"},
                                            {LoweringTask::check_host_variables, "check host variables"}})
NLOHMANN_JSON_SERIALIZE_ENUM(SourceLines, {{SourceLines::dropped, "dropped"}, {SourceLines::kept, "kept"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LoweringOptions, lines, local_memory, unfit_kernels)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceFrame, file, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceLocation, function, frames)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LoweredKernel, name, source_name, slm_bytes, named_barriers, captured_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LoweredModule, kernels, locations, left_out, may_use_host_variables, changes_copies,
                                   is_fused)

void to_json(nlohmann::json& json, const LoweringRequest& request) {
  json = {{"device", request.device},
          {"source", request.source},
          {"task", request.task},
          {"options", request.options},
          {"keeps_text", request.keeps_text}};
}
void from_json(const nlohmann::json& json, LoweringRequest& request) {
  json.at("device").get_to(request.device);
  json.at("source").get_to(request.source);
  json.at("task").get_to(request.task);
  json.at("options").get_to(request.options);
  json.at("keeps_text").get_to(request.keeps_text);
}

void to_json(nlohmann::json& json, const LoweringOutcome& outcome) {
  json = {{"module", outcome.module}};
  if (const auto& refusal = outcome.refusal)
    json["refusal"] = {refusal->argument(), refusal->got(), refusal->expected()};
}
void from_json(const nlohmann::json& json, LoweringOutcome& outcome) {
  json.at("module").get_to(outcome.module);
  if (const auto refusal = json.find("refusal"); refusal != json.end())
    outcome.refusal.emplace(refusal->at(0).get<std::string>(), refusal->at(1).get<std::string>(),
                            refusal->at(2).get<std::string>());
}

} // namespace xeforge::toolchain

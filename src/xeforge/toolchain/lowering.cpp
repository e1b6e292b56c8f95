#include "xeforge/toolchain/lowering.hpp"

#include "xeforge/files/json.hpp"
#include "xeforge/toolchain/tools/files.hpp"
#include "xeforge/toolchain/tools/tool_errors.hpp"

#include <nlohmann/json.hpp>

namespace xeforge::toolchain {

namespace {

LoweredModule run_lowering(const DeviceTools& tools, const std::filesystem::path& folder, const std::string& input,
                           const std::string& output, const LoweringRequest& request) {
  constexpr const char *options = "lowering_request.json", *report = "lowering_report.json";
  write_text(folder / options, nlohmann::json(request).dump());
  Command command = tools.lowering({input, output, report, options});
  command.folder = folder;
  const Outcome ended = run(command);
  if (!ended.succeeded())
    throw tool_error("lowering of " + input, ended, {});
  auto outcome = files::parse_json<nlohmann::json>(read_text(folder / report)).get<LoweringOutcome>();
  if (outcome.refusal)
    throw Error(*outcome.refusal);
  return std::move(outcome.module);
}

} // namespace

LoweredModule lower(const DeviceTools& tools, const std::filesystem::path& folder, const std::string& input,
                    const std::string& output, const LoweringRequest& request) {
  return run_lowering(tools, folder, input, output, request);
}

void check_host_variables(const DeviceTools& tools, const std::filesystem::path& folder, const std::string& input,
                          const std::string& device, const std::string& source) {
  run_lowering(tools, folder, input, "none",
               {.device = device, .source = source, .task = LoweringTask::check_host_variables, .options = {}});
}

} // namespace xeforge::toolchain

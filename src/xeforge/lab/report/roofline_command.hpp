// What both kinds of `xeforge roofline` share: of an operator's cases, and of a program's kernels.
#pragma once

#include "xeforge/lab/report/roofline_report.hpp"
#include "xeforge/lab/terminal/command_line.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/output_file.hpp"

#include <string>
#include <vector>

namespace xeforge::lab {

inline constexpr const char* host_device = "host";

struct RooflineOutputs {
  std::string devices = "bmg,b580,lnl,ptl", json, html, svg;
};

// --device, --svg and --html; --json is added where the others of its kind are.
void add_roofline_outputs(Command command, RooflineOutputs& outputs);

// Names between commas, each once. Throws Error in the name of the option.
std::vector<std::string> devices_in_list(const std::string& list);

// Opened before anything is run, so that nothing is run in vain.
class RooflineFiles {
public:
  explicit RooflineFiles(const RooflineOutputs& outputs);
  // command: as it could be given again. Throws CheckFailed where a measurement is refused.
  void write(const RooflineReport& report, const std::string& command);

private:
  JsonFile json_;
  OutputFile html_, svg_;
};

} // namespace xeforge::lab

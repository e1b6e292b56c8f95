#include "xeforge/lab/report/roofline_command.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <algorithm>
#include <sstream>

namespace xeforge::lab {

void add_roofline_outputs(Command command, RooflineOutputs& outputs) {
  command
      .add_option("--device", outputs.devices,
                  "device names, separated by commas; host is this machine, which is measured")
      .type_name("LIST")
      .show_default();
  command.add_option("--svg", outputs.svg, "write the chart; - for standard output").type_name("FILE");
  command.add_option("--html", outputs.html, "write a page with the charts and tables; - for standard output")
      .type_name("FILE");
}

std::vector<std::string> devices_in_list(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream stream(list);
  for (std::string name; std::getline(stream, name, ',');) {
    const std::string known = name == host_device ? name : std::string(device_named("--device", name).name);
    if (std::ranges::find(names, known) == names.end())
      names.push_back(known);
  }
  if (names.empty())
    throw Error("--device", "nothing", "device names, separated by commas; see 'xeforge devices'");
  return names;
}

RooflineFiles::RooflineFiles(const RooflineOutputs& outputs)
    : json_(outputs.json), html_("--html", outputs.html), svg_("--svg", outputs.svg) {}

void RooflineFiles::write(const RooflineReport& report, const std::string& command) {
  if (!json_.takes_standard_output() && !html_.takes_standard_output() && !svg_.takes_standard_output())
    print("{}", text_of(report));
  json_.write(as_json(report));
  if (svg_.is_wanted())
    svg_.write(svg_of(report));
  if (html_.is_wanted())
    html_.write(html_of(report, command));
  if (std::ranges::any_of(report.rows, [](const RooflineRow& row) { return !row.failure.empty(); }))
    throw CheckFailed{};
}

} // namespace xeforge::lab

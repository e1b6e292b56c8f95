#include "xeforge/lab/bench/device_ceilings.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/lab/terminal/device_words.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

using machine::Figure;
using machine::Quantity;

Figure required(const machine::DeviceFigures& device, Quantity quantity) {
  if (const auto found = figure(device, quantity))
    return *found;
  throw Error("--device", fmt::format("'{}', of which no {} is known", device.name, name_of(quantity)),
              "a device with a known figure; see 'xeforge devices'");
}

std::string value_text(const Figure& figure) {
  const std::string value = figure.low == figure.high ? fmt::format("{:.4g}", figure.high)
                                                      : fmt::format("{:.4g}-{:.4g}", figure.low, figure.high);
  return fmt::format("{}{}{}", value, unit_of(figure.quantity).empty() ? "" : " ", unit_of(figure.quantity));
}

} // namespace

DeviceCeilings ceilings_of(const machine::DeviceFigures& device, ops::Arithmetic arithmetic) {
  const Figure rate = required(device, arithmetic == ops::Arithmetic::matrix_16bit ? Quantity::f16_matrix_rate
                                                                                   : Quantity::f32_vector_rate);
  const Figure bandwidth = required(device, Quantity::memory_bandwidth);
  return {std::string(device.name),
          {rate.low * 1e12, bandwidth.low * 1e9},
          {rate.high * 1e12, bandwidth.high * 1e9},
          std::max(rate.provenance, bandwidth.provenance),
          std::string(rate.source),
          std::string(bandwidth.source)};
}

std::string ridge_text(const DeviceCeilings& ceilings) {
  const std::string low = fmt::format("{:.0f}", ridge_point(ceilings.low)),
                    high = fmt::format("{:.0f}", ridge_point(ceilings.high));
  return low == high ? low : fmt::format("{}-{}", low, high);
}

const machine::DeviceFigures& device_named(const std::string& option, const std::string& name) {
  try {
    const machine::DeviceFigures& figures = machine::figures_of(name);
    tell_device(option, name, figures.name);
    return figures;
  } catch (const Error& error) {
    throw Error(option, error.got(), error.expected() + ", host");
  }
}

std::string difference_text(const std::string& device) {
  if (device == "host")
    return {};
  const machine::DeviceFigures& figures = machine::figures_of(device);
  std::string parts;
  for_differences(figures, [&](const machine::Difference& difference) {
    parts += fmt::format("{}{} {} (known for the {}: {}, {})", parts.empty() ? "" : "; ",
                         name_of(difference.own.quantity), value_text(difference.own), figures.compared_with,
                         value_text(difference.other), name_of(difference.other.provenance));
  });
  if (parts.empty())
    return {};
  return "\n" + wrapped(fmt::format("{} differs from the hardware it stands for: {}.", device, parts), 0);
}

} // namespace xeforge::lab

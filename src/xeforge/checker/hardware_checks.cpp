#include "xeforge/checker/hardware_checks.hpp"

#include "xeforge/checker/checker.hpp"
#include "xeforge/checker/rules.hpp"
#include "xeforge/machine/messages.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace xeforge::checker {
namespace {

using machine::Message;
using machine::Support;
using machine::checks::Block;
using machine::checks::Hints;
using machine::checks::Kind;
using machine::checks::Lanes;
using machine::checks::Surface;

std::string on_device() { return " on " + std::string(chosen_device().name); }

void report_on_device(Launch& launch, const Rule& rule, const void* site, const std::string& what) {
  report_here(launch, rule, site, what + on_device());
}

// ---- the launch as a whole, at the first operation of one of its items
// -----------------------------------------------
void check_group_size(Launch& launch, const DeviceKernel* kernel, const void* site) {
  constexpr int usual_registers = 128;
  if (!launch.observed.has_groups)
    return;
  const std::size_t threads = launch.local_range[0] * launch.local_range[1] * launch.local_range[2];
  const bool is_large = kernel != nullptr && kernel->registers > usual_registers;
  const std::uint32_t most = chosen_device().group_threads / (is_large ? 2 : 1);
  if (threads > most)
    report_on_device(launch, rules::group_size, site,
                     "is one of " + std::to_string(threads) + " of its group, which has at most " +
                         std::to_string(most) + " threads" + (is_large ? " of 256 registers" : ""));
}

void check_registers(Launch& launch, const DeviceKernel& kernel, const void* site) {
  if (kernel.spilled_bytes != 0)
    report_on_device(launch, rules::spills, site,
                     "runs code that keeps " + std::to_string(kernel.spilled_bytes) +
                         " bytes of values in memory, for want of registers,");
  if (kernel.private_bytes != 0)
    report_on_device(launch, rules::private_memory, site,
                     "runs code with " + std::to_string(kernel.private_bytes) + " bytes of variables in memory");
}

void check_launch(Launch& launch, const void* site) {
  if (launch.hardware.launch_is_checked)
    return;
  launch.hardware.launch_is_checked = true;
  const DeviceKernel* const kernel = device_kernel(launch.observed.run);
  check_group_size(launch, kernel, site);
  if (kernel != nullptr)
    check_registers(launch, *kernel, site);
}

// ---- messages -------------------------------------------------------------------------------------------------------
Message message_of(Kind kind) { return kind == Kind::load ? Message::load : Message::store; }
const char* name_of(Message message) {
  return message == Message::load ? "loads" : message == Message::store ? "stores" : "prefetches";
}

// Without hints, the device uses its defaults, also for prefetches.
void check_hints(Launch& launch, Message message, Hints hints, const void* site) {
  const machine::HintPair pair{hints.l1, hints.l3};
  if (pair == machine::HintPair{} || machine::takes_hints(message, pair))
    return;
  const Culprit who = launch.culprit_here();
  Checker::get().report(rules::cache_hints, who, site, nullptr, [&](const std::string& location, const std::string&) {
    return who.thread_text() + " " + name_of(message) + " with the cache hints " + machine::text_of(pair) + " at " +
           location + ", which no message has" + on_device() + "; " + name_of(message) + " take " +
           machine::legal_hints_text(message);
  });
}

// Adds the cost of one message, if it is too expensive by itself.
void add_cost(Launch& launch, MessageCost& line, std::uint64_t cost, std::uint64_t least, std::int64_t stride) {
  if (line.cost == line.least && cost > least) {
    line.first = launch.culprit_here();
    line.stride = std::to_string(stride);
  }
  line.cost += cost;
  line.least += least;
}

// The distance between adjacent lanes, if all lanes are on and it is constant; otherwise 0.
std::int64_t stride_of(const Lanes& lanes) {
  if (lanes.count < 2 || !lanes.on[0])
    return 0;
  const auto distance = [&](int lane) {
    return static_cast<std::int64_t>(lanes.addresses[lane]) - static_cast<std::int64_t>(lanes.addresses[lane - 1]);
  };
  for (int lane = 1; lane < lanes.count; ++lane)
    if (!lanes.on[lane] || distance(lane) != distance(1))
      return 0;
  return distance(1);
}

// Only if the distance is constant: then a block or another layout is possible.
void check_lines(Launch& launch, const Lanes& lanes, const void* site) {
  constexpr std::int64_t line_bytes = 64;
  constexpr int few_lanes = 8;
  const std::int64_t stride = stride_of(lanes);
  if (lanes.count < few_lanes || stride == 0)
    return;
  const auto count = static_cast<std::uint64_t>(lanes.count);
  const std::uint64_t bytes = count * lanes.element_bytes * lanes.elements;
  const std::uint64_t least = (bytes + line_bytes - 1) / line_bytes;
  if (std::abs(stride) >= line_bytes)
    add_cost(launch, launch.hardware.cache_lines[site], std::max(count, least), least, stride);
}

// ---- banks of shared local memory -----------------------------------------------------------------------------------
constexpr std::uint64_t banks = 32, bank_bytes = 4;

// Cycles for lanes [first, last) of element `element`: each bank serves one word per cycle.
std::uint64_t cycles_of(const Lanes& lanes, int first, int last, std::uint32_t element, std::uint64_t& least) {
  std::array<std::uint64_t, 64> words{};
  std::size_t count = 0;
  for (int lane = first; lane < last; ++lane)
    if (lanes.on[lane])
      for (std::uint64_t byte = 0; byte < lanes.element_bytes; byte += bank_bytes)
        words[count++] = (lanes.addresses[lane] + element * lanes.element_bytes + byte) / bank_bytes;
  std::sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
  const auto end = std::unique(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
  std::array<std::uint64_t, banks> asked{};
  for (auto word = words.begin(); word != end; ++word)
    ++asked[*word % banks];
  least = (static_cast<std::uint64_t>(end - words.begin()) + banks - 1) / banks;
  return *std::ranges::max_element(asked);
}

// ---- what is worth a report -----------------------------------------------------------------------------------------
// A few messages have no measurable cost.
bool is_worth_it(const MessageCost& line) {
  constexpr std::uint64_t times = 8, more = 1024;
  return line.cost >= times * line.least && line.cost - line.least >= more;
}

void check_matrix(Launch& launch, std::uint32_t columns, const void* site) {
  check_launch(launch, site);
  const auto has = static_cast<std::uint32_t>(chosen_device().dpas_columns);
  if (columns != has)
    report_on_device(launch, rules::matrix_shape, site,
                     "multiplies matrices with results of " + std::to_string(columns) +
                         " columns, where the hardware's have " + std::to_string(has));
}

} // namespace

void check_block_message(Launch& launch, const Block& block, const void* site) {
  check_launch(launch, site);
  check_hints(launch, message_of(block.kind), block.hints, site);
  const bool has_hints = block.hints.l1 != 0 || block.hints.l3 != 0;
  if (has_hints && block.kind != Kind::atomic && !machine::is_block(block.bytes, block.alignment))
    report_on_device(launch, rules::block_size, site,
                     std::string(name_of(message_of(block.kind))) + " a block of " + std::to_string(block.bytes) +
                         " bytes, aligned to " + std::to_string(block.alignment) +
                         ", with cache hints, which is no single message");
}

void check_lane_message(Launch& launch, const Lanes& lanes, const void* site) {
  check_launch(launch, site);
  if (lanes.kind == Kind::atomic)
    return;
  check_hints(launch, message_of(lanes.kind), lanes.hints, site);
  check_lines(launch, lanes, site);
}

void check_surface_message(Launch& launch, const Surface& surface, const void* site) {
  check_launch(launch, site);
  if (chosen_device().block_2d == Support::no)
    report_on_device(launch, rules::block_2d, site, "uses a two-dimensional block, for which there is no message");
  check_hints(launch, surface.touches_memory ? message_of(surface.kind) : Message::prefetch, surface.hints, site);
}

void check_banks(Launch& launch, const Lanes& lanes, const void* site) {
  constexpr int lanes_at_once = 16;
  check_launch(launch, site);
  std::uint64_t cycles = 0, at_best = 0, least = 0;
  for (int first = 0; first < lanes.count; first += lanes_at_once)
    for (std::uint32_t element = 0; element < lanes.elements; ++element) {
      cycles += cycles_of(lanes, first, std::min(first + lanes_at_once, lanes.count), element, least);
      at_best += least;
    }
  if (cycles > at_best)
    add_cost(launch, launch.hardware.bank_cycles[site], cycles, at_best, stride_of(lanes));
}

void check_slm_size(Launch& launch, std::uint32_t bytes, const void* site) {
  check_launch(launch, site);
  if (bytes > chosen_device().slm_capacity)
    report_on_device(launch, rules::slm_size, site,
                     "allocates " + std::to_string(bytes) + " bytes of SLM, of which a group has at most " +
                         std::to_string(chosen_device().slm_capacity));
}

void check_named_barrier(Launch& launch, const void* site) {
  check_launch(launch, site);
  if (chosen_device().named_barriers == Support::no)
    report_on_device(launch, rules::no_named_barriers, site, "uses a named barrier, of which there are none");
}

void check_costs(Launch& launch) {
  for (const auto& [site, line] : launch.hardware.bank_cycles)
    if (is_worth_it(line))
      Checker::get().report(
          rules::bank_conflicts, line.first, site, nullptr, [&](const std::string& location, const auto&) {
            return "lanes of " + line.first.thread_text() + ", " + line.stride +
                   " bytes apart, ask the same banks of SLM at " + location + ": " + std::to_string(line.cost) +
                   " cycles for messages of " + std::to_string(line.least) + on_device();
          });
  for (const auto& [site, line] : launch.hardware.cache_lines)
    if (is_worth_it(line))
      Checker::get().report(rules::scattered, line.first, site, nullptr, [&](const std::string& location, const auto&) {
        return "lanes of " + line.first.thread_text() + " lie " + line.stride + " bytes apart at " + location + ": " +
               std::to_string(line.cost) + " cache lines are moved for the data of only " + std::to_string(line.least) +
               on_device();
      });
}

} // namespace xeforge::checker

namespace xeforge::machine::checks {

void prefetch(std::uint64_t, Hints hints) {
  using namespace checker; // NOLINT(google-build-using-namespace): its functions do the work
  if (Launch* const launch = this_launch(); launch != nullptr && Checker::get().has(hw))
    check_hints(*launch, Message::prefetch, hints, __builtin_return_address(0));
}
void matrix(std::uint32_t columns) {
  if (checker::Launch* const launch = checker::this_launch();
      launch != nullptr && checker::Checker::get().has(checker::hw))
    checker::check_matrix(*launch, columns, __builtin_return_address(0));
}

} // namespace xeforge::machine::checks

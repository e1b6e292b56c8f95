#include "xeforge/checker/checker.hpp"
#include "xeforge/checker/command_races.hpp"
#include "xeforge/checker/rules.hpp"

#include <algorithm>
#include <bit>
#include <dlfcn.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace xeforge::checker {
namespace {

thread_local std::uint64_t running = 0; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

constexpr std::uint64_t line_bytes = Touched::line_bytes;

// One side of a race.
struct Side {
  const Launch* launch; // null: a copy or fill
  const std::vector<const void*>* calls;
  const void* site;
  TouchedBy by;

  Culprit culprit() const { return launch != nullptr ? launch->culprit(by.moment) : Culprit(); }
  SourceLocation location() const {
    return launch != nullptr ? source_location(site) : source_location_of_calls(*calls);
  }
  // "written by item 3 of kernel Rows at rows.cpp:18"
  std::string text(const SourceLocation& location) const {
    const Culprit who = culprit();
    const std::string by_whom =
        launch == nullptr
            ? std::string(by.stores ? "a copy or fill" : "a copy")
            : who.thread_text() + (who.has_group ? " of " + who.group_text() : "") + " of kernel " + who.kernel;
    return std::string(!by.stores ? "read"
                       : by.meets ? "changed by an atomic"
                                  : "written") +
           " by " + by_whom + " at " + location.text();
  }
};

void report(const Side& earlier, const Side& later, std::uint64_t first, std::uint64_t last) {
  Checker& checker = Checker::get();
  const Culprit who = later.launch != nullptr ? later.culprit() : earlier.culprit();
  const Findings::Key key{&rules::race_of_commands, who.kernel, later.site, earlier.site};
  if (!checker.findings().is_first(key))
    return;
  const AllocationRef memory = checker.allocations().find_near(first);
  const std::uint64_t start = memory != nullptr ? memory->start : 0;
  const SourceLocation here = later.location(), there = earlier.location();
  checker.findings().add(key, {&rules::race_of_commands,
                               who,
                               "bytes " + std::to_string(first - start) + ".." + std::to_string(last - start) +
                                   (memory != nullptr ? " of " + memory->text() : "") + " " + earlier.text(there) +
                                   " and " + later.text(here) + ", commands that nothing orders",
                               {here, there}});
}

bool collide(const TouchedBy& one, const TouchedBy& other) {
  return (one.stores || other.stores) && !(one.meets && other.meets);
}

// The innermost call that is not made by the runtime itself.
const void* first_of_program(const std::vector<const void*>& calls) {
  for (const void* const each : calls)
    if (Dl_info file{};
        dladdr(each, &file) != 0 && std::string_view(file.dli_fname).find("libxeforge") == std::string::npos)
      return each;
  return nullptr;
}

std::uint64_t bits_of(std::uint64_t line, std::uint64_t start, std::uint64_t end) {
  std::uint64_t bits = 0;
  for (std::uint64_t byte = std::max(start, line * line_bytes); byte < std::min(end, (line + 1) * line_bytes); ++byte)
    bits |= std::uint64_t{1} << (byte - line * line_bytes);
  return bits;
}

} // namespace

std::uint64_t CommandRaces::prepare(std::vector<const void*> calls) {
  const std::lock_guard lock(mutex_);
  commands_[++number_].calls = std::move(calls);
  return number_;
}

// A command continues the chain of a command that it depends on, if that is the last of its chain. So an in-order
// queue, or a sequence of dependent commands, is one chain of any length.
void CommandRaces::submit(std::uint64_t number, const std::vector<std::uint64_t>& after) {
  const std::lock_guard lock(mutex_);
  Command& command = commands_.at(number);
  for (const std::uint64_t each : after) {
    const auto known = commands_.find(each);
    if (known == commands_.end())
      continue;
    const Command& before = known->second;
    for (const auto& [chain, position] : before.clock)
      command.clock[chain] = std::max(command.clock[chain], position);
    if (const auto last = last_of_chain_.find(before.chain); last != last_of_chain_.end() && last->second == each)
      command.chain = before.chain, command.position = before.position + 1;
  }
  if (command.chain == 0)
    command.chain = ++chains_, command.position = 1;
  command.clock[command.chain] = command.position;
  last_of_chain_[command.chain] = number;
  command.submitted = ++moment_;
}

void CommandRaces::begin(std::uint64_t command) { running = command; }

bool CommandRaces::is_before(const Command& one, const Command& other) {
  const auto known = other.clock.find(one.chain);
  return (known != other.clock.end() && known->second >= one.position) ||
         (one.ended != 0 && one.ended < other.submitted);
}
// A command that is not submitted yet is not compared: its dependencies are not known.
bool CommandRaces::are_unordered(const Command& one, const Command& other) {
  return one.submitted != 0 && other.submitted != 0 && !is_before(one, other) && !is_before(other, one);
}

void CommandRaces::end_launch(const std::shared_ptr<Launch>& launch) {
  const std::lock_guard lock(mutex_);
  const auto found = commands_.find(running);
  if (found == commands_.end() || launch->before != nullptr)
    return;
  Command& command = found->second;
  if (std::ranges::none_of(commands_, [&](const auto& each) { return are_unordered(each.second, command); }))
    return;
  command.launch = launch;
  command.touched = launch->memory.touched();
}

void CommandRaces::touch(const void* start, std::size_t bytes, bool stores) {
  const std::lock_guard lock(mutex_);
  const auto address = reinterpret_cast<std::uint64_t>(start);
  if (const auto found = commands_.find(running); found != commands_.end() && bytes > 0)
    found->second.ranges.push_back({address, address + bytes, stores});
}

std::vector<const void*> CommandRaces::calls_of_running() {
  const std::lock_guard lock(mutex_);
  const auto found = commands_.find(running);
  return found != commands_.end() ? found->second.calls : std::vector<const void*>();
}

// Reports each pair of locations once.
void CommandRaces::compare(const Command& earlier, const Command& later) {
  std::set<std::pair<const void*, const void*>> said;
  const auto side = [](const Command& command, const TouchedBy& by) {
    return Side{command.launch.get(), &command.calls,
                command.launch != nullptr ? command.launch->sites[by.site] : first_of_program(command.calls), by};
  };
  const auto meet = [&](const TouchedBy& one, const TouchedBy& other, std::uint64_t first, std::uint64_t last) {
    if (!collide(one, other))
      return;
    const Side before = side(earlier, one), after = side(later, other);
    if (said.emplace(before.site, after.site).second)
      report(before, after, first, last);
  };
  const auto meet_on_line = [&](const TouchedBy& one, const TouchedBy& other, std::uint64_t line, std::uint64_t bits) {
    if (bits != 0)
      meet(one, other, line * line_bytes + static_cast<std::uint64_t>(std::countr_zero(bits)),
           line * line_bytes + static_cast<std::uint64_t>(std::bit_width(bits)) - 1);
  };
  const auto lines_of = [](const Command& command, std::uint64_t first, std::uint64_t last) {
    return std::ranges::subrange(std::ranges::lower_bound(command.touched, first, {}, &Touched::line),
                                 std::ranges::upper_bound(command.touched, last, {}, &Touched::line));
  };
  for (const Touched& each : later.touched)
    for (const Touched& other : lines_of(earlier, each.line, each.line))
      meet_on_line(other.by, each.by, each.line, each.bytes & other.bytes);
  for (const Range& each : later.ranges) {
    const TouchedBy by{{}, 0, each.stores, false};
    for (const Touched& other : lines_of(earlier, each.start / line_bytes, (each.end - 1) / line_bytes))
      meet_on_line(other.by, by, other.line, other.bytes & bits_of(other.line, each.start, each.end));
    for (const Range& other : earlier.ranges)
      if (const std::uint64_t first = std::max(each.start, other.start), end = std::min(each.end, other.end);
          first < end)
        meet({{}, 0, other.stores, false}, by, first, end - 1);
  }
  for (const Range& each : earlier.ranges)
    for (const Touched& other : lines_of(later, each.start / line_bytes, (each.end - 1) / line_bytes))
      meet_on_line({{}, 0, each.stores, false}, other.by, other.line,
                   other.bytes & bits_of(other.line, each.start, each.end));
}

void CommandRaces::end(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  running = 0;
  Command& command = commands_.at(number);
  for (const auto& [other, each] : commands_)
    if (each.ended != 0 && are_unordered(each, command))
      other < number ? compare(each, command) : compare(command, each);
  command.ended = ++moment_;
  forget_what_is_ordered();
}

// Forgets commands that ended before any of the unfinished ones was submitted.
void CommandRaces::forget_what_is_ordered() {
  std::uint64_t first = ~std::uint64_t{0};
  for (const auto& [number, each] : commands_)
    if (each.ended == 0 && each.submitted != 0)
      first = std::min(first, each.submitted);
  std::erase_if(commands_, [&](const auto& each) {
    const Command& command = each.second;
    if (command.ended == 0 || command.ended >= first)
      return false;
    if (const auto last = last_of_chain_.find(command.chain);
        last != last_of_chain_.end() && last->second == each.first)
      last_of_chain_.erase(last);
    return true;
  });
}

} // namespace xeforge::checker

#include "xeforge/machine/counters.hpp"

#include <deque>
#include <mutex>

namespace xeforge::machine {
namespace {

constexpr MessageCount Counters::* message_kinds[] = {
    &Counters::block_loads,    &Counters::block_stores,    &Counters::gathers,    &Counters::scatters,
    &Counters::block_loads_2d, &Counters::block_stores_2d, &Counters::prefetches, &Counters::atomics,
    &Counters::slm_loads,      &Counters::slm_stores,      &Counters::slm_atomics};
constexpr const char* message_names[] = {"block loads",    "block stores",    "gathers",    "scatters",
                                         "2D block loads", "2D block stores", "prefetches", "atomics",
                                         "SLM loads",      "SLM stores",      "SLM atomics"};
constexpr std::uint64_t Counters::* number_kinds[] = {&Counters::barriers, &Counters::named_barriers,
                                                      &Counters::dpas_flops, &Counters::arithmetic_flops};
constexpr const char* number_names[] = {"barriers", "named barriers", "dpas flops", "arithmetic flops"};

// The counters of every thread that ever counted; they outlive their threads. Made by the first one: programs that do
// not count never have it.
struct Registry {
  std::mutex mutex;
  std::deque<Counters> of_threads;
};
Registry& registry() {
  static Registry all;
  return all;
}

Counters& new_counters() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  return all.of_threads.emplace_back();
}

} // namespace

void add(Counters& sum, const Counters& others) {
  for (const auto kind : message_kinds) {
    (sum.*kind).messages += (others.*kind).messages;
    (sum.*kind).bytes += (others.*kind).bytes;
  }
  for (const auto kind : number_kinds)
    sum.*kind += others.*kind;
}

void subtract(Counters& sum, const Counters& others) {
  for (const auto kind : message_kinds) {
    (sum.*kind).messages -= (others.*kind).messages;
    (sum.*kind).bytes -= (others.*kind).bytes;
  }
  for (const auto kind : number_kinds)
    sum.*kind -= others.*kind;
}

void divide(Counters& sum, double by) {
  const auto quotient = [by](std::uint64_t number) {
    return static_cast<std::uint64_t>(static_cast<double>(number) / by + 0.5);
  };
  for (const auto kind : message_kinds)
    sum.*kind = {quotient((sum.*kind).messages), quotient((sum.*kind).bytes)};
  for (const auto kind : number_kinds)
    sum.*kind = quotient(sum.*kind);
}

Counters& thread_counters() {
  thread_local Counters& mine = new_counters();
  return mine;
}

Counters counted() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  Counters sum;
  for (const Counters& one : all.of_threads)
    add(sum, one);
  return sum;
}

void reset_counters() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  for (Counters& one : all.of_threads)
    one = {};
}

std::string describe(const Counters& counters) {
  std::string text;
  const auto line = [&](const std::string& name, const std::string& value) {
    text += name + std::string(name.size() < 18 ? 18 - name.size() : 1, ' ') + value + "\n";
  };
  for (std::size_t kind = 0; kind < std::size(message_kinds); ++kind)
    if (const MessageCount& count = counters.*message_kinds[kind]; count.messages != 0)
      line(message_names[kind],
           std::to_string(count.messages) + " messages, " + std::to_string(count.bytes) + " bytes");
  for (std::size_t kind = 0; kind < std::size(number_kinds); ++kind)
    if (counters.*number_kinds[kind] != 0)
      line(number_names[kind], std::to_string(counters.*number_kinds[kind]));
  return text;
}

} // namespace xeforge::machine

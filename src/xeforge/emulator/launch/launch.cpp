#include "xeforge/emulator/launch/launch.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/emulator/launch/device_limits.hpp"
#include "xeforge/emulator/launch/running_group.hpp"
#include "xeforge/emulator/launch/thread_coordinates.hpp"
#include "xeforge/emulator/memory/printf_buffer.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

namespace xeforge::emulator {
namespace {

// A group that has executed this many instructions without ending lets the next one begin, since it may be waiting for
// that. At most as many groups as fit on one core of a device run on one host thread at a time.
constexpr std::uint64_t instructions_in_a_turn = std::uint64_t{1} << 22;
constexpr std::size_t most_groups_under_way = 64;

std::uint32_t scratch_bytes(const toolchain::KernelInfo& kernel) {
  // More than any device gives a thread; the limit keeps a broken file from exhausting memory.
  constexpr std::uint64_t most = std::uint64_t{1} << 18;
  if (kernel.spilled_bytes > most)
    throw Error(kernel.name, std::to_string(kernel.spilled_bytes) + " bytes of scratch memory a thread",
                "at most " + std::to_string(most));
  if (kernel.spilled_bytes == 0)
    return 0;
  // The driver allocates powers of two, and compiled code relies on it: it reloads a variable at the end with a longer
  // load.
  constexpr std::uint32_t least = 1024;
  return std::max(least, std::bit_ceil(static_cast<std::uint32_t>(kernel.spilled_bytes)));
}

std::size_t host_threads(const Launch& launch) {
  if (launch.observer)
    return 1;
  const std::size_t asked = launch.host_threads > 0 ? static_cast<std::size_t>(launch.host_threads)
                                                    : std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(asked, std::max<std::uint64_t>(product(launch.shape.groups), 1)));
}

// The maximum number of groups that run at the same time, and of host threads.
struct Capacity {
  std::size_t host_threads = 1, groups_of_each = most_groups_under_way;
};

// Kernels that query where they run get a core for each group, so that no two threads have the same position. The
// private memory of all running groups is limited.
Capacity capacity_of(const Kernel& kernel, const Launch& launch, std::size_t threads_of_group) {
  constexpr std::uint64_t most_private_bytes = std::uint64_t{1} << 28;
  const std::size_t asked = host_threads(launch);
  if (!reads_coordinates(kernel.program))
    return {.host_threads = asked};
  const std::uint64_t bytes = std::max<std::uint64_t>(private_bytes_of(kernel.info) * threads_of_group, 1);
  const auto groups =
      static_cast<std::size_t>(std::clamp<std::uint64_t>(most_private_bytes / bytes, 1, std::uint64_t{most_cores}));
  const std::size_t threads = std::min(asked, groups);
  return {.host_threads = threads, .groups_of_each = groups / threads};
}

// The data that the host's threads share.
class Work {
public:
  Work(const Kernel& kernel, const Launch& launch, const MessageContext& context, const Capacity& capacity)
      : kernel_(kernel), launch_(launch), context_(context), most_under_way_(capacity.groups_of_each),
        groups_(product(launch.shape.groups)) {}

  // Groups in ascending order, as a group may wait for results of lower ones.
  void run_groups(LaunchCounts& counts) noexcept {
    counts.executions.resize(kernel_.program.instructions.size());
    counts.messages.resize(kernel_.program.sends.size());
    std::deque<std::unique_ptr<RunningGroup>> under_way;
    std::vector<std::unique_ptr<RunningGroup>> free;
    try {
      while (true) {
        if (under_way.size() < most_under_way_)
          begin_next(under_way, free, counts);
        if (under_way.empty())
          return;
        advance(under_way, free, counts);
      }
    } catch (...) { // out of memory
      keep(std::current_exception(), 0);
    }
  }

  void rethrow() const {
    if (problem_)
      std::rethrow_exception(problem_);
  }

private:
  using Groups = std::deque<std::unique_ptr<RunningGroup>>;
  using Free = std::vector<std::unique_ptr<RunningGroup>>;

  void begin_next(Groups& under_way, Free& free, LaunchCounts& counts) {
    const std::uint64_t number = next_.fetch_add(1);
    if (number >= groups_ || number > first_problem_.load())
      return;
    if (free.empty())
      free.push_back(std::make_unique<RunningGroup>(kernel_, launch_, context_,
                                                    GroupCounts{counts.executions, counts.messages},
                                                    next_core_.fetch_add(1) % most_cores));
    free.back()->begin(number);
    under_way.push_back(std::move(free.back()));
    free.pop_back();
  }

  // Each running group gets its turn; one that ends makes room for the next.
  void advance(Groups& under_way, Free& free, LaunchCounts& counts) {
    for (std::size_t left = under_way.size(); left > 0; --left) {
      std::unique_ptr<RunningGroup> group = std::move(under_way.front());
      under_way.pop_front();
      if (group->number() > first_problem_.load())
        continue;
      try {
        if (!group->run_for(instructions_in_a_turn)) {
          under_way.push_back(std::move(group));
          continue;
        }
        ++counts.groups;
        free.push_back(std::move(group));
      } catch (...) {
        keep(std::current_exception(), group->number());
      }
    }
  }

  void keep(std::exception_ptr problem, std::uint64_t group) {
    const std::scoped_lock lock(mutex_);
    if (group < first_problem_.load()) {
      first_problem_ = group;
      problem_ = std::move(problem);
    }
  }

  const Kernel& kernel_;
  const Launch& launch_;
  const MessageContext& context_;
  std::size_t most_under_way_;              // on each thread of the host
  std::atomic<std::uint32_t> next_core_{0}; // a new group takes the core of one that has ended
  std::uint64_t groups_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> first_problem_{std::numeric_limits<std::uint64_t>::max()}; // later groups do not run
  std::mutex mutex_;
  std::exception_ptr problem_;
};

void add(LaunchCounts& sum, const LaunchCounts& counts) {
  sum.groups += counts.groups;
  for (std::size_t i = 0; i < counts.executions.size(); ++i)
    sum.executions[i] += counts.executions[i];
  for (std::size_t i = 0; i < counts.messages.size(); ++i) {
    sum.messages[i].executions += counts.messages[i].executions;
    sum.messages[i].bytes_read += counts.messages[i].bytes_read;
    sum.messages[i].bytes_written += counts.messages[i].bytes_written;
  }
}

// The memory of the launch: the caller's, the variables of the kernel's file, printf's buffer.
MemoryMap memory_of(const Kernel& kernel, PrintfBuffer& printed, const MemoryMap& memory) {
  std::vector<MemoryRange> ranges = memory.ranges();
  if (kernel.data)
    ranges.insert(ranges.end(), kernel.data->ranges.begin(), kernel.data->ranges.end());
  if (printed.is_there())
    ranges.push_back(printed.range());
  return MemoryMap(std::move(ranges));
}

ModuleAddresses addresses_of(const Kernel& kernel, PrintfBuffer& printed) {
  return {.constants = kernel.data ? kernel.data->constants : 0,
          .globals = kernel.data ? kernel.data->globals : 0,
          .printf_buffer = printed.is_there() ? printed.range().address : 0};
}

} // namespace

LaunchCounts run(const Kernel& kernel, const Launch& launch, const Memory& memory) {
  const std::uint32_t local_bytes = launch.local_bytes + local_bytes_of(kernel.info, launch.parameters);
  check_limits(kernel.info, kernel.program, launch.shape, local_bytes);
  PrintfBuffer printed(kernel.info, launch.printf_bytes);
  const MemoryMap map = memory_of(kernel, printed, *memory.map());
  const std::vector<std::byte> arguments = payload_data(kernel.info, launch.shape, launch.parameters,
                                                        kernel.program.register_bytes, addresses_of(kernel, printed));
  const std::size_t in_register = bytes_in_register(kernel.info);
  const MessageContext context{.program = kernel.program,
                               .fields = kernel.fields,
                               .memory = map,
                               .arguments = std::span(arguments).subspan(in_register),
                               .in_register = std::span(arguments).first(in_register),
                               .slm_bytes = kernel.info.slm_bytes + local_bytes,
                               .scratch_bytes = scratch_bytes(kernel.info),
                               .barriers = static_cast<std::size_t>(std::max(kernel.info.barriers, 0)),
                               .threads = threads_of_group(kernel.info, launch.shape)};
  const Capacity capacity = capacity_of(kernel, launch, context.threads);
  Work work(kernel, launch, context, capacity);
  std::vector<LaunchCounts> counts(capacity.host_threads);
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < counts.size(); ++i)
    threads.emplace_back([&, i] { work.run_groups(counts[i]); });
  work.run_groups(counts[0]);
  threads.clear(); // joins
  try {
    work.rethrow();
  } catch (LaunchFault& fault) {
    fault.printed = printed.text(map);
    throw;
  }
  LaunchCounts sum;
  sum.executions.resize(kernel.program.instructions.size());
  sum.messages.resize(kernel.program.sends.size());
  for (const LaunchCounts& some : counts)
    add(sum, some);
  sum.threads = sum.groups * context.threads;
  sum.printed = printed.text(map);
  return sum;
}

} // namespace xeforge::emulator

#include "sycl/detail/command.hpp"

#include "sycl/detail/buffer_memory.hpp"
#include "sycl/detail/device_queue.hpp"
#include "sycl/detail/queue_state.hpp"
#include "sycl/group.hpp"
#include "sycl/usm.hpp"
#include "xeforge/machine/kernel_error.hpp"
#include "xeforge/machine/observer.hpp"
#include "xeforge/machine/refusals.hpp"
#include "xeforge/machine/thread.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <string>

namespace sycl {
inline namespace _V1 {
namespace detail {

using xeforge::runtime::Extents;

namespace {

[[noreturn]] void throw_error(errc code, const std::string& argument, const std::string& got,
                              const std::string& expected) {
  throw exception(make_error_code(code), argument + ": got " + got + "; expected " + expected);
}

std::string text_of(const Extents& extents) {
  return std::to_string(extents[0]) + " x " + std::to_string(extents[1]) + " x " + std::to_string(extents[2]);
}

// The number of items, if it does not overflow.
std::size_t checked_size(const char* argument, const Extents& extents) {
  std::size_t size = 1;
  if (__builtin_mul_overflow(extents[0], extents[1], &size) || __builtin_mul_overflow(size, extents[2], &size)) {
    if (std::find(extents.begin(), extents.end(), 0u) != extents.end())
      return 0;
    throw_error(errc::nd_range, argument, text_of(extents) + " items", "less than 2^64 in all");
  }
  return size;
}

// what_an_item_is: of a device, in whose terms the limit is said.
void check_groups(const Extents& global, const Extents& local, std::size_t most, const char* what_an_item_is = "") {
  checked_size("nd_range global size", global);
  const std::size_t items = checked_size("nd_range local size", local);
  if (items == 0 || items > most)
    throw_error(errc::nd_range, "nd_range local size", text_of(local) + " items",
                "1 to " + std::to_string(most) + " in all" + what_an_item_is);
  for (int d = 0; d < 3; ++d)
    if (global[d] % local[d] != 0)
      throw_error(errc::nd_range, "nd_range local size in dimension " + std::to_string(d), std::to_string(local[d]),
                  "a divisor of the global size " + std::to_string(global[d]));
}

int thread_count(const property_list& properties) {
  using xeforge::property::queue::threads;
  if (!properties.has_property<threads>())
    return xeforge::runtime::hardware_threads();
  const int count = properties.get_property<threads>().count();
  if (count < 1)
    throw_error(errc::invalid, "threads", std::to_string(count), "1 or more");
  return count;
}

} // namespace

void throw_missing_property() {
  throw_error(errc::invalid, "get_property", "a property that was not given", "one that was");
}

void wait_for_group() {
  xeforge::machine::HardwareThread* const thread = xeforge::machine::this_thread();
  if (thread == nullptr)
    xeforge::machine::refuse_without_group("barrier");
  thread->barrier(*thread);
}

void throw_no_local_memory() { xeforge::machine::refuse_without_group("local_accessor"); }

void* group_scratch(std::size_t bytes) {
  const xeforge::machine::HardwareThread* const thread = xeforge::machine::this_thread();
  if (thread == nullptr)
    throw_no_local_memory();
  const std::size_t needed = (bytes + 63) / 64 * 64; // keeps the alignment
  if (*thread->slm_size + needed > thread->slm_capacity)
    throw xeforge::machine::KernelError("group algorithm", std::to_string(*thread->slm_size) + " allocated bytes",
                                        "at most " + std::to_string(thread->slm_capacity - needed) +
                                            ", which leaves room for the values");
  return thread->slm + thread->slm_capacity - needed;
}

static std::unique_ptr<DeviceQueue> queue_of(const device& of) {
  return of.chosen() == nullptr ? nullptr : std::make_unique<DeviceQueue>(*of.chosen());
}

QueueState::QueueState(const sycl::device& on, const property_list& given, const async_handler& handler)
    : device(on), properties(given),
      scheduler(std::make_shared<Scheduler>(
          thread_count(given), given.has_property<property::queue::in_order>() ? Order::in_order : Order::out_of_order,
          given.has_property<property::queue::enable_profiling>() ? Profiling::on : Profiling::off, handler,
          queue_of(on))) {}

QueueState::~QueueState() { scheduler->close(); }

// ---- specialization constants ---------------------------------------------------------------------------------------
namespace {
struct KnownConstants {
  std::mutex mutex;
  std::multimap<std::uint64_t, const void*> ids; // by key
};
// Never destroyed: libraries end after this one.
KnownConstants& known_constants() {
  static auto* const known = new KnownConstants;
  return *known;
}
} // namespace

KnownConstant::KnownConstant(const void* id, std::uint64_t key) : id_(id), key_(key) {
  KnownConstants& known = known_constants();
  const std::lock_guard lock(known.mutex);
  known.ids.emplace(key, id);
}
KnownConstant::~KnownConstant() {
  KnownConstants& known = known_constants();
  const std::lock_guard lock(known.mutex);
  known.ids.erase(std::ranges::find(known.ids, std::pair<const std::uint64_t, const void*>(key_, id_)));
}

static void expect_one_of_its_name(std::uint64_t key, const void* id) {
  KnownConstants& known = known_constants();
  const std::lock_guard lock(known.mutex);
  const auto [first, last] = known.ids.equal_range(key);
  if (!std::all_of(first, last, [&](const auto& entry) { return entry.second == id; }))
    throw_error(errc::invalid, "set_specialization_constant", "a name that two constants have, in different sources",
                "names that differ (another name, or a namespace): devices find constants by them");
}

SpecializationValues::SpecializationValues(const SpecializationValues&) = default;
SpecializationValues& SpecializationValues::operator=(const SpecializationValues&) = default;
void SpecializationValues::set_bytes(const void* id, std::uint64_t key, const void* value, std::size_t bytes) {
  const auto known = std::ranges::find(values_, id, &Value::id);
  Value& entry = known != values_.end() ? *known : values_.emplace_back(Value{id, key, {}});
  const auto* const first = static_cast<const std::byte*>(value);
  entry.bytes.assign(first, first + bytes);
}
const void* SpecializationValues::find(const void* id) const {
  const auto known = std::ranges::find(values_, id, &Value::id);
  return known != values_.end() ? known->bytes.data() : nullptr;
}
void SpecializationValues::add(const SpecializationValues& others) {
  for (const Value& value : others.values_)
    set_bytes(value.id, value.key, value.bytes.data(), value.bytes.size());
}
void SpecializationValues::clear() { values_.clear(); }
std::vector<std::byte> SpecializationValues::table() const {
  constexpr std::size_t alignment = 16;
  std::vector<std::byte> table(sizeof(ConstantTable) + values_.size() * sizeof(ConstantTable::Record));
  const ConstantTable header{static_cast<std::uint32_t>(values_.size()), 0};
  std::memcpy(table.data(), &header, sizeof(header));
  for (std::size_t i = 0; i < values_.size(); ++i) {
    table.resize((table.size() + alignment - 1) / alignment * alignment);
    expect_one_of_its_name(values_[i].key, values_[i].id);
    const std::vector<std::byte>& bytes = values_[i].bytes;
    const ConstantTable::Record record{values_[i].key, static_cast<std::uint32_t>(table.size()),
                                       static_cast<std::uint32_t>(bytes.size())};
    std::memcpy(table.data() + sizeof(header) + i * sizeof(record), &record, sizeof(record));
    table.insert(table.end(), bytes.begin(), bytes.end());
  }
  return table;
}

// ---- the description of a command -----------------------------------------------------------------------------------
Command::Command(const std::shared_ptr<QueueState>& queue) : queue_(queue), slot_(queue->scheduler->describe()) {}
Command::~Command() = default;

void* Command::storage_for(std::size_t bytes, std::size_t alignment) {
  CommandSlot& slot = *slot_;
  if (slot.object != nullptr)
    throw_error(errc::invalid, "command group", "a second action", "one kernel or memory operation");
  slot.object = slot.storage.storage_for(bytes, alignment);
  slot.object_bytes = bytes;
  if (buffers_were_made.load(std::memory_order_relaxed))
    std::memset(slot.object, 0, bytes); // the padding of an object must not show an earlier one's
  return slot.object;
}
void Command::destroy_with(void (*destroy)(void*)) { slot_->destroy = destroy; }

// In whose terms a device's limit is said. The least one is that of kernels with 256 registers.
static const char* what_an_item_is(const xeforge::devices::Description& device, std::size_t most) {
  if (most >= xeforge::runtime::max_group_items)
    return "";
  if (most == device.least_most_group_items && most < device.most_group_items)
    return ", each of which is a hardware thread of the device (128 registers would allow twice as many; this "
           "kernel or an option asks for 256)";
  return ", each of which is a hardware thread of the device";
}

// Kernels only: copies and host tasks have no name.
template <class Run>
static void note(CommandSlot& slot, Run run, const Extents& items, const Extents& local) {
  if (xeforge::machine::recorder() != nullptr)
    slot.recorded = {reinterpret_cast<const void*>(run), items, local};
}
void Command::run(const xeforge::runtime::RangeLaunch& launch) {
  checked_size("range", launch.range);
  note(*slot_, launch.run_span, launch.range, {0, 0, 0});
  if (queue_->device.chosen() != nullptr)
    return launch_on_queue_device(launch.kernel, launch.run_span, launch.range, {0, 0, 0});
  slot_->action = launch;
}
template <class Run>
void Command::launch_on_queue_device(const void* object, Run run, const Extents& items, const Extents& local) {
  xeforge::devices::ChosenDevice& chosen = *queue_->device.chosen();
  const auto kernel = asked_of_device([&] { return chosen.find(run); }, static_cast<int>(errc::kernel_not_supported));
  if (local != Extents{0, 0, 0})
    check_groups(items, local, kernel.kernel.most_group_items(),
                 what_an_item_is(chosen.description(), kernel.kernel.most_group_items()));
  slot_->device_action = launch_on_device({object, kernel, items, local}, slot_->data, slot_->buffers);
}
void Command::run_groups(const void* kernel, xeforge::runtime::GroupLaunch::RunItem run_item, const Extents& global,
                         const Extents& local) {
  note(*slot_, run_item, global, local);
  if (queue_->device.chosen() != nullptr)
    return launch_on_queue_device(kernel, run_item, global, local);
  check_groups(global, local, xeforge::runtime::max_group_items);
  const Extents groups{global[0] / local[0], global[1] / local[1], global[2] / local[2]};
  slot_->action = xeforge::runtime::GroupLaunch{kernel, run_item, groups, local};
}
void Command::call(void (*function)(void*)) { slot_->action = HostCall{function, false}; }
void Command::call_on_host(void (*function)(void*)) { slot_->action = HostCall{function, true}; }

void Command::wait_for(const CommandRef& dependency) {
  if (dependency)
    slot_->dependencies.push_back(dependency);
}
void Command::wait_for_everything_before() {
  for (CommandRef& dependency : queue_->scheduler->unfinished())
    slot_->dependencies.push_back(std::move(dependency));
}
LaunchData& Command::data() { return slot_->data; }

void Command::use(BufferMemory& memory, Use how) {
  const auto known = std::ranges::find(slot_->buffers, &memory, &BufferUse::memory);
  if (known == slot_->buffers.end())
    slot_->buffers.push_back({&memory, how});
  else if (how == Use::write)
    known->how = Use::write;
}

void Command::expect_use(const BufferMemory& memory) const {
  if (std::ranges::find(slot_->buffers, &memory, &BufferUse::memory) == slot_->buffers.end())
    throw_error(errc::kernel_argument, "accessor", "a placeholder that the command was not given",
                "handler::require(accessor) before it is used, or an accessor made with the handler");
}

namespace {
// Calls check(buffer memory) for each placeholder accessor in the bytes of a kernel; it is found by its mark.
template <class Check>
void for_placeholders_in(const void* object, std::size_t bytes, const Check& check) {
  struct Pair {
    PlaceholderMark mark;
    const BufferMemory* used;
  };
  for (std::size_t at = 0; at + sizeof(Pair) <= bytes; at += alignof(Pair)) {
    Pair pair;
    std::memcpy(&pair, static_cast<const std::byte*>(object) + at, sizeof pair);
    if (pair.mark == PlaceholderMark::placeholder && pair.used != nullptr)
      check(*pair.used);
  }
}
} // namespace

std::uint32_t Command::allocate_local_bytes(std::size_t bytes, std::size_t alignment) {
  const std::size_t offset = (slot_->data.local_bytes + alignment - 1) / alignment * alignment;
  const xeforge::devices::ChosenDevice* const chosen = queue_->device.chosen();
  const std::size_t most = chosen == nullptr ? xeforge::runtime::slm_bytes : chosen->description().local_bytes;
  if (bytes > most || offset + bytes > most)
    throw_error(errc::memory_allocation, "local_accessor",
                std::to_string(bytes) + " bytes after " + std::to_string(offset),
                "at most " + std::to_string(most) + " in all");
  slot_->data.local_bytes = static_cast<std::uint32_t>(offset + bytes);
  return static_cast<std::uint32_t>(offset);
}

// A command is registered with all buffers that it uses at once, so that two submitting threads cannot deadlock.
event Command::submit() {
  CommandSlot& slot = *slot_;
  if (slot.object != nullptr && buffers_were_made.load(std::memory_order_relaxed))
    for_placeholders_in(slot.object, slot.object_bytes, [this](const BufferMemory& used) { expect_use(used); });
  Scheduler& scheduler = *queue_->scheduler;
  if (slot.buffers.empty()) {
    scheduler.prepare(slot);
  } else {
    std::ranges::sort(slot.buffers, {}, &BufferUse::memory);
    std::vector<std::unique_lock<std::mutex>> locks;
    for (const auto& [memory, how] : slot.buffers) {
      locks.emplace_back(memory->mutex());
      memory->add_predecessors(how, slot.dependencies);
    }
    scheduler.prepare(slot);
    for (const auto& [memory, how] : slot.buffers)
      memory->add_user(slot_, how);
  }
  scheduler.submit(slot_);
  return event(std::move(slot_));
}

// ---- memory operations ----------------------------------------------------------------------------------------------
namespace {

// Keeps a plain structure whose call operator is the action.
template <class Operation>
void keep_operation(Command& command, const Operation& operation) {
  static_assert(std::is_trivially_destructible_v<Operation>);
  ::new (command.storage_for(sizeof(Operation), alignof(Operation))) Operation(operation);
  command.call([](void* object) { (*static_cast<const Operation*>(object))(); });
}

// An observer may forbid the write, and is notified of the bytes that are now initialised.
template <class Write>
void write_row(std::byte* start, std::size_t bytes, const Write& write) {
  auto* const observer = xeforge::machine::observer();
  if (bytes == 0 || (observer != nullptr && !observer->may_use(start, bytes, true)))
    return;
  write();
  if (observer != nullptr)
    observer->written(start, bytes);
}
void copy_row(std::byte* to, const std::byte* from, std::size_t bytes) {
  auto* const observer = xeforge::machine::observer();
  if (observer != nullptr && !(observer->may_use(from, bytes, false) && observer->may_use(to, bytes, true)))
    return;
  std::memmove(to, from, bytes);
  if (observer != nullptr)
    observer->copied(to, from, bytes);
}

struct CopyBlock {
  Block destination, source;
  BlockShape shape;

  void operator()() const {
    for (std::size_t plane = 0; plane < shape.planes; ++plane)
      for (std::size_t row = 0; row < shape.rows && shape.row_bytes > 0; ++row)
        copy_row(destination.start + plane * destination.plane_pitch + row * destination.row_pitch,
                 source.start + plane * source.plane_pitch + row * source.row_pitch, shape.row_bytes);
  }
};

struct Set {
  void* destination;
  int value;
  std::size_t bytes;

  void operator()() const {
    write_row(static_cast<std::byte*>(destination), bytes, [&] { std::memset(destination, value, bytes); });
  }
};

// The pattern follows the structure.
struct FillBlock {
  Block destination;
  BlockShape shape;
  std::size_t pattern_bytes;

  void operator()() const {
    const auto* const pattern = reinterpret_cast<const std::byte*>(this + 1);
    for (std::size_t plane = 0; plane < shape.planes; ++plane)
      for (std::size_t row = 0; row < shape.rows; ++row) {
        std::byte* const start = destination.start + plane * destination.plane_pitch + row * destination.row_pitch;
        write_row(start, shape.row_bytes, [&] {
          for (std::size_t at = 0; at < shape.row_bytes; at += pattern_bytes)
            std::memcpy(start + at, pattern, pattern_bytes);
        });
      }
  }
};

std::byte* bytes_at(const void* memory) { return static_cast<std::byte*>(const_cast<void*>(memory)); }

void expect_memory(const char* operation, const void* memory, std::size_t bytes) {
  if (memory == nullptr && bytes > 0)
    throw_error(errc::invalid, operation, "a null pointer for " + std::to_string(bytes) + " bytes",
                "memory, or an allocation that did not fail");
  if (const std::size_t most = bytes_from(memory); bytes > most)
    throw_error(errc::invalid, operation, std::to_string(bytes) + " bytes",
                "at most " + std::to_string(most) + ", the rest of the allocation that the pointer is in");
}
void expect_rows(const char* operation, const void* memory, std::size_t pitch, std::size_t row_bytes,
                 std::size_t rows) {
  if (rows == 0 || row_bytes == 0)
    return;
  if (pitch < row_bytes)
    throw_error(errc::invalid, operation,
                "a pitch of " + std::to_string(pitch) + " bytes for rows of " + std::to_string(row_bytes),
                "one that is not below the width");
  std::size_t before_last = 0, bytes = 0;
  if (__builtin_mul_overflow(pitch, rows - 1, &before_last) || __builtin_add_overflow(before_last, row_bytes, &bytes))
    throw_error(errc::invalid, operation,
                std::to_string(rows) + " rows at a pitch of " + std::to_string(pitch) + " bytes",
                "less than the address space");
  expect_memory(operation, memory, bytes);
}

} // namespace

// place_for also refuses a second action.
void Command::run_on_queue_device(std::unique_ptr<DeviceAction> action) {
  storage_for(1, 1);
  slot_->device_action = std::move(action);
}
void Command::copy(const Block& destination, const Block& source, const BlockShape& shape) {
  if (queue_->device.chosen() != nullptr)
    return run_on_queue_device(copy_on_device(destination, source, shape));
  keep_operation(*this, CopyBlock{destination, source, shape});
}
void Command::copy(void* destination, const void* source, std::size_t bytes) {
  expect_memory("memcpy", destination, bytes);
  expect_memory("memcpy", source, bytes);
  copy({bytes_at(destination), 0, 0}, {bytes_at(source), 0, 0}, {bytes, 1, 1});
}
void Command::copy_rows(void* destination, std::size_t destination_pitch, const void* source, std::size_t source_pitch,
                        std::size_t row_bytes, std::size_t rows) {
  expect_rows("memcpy2d", destination, destination_pitch, row_bytes, rows);
  expect_rows("memcpy2d", source, source_pitch, row_bytes, rows);
  copy({bytes_at(destination), destination_pitch, 0}, {bytes_at(source), source_pitch, 0}, {row_bytes, rows, 1});
}
void Command::fill_rows(void* destination, std::size_t pitch, const void* pattern, std::size_t pattern_bytes,
                        std::size_t row_bytes, std::size_t rows) {
  expect_rows("fill2d", destination, pitch, row_bytes, rows);
  fill({bytes_at(destination), pitch, 0}, {row_bytes, rows, 1}, pattern, pattern_bytes);
}
void Command::fill(const Block& destination, const BlockShape& shape, const void* pattern, std::size_t pattern_bytes) {
  if (queue_->device.chosen() != nullptr)
    return run_on_queue_device(
        fill_on_device(destination, shape, {static_cast<const std::byte*>(pattern), pattern_bytes}));
  auto* const storage = static_cast<std::byte*>(storage_for(sizeof(FillBlock) + pattern_bytes, alignof(FillBlock)));
  ::new (storage) FillBlock{destination, shape, pattern_bytes};
  std::memcpy(storage + sizeof(FillBlock), pattern, pattern_bytes);
  call([](void* object) { (*static_cast<const FillBlock*>(object))(); });
}
void Command::fill(void* destination, const void* pattern, std::size_t pattern_bytes, std::size_t count) {
  expect_memory("fill", destination, pattern_bytes * count);
  fill({bytes_at(destination), 0, 0}, {pattern_bytes * count, 1, 1}, pattern, pattern_bytes);
}
void Command::set(void* destination, int value, std::size_t bytes) {
  expect_memory("memset", destination, bytes);
  const auto byte = static_cast<unsigned char>(value);
  if (queue_->device.chosen() != nullptr)
    return fill(destination, &byte, 1, bytes);
  keep_operation(*this, Set{destination, value, bytes});
}
void Command::update_host(BufferMemory& memory) {
  keep_operation(*this, [&memory] { memory.update_program_memory(); });
}
void Command::do_nothing() {
  keep_operation(*this, [] {});
}

void throw_too_large(const char* what, const std::size_t* extents, int dimensions, std::size_t each) {
  std::string elements = std::to_string(extents[0]);
  for (int d = 1; d < dimensions; ++d)
    elements += " x " + std::to_string(extents[d]);
  throw_error(errc::invalid, what, elements + " elements of " + std::to_string(each) + " bytes",
              "less than 2^64 bytes in all");
}

void throw_beyond_buffer(int dimension, std::size_t size, std::size_t offset, std::size_t extent) {
  throw_error(errc::invalid, "accessor range in dimension " + std::to_string(dimension),
              std::to_string(size) + " elements from " + std::to_string(offset),
              "a part of the buffer's " + std::to_string(extent));
}

} // namespace detail
} // namespace _V1
} // namespace sycl

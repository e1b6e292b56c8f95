#include "sycl/detail/buffer_memory.hpp"

#include "sycl/buffer.hpp"
#include "sycl/detail/scheduler.hpp"
#include "xeforge/devices/device_choice.hpp"
#include "xeforge/machine/observer.hpp"

#include <algorithm>
#include <cstring>

namespace sycl {
inline namespace _V1 {
namespace detail {

static std::byte* new_memory(std::size_t alignment, std::size_t bytes, Guard guard) {
  constexpr std::size_t cache_line = 64;
  std::byte* const memory = allocate_device_memory(std::max(alignment, cache_line), bytes, guard, "memory of buffer");
  if (memory == nullptr)
    throw exception(make_error_code(errc::memory_allocation),
                    "buffer: got " + std::to_string(bytes) + " bytes; expected no more than there are");
  return memory;
}

BufferMemory::BufferMemory(std::size_t bytes, std::size_t alignment, const void* initial, Guard guard)
    : bytes_(bytes), owned_(new_memory(alignment, bytes, guard)), data_(owned_) {
  if (initial != nullptr && bytes > 0)
    std::memcpy(data_, initial, bytes);
  buffers_were_made.store(true, std::memory_order_relaxed);
  if (auto* const observer = xeforge::machine::observer(); observer != nullptr && initial != nullptr)
    observer->written(data_, bytes);
}
BufferMemory::BufferMemory(std::size_t bytes, void* memory) : bytes_(bytes), data_(static_cast<std::byte*>(memory)) {
  buffers_were_made.store(true, std::memory_order_relaxed);
  if (auto* const observer = xeforge::machine::observer(); observer != nullptr)
    observer->allocated(data_, bytes, "the program's memory of buffer");
}

BufferMemory::~BufferMemory() {
  // No other object refers to this memory any more, so no lock is needed. Errors of commands that used it are reported
  // by their queues.
  for (const CommandRef& reader : readers_)
    Scheduler::wait_for(reader);
  if (last_writer_)
    Scheduler::wait_for(last_writer_);
  if (write_back_ && has_final_data_ && on_end_)
    on_end_(data_);
  else if (write_back_ && !has_final_data_ && program_version_ != version_)
    copy_to_program();
  for (xeforge::devices::ChosenDevice* const chosen : shared_with_)
    chosen->device().release(data_);
  if (owned_ != nullptr)
    free_device_memory(owned_);
  else if (auto* const observer = xeforge::machine::observer(); observer != nullptr)
    observer->freed(data_);
}

void BufferMemory::share_with(xeforge::devices::ChosenDevice& chosen) {
  const std::lock_guard lock(mutex_);
  if (bytes_ == 0 || std::ranges::find(shared_with_, &chosen) != shared_with_.end())
    return;
  chosen.device().share(data_, bytes_, "buffer");
  shared_with_.push_back(&chosen);
}

void BufferMemory::belongs_to(void* program_memory, std::shared_ptr<const void> owner) {
  const std::lock_guard lock(mutex_);
  program_memory_ = program_memory == data_ ? nullptr : static_cast<std::byte*>(program_memory);
  owner_ = std::move(owner);
}
void BufferMemory::write_back_with(std::function<void(const std::byte*)> write_back) {
  const std::lock_guard lock(mutex_);
  has_final_data_ = true;
  on_end_ = std::move(write_back);
}
void BufferMemory::switch_write_back(bool on) {
  const std::lock_guard lock(mutex_);
  write_back_ = on;
}

// ---- the program's memory -------------------------------------------------------------------------------------------
std::byte* BufferMemory::host_data() const {
  const bool goes_nowhere = !write_back_ || (has_final_data_ && !on_end_);
  return program_memory_ != nullptr && !goes_nowhere ? program_memory_ : data_;
}
void BufferMemory::copy_to_program() const {
  if (program_memory_ != nullptr && bytes_ > 0)
    std::memcpy(program_memory_, data_, bytes_);
}
// A command cannot know which version it reads, so the next host accessor may copy once more.
void BufferMemory::update_program_memory() {
  const std::lock_guard lock(mutex_);
  if (host_data() != data_)
    copy_to_program();
}

void BufferMemory::add_predecessors(Use how, std::vector<CommandRef>& dependencies) const {
  if (last_writer_)
    dependencies.push_back(last_writer_);
  if (how == Use::write)
    dependencies.insert(dependencies.end(), readers_.begin(), readers_.end());
}

void BufferMemory::add_user(const CommandRef& command, Use how) {
  if (how == Use::write) {
    last_writer_ = command;
    readers_.clear();
    ++version_;
  } else {
    std::erase_if(readers_, [](const CommandRef& reader) { return reader->stage == Stage::ended; });
    readers_.push_back(command);
  }
}

BufferMemory::HostUse BufferMemory::begin_host_use(Use how) {
  std::vector<CommandRef> dependencies;
  HostUse use{{}, how, false, 0};
  {
    const std::lock_guard lock(mutex_);
    if (!host_)
      host_ = std::make_shared<Scheduler>();
    use.command = host_->begin_on_host();
    use.of_program_memory = host_data() != data_;
    use.version = version_; // unchanged until this use ends: writers wait for it
    add_predecessors(how, dependencies);
    add_user(use.command, how);
  }
  try {
    for (const CommandRef& command : dependencies)
      Scheduler::wait_for(command);
  } catch (...) {
    Scheduler::end_on_host(use.command);
    throw;
  }
  const std::lock_guard lock(mutex_); // of several readers the first one copies
  if (use.of_program_memory && program_version_ != use.version) {
    copy_to_program();
    program_version_ = use.version;
  }
  return use;
}

void BufferMemory::end_host_use(const HostUse& use) {
  if (use.of_program_memory && use.how == Use::write) {
    const std::lock_guard lock(mutex_);
    if (bytes_ > 0)
      std::memcpy(data_, program_memory_, bytes_);
    if (auto* const observer = xeforge::machine::observer(); observer != nullptr)
      observer->written(data_, bytes_);
    program_version_ = use.version + 1;
  }
  Scheduler::end_on_host(use.command);
}

std::shared_ptr<void> use_on_host(const std::shared_ptr<BufferMemory>& memory, Use how) {
  struct UseOfMemory {
    UseOfMemory(const std::shared_ptr<BufferMemory>& used, Use how) : memory(used), use(used->begin_host_use(how)) {}
    ~UseOfMemory() { memory->end_host_use(use); }
    UseOfMemory(const UseOfMemory&) = delete;
    UseOfMemory& operator=(const UseOfMemory&) = delete;

    std::shared_ptr<BufferMemory> memory; // the end of the use may be the end of the memory
    BufferMemory::HostUse use;
  };
  return std::make_shared<UseOfMemory>(memory, how);
}

void throw_buffer_error(const char* argument, const char* got, const char* expected) {
  throw exception(make_error_code(errc::invalid), std::string(argument) + ": got " + got + "; expected " + expected);
}

} // namespace detail
} // namespace _V1
} // namespace sycl

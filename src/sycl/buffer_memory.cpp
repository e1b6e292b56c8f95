#include "sycl/detail/buffer_memory.hpp"

#include "sycl/buffer.hpp"
#include "sycl/detail/scheduler.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace sycl {
inline namespace _V1 {
namespace detail {

static std::byte* new_memory(std::size_t alignment, std::size_t bytes) {
  constexpr std::size_t cache_line = 64;
  const std::size_t used = std::max(alignment, cache_line);
  void* const memory = std::aligned_alloc(used, (std::max<std::size_t>(bytes, 1) + used - 1) / used * used);
  if (memory == nullptr)
    throw exception(make_error_code(errc::memory_allocation),
                    "buffer: got " + std::to_string(bytes) + " bytes; expected no more than there are");
  return static_cast<std::byte*>(memory);
}

void BufferMemory::Free::operator()(std::byte* memory) const { std::free(memory); }

BufferMemory::BufferMemory(std::size_t bytes, std::size_t alignment, const void* initial)
    : bytes_(bytes), owned_(new_memory(alignment, bytes)), data_(owned_.get()) {
  if (initial != nullptr && bytes > 0)
    std::memcpy(data_, initial, bytes);
}
BufferMemory::BufferMemory(std::size_t bytes, void* memory) : bytes_(bytes), data_(static_cast<std::byte*>(memory)) {}

BufferMemory::~BufferMemory() {
  // Nobody else knows this memory any more, so no lock. What a user of it threw is its queue's to report.
  for (const CommandRef& reader : readers_)
    Scheduler::wait_for(reader);
  if (last_writer_)
    Scheduler::wait_for(last_writer_);
  if (on_end_ && write_back_ && (written_ || when_ == WriteBack::always))
    on_end_(data_);
}

void BufferMemory::write_back_with(std::function<void(const std::byte*)> write_back, WriteBack when) {
  const std::lock_guard lock(mutex_);
  when_ = when;
  on_end_ = std::move(write_back);
}
void BufferMemory::switch_write_back(bool on) {
  const std::lock_guard lock(mutex_);
  write_back_ = on;
}

void BufferMemory::add_predecessors(Use how, std::vector<CommandRef>& earlier) const {
  if (last_writer_)
    earlier.push_back(last_writer_);
  if (how == Use::write)
    earlier.insert(earlier.end(), readers_.begin(), readers_.end());
}

void BufferMemory::add_user(const CommandRef& command, Use how) {
  if (how == Use::write) {
    last_writer_ = command;
    readers_.clear();
    written_ = true;
  } else {
    std::erase_if(readers_, [](const CommandRef& reader) { return reader->stage == Stage::ended; });
    readers_.push_back(command);
  }
}

CommandRef BufferMemory::begin_host_use(Use how) {
  std::vector<CommandRef> earlier;
  CommandRef use;
  {
    const std::lock_guard lock(mutex_);
    if (!host_)
      host_ = std::make_shared<Scheduler>();
    use = host_->begin_on_host();
    add_predecessors(how, earlier);
    add_user(use, how);
  }
  try {
    for (const CommandRef& command : earlier)
      Scheduler::wait_for(command);
  } catch (...) {
    end_host_use(use);
    throw;
  }
  return use;
}

std::shared_ptr<void> use_on_host(const std::shared_ptr<BufferMemory>& memory, Use how) {
  struct HostUse {
    HostUse(const std::shared_ptr<BufferMemory>& used, Use how) : memory(used), command(used->begin_host_use(how)) {}
    ~HostUse() { BufferMemory::end_host_use(command); }
    HostUse(const HostUse&) = delete;
    HostUse& operator=(const HostUse&) = delete;

    std::shared_ptr<BufferMemory> memory; // the end of the use may be the end of the memory
    CommandRef command;
  };
  return std::make_shared<HostUse>(memory, how);
}

void throw_buffer_error(const char* argument, const char* got, const char* expected) {
  throw exception(make_error_code(errc::invalid), std::string(argument) + ": got " + got + "; expected " + expected);
}

void BufferMemory::end_host_use(const CommandRef& use) { Scheduler::end_on_host(use); }

} // namespace detail
} // namespace _V1
} // namespace sycl

#include "xeforge/files/mapped_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <system_error>
#include <utility>

#include <sys/mman.h>

namespace xeforge::files {
namespace {

// What the handler of SIGBUS looks at: lock-free, and there from the beginning.
struct Slot {
  std::atomic<std::uintptr_t> begin = 0, end = 0;
};
constexpr std::size_t most_mappings = 64;
std::array<Slot, most_mappings> slots;

std::mutex mappings_mutex; // of what follows
std::array<const MappedFile*, most_mappings> mappings{};
std::string changed_before; // the name of one that is no longer mapped
struct sigaction action_before = {};

// Behind the end of the file: zeros from here to the end of the mapping, and on with it. That the file has changed is
// seen at the end of the command.
void give_zeros(int signal, siginfo_t* information, void*) {
  const int error = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(information->si_addr);
  for (const Slot& slot : slots)
    if (const std::uintptr_t begin = slot.begin, end = slot.end; begin <= address && address < end) {
      const std::uintptr_t page = address & ~std::uintptr_t{4095};
      if (::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                 0) != MAP_FAILED) {
        errno = error;
        return;
      }
    }
  ::sigaction(signal, &action_before, nullptr); // nobody's: the access faults again
}

void handle_lost_pages() {
  static const bool done = [] {
    struct sigaction action = {};
    action.sa_sigaction = give_zeros;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &action_before);
    return true;
  }();
  static_cast<void>(done);
}

} // namespace

std::shared_ptr<MappedFile> MappedFile::map(Descriptor file, std::string name) {
  const std::scoped_lock lock(mappings_mutex);
  const auto free = std::ranges::find(mappings, nullptr);
  if (free == mappings.end())
    return nullptr;
  handle_lost_pages();
  std::shared_ptr<MappedFile> mapped(new MappedFile);
  if (::fstat(file.number(), &mapped->status_) != 0)
    throw std::system_error(errno, std::generic_category(), name);
  const auto size = static_cast<std::size_t>(mapped->status_.st_size);
  void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (begin == MAP_FAILED)
    throw std::system_error(errno, std::generic_category(), name);
  mapped->begin_ = static_cast<const std::byte*>(begin);
  mapped->size_ = size;
  mapped->file_ = std::move(file);
  mapped->name_ = std::move(name);
  mapped->slot_ = static_cast<std::size_t>(free - mappings.begin());
  *free = mapped.get();
  slots[mapped->slot_].begin = reinterpret_cast<std::uintptr_t>(begin);
  slots[mapped->slot_].end = (reinterpret_cast<std::uintptr_t>(begin) + size + 4095) & ~std::uintptr_t{4095};
  return mapped;
}

MappedFile::~MappedFile() {
  if (begin_ == nullptr)
    return;
  const std::scoped_lock lock(mappings_mutex);
  if (has_changed())
    changed_before = name_;
  mappings[slot_] = nullptr;
  slots[slot_].end = 0;
  slots[slot_].begin = 0;
  ::munmap(const_cast<std::byte*>(begin_), size_);
}

bool MappedFile::has_changed() const {
  struct stat now = {};
  return ::fstat(file_.number(), &now) != 0 || now.st_size != status_.st_size ||
         now.st_mtim.tv_sec != status_.st_mtim.tv_sec || now.st_mtim.tv_nsec != status_.st_mtim.tv_nsec;
}

std::string changed_mapping() {
  const std::scoped_lock lock(mappings_mutex);
  for (const MappedFile* mapped : mappings)
    if (mapped && mapped->has_changed())
      return mapped->name();
  return std::exchange(changed_before, {});
}

} // namespace xeforge::files

// Memory for measurements: aligned to a large page, asked to be in large pages, every page touched before it is timed.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include <sys/mman.h>

namespace xeforge::ops {

class Buffer {
public:
  static constexpr std::size_t page_bytes = 2 << 20;

  Buffer() = default;
  // bytes zeros.
  explicit Buffer(std::size_t bytes) : bytes_(bytes) {
    const std::size_t rounded = (bytes + page_bytes - 1) / page_bytes * page_bytes;
    data_.reset(static_cast<std::byte*>(std::aligned_alloc(page_bytes, rounded)));
    if (!data_)
      throw std::bad_alloc();
    madvise(data_.get(), rounded, MADV_HUGEPAGE); // a wish: where it is refused, small pages serve
    std::memset(data_.get(), 0, rounded);
  }

  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  std::size_t bytes() const { return bytes_; }

private:
  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::unique_ptr<std::byte, Free> data_;
  std::size_t bytes_ = 0;
};

} // namespace xeforge::ops

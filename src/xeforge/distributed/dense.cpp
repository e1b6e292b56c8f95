#include "xeforge/distributed/dense.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace xeforge::distributed {

Bytes::Bytes(std::int64_t size) : size_(size) {
  constexpr std::size_t line = 64;
  const std::size_t rounded = (static_cast<std::size_t>(size) + line - 1) / line * line;
  data_.reset(static_cast<std::byte*>(std::aligned_alloc(line, rounded == 0 ? line : rounded)));
  if (!data_)
    throw std::bad_alloc();
  std::memset(data_.get(), 0, rounded);
}
void Bytes::Free::operator()(std::byte* data) const { std::free(data); }
void Bytes::swap(Bytes& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
}

void copy(const ConstTensorView<4>& from, const TensorView<4>& to) {
  const auto size = static_cast<std::int64_t>(size_of(from.dtype));
  const auto* const source = static_cast<const std::byte*>(from.data);
  auto* const target = static_cast<std::byte*>(to.data);
  const bool rows = from.strides[3] == 1 && to.strides[3] == 1;
  for (std::int64_t b = 0; b < from.shape[0]; ++b)
    for (std::int64_t h = 0; h < from.shape[1]; ++h)
      for (std::int64_t s = 0; s < from.shape[2]; ++s) {
        const std::byte* const a = source + (b * from.strides[0] + h * from.strides[1] + s * from.strides[2]) * size;
        std::byte* const z = target + (b * to.strides[0] + h * to.strides[1] + s * to.strides[2]) * size;
        if (rows) {
          std::memcpy(z, a, static_cast<std::size_t>(from.shape[3] * size));
          continue;
        }
        for (std::int64_t d = 0; d < from.shape[3]; ++d)
          std::memcpy(z + d * to.strides[3] * size, a + d * from.strides[3] * size, static_cast<std::size_t>(size));
      }
}

} // namespace xeforge::distributed

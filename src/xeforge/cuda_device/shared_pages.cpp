#include "xeforge/cuda_device/shared_pages.hpp"

#include <algorithm>

namespace xeforge::cuda_device {
namespace {

std::uint64_t first_page(std::uint64_t address) { return address / SharedPages::page * SharedPages::page; }
std::uint64_t end_of_pages(std::uint64_t address, std::size_t bytes) {
  return first_page(address + std::max<std::size_t>(bytes, 1) + SharedPages::page - 1);
}

} // namespace

void SharedPages::share(std::uint64_t address, std::size_t bytes) {
  const std::uint64_t first = first_page(address), end = end_of_pages(address, bytes);
  std::uint64_t at = first;
  try {
    while (at < end) {
      const auto next = pieces_.upper_bound(at);
      if (next != pieces_.begin())
        if (const auto known = std::prev(next); known->second.end > at) {
          ++known->second.shares;
          at = known->second.end;
          continue;
        }
      const std::uint64_t stop = next == pieces_.end() ? end : std::min(end, next->first);
      registry_.add(at, stop - at);
      pieces_.emplace(at, Piece{stop, 1});
      at = stop;
    }
  } catch (...) {
    drop_shares(first, at);
    throw;
  }
}

void SharedPages::release(std::uint64_t address, std::size_t bytes) {
  drop_shares(first_page(address), end_of_pages(address, bytes));
}

void SharedPages::drop_shares(std::uint64_t first, std::uint64_t end) {
  for (auto piece = pieces_.begin(); piece != pieces_.end() && piece->first < end;) {
    if (piece->second.end <= first || --piece->second.shares > 0) {
      ++piece;
      continue;
    }
    registry_.remove(piece->first);
    piece = pieces_.erase(piece);
  }
}

std::size_t SharedPages::bytes_in_one_piece(std::uint64_t address, std::size_t bytes) const {
  const auto next = pieces_.upper_bound(address);
  std::uint64_t stop = next == pieces_.end() ? address + bytes : next->first;
  if (next != pieces_.begin())
    if (const auto known = std::prev(next); known->second.end > address)
      stop = known->second.end;
  return std::min<std::uint64_t>(bytes, stop - address);
}

} // namespace xeforge::cuda_device

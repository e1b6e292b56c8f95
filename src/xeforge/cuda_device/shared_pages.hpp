// Which pages of the host's memory are registered with the driver. It takes each page once, while buffers of a program
// begin and end within pages; so what is registered is what no other share has registered before, and it stays until
// the last share that touches it is released.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

namespace xeforge::cuda_device {

class SharedPages {
public:
  static constexpr std::uint64_t page = 4096;

  // The driver's functions: an address and bytes, both multiples of a page. `add` throws where the driver refuses.
  struct Registry {
    std::function<void(std::uint64_t, std::size_t)> add;
    std::function<void(std::uint64_t)> remove;
  };
  explicit SharedPages(Registry registry) : registry_(std::move(registry)) {}

  // After a refusal everything is as before.
  void share(std::uint64_t address, std::size_t bytes);
  // With what share() was called with.
  void release(std::uint64_t address, std::size_t bytes);

  // How many of the bytes from the address on lie in one registration, or before the next: what one copy may have.
  std::size_t bytes_in_one_piece(std::uint64_t address, std::size_t bytes) const;

private:
  struct Piece {
    std::uint64_t end;
    int shares;
  };
  void drop_shares(std::uint64_t first, std::uint64_t end);

  Registry registry_;
  std::map<std::uint64_t, Piece> pieces_; // by the first address
};

} // namespace xeforge::cuda_device

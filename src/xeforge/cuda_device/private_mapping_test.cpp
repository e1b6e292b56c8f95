#include "xeforge/cuda_device/private_mapping.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

namespace xeforge::cuda_device {
namespace {

bool is_private(int protection, int flags, int descriptor) {
  constexpr std::size_t bytes = 8192;
  void* const memory = mmap(nullptr, bytes, protection, flags, descriptor, 0);
  EXPECT_NE(memory, MAP_FAILED);
  const bool answer = is_private_mapping_of_file(reinterpret_cast<std::uint64_t>(memory) + 4097);
  munmap(memory, bytes);
  return answer;
}

TEST(PrivateMapping, IsToldFromOtherMemory) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  ASSERT_NE(file, nullptr);
  ASSERT_EQ(ftruncate(fileno(file.get()), 8192), 0);
  EXPECT_TRUE(is_private(PROT_READ, MAP_PRIVATE, fileno(file.get())));
  EXPECT_TRUE(is_private(PROT_READ | PROT_WRITE, MAP_PRIVATE, fileno(file.get())));
  EXPECT_FALSE(is_private(PROT_READ, MAP_SHARED, fileno(file.get())));
  EXPECT_FALSE(is_private(PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1));
  const auto heap = std::make_unique<char[]>(100);
  EXPECT_FALSE(is_private_mapping_of_file(reinterpret_cast<std::uint64_t>(heap.get())));
}

} // namespace
} // namespace xeforge::cuda_device

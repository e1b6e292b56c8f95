#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// What it is for: tests/driver/programs/atomic_program.cpp, run as machine code.
TEST(order_exchanges, the_new_value_comes_first_and_what_was_found_is_compared_with_what_was_expected) {
  EXPECT_EQ(
      body_after(OrderExchanges(), "ptr addrspace(1) %p, i32 %expected, i32 %new, ptr %to",
                 "  %r = cmpxchg volatile ptr addrspace(1) %p, i32 %expected, i32 %new acquire monotonic, align 4\n"
                 "  store { i32, i1 } %r, ptr %to, align 4\n"),
      "  %1 = cmpxchg volatile ptr addrspace(1) %p, i32 %new, i32 %expected acquire monotonic, align 4\n"
      "  %2 = extractvalue { i32, i1 } %1, 0\n"
      "  %3 = icmp eq i32 %2, %expected\n"
      "  %4 = insertvalue { i32, i1 } %1, i1 %3, 1\n"
      "  store { i32, i1 } %4, ptr %to, align 4\n");
}

TEST(order_exchanges, other_atomics_stay) {
  const std::string body = "  %r = atomicrmw add ptr %p, i32 %x monotonic, align 4\n";
  EXPECT_EQ(body_after(OrderExchanges(), "ptr %p, i32 %x", body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering

#include "xeforge/machine/footprint.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace xeforge::machine {
namespace {

const void* at(std::uint64_t address) { return reinterpret_cast<const void*>(address); }

TEST(footprint, a_line_counts_once_however_often_it_is_touched_and_by_whom) {
  keep_footprints();
  note_touch(at(0x10000), 64, Touch::load);
  note_touch(at(0x10010), 4, Touch::load);
  std::thread([] { note_touch(at(0x10000), 128, Touch::load); }).join();
  EXPECT_EQ(footprint().loaded_bytes, 128u);
  EXPECT_EQ(footprint().stored_bytes, 0u);
}

TEST(footprint, bytes_across_lines_and_pages_touch_all_of_them) {
  keep_footprints();
  note_touch(at(0x10000 + 4090), 12, Touch::store); // the last line of a page, and the first of the next
  note_touch(at(0x20020), 3 * 4096, Touch::load);   // half a line more at each end
  note_touch(at(0x40000), 0, Touch::load);
  EXPECT_EQ(footprint().stored_bytes, 128u);
  EXPECT_EQ(footprint().loaded_bytes, 3 * 4096u + 64u);
}

TEST(footprint, each_keeping_begins_with_nothing) {
  keep_footprints();
  note_touch(at(0x10000), 64, Touch::store);
  keep_footprints();
  EXPECT_EQ(footprint().stored_bytes, 0u);
}

} // namespace
} // namespace xeforge::machine

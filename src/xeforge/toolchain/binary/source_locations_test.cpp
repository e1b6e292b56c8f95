#include "xeforge/toolchain/binary/source_locations.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

using Frames = std::vector<SourceFrame>;

Frames leading(Frames frames) {
  std::vector<SourceLocation> locations{{"Kernel", std::move(frames)}};
  lead_with_lines_of_program(locations, "/opt/include");
  return locations.front().frames;
}

TEST(source_locations, the_programs_innermost_line_leads) {
  EXPECT_EQ(leading({{"/opt/include/port.hpp", 68}, {"/opt/include/memory.hpp", 9}, {"helper.hpp", 3}, {"k.cpp", 10}}),
            (Frames{{"helper.hpp", 3}, {"k.cpp", 10}}));
  EXPECT_EQ(leading({{"/opt/includes/own.hpp", 1}}), (Frames{{"/opt/includes/own.hpp", 1}})) << "another folder";
}

TEST(source_locations, where_all_lines_are_ours_the_outermost_leads) {
  EXPECT_EQ(leading({{"/opt/include/port.hpp", 68}, {"/opt/include/ops/k.cpp", 10}}),
            (Frames{{"/opt/include/ops/k.cpp", 10}}));
  EXPECT_EQ(leading({}), Frames{});
}

} // namespace
} // namespace xeforge::toolchain

// Tests that run once for each instruction set, and are skipped for those that this machine lacks.
#pragma once

#include "xeforge/machine/cpu_targets.hpp"

#include <gtest/gtest.h>

#include <string>

namespace xeforge::ops {

class OnEachTarget : public testing::TestWithParam<machine::CpuTargetInfo> {
protected:
  void SetUp() override {
    if (!GetParam().available)
      GTEST_SKIP() << "this machine does not run " << GetParam().name << " (" << GetParam().summary << ")";
  }
};

inline auto every_target() { return testing::ValuesIn(machine::cpu_targets().begin(), machine::cpu_targets().end()); }
inline std::string name_of_target(const testing::TestParamInfo<machine::CpuTargetInfo>& info) {
  return std::string(info.param.name);
}

} // namespace xeforge::ops

// The same bits come out for every instruction set that this machine runs.
#include "xeforge/esimd/core/target_outputs.hpp"

#include "xeforge/machine/cpu_targets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace xeforge::esimd::testing {
namespace {

using Digests = std::array<OutputDigest, output_digests>;

Digests digests_for(machine::CpuTarget target) {
  Digests digests{};
  switch (target) {
  case machine::CpuTarget::v3:
    v3::digest_outputs(digests.data());
    break;
  case machine::CpuTarget::v4:
    v4::digest_outputs(digests.data());
    break;
  case machine::CpuTarget::v4_bf16:
    v4_bf16::digest_outputs(digests.data());
    break;
  }
  return digests;
}

TEST(Targets, every_instruction_set_gives_the_same_bits) {
  const Digests expected = digests_for(machine::CpuTarget::v3);
  for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
    if (!target.available)
      continue;
    const Digests got = digests_for(target.target);
    for (std::size_t i = 0; i < output_digests; ++i)
      EXPECT_EQ(got[i].digest, expected[i].digest) << expected[i].name << " for " << target.name;
  }
}

TEST(Targets, the_digests_tell_functions_apart) {
  std::set<std::uint64_t> seen;
  for (const OutputDigest& digest : digests_for(machine::CpuTarget::v3)) {
    ASSERT_NE(digest.name, nullptr);
    seen.insert(digest.digest);
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(output_digests));
}

} // namespace
} // namespace xeforge::esimd::testing

// Digests of what the ESIMD layer computes, once per instruction set that target_outputs.cpp is built for.
#pragma once

#include <cstdint>

namespace xeforge::esimd::testing {

struct OutputDigest {
  const char* name;
  std::uint64_t digest;
};
inline constexpr int output_digests = 27;

namespace v3 {
void digest_outputs(OutputDigest* digests);
}
namespace v4 {
void digest_outputs(OutputDigest* digests);
}
namespace v4_bf16 {
void digest_outputs(OutputDigest* digests);
}

} // namespace xeforge::esimd::testing

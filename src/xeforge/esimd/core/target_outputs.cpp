// Built once per instruction set. Only the ESIMD layer and plain loops: whatever the standard library would contribute
// could be merged with another build's copy.
#include "xeforge/esimd/core/target_outputs.hpp"

#include "xeforge/esimd/math/trigonometry.hpp"
#include "xeforge/esimd/matrix/xmx.hpp"
#include "xeforge/esimd/memory/memory.hpp"

namespace xeforge::esimd::testing::XEFORGE_TARGET {
namespace {

constexpr int width = 48; // no power of two: registers are split unevenly
constexpr int rounds = 2000;

// The low half of a product of a counter: bit patterns of every magnitude.
std::uint32_t pattern(std::uint32_t i) { return i * 2654435761u ^ (i << 7); }

template <class T>
void fill(T (&values)[width], std::uint32_t seed) {
  for (std::uint32_t i = 0; i < width; ++i) {
    const std::uint64_t bits = pattern(seed + i) | static_cast<std::uint64_t>(pattern(seed * 3 + i)) << 32;
    __builtin_memcpy(static_cast<void*>(&values[i]), &bits, sizeof(T));
  }
}

// NaN are all alike: which of two operands' NaN a sum takes is up to the instruction.
template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  if (value != value)
    return ~bits;
  __builtin_memcpy(&bits, static_cast<const void*>(&value), sizeof(T));
  return bits;
}

template <class In, class Function>
std::uint64_t digest_of(Function function) {
  std::uint64_t digest = 14695981039346656037u;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    In a[width], b[width];
    fill(a, round * 64 + 1);
    fill(b, round * 64 + 500001);
    simd<In, width> x, y;
    x.copy_from(a);
    y.copy_from(b);
    const auto result = function(x, y);
    for (int i = 0; i < result.length; ++i)
      digest = (digest ^ bits_of(result[i])) * 1099511628211u;
  }
  return digest;
}

// Three rows of A from x, and B from both.
template <class T, class Sum>
simd<Sum, width> product(const simd<T, width>& x, const simd<T, width>& y) {
  constexpr int columns = 16, k = static_cast<int>(32 / sizeof(T));
  simd<T, k * columns> b(T(0));
  for (int i = 0; i + width <= k * columns; i += 2 * width)
    b.template select<width, 1>(static_cast<std::uint16_t>(i)) = y;
  for (int i = width; i + width <= k * columns; i += 2 * width)
    b.template select<width, 1>(static_cast<std::uint16_t>(i)) = x;
  if constexpr (k > width / 3) {
    simd<T, 3 * k> a(T(1));
    a.template select<width, 1>(0) = x;
    return xmx::dpas<8, 3, Sum>(b, a);
  } else {
    return xmx::dpas<8, 3, Sum>(b, simd<T, 3 * k>(x.template select<3 * k, 1>(0)));
  }
}

} // namespace

void digest_outputs(OutputDigest* digests) {
  int count = 0;
  const auto add = [&](const char* name, std::uint64_t digest) { digests[count++] = {name, digest}; };
  using std::int32_t;
  add("exp2", digest_of<float>([](auto x, auto) { return exp2(x); }));
  add("exp", digest_of<float>([](auto x, auto) { return exp(x); }));
  add("log2", digest_of<float>([](auto x, auto) { return log2(x); }));
  add("log", digest_of<float>([](auto x, auto) { return log(x); }));
  add("inv", digest_of<float>([](auto x, auto) { return inv(x); }));
  add("sqrt", digest_of<float>([](auto x, auto) { return sqrt(x); }));
  add("rsqrt", digest_of<float>([](auto x, auto) { return rsqrt(x); }));
  add("float to half", digest_of<float>([](auto x, auto) { return simd<half, width>(x); }));
  add("float to bfloat16", digest_of<float>([](auto x, auto) { return simd<bfloat16, width>(x); }));
  // Whole registers, of which a third has a denormal.
  add("96 floats to bfloat16", digest_of<float>([](auto x, auto y) {
        simd<float, 2 * width> both;
        both.template select<width, 1>(0) = x;
        both.template select<width, 1>(width) = y;
        return simd<bfloat16, 2 * width>(both);
      }));
  add("float to int", digest_of<float>([](auto x, auto) { return simd<int32_t, width>(x); }));
  add("double to uint64", digest_of<double>([](auto x, auto) { return simd<std::uint64_t, width>(x); }));
  add("uint64 to float", digest_of<std::uint64_t>([](auto x, auto) { return simd<float, width>(x); }));
  add("half x * y + x", digest_of<half>([](auto x, auto y) { return x * y + x; }));
  add("half x / y", digest_of<half>([](auto x, auto y) { return x / y; }));
  add("bfloat16 x * y - x", digest_of<bfloat16>([](auto x, auto y) { return x * y - x; }));
  add("float x * y + x", digest_of<float>([](auto x, auto y) { return x * y + x; }));
  add("int x / y", digest_of<int32_t>([](auto x, auto y) { return x / (y >> 20); }));
  add("sum of floats",
      digest_of<float>([](auto x, auto) { return simd<float, 1>(detail::sum<float, float, width>(x * 1e-30f)); }));
  add("sum of halves", digest_of<half>([](auto x, auto) { return simd<half, 1>(detail::sum<half, half, width>(x)); }));
  add("atan", digest_of<float>([](auto x, auto) { return atan(x); }));
  add("tanh", digest_of<float>([](auto x, auto) { return tanh(x); }));
  add("dpas of halves", digest_of<half>([](auto x, auto y) { return product<half, float>(x, y); }));
  add("dpas of bytes", digest_of<std::int8_t>([](auto x, auto y) { return product<std::int8_t, int>(x, y); }));
  // Of numbers that are not denormal: the instruction of AVX512_BF16 takes those as zero.
  add("dpas of bfloat16", digest_of<std::int8_t>([](auto x, auto y) {
        return product<bfloat16, float>(simd<bfloat16, width>(x * 0.01f), simd<bfloat16, width>(y * 3e10f));
      }));
  add("dpas of tfloat32", digest_of<std::int16_t>([](auto x, auto y) {
        return product<tfloat32, float>(simd<tfloat32, width>(x * 0.01f), simd<tfloat32, width>(y * 3e10f));
      }));
  add("max of halves", digest_of<half>([](auto x, auto y) { return merge(max(x, y), min(x, y), x > y); }));
}

} // namespace xeforge::esimd::testing::XEFORGE_TARGET

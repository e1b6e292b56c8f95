// The functions that instrumented code calls (-fsanitize=kernel-memory, clang's instrumentation without its own
// runtime): the shadow of loaded and stored memory, and uses of uninitialised values. The names and signatures are the
// compiler's.
#include "xeforge/checker/value_checks.hpp"
#include "xeforge/checker/value_origins.hpp"
#include "xeforge/checker/value_shadow.hpp"

#include <cstring>

namespace {

namespace values = xeforge::checker::values;
namespace origins = xeforge::checker::origins;

std::uint64_t number(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

// Shadows of arguments and results of calls; the layout is the compiler's.
struct Context {
  static constexpr std::size_t bytes = 800;
  alignas(8) std::uint8_t parameters[bytes], result[bytes], variadic[bytes], variadic_origins[bytes];
  std::uint64_t variadic_overflow;
  std::uint8_t parameter_origins[bytes];
  std::uint32_t result_origin;
};
thread_local Context context; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

} // namespace

void xeforge::checker::values::clear_arguments() { std::memset(context.parameters, 0, sizeof context.parameters); }

extern "C" {

#define XEFORGE_VISIBLE __attribute__((visibility("default")))
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

XEFORGE_VISIBLE void* __msan_get_context_state() { return &context; }

#define XEFORGE_SHADOW_OF(size)                                                                                        \
  XEFORGE_VISIBLE values::Shadow __msan_metadata_ptr_for_load_##size(void* address) {                                  \
    return values::shadow_of_instrumented_load(number(address), size);                                                 \
  }                                                                                                                    \
  XEFORGE_VISIBLE values::Shadow __msan_metadata_ptr_for_store_##size(void* address) {                                 \
    return values::shadow_of_store(number(address), size);                                                             \
  }
XEFORGE_SHADOW_OF(1)
XEFORGE_SHADOW_OF(2)
XEFORGE_SHADOW_OF(4)
XEFORGE_SHADOW_OF(8)
#undef XEFORGE_SHADOW_OF
XEFORGE_VISIBLE values::Shadow __msan_metadata_ptr_for_load_n(void* address, std::uint64_t bytes) {
  return values::shadow_of_instrumented_load(number(address), bytes);
}
XEFORGE_VISIBLE values::Shadow __msan_metadata_ptr_for_store_n(void* address, std::uint64_t bytes) {
  return values::shadow_of_store(number(address), bytes);
}

XEFORGE_VISIBLE void __msan_warning(std::uint32_t origin) {
  xeforge::checker::report_use_of_value(origin, __builtin_return_address(0));
}
XEFORGE_VISIBLE std::uint32_t __msan_chain_origin(std::uint32_t origin) { return origins::stored(origin); }

// Variables count as initialised: code without instrumentation may fill them. For an uninitialised simd see its
// constructor (esimd/core/fresh.hpp).
XEFORGE_VISIBLE void __msan_poison_alloca(void* address, std::uint64_t bytes, const char*) {
  values::set(number(address), bytes);
}
XEFORGE_VISIBLE void __msan_unpoison_alloca(void* address, std::uint64_t bytes) { values::set(number(address), bytes); }
XEFORGE_VISIBLE void __msan_instrument_asm_store(const void* address, std::uint64_t bytes) {
  values::set(number(address), bytes);
}

XEFORGE_VISIBLE void* __msan_memcpy(void* to, const void* from, std::uint64_t bytes) {
  values::copy(number(to), number(from), bytes);
  return std::memcpy(to, from, bytes);
}
XEFORGE_VISIBLE void* __msan_memmove(void* to, const void* from, std::uint64_t bytes) {
  values::copy(number(to), number(from), bytes);
  return std::memmove(to, from, bytes);
}
XEFORGE_VISIBLE void* __msan_memset(void* to, int value, std::uint64_t bytes) {
  values::set(number(to), bytes);
  return std::memset(to, value, bytes);
}

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}

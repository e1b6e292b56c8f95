// Contexts, and what can be asked of the library without one.
#include "xeforge/c_interface/context.hpp"

#include "xeforge/attention.hpp"
#include "xeforge/c_interface/create_context.hpp"
#include "xeforge/c_interface/guarded.hpp"
#include "xeforge/machine/cpu_targets.hpp"
#include "xeforge/ops/attention/host/problem.hpp"
#include "xeforge/ops/rms_norm/host/problem.hpp"
#include "xeforge/ops/softmax_topk/host/problem.hpp"
#include "xeforge/rms_norm.hpp"
#include "xeforge/softmax_topk.hpp"

#include <string>

namespace xeforge::c_interface {
namespace {

constexpr int32_t most_threads = 1024;

// Names and sentences of the tables are string literals, so they end with a zero byte.
template <class Table, class Text>
const char* text_in(const Table& table, int32_t index, Text text) {
  if (index < 0 || static_cast<std::size_t>(index) >= table.size())
    return nullptr;
  return text(table[static_cast<std::size_t>(index)]).data();
}

template <class Text>
const char* text_of_variant(xeforge_operator op, int32_t index, Text text) {
  switch (op) {
  case XEFORGE_SOFTMAX_TOPK:
    return text_in(softmax_topk_variants(), index, text);
  case XEFORGE_ATTENTION:
    return text_in(attention_variants(), index, text);
  case XEFORGE_RMS_NORM:
    return text_in(rms_norm_variants(), index, text);
  default:
    return nullptr;
  }
}

} // namespace

xeforge_status create_context(int32_t threads, xeforge_context** context, xeforge_error* error) {
  if (context != nullptr)
    *context = nullptr;
  return guarded(error, [&] {
    if (context == nullptr)
      throw Error("context", "a null pointer", "a place for the new context");
    if (threads < 0 || threads > most_threads)
      throw Error("threads", std::to_string(threads),
                  "0 (as many as the machine has) to " + std::to_string(most_threads));
    *context = threads == 0
                   ? new xeforge_context{sycl::queue()}
                   : new xeforge_context{sycl::queue(sycl::property_list(xeforge::property::queue::threads(threads)))};
  });
}

} // namespace xeforge::c_interface

using namespace xeforge;

void xeforge_context_destroy(xeforge_context* context) { delete context; }

const char* xeforge_target_name(int32_t index) {
  return c_interface::text_in(machine::cpu_targets(), index,
                              [](const machine::CpuTargetInfo& target) { return target.name; });
}

int32_t xeforge_target_is_available(int32_t index) {
  const auto targets = machine::cpu_targets();
  return index >= 0 && static_cast<std::size_t>(index) < targets.size() &&
                 targets[static_cast<std::size_t>(index)].available
             ? 1
             : 0;
}

const char* xeforge_variant_name(xeforge_operator op, int32_t index) {
  return c_interface::text_of_variant(op, index, [](const auto& variant) { return variant.name; });
}

const char* xeforge_variant_accepts(xeforge_operator op, int32_t index) {
  return c_interface::text_of_variant(op, index, [](const auto& variant) { return variant.accepts; });
}

int64_t xeforge_largest_last_dimension(xeforge_operator op) {
  switch (op) {
  case XEFORGE_SOFTMAX_TOPK:
    return ops::softmax_topk::largest_n;
  case XEFORGE_ATTENTION:
    return ops::attention::largest_depth;
  case XEFORGE_RMS_NORM:
    return ops::rms_norm::largest_n;
  default:
    return 0;
  }
}

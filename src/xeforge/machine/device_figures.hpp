// Figures of each device, how they are known, and their sources. There is no figure without a source.
// Data only: derived values (a ridge point, a bound) are computed in roofline.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace xeforge::machine {

enum class Quantity {
  xe_cores,         // multiprocessors of a device that is none of Intel's
  clock,            // GHz
  f16_matrix_rate,  // TFLOPS of products of f16 or bf16 in the matrix units, sums in f32; a multiply-add counts 2
  int8_matrix_rate, // TOPS
  int4_matrix_rate, // TOPS
  f32_vector_rate,  // TFLOPS
  memory_bandwidth, // GB/s (1e9 bytes)
  usable_bandwidth, // GB/s
  matrix_flops_per_clock,
  vector_engines,
  threads_per_engine,
  threads_per_engine_double_grf,
  simd_width,
  register_bytes,
  thread_registers_kib,
  thread_registers_kib_double_grf,
  l1_kib, // the array that L1 and shared local memory share
  slm_per_group_kib,
  slm_per_core_kib,
  slm_banks,
  slm_bank_bytes,
  last_level_cache_mib,
  barrier_cycles,
  launch_microseconds,
  dpas_depth,
  dpas_repeat,
  dpas_columns,
  dpas_k_f16,
  dpas_k_tf32,
  dpas_k_int8,
  block_1d_bytes,
  block_2d_width_bytes,
  block_2d_load_rows,
  block_2d_store_rows,
  threads_per_core,
  board_power,
};

// "f16_matrix_rate" and "TFLOPS".
std::string_view name_of(Quantity quantity);
std::string_view unit_of(Quantity quantity);

// measured: on the hardware; no figure of these devices is. published: by the vendor, or used by the vendor's compiler.
// estimated: computed or guessed; the source says from what or by whom.
enum class Provenance { measured, published, estimated };
std::string_view name_of(Provenance provenance);

struct Figure {
  Quantity quantity;
  double low, high; // equal where it is no range
  Provenance provenance;
  std::string_view source;
};

struct DeviceFigures {
  std::string_view name;                // as users write it, e.g. "b580"
  std::string_view summary;             // e.g. "Arc B580"
  std::string_view target;              // the compile target of device_models.hpp; empty where it is none
  std::span<const Figure> figures;      // of this device; of a quantity given twice the first one counts
  std::span<const Figure> architecture; // of its generation
  std::string_view compared_with;       // the device that has the published figures of what this one assumes; or empty
};

std::span<const DeviceFigures> device_figures();

// By any name in device_names.hpp; "bmg" is the device as the specification of the seed kernel describes it. Throws an
// Error that lists the devices with figures.
const DeviceFigures& figures_of(std::string_view name);

// The first figure of that quantity, of the device or else of its generation.
std::optional<Figure> figure(const DeviceFigures& device, Quantity quantity);

// A quantity whose figure for device.compared_with does not overlap with the device's own.
struct Difference {
  Figure own, other;
};
// Calls visit(Difference) for each.
template <class Visit>
void for_differences(const DeviceFigures& device, Visit&& visit) {
  if (device.compared_with.empty())
    return;
  const DeviceFigures& other = figures_of(device.compared_with);
  for (const Figure& own : device.figures)
    if (const auto theirs = figure(other, own.quantity))
      if (theirs->high < own.low || own.high < theirs->low)
        visit(Difference{own, *theirs});
}

} // namespace xeforge::machine

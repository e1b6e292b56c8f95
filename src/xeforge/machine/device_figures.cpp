#include "xeforge/machine/device_figures.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace xeforge::machine {
namespace {

struct QuantityText {
  Quantity quantity;
  std::string_view name, unit;
};

constexpr QuantityText quantities[] = {
    {Quantity::xe_cores, "xe_cores", ""},
    {Quantity::clock, "clock", "GHz"},
    {Quantity::f16_matrix_rate, "f16_matrix_rate", "TFLOPS"},
    {Quantity::int8_matrix_rate, "int8_matrix_rate", "TOPS"},
    {Quantity::int4_matrix_rate, "int4_matrix_rate", "TOPS"},
    {Quantity::f32_vector_rate, "f32_vector_rate", "TFLOPS"},
    {Quantity::memory_bandwidth, "memory_bandwidth", "GB/s"},
    {Quantity::usable_bandwidth, "usable_bandwidth", "GB/s"},
    {Quantity::matrix_flops_per_clock, "matrix_flops_per_clock", "per Xe core"},
    {Quantity::vector_engines, "vector_engines", "per Xe core"},
    {Quantity::threads_per_engine, "threads_per_engine", "at 128 registers"},
    {Quantity::threads_per_engine_double_grf, "threads_per_engine_double_grf", "at 256 registers"},
    {Quantity::simd_width, "simd_width", "lanes of f32"},
    {Quantity::register_bytes, "register_bytes", "bytes"},
    {Quantity::thread_registers_kib, "thread_registers", "KiB at 128 registers"},
    {Quantity::thread_registers_kib_double_grf, "thread_registers_double_grf", "KiB at 256 registers"},
    {Quantity::l1_kib, "l1_and_slm", "KiB per Xe core"},
    {Quantity::slm_per_group_kib, "slm_per_group", "KiB"},
    {Quantity::slm_per_core_kib, "slm_per_core", "KiB"},
    {Quantity::slm_banks, "slm_banks", ""},
    {Quantity::slm_bank_bytes, "slm_bank_width", "bytes"},
    {Quantity::last_level_cache_mib, "last_level_cache", "MiB"},
    {Quantity::barrier_cycles, "group_barrier", "cycles"},
    {Quantity::launch_microseconds, "kernel_launch", "us"},
    {Quantity::dpas_depth, "dpas_depth", ""},
    {Quantity::dpas_repeat, "dpas_repeat", "at most"},
    {Quantity::dpas_columns, "dpas_columns", ""},
    {Quantity::dpas_k_f16, "dpas_k_f16", "elements"},
    {Quantity::dpas_k_tf32, "dpas_k_tf32", "elements"},
    {Quantity::dpas_k_int8, "dpas_k_int8", "elements"},
    {Quantity::block_1d_bytes, "block_1d", "bytes at most"},
    {Quantity::block_2d_width_bytes, "block_2d_width", "bytes at most"},
    {Quantity::block_2d_load_rows, "block_2d_load_rows", "at most"},
    {Quantity::block_2d_store_rows, "block_2d_store_rows", "at most"},
    {Quantity::threads_per_core, "threads_per_core", ""},
    {Quantity::board_power, "board_power", "W"},
};

const QuantityText& text_of(Quantity quantity) {
  return *std::ranges::find(quantities, quantity, &QuantityText::quantity);
}

constexpr Figure published(Quantity quantity, double value, std::string_view source) {
  return {quantity, value, value, Provenance::published, source};
}
constexpr Figure estimated(Quantity quantity, double low, double high, std::string_view source) {
  return {quantity, low, high, Provenance::estimated, source};
}
constexpr Figure estimated(Quantity quantity, double value, std::string_view source) {
  return estimated(quantity, value, value, source);
}

using enum Quantity;

// ---- sources that are named more than once --------------------------------------------------------------------------
constexpr std::string_view seed = "seed intel-gpu-kernel-opt 1.0.0";
constexpr std::string_view product_page = "Intel's product page, by zolotukhin.ai/zinc/docs/intel-gpu-reference";
constexpr std::string_view offline_compiler = "what Intel's offline compiler takes for the target";
constexpr std::string_view battlemage = "Intel at the launch of Battlemage, by io-tech.fi and chipsandcheese.com";
constexpr std::string_view lunar_lake = "Intel's Core Ultra 200V, by hardwareluxx.de/63941";
constexpr std::string_view panther_lake = "Intel Tech Tour 2025, by hwcooling.net and chipsandcheese.com";
constexpr std::string_view vector_from_clock = "Xe cores x 8 engines x 16 lanes x 2 x clock";
constexpr std::string_view extension = "limits of the messages in Intel's documentation of ESIMD";

// ---- generations ----------------------------------------------------------------------------------------------------
constexpr Figure xe2_architecture[] = {
    published(matrix_flops_per_clock, 2048, "8 XMX engines of 2048 bits; gives the published INT8 rates / 2"),
    published(vector_engines, 8, battlemage),
    published(threads_per_engine, 8, "Intel's documentation of Xe2: 8 threads of 128 registers"),
    published(threads_per_engine_double_grf, 4, "Intel's documentation of Xe2: 4 threads of 256 registers"),
    published(simd_width, 16, battlemage),
    published(register_bytes, 64, offline_compiler),
    published(thread_registers_kib, 8, "128 registers of 64 bytes"),
    published(thread_registers_kib_double_grf, 16, "256 registers of 64 bytes"),
    published(slm_per_group_kib, 128, offline_compiler),
    estimated(slm_banks, 32, seed),
    estimated(slm_bank_bytes, 4, seed),
    estimated(barrier_cycles, 50, 100, seed),
    estimated(launch_microseconds, 5, 10, "seeds of the operators"),
    published(dpas_depth, 8, offline_compiler),
    published(dpas_repeat, 8, offline_compiler),
    published(dpas_columns, 16, offline_compiler),
    published(dpas_k_f16, 16, offline_compiler),
    published(dpas_k_tf32, 8, offline_compiler),
    published(dpas_k_int8, 32, offline_compiler),
    published(block_1d_bytes, 512, extension),
    published(block_2d_width_bytes, 64, extension),
    published(block_2d_load_rows, 32, extension),
    published(block_2d_store_rows, 8, extension),
};

constexpr Figure xe3_architecture[] = {
    published(matrix_flops_per_clock, 2048, panther_lake),
    published(vector_engines, 8, panther_lake),
    published(threads_per_engine, 10, "Intel Tech Tour 2025: up to 25 % more threads than Xe2's 8"),
    published(register_bytes, 64, offline_compiler),
    published(l1_kib, 256, "Intel Tech Tour 2025: a third more than Lunar Lake's 192"),
    published(slm_per_group_kib, 128, offline_compiler),
    estimated(launch_microseconds, 5, 10, "seeds of the operators, of Xe2"),
    published(dpas_depth, 8, offline_compiler),
    published(dpas_repeat, 8, offline_compiler),
    published(dpas_columns, 16, offline_compiler),
};

// ---- devices --------------------------------------------------------------------------------------------------------
// The card of the optimisation seed. No product has these figures.
constexpr Figure seed_bmg[] = {
    estimated(xe_cores, 32, seed),
    estimated(clock, 2.06, "follows from the seed's 135 TFLOPS and 32 Xe cores"),
    estimated(f16_matrix_rate, 135, seed),
    estimated(f32_vector_rate, 16.875, "an eighth of the seed's matrix rate"),
    estimated(memory_bandwidth, 520, "seed intel-gpu-kernel-opt 1.0.0; kernels of other seeds exceed it"),
    estimated(slm_per_group_kib, 64, "seed: 64 KB per Xe core; its own case study uses 104 KB"),
    estimated(slm_per_core_kib, 64, seed),
    estimated(threads_per_core, 2048, seed),
    estimated(last_level_cache_mib, 8, 16, seed),
    estimated(board_power, 150, 225, seed),
};

constexpr Figure b580[] = {
    published(xe_cores, 20, product_page),
    published(clock, 2.67, product_page),
    published(int4_matrix_rate, 437, "Intel, by hmc-tech.com"),
    published(f16_matrix_rate, 109.4, "a quarter of the published 437 INT4 TOPS"),
    estimated(f32_vector_rate, 13.67, vector_from_clock),
    published(memory_bandwidth, 456, product_page),
    published(l1_kib, 256, battlemage),
    published(last_level_cache_mib, 18, battlemage),
    published(threads_per_core, 64, "8 vector engines of 8 threads"),
    published(board_power, 190, "Intel, by hmc-tech.com"),
};

constexpr Figure b60[] = {
    published(xe_cores, 20, product_page),
    published(clock, 2.4, product_page),
    published(int8_matrix_rate, 197, product_page),
    published(f16_matrix_rate, 98.3, "half of the published 197 INT8 TOPS"),
    published(f32_vector_rate, 12.28, product_page),
    estimated(memory_bandwidth, 456, "192 bits of 19 Gbit/s, as on the B580 with the same chip"),
    published(l1_kib, 256, battlemage),
    published(threads_per_core, 64, "8 vector engines of 8 threads"),
    published(board_power, 200, product_page),
};

constexpr Figure b65[] = {
    published(xe_cores, 20, product_page),
    published(clock, 2.4, product_page),
    published(int8_matrix_rate, 197, product_page),
    published(f16_matrix_rate, 98.3, "half of the published 197 INT8 TOPS"),
    published(f32_vector_rate, 12.28, product_page),
    published(memory_bandwidth, 608, product_page),
    published(l1_kib, 256, battlemage),
    published(threads_per_core, 64, "8 vector engines of 8 threads"),
    published(board_power, 200, product_page),
};

// The published INT8 rate belongs to the dynamic clock.
constexpr Figure b70[] = {
    published(xe_cores, 32, product_page),
    {clock, 2.28, 2.8, Provenance::published, product_page},
    published(int8_matrix_rate, 367, product_page),
    {f16_matrix_rate, 149.4, 183.5, Provenance::published, "Xe cores x 2048 x clock, and half of 367 INT8 TOPS"},
    published(f32_vector_rate, 22.94, product_page),
    published(memory_bandwidth, 608, product_page),
    published(l1_kib, 256, battlemage),
    published(slm_per_group_kib, 128, offline_compiler),
    published(threads_per_core, 64, "8 vector engines of 8 threads"),
    published(board_power, 230, product_page),
};

constexpr Figure lnl[] = {
    published(xe_cores, 8, "Intel's Arc 140V, by chipsandcheese.com"),
    {clock, 1.85, 2.05, Provenance::published, lunar_lake},
    published(int8_matrix_rate, 67, lunar_lake),
    estimated(f16_matrix_rate, 33, "about half of the published 67 INT8 TOPS at 2.05 GHz"),
    estimated(f32_vector_rate, 4.2, "Xe cores x 8 engines x 16 lanes x 2 x 2.05 GHz"),
    estimated(memory_bandwidth, 136, "128 bits of LPDDR5X-8533, shared with the CPU"),
    estimated(usable_bandwidth, 90, "companions of the seeds"),
    published(l1_kib, 192, "Intel's Lunar Lake, by chipsandcheese.com"),
    published(threads_per_core, 64, "8 vector engines of 8 threads"),
};

constexpr Figure ptl[] = {
    published(xe_cores, 12, panther_lake),
    published(int8_matrix_rate, 120, "Intel Tech Tour 2025: XMX up to 120 TOPS, by c114pro.com"),
    published(f16_matrix_rate, 60, "half of the published 120 INT8 TOPS"),
    estimated(f16_matrix_rate, 55, "companions of the seeds"),
    estimated(f32_vector_rate, 7.5, "an eighth of the matrix rate"),
    estimated(memory_bandwidth, 112, "seed intel-gpu-kernel-opt 1.0.0, shared with the CPU"),
    published(last_level_cache_mib, 16, "Intel Tech Tour 2025: L2 of the 12-core part"),
};

// Panther Lake as the optimisation seed describes it.
constexpr Figure seed_ptl[] = {
    estimated(xe_cores, 12, seed),
    estimated(f16_matrix_rate, 30, 50, seed),
    estimated(f32_vector_rate, 3.75, 6.25, "an eighth of the seed's matrix rate"),
    estimated(memory_bandwidth, 112, seed),
    estimated(slm_per_group_kib, 64, "seed: 64 KB per Xe core"),
    estimated(board_power, 15, 30, seed),
};

constexpr Figure h200[] = {
    published(xe_cores, 132, "NVIDIA's datasheet: streaming multiprocessors"),
    published(f16_matrix_rate, 990, "NVIDIA's datasheet: about 990 dense bf16 TFLOPS"),
    published(memory_bandwidth, 4800, "NVIDIA's datasheet: HBM3e"),
};

constexpr std::array devices{
    DeviceFigures{"bmg", "Battlemage of the seed", "bmg", seed_bmg, xe2_architecture, "b70"},
    DeviceFigures{"b580", "Arc B580", "bmg-g21", b580, xe2_architecture, ""},
    DeviceFigures{"b60", "Arc Pro B60", "bmg-g21", b60, xe2_architecture, ""},
    DeviceFigures{"b65", "Arc Pro B65", "bmg-g31", b65, xe2_architecture, ""},
    DeviceFigures{"b70", "Arc Pro B70", "bmg-g31", b70, xe2_architecture, ""},
    DeviceFigures{"lnl", "Lunar Lake", "lnl-m", lnl, xe2_architecture, ""},
    DeviceFigures{"ptl", "Panther Lake", "ptl-h", ptl, xe3_architecture, ""},
    DeviceFigures{"ptl-seed", "Panther Lake of the seed", "ptl-h", seed_ptl, xe3_architecture, "ptl"},
    DeviceFigures{"h200", "NVIDIA H200", "", h200, {}, ""},
};

} // namespace

std::string_view name_of(Quantity quantity) { return text_of(quantity).name; }
std::string_view unit_of(Quantity quantity) { return text_of(quantity).unit; }

std::string_view name_of(Provenance provenance) {
  switch (provenance) {
  case Provenance::measured:
    return "measured";
  case Provenance::published:
    return "published";
  case Provenance::estimated:
    return "estimated";
  }
  return {};
}

std::span<const DeviceFigures> device_figures() { return devices; }

const DeviceFigures& figures_of(std::string_view name) {
  const DeviceName* const row = find_device_name(name);
  const auto found = std::ranges::find(devices, row != nullptr ? row->figures : name, &DeviceFigures::name);
  if (found != devices.end())
    return *found;
  std::string known;
  for (const DeviceFigures& device : devices)
    known += (known.empty() ? "" : ", ") + std::string(device.name);
  const std::string what = row == nullptr ? "" : " (" + std::string(row->title) + "), of which no figures are kept";
  throw Error("device", "'" + std::string(name) + "'" + what, "one of " + known);
}

std::optional<Figure> figure(const DeviceFigures& device, Quantity quantity) {
  for (const std::span<const Figure> figures : {device.figures, device.architecture})
    if (const auto found = std::ranges::find(figures, quantity, &Figure::quantity); found != figures.end())
      return *found;
  return {};
}

} // namespace xeforge::machine

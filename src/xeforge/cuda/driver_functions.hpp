// The functions of NVIDIA's driver that are used, as its documentation declares them: libcuda.so.1 is opened when
// somebody asks, and nothing of the vendor is needed to build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace xeforge::cuda {

// Results are numbers, 0 being success; objects are addresses of what the driver does not show.
using Result = int;
using DeviceNumber = int;
using DeviceAddress = std::uint64_t;
struct ContextState;
struct ModuleState;
struct FunctionState;
struct StreamState;
struct EventState;
using Context = ContextState*;
using ModuleHandle = ModuleState*;
using FunctionHandle = FunctionState*;
using StreamHandle = StreamState*;
using EventHandle = EventState*;

inline constexpr Result invalid_value = 1;
inline constexpr Result out_of_memory = 2;
inline constexpr Result not_ready = 600;

// Numbers that the driver's interface gives to properties.
enum class Attribute : int {
  clock_khz = 13,
  multiprocessors = 16,
  memory_clock_khz = 36,
  bus_bits = 37,
  cache_bytes = 38,
  compute_major = 75,
  compute_minor = 76,
  concurrent_managed_access = 89,
  same_address_when_registered = 91,
  shared_memory_of_a_group = 97, // by opting in
};
enum class FunctionAttribute : int { lanes_of_a_group = 0, local_bytes = 3, registers = 4, shared_memory = 8 };
enum class LoadOption : int { most_registers = 0, error_log = 5, error_log_bytes = 6 };

// Each member is one function; the second word is its symbol.
#define XEFORGE_CUDA_FUNCTIONS(each)                                                                                   \
  each(init, cuInit, unsigned) each(driver_version, cuDriverGetVersion, int*) each(device_count, cuDeviceGetCount,     \
                                                                                   int*)                               \
      each(device, cuDeviceGet, DeviceNumber*, int) each(device_name, cuDeviceGetName, char*, int, DeviceNumber) each( \
          device_attribute, cuDeviceGetAttribute, int*, Attribute,                                                     \
          DeviceNumber) each(bus_id, cuDeviceGetPCIBusId, char*, int,                                                  \
                             DeviceNumber) each(device_memory, cuDeviceTotalMem_v2, std::size_t*, DeviceNumber)        \
          each(retain_context, cuDevicePrimaryCtxRetain, Context*, DeviceNumber) each(                                 \
              release_context, cuDevicePrimaryCtxRelease_v2, DeviceNumber) each(use_context, cuCtxSetCurrent, Context) \
              each(load_module, cuModuleLoadDataEx, ModuleHandle*, const void*, unsigned, LoadOption*, void**) each(   \
                  unload_module, cuModuleUnload,                                                                       \
                  ModuleHandle) each(function, cuModuleGetFunction, FunctionHandle*, ModuleHandle, const char*)        \
                  each(function_attribute, cuFuncGetAttribute, int*, FunctionAttribute, FunctionHandle)                \
                      each(set_function_attribute, cuFuncSetAttribute, FunctionHandle, FunctionAttribute,              \
                           int) each(allocate, cuMemAlloc_v2, DeviceAddress*,                                          \
                                     std::size_t) each(free, cuMemFree_v2, DeviceAddress)                              \
                          each(allocate_on_host, cuMemHostAlloc, void**, std::size_t, unsigned) each(                  \
                              free_on_host, cuMemFreeHost,                                                             \
                              void*) each(allocate_managed, cuMemAllocManaged, DeviceAddress*, std::size_t, unsigned)  \
                              each(register_on_host, cuMemHostRegister_v2, void*, std::size_t,                         \
                                   unsigned) each(unregister_on_host, cuMemHostUnregister, void*)                      \
                                  each(copy, cuMemcpyAsync, DeviceAddress, DeviceAddress, std::size_t, StreamHandle)   \
                                      each(fill_bytes, cuMemsetD8Async, DeviceAddress, unsigned char, std::size_t,     \
                                           StreamHandle) each(create_stream, cuStreamCreate, StreamHandle*, unsigned)  \
                                          each(destroy_stream, cuStreamDestroy_v2,                                     \
                                               StreamHandle) each(wait_for_stream, cuStreamSynchronize, StreamHandle)  \
                                              each(let_stream_wait, cuStreamWaitEvent, StreamHandle, EventHandle,      \
                                                   unsigned) each(create_event, cuEventCreate, EventHandle*, unsigned) \
                                                  each(destroy_event, cuEventDestroy_v2, EventHandle)                  \
                                                      each(record_event, cuEventRecord, EventHandle, StreamHandle)     \
                                                          each(query_event, cuEventQuery, EventHandle)                 \
                                                              each(wait_for_event, cuEventSynchronize, EventHandle)    \
                                                                  each(time_between, cuEventElapsedTime, float*,       \
                                                                       EventHandle, EventHandle)                       \
                                                                      each(launch, cuLaunchKernel, FunctionHandle,     \
                                                                           unsigned, unsigned, unsigned, unsigned,     \
                                                                           unsigned, unsigned, unsigned, StreamHandle, \
                                                                           void**, void**)                             \
                                                                          each(error_name, cuGetErrorName, Result,     \
                                                                               const char**)                           \
                                                                              each(error_text, cuGetErrorString,       \
                                                                                   Result, const char**)

struct DriverFunctions {
#define XEFORGE_CUDA_MEMBER(name, symbol, ...) Result (*name)(__VA_ARGS__) = nullptr;
  XEFORGE_CUDA_FUNCTIONS(XEFORGE_CUDA_MEMBER)
#undef XEFORGE_CUDA_MEMBER

  // Throws Error in the driver's words, "cuMemAlloc: 2 CUDA_ERROR_OUT_OF_MEMORY, out of memory", where it is one.
  void check(Result result, const char* function) const;
  std::string text_of(Result result) const;
};

// Why there is no driver here; empty where there is one.
std::string missing_driver();
// Opened once, for as long as the process lives. Throws Error where missing_driver() says why.
const DriverFunctions& driver();

} // namespace xeforge::cuda

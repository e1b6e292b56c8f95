#include "xeforge/emulator/launch/payload.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/emulator/memory/group_messages.hpp"
#include "xeforge/emulator/memory/private_memory.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace xeforge::emulator {
namespace {

using toolchain::KernelInfo;
using toolchain::PayloadArgument;

std::size_t multiple_from(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

// The compiler counts the data for all threads in units of 32 bytes, those of a thread in registers.
constexpr std::size_t common_unit = 32;

// More than any compiler requests; the limit keeps a broken file from exhausting memory.
constexpr std::size_t most_bytes = std::size_t{1} << 16;

template <class Arguments>
std::size_t end_of(const KernelInfo& kernel, const Arguments& arguments) {
  std::size_t end = 0;
  for (const auto& argument : arguments)
    end = std::max(end, std::size_t{argument.offset} + argument.size);
  if (end > most_bytes)
    throw Error(kernel.name, "arguments of " + std::to_string(end) + " bytes", "at most " + std::to_string(most_bytes));
  return end;
}

std::size_t common_bytes(const KernelInfo& kernel) {
  const std::size_t end = end_of(kernel, kernel.arguments), first = bytes_in_register(kernel);
  return first + (end > first ? multiple_from(end - first, common_unit) : 0);
}
std::size_t thread_bytes(const KernelInfo& kernel, int register_bytes) {
  return multiple_from(end_of(kernel, kernel.thread_arguments), static_cast<std::size_t>(register_bytes));
}

void put(std::vector<std::byte>& data, const PayloadArgument& argument, const void* value, std::size_t size) {
  // Not memcpy: an empty value has no address.
  std::copy_n(static_cast<const std::byte*>(value), std::min<std::size_t>(size, argument.size),
              data.begin() + argument.offset);
}

void put_extent(std::vector<std::byte>& data, const PayloadArgument& argument, const Extent& extent) {
  put(data, argument, extent.data(), sizeof(extent));
}

Extent whole_range(const LaunchShape& shape) {
  return {shape.groups[0] * shape.group_size[0], shape.groups[1] * shape.group_size[1],
          shape.groups[2] * shape.group_size[2]};
}

// The size that is requested for a pointer into shared local memory.
std::uint64_t local_size(const KernelInfo& kernel, const PayloadArgument& argument, const Parameters& parameters) {
  std::uint64_t size = 0;
  if (!argument.index || *argument.index >= parameters.size() || parameters[*argument.index].size() > sizeof(size) ||
      parameters[*argument.index].empty())
    throw Error("parameter " + std::to_string(argument.index.value_or(0)) + " of " + kernel.name, "no size",
                "how many bytes of shared local memory it leads to");
  const std::span<const std::byte> value = parameters[*argument.index];
  std::memcpy(&size, value.data(), value.size());
  return size;
}

bool is_local_pointer(const PayloadArgument& argument) {
  return argument.type == "arg_bypointer" && argument.address_mode == "slm";
}

// Calls use(argument, offset) with consecutive offsets for the pointers into shared local memory. Returns the end.
template <class Use>
std::uint64_t place_local_memory(const KernelInfo& kernel, const Parameters& parameters, Use use) {
  constexpr std::uint64_t most = std::uint64_t{1} << 24;
  std::uint64_t end = kernel.slm_bytes;
  for (const PayloadArgument& argument : kernel.arguments) {
    if (!is_local_pointer(argument))
      continue;
    end = multiple_from(end, std::max<std::uint64_t>(argument.slm_alignment, 1));
    use(argument, end);
    const std::uint64_t size = local_size(kernel, argument, parameters);
    if (size > most || end + size > most)
      throw Error(kernel.name, std::to_string(size) + " bytes of shared local memory",
                  "at most " + std::to_string(most));
    end += size;
  }
  return end;
}

void put_parameter(std::vector<std::byte>& data, const KernelInfo& kernel, const PayloadArgument& argument,
                   const Parameters& parameters) {
  const std::string name = "parameter " + std::to_string(argument.index.value_or(0)) + " of " + kernel.name;
  if (!argument.index || *argument.index >= parameters.size())
    throw Error(name, "nothing", std::to_string(argument.source_offset + argument.size) + " bytes");
  const std::span<const std::byte> value = parameters[*argument.index];
  if (value.size() < std::size_t{argument.source_offset} + argument.size)
    throw Error(name, std::to_string(value.size()) + " bytes",
                "at least " + std::to_string(argument.source_offset + argument.size));
  put(data, argument, value.data() + argument.source_offset, argument.size);
}

void put_address(std::vector<std::byte>& data, const KernelInfo& kernel, const PayloadArgument& argument,
                 std::uint64_t address) {
  if (address == 0)
    throw Error(kernel.name, "an argument of the kind " + argument.type, "a file that has what it leads to");
  put(data, argument, &address, sizeof(address));
}

// Zeros if a kernel has the argument but no private memory.
void put_private_base(std::vector<std::byte>& data, const KernelInfo& kernel, const PayloadArgument& argument) {
  if (private_bytes_of(kernel) > 0)
    put(data, argument, &private_base, sizeof(private_base));
}

void put_argument(std::vector<std::byte>& data, const KernelInfo& kernel, const PayloadArgument& argument,
                  const LaunchShape& shape, const Parameters& parameters, const ModuleAddresses& addresses) {
  const std::string& type = argument.type;
  if (is_local_pointer(argument))
    return;
  if (type == "const_base")
    return put_address(data, kernel, argument, addresses.constants);
  if (type == "global_base")
    return put_address(data, kernel, argument, addresses.globals);
  if (type == "printf_buffer")
    return put_address(data, kernel, argument, addresses.printf_buffer);
  if (type == "arg_byvalue" || (type == "arg_bypointer" && argument.address_mode == "stateless"))
    return put_parameter(data, kernel, argument, parameters);
  if (type == "local_size" || type == "enqueued_local_size")
    return put_extent(data, argument, shape.group_size);
  if (type == "group_count")
    return put_extent(data, argument, shape.groups);
  if (type == "global_size")
    return put_extent(data, argument, whole_range(shape));
  if (type == "work_dimensions") {
    const std::uint32_t dimensions = 3;
    return put(data, argument, &dimensions, sizeof(dimensions));
  }
  if (type == "private_base_stateless")
    return put_private_base(data, kernel, argument);
  if (type == "global_id_offset") // zeros: launches have no offset
    return;
  throw Error(kernel.name,
              "an argument of the kind " + type + (argument.address_mode.empty() ? "" : ", " + argument.address_mode),
              "values, addresses and sizes of the launch");
}

// The 16-bit ids of each of a thread's work-items: three adjacent ones for one item; otherwise a row of whole registers
// for each dimension that the kernel uses.
void put_local_ids(std::byte* data, const KernelInfo& kernel, const toolchain::ThreadArgument& argument,
                   const LaunchShape& shape, std::size_t thread, int register_bytes) {
  const bool is_packed = argument.type == "packed_local_ids";
  if (is_packed && kernel.simd_size > 1)
    throw Error(kernel.name, "packed local ids of " + std::to_string(kernel.simd_size) + " work-items", "of one");
  if (!is_packed && argument.type != "local_id")
    throw Error(kernel.name, "an argument of each thread of the kind " + argument.type, "local ids");
  const auto lanes = static_cast<std::size_t>(std::max(kernel.simd_size, 1));
  const std::size_t row = is_packed
                              ? sizeof(std::uint16_t)
                              : multiple_from(lanes * sizeof(std::uint16_t), static_cast<std::size_t>(register_bytes));
  const std::size_t own = is_packed ? row : lanes * sizeof(std::uint16_t);
  const std::size_t rows = argument.size < own ? 0 : 1 + (argument.size - own) / row;
  if (rows < (is_packed ? 3u : 1u))
    throw Error(kernel.name, std::to_string(argument.size) + " bytes for local ids",
                is_packed ? "three ids of each work-item" : "an id of each work-item");
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    std::uint64_t rest = thread * lanes + lane;
    if (rest >= product(shape.group_size))
      break;
    for (const int dimension : kernel.walk_order) {
      const std::uint32_t extent = shape.group_size[static_cast<std::size_t>(dimension)];
      const auto id = static_cast<std::uint16_t>(rest % extent);
      rest /= extent;
      if (static_cast<std::size_t>(dimension) >= rows)
        continue;
      std::memcpy(data + argument.offset + static_cast<std::size_t>(dimension) * row + lane * sizeof(id), &id,
                  sizeof(id));
    }
  }
}

} // namespace

std::size_t threads_of_group(const KernelInfo& kernel, const LaunchShape& shape) {
  const auto lanes = static_cast<std::uint64_t>(std::max(kernel.simd_size, 1));
  return static_cast<std::size_t>((product(shape.group_size) + lanes - 1) / lanes);
}

std::size_t bytes_in_register(const KernelInfo& kernel) {
  // Kernels of the vector compiler load everything from memory, whatever their description says about registers.
  return kernel.simd_size > 1 ? std::min<std::size_t>(kernel.inline_data_bytes, largest_register_bytes) : 0;
}

std::uint32_t local_bytes_of(const KernelInfo& kernel, const Parameters& parameters) {
  const auto nobody = [](const PayloadArgument&, std::uint64_t) {};
  return static_cast<std::uint32_t>(place_local_memory(kernel, parameters, nobody) - kernel.slm_bytes);
}

std::vector<std::byte> payload_data(const KernelInfo& kernel, const LaunchShape& shape, const Parameters& parameters,
                                    int register_bytes, const ModuleAddresses& addresses) {
  const std::size_t common = common_bytes(kernel), own = thread_bytes(kernel, register_bytes);
  const std::size_t threads = threads_of_group(kernel, shape);
  // Kernels load whole registers, also at the end.
  std::vector<std::byte> data(multiple_from(common + threads * own, static_cast<std::size_t>(register_bytes)) +
                              static_cast<std::size_t>(register_bytes));
  for (const PayloadArgument& argument : kernel.arguments)
    put_argument(data, kernel, argument, shape, parameters, addresses);
  place_local_memory(kernel, parameters, [&](const PayloadArgument& argument, std::uint64_t offset) {
    put(data, argument, &offset, sizeof(offset));
  });
  for (std::size_t thread = 0; thread < threads; ++thread)
    for (const toolchain::ThreadArgument& argument : kernel.thread_arguments)
      put_local_ids(data.data() + common + thread * own, kernel, argument, shape, thread, register_bytes);
  return data;
}

void begin_thread(ThreadState& thread, const KernelInfo& kernel, const LaunchShape& shape, const Extent& group,
                  std::size_t number, int register_bytes, std::span<const std::byte> in_register) {
  const std::size_t threads = threads_of_group(kernel, shape);
  thread = ThreadState();
  thread.register_bytes = register_bytes;
  const auto set = [&](int word, std::uint32_t value) { thread.write<std::uint32_t>(0, word * 4, value); };
  set(0, arguments_address);
  set(1, group[0]);
  // The thread's number within its group, and their count, in the form that a signal to the group's barrier needs.
  set(2, static_cast<std::uint32_t>(number) | static_cast<std::uint32_t>(threads) << 24);
  set(5, scratch_handle);
  set(6, group[1]);
  set(7, group[2]);
  std::ranges::copy(in_register, thread.at(1));
  // In a vector kernel, one work-item has all lanes. If each lane is an item, the group's last thread may have fewer.
  if (kernel.simd_size > 1) {
    const std::uint64_t lanes = static_cast<std::uint64_t>(kernel.simd_size),
                        left = product(shape.group_size) - number * lanes;
    thread.dispatched = first_lanes(static_cast<int>(std::min(lanes, left)));
  }
  thread.enabled = thread.dispatched;
}

} // namespace xeforge::emulator

#include "xeforge/cuda/launch.hpp"

#include "xeforge/base/error.hpp"

#include <vector>

namespace xeforge::cuda {
namespace {

constexpr std::uint64_t most_lanes = 1024;
constexpr std::uint32_t local_bytes_without_asking = 48 * 1024;
constexpr std::uint64_t registers_of_a_multiprocessor = 65536;

} // namespace

// ---- the card ---------------------------------------------------------------------------------------------------------
Card::Card(int number) {
  const DriverFunctions& functions = driver();
  int count = 0;
  functions.check(functions.device_count(&count), "cuDeviceGetCount");
  if (number < 0 || number >= count)
    throw Error("device", std::to_string(number), "one of the " + std::to_string(count) + " that the driver has");
  functions.check(functions.device(&device_, number), "cuDeviceGet");
  std::array<char, 256> name{};
  functions.check(functions.device_name(name.data(), static_cast<int>(name.size()), device_), "cuDeviceGetName");
  name_ = name.data();
  functions.check(functions.retain_context(&context_, device_), "cuDevicePrimaryCtxRetain");
  use();
}
Card::~Card() { driver().release_context(device_); }

int Card::attribute(Attribute attribute) const {
  int value = 0;
  driver().check(driver().device_attribute(&value, attribute, device_), "cuDeviceGetAttribute");
  return value;
}
std::string Card::bus_id() const {
  std::array<char, 32> text{};
  driver().check(driver().bus_id(text.data(), static_cast<int>(text.size()), device_), "cuDeviceGetPCIBusId");
  return text.data();
}
std::string Card::processor() const {
  return "sm_" + std::to_string(attribute(Attribute::compute_major) * 10 + attribute(Attribute::compute_minor));
}
void Card::use() const { driver().check(driver().use_context(context_), "cuCtxSetCurrent"); }
void Card::wait() const {
  use();
  driver().check(driver().wait_for_stream(nullptr), "cuStreamSynchronize");
}

// ---- memory -----------------------------------------------------------------------------------------------------------
Buffer::Buffer(const Card& card, std::size_t bytes) : bytes_(bytes) {
  card.use();
  driver().check(driver().allocate(&address_, bytes == 0 ? 1 : bytes), "cuMemAlloc");
}
Buffer::~Buffer() { driver().free(address_); }

namespace {
void copy(DeviceAddress to, DeviceAddress from, std::size_t bytes) {
  if (bytes == 0)
    return;
  driver().check(driver().copy(to, from, bytes, nullptr), "cuMemcpyAsync");
  driver().check(driver().wait_for_stream(nullptr), "cuStreamSynchronize");
}
void check_size(std::size_t asked, std::size_t there) {
  if (asked > there)
    throw Error("copy", std::to_string(asked) + " bytes", "at most the " + std::to_string(there) + " of the buffer");
}
} // namespace

// Addresses of the host and of the card are of one space.
void Buffer::write(std::span<const std::byte> bytes) {
  check_size(bytes.size(), bytes_);
  copy(address_, reinterpret_cast<DeviceAddress>(bytes.data()), bytes.size());
}
void Buffer::read(std::span<std::byte> bytes) const {
  check_size(bytes.size(), bytes_);
  copy(reinterpret_cast<DeviceAddress>(bytes.data()), address_, bytes.size());
}

// ---- programs ---------------------------------------------------------------------------------------------------------
Module::Module(const Card& card, std::string name, std::string ptx)
    : card_(card), name_(std::move(name)), ptx_(std::move(ptx)) {
  load(0);
}
Module::~Module() {
  for (const auto& [registers, module] : loaded_)
    driver().unload_module(module);
}

ModuleHandle Module::load(int registers) {
  const auto known = loaded_.find(registers);
  if (known != loaded_.end())
    return known->second;
  card_.use();
  std::vector<char> log(8192);
  std::array options{LoadOption::error_log, LoadOption::error_log_bytes, LoadOption::most_registers};
  const auto number = [](std::size_t value) { return reinterpret_cast<void*>(value); };
  std::array<void*, 3> values{log.data(), number(log.size()), number(static_cast<std::size_t>(registers))};
  ModuleHandle module = nullptr;
  const Result result =
      driver().load_module(&module, ptx_.c_str(), registers == 0 ? 2 : 3, options.data(), values.data());
  if (result != 0) {
    const std::string said = log.data();
    throw Error(name_, "'" + (said.empty() ? driver().text_of(result) : said.substr(0, said.find('\n'))) + "'",
                "PTX that NVIDIA's driver compiles");
  }
  return loaded_[registers] = module;
}

FunctionHandle Module::kernel(const std::string& kernel, std::uint64_t group_items) {
  const auto find = [&](int registers) {
    FunctionHandle function = nullptr;
    if (const Result result = driver().function(&function, load(registers), kernel.c_str()); result != 0)
      throw Error(name_, "no kernel '" + kernel + "' (" + driver().text_of(result) + ")", "one of this file");
    return function;
  };
  FunctionHandle function = find(0);
  const std::uint64_t lanes = group_items * lanes_of_a_thread;
  int most = 0;
  driver().check(driver().function_attribute(&most, FunctionAttribute::lanes_of_a_group, function),
                 "cuFuncGetAttribute");
  if (lanes <= static_cast<std::uint64_t>(most) || lanes > most_lanes)
    return function;
  return find(static_cast<int>(registers_of_a_multiprocessor / lanes / 8 * 8));
}

// ---- launches ---------------------------------------------------------------------------------------------------------
void launch(const Card& card, FunctionHandle kernel, const LaunchShape& shape, std::span<const std::byte> object) {
  const std::array parameters{object};
  launch(card, kernel, shape, object.empty() ? std::span(parameters).first(0) : std::span(parameters), nullptr);
}

void launch(const Card& card, FunctionHandle kernel, const LaunchShape& shape,
            std::span<const std::span<const std::byte>> parameters, StreamHandle stream) {
  const auto& [x, y, z] = shape.group_size;
  const std::uint64_t items = std::uint64_t{x} * y * z;
  if (items == 0 || items * lanes_of_a_thread > most_lanes)
    throw Error("group", std::to_string(items) + " work-items",
                "1 to " + std::to_string(most_lanes / lanes_of_a_thread) + ", each being a warp");
  card.use();
  if (shape.local_bytes > local_bytes_without_asking)
    driver().check(
        driver().set_function_attribute(kernel, FunctionAttribute::shared_memory, static_cast<int>(shape.local_bytes)),
        "cuFuncSetAttribute");
  std::vector<void*> places;
  for (const std::span<const std::byte> parameter : parameters)
    places.push_back(const_cast<std::byte*>(parameter.data())); // which the driver only reads
  driver().check(driver().launch(kernel, shape.groups[0], shape.groups[1], shape.groups[2],
                                 static_cast<unsigned>(x * lanes_of_a_thread), y, z, shape.local_bytes, stream,
                                 places.empty() ? nullptr : places.data(), nullptr),
                 "cuLaunchKernel");
}

} // namespace xeforge::cuda

#include "agreement.hpp"

#include "xeforge/base/half.hpp"
#include "xeforge/emulator/launch/hazards.hpp"
#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <utility>

namespace machine_code {
namespace {

constexpr std::size_t alignment = 64;

Agreement* active = nullptr;

std::string label(const std::string& device, const Source& source, const std::string& kernel) {
  return device + " " + std::filesystem::path(source.file).filename().string() + " " + kernel;
}

template <class Element>
Element element_at(const std::byte* from) {
  Element element;
  std::memcpy(&element, from, sizeof(element));
  return element;
}

double number_at(const std::byte* from, Closeness::Element element) {
  return element == Closeness::Element::single
             ? element_at<float>(from)
             : static_cast<float>(base::half::from_bits(element_at<std::uint16_t>(from)));
}

// Names that are types of the language have a word before them in the compiled file.
std::string name_in(const emulator::Module& module, const std::string& name) {
  const auto is_there = [&](const std::string& wanted) {
    return std::ranges::any_of(module.kernels(),
                               [&](const emulator::Kernel& kernel) { return kernel.info.name == wanted; });
  };
  return is_there(name) || !is_there("kernel_" + name) ? name : "kernel_" + name;
}

bool is_close(double a, double b, const Closeness& closeness) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  return std::abs(a - b) <= closeness.absolute + closeness.relative * std::max(std::abs(a), std::abs(b));
}

} // namespace

KernelsSeen& kernels_seen() {
  static KernelsSeen seen;
  return seen;
}

std::string kernel_name(const char* symbol) {
  std::string readable = toolchain::readable_name(std::string("_ZTS") + symbol);
  while (readable.ends_with('*'))
    readable.pop_back();
  // The namespace that keeps the programs apart is not in the compiled source.
  constexpr std::string_view prefix = "programs::";
  for (auto at = readable.find(prefix); at != readable.npos; at = readable.find(prefix, at)) {
    const auto end = readable.find("::", at + prefix.size());
    readable.erase(at, end - at + 2);
  }
  return toolchain::short_name(readable);
}

const emulator::Module& module_of(const Source& source, const std::string& device) {
  static std::map<std::string, std::unique_ptr<emulator::Module>> modules;
  std::unique_ptr<emulator::Module>& known = modules[device + " " + source.file];
  if (!known) {
    const toolchain::DeviceTools tools(toolchain::default_tools_folder());
    const std::filesystem::path headers = toolchain::headers_folder();
    const toolchain::Compiled compiled = toolchain::compile(tools, {.source = headers.parent_path() / source.file,
                                                                    .device = machine::device_model(device),
                                                                    .registers = source.registers,
                                                                    .settings = toolchain::default_settings(headers),
                                                                    .lines = toolchain::SourceLines::kept});
    for (const toolchain::CompiledKernel& kernel : compiled.kernels)
      kernels_seen().compiled.insert(label(device, source, kernel.name()));
    known = std::make_unique<emulator::Module>(tools, source.file, compiled.zebin, compiled.locations);
  }
  return *known;
}

Agreement::Agreement(const Source& source, std::string device) : source_(source), device_(std::move(device)) {
  active = this;
}
Agreement::~Agreement() { active = nullptr; }
Agreement& Agreement::current() { return *active; }

void Agreement::leave_to_order(const std::string& kernel, const void* memory, std::size_t bytes) {
  left_to_order_[kernel] = {static_cast<const std::byte*>(memory), bytes};
}

void* Agreement::allocate(std::size_t bytes) {
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  auto* const memory =
      static_cast<std::byte*>(std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment));
  std::memset(memory, 0, size);
  allocations_.try_emplace(memory, Allocation{{memory, [](std::byte* each) { std::free(each); }}, size});
  return memory;
}
void Agreement::release(void* memory) { allocations_.erase(memory); }

Agreement::Contents Agreement::contents() const {
  Contents all;
  for (const auto& [memory, allocation] : allocations_)
    all.emplace_back(allocation.bytes.get(), allocation.bytes.get() + allocation.size);
  return all;
}
void Agreement::restore(const Contents& contents) {
  std::size_t i = 0;
  for (auto& [memory, allocation] : allocations_)
    std::ranges::copy(contents[i++], allocation.bytes.get());
}

void Agreement::compare(const std::string& kernel, const Contents& host) const {
  const auto known = source_.closeness.find(kernel);
  const Closeness closeness = known == source_.closeness.end() ? Closeness{} : known->second;
  const std::size_t step = closeness.element == Closeness::Element::single ? 4
                           : closeness.element == Closeness::Element::half ? 2
                                                                           : 1;
  const auto ordered = left_to_order_.find(kernel);
  const auto is_left_to_order = [&](const std::byte* at) {
    return ordered != left_to_order_.end() && at >= ordered->second.data() &&
           at < ordered->second.data() + ordered->second.size();
  };
  std::size_t i = 0, wrong = 0, first = 0, whose = 0;
  for (const auto& [memory, allocation] : allocations_) {
    const std::vector<std::byte>& expected = host[i];
    const std::byte* const found = allocation.bytes.get();
    for (std::size_t at = 0; at + step <= expected.size(); at += step) {
      if (std::memcmp(&expected[at], found + at, step) == 0 || is_left_to_order(found + at) ||
          (closeness.element != Closeness::Element::none &&
           is_close(number_at(&expected[at], closeness.element), number_at(found + at, closeness.element), closeness)))
        continue;
      if (wrong++ == 0)
        first = at, whose = i;
    }
    ++i;
  }
  if (wrong == 0)
    return;
  auto allocation = allocations_.begin();
  std::advance(allocation, static_cast<std::ptrdiff_t>(whose));
  const std::size_t word = first / 4 * 4;
  const auto bits = [&](const std::byte* from) {
    return word + 4 <= allocation->second.size ? element_at<std::uint32_t>(from + word) : 0;
  };
  ADD_FAILURE() << label(device_, source_, kernel) << ": " << wrong << " elements differ, the first at byte " << first
                << " of allocation " << whose << ", whose word is 0x" << std::hex
                << bits(allocation->second.bytes.get()) << " as machine code and 0x" << bits(host[whose].data())
                << " on the host";
}

void Agreement::launch(const std::string& name, const emulator::LaunchShape& shape, std::span<const std::byte> object,
                       const std::function<void()>& on_host) {
  const emulator::Module& module = module_of(source_, device_);
  const std::string kernel = name_in(module, name);
  before(kernel);
  const Contents start = contents();
  on_host();
  const Contents host = contents();
  restore(start);
  emulator::Memory memory;
  for (auto& [address, allocation] : allocations_)
    memory.add("allocation of " + std::to_string(allocation.size) + " bytes", allocation.bytes.get(), allocation.size);
  emulator::HazardSearch hazards(module.kernel(kernel));
  try {
    emulator::run(
        module.kernel(kernel),
        {.shape = shape,
         .parameters = {object},
         .observer = [&](const emulator::Extent& group, std::size_t thread) { return hazards.observe(group, thread); }},
        memory);
    kernels_seen().executed.insert(label(device_, source_, kernel));
  } catch (const emulator::LaunchFault& fault) {
    ADD_FAILURE() << device_ << ": " << fault.what();
    return;
  }
  for (const emulator::Hazard& hazard : hazards.hazards())
    ADD_FAILURE() << label(device_, source_, kernel) << ": " << emulator::described(module.kernel(kernel), hazard);
  compare(kernel, host);
  after(kernel);
}

} // namespace machine_code

#include "emulator_properties.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/emulator/launch/device_limits.hpp"
#include "xeforge/emulator/launch/hazards.hpp"
#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/emulator/launch/trace.hpp"
#include "xeforge/emulator/program/decode_program.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

namespace xeforge::fuzz {
namespace {

using namespace emulator;

void require(bool holds) { // a macro would say what; the stack of the fuzzer's report says where
  if (!holds)
    std::abort();
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Check>
void accept_or_refuse(Check check) {
  try {
    check();
  } catch (const Error& error) {
    require(!error.argument().empty() && !error.got().empty() && !error.expected().empty());
    require(std::string_view(error.what()).find('\n') == std::string_view::npos);
  } catch (const Fault& fault) {
    require(*fault.what() != '\0');
  } catch (const LaunchFault& fault) {
    require(*fault.what() != '\0');
  }
}

class Bytes {
public:
  explicit Bytes(std::span<const std::byte> bytes) : rest_(bytes) {}
  template <class T>
  T take() {
    T value{};
    const std::size_t size = std::min(sizeof(T), rest_.size());
    std::memcpy(&value, rest_.data(), size);
    rest_ = rest_.subspan(size);
    return value;
  }
  std::span<const std::byte> rest() const { return rest_; }

private:
  std::span<const std::byte> rest_;
};

} // namespace

void check_program(std::span<const std::byte> bytes) {
  accept_or_refuse([&] {
    Kernel kernel;
    kernel.info.name = "fuzzed", kernel.info.registers = 128, kernel.info.simd_size = 1, kernel.info.barriers = 1;
    kernel.program = decode_program("xe2", 128, {text_of(bytes), {}});
    require(kernel.program.code.size() == kernel.program.instructions.size());
    kernel.fields.resize(kernel.program.sends.size()); // read when they are sent
    const LaunchShape shape;
    HazardSearch hazards(kernel);
    Trace trace(kernel, shape,
                {.threads = {}, .from = {}, .write = [](std::string_view text) { require(!text.empty()); }});
    // By turns with one who looks on and with the other.
    for (const bool is_traced : {false, true}) {
      std::vector<std::byte> memory(4096);
      Memory allocations;
      allocations.add_at({.address = 0x1000, .size = memory.size(), .host = memory.data(), .name = "memory"});
      accept_or_refuse([&] {
        emulator::run(kernel,
                      {.shape = shape,
                       .parameters = {},
                       .thread_budget = 500,
                       .host_threads = 1,
                       .observer = [&](const Extent& group, std::size_t thread) -> Observer* {
                         return is_traced ? trace.observe(group, thread) : hazards.observe(group, thread);
                       }},
                      allocations);
      });
    }
    for (const Hazard& hazard : hazards.hazards())
      require(!described(kernel, hazard).empty());
  });
}

void check_launch(std::span<const std::byte> bytes) {
  Bytes input(bytes);
  const auto groups = input.take<std::uint8_t>(), size = input.take<std::uint8_t>(),
             object_bytes = input.take<std::uint8_t>();
  const std::vector<std::byte> object(object_bytes);
  accept_or_refuse([&] {
    for (const toolchain::KernelInfo& info : toolchain::read_ze_info(text_of(input.rest())))
      accept_or_refuse([&] {
        Kernel kernel;
        kernel.info = info;
        kernel.program.platform = Platform::xe2, kernel.program.registers = info.registers;
        const LaunchShape shape{.groups = {groups, 1, 1}, .group_size = {size, 1, 2}};
        const Parameters parameters{object, object, object};
        const std::uint32_t local_bytes = local_bytes_of(info, parameters);
        check_limits(info, kernel.program, shape, local_bytes);
        const std::vector<std::byte> data = payload_data(info, shape, parameters, 64, {.printf_buffer = 1});
        const std::size_t in_register = bytes_in_register(info);
        require(in_register <= data.size());
        for (std::size_t thread = 0; thread < threads_of_group(info, shape); ++thread) {
          ThreadState state;
          begin_thread(state, info, shape, {0, 0, 0}, thread, 64, std::span(data).first(in_register));
          require(state.dispatched != 0);
        }
      });
  });
}

void check_message(std::span<const std::byte> bytes) {
  Bytes input(bytes);
  Program program;
  program.platform = Platform::xe2, program.registers = 128;
  program.instructions.resize(1);
  program.instructions[0].sources.resize(1);
  program.texts = {"send"};
  DecodedSend send;
  send.descriptor.value = input.take<std::uint32_t>();
  send.extended.value = input.take<std::uint32_t>();
  constexpr std::array functions{SharedFunction::ugm, SharedFunction::slm, SharedFunction::ugml,
                                 SharedFunction::gateway, SharedFunction::other};
  send.function = functions[input.take<std::uint8_t>() % functions.size()];
  constexpr std::array lanes{1, 2, 4, 8, 16, 32};
  send.lanes = lanes[input.take<std::uint8_t>() % lanes.size()];
  const auto payload = [&] {
    const auto first = static_cast<std::int16_t>(input.take<std::uint8_t>() % 128);
    return Payload{first, static_cast<std::int16_t>(input.take<std::uint8_t>() % (129 - first))};
  };
  send.destination = payload(), send.address = payload(), send.data = payload();
  send.ends_thread = input.take<std::uint8_t>() % 8 == 0;
  program.sends = {send};
  auto thread = std::make_unique<ThreadState>();
  const std::span<const std::byte> registers = input.rest();
  std::memcpy(thread->at(send.address.first), registers.data(),
              std::min<std::size_t>(registers.size(), register_file_bytes - send.address.first * 64u));
  std::vector<std::byte> memory(4096), arguments(256);
  const MemoryMap map({{.address = 0x1000, .size = memory.size(), .host = memory.data(), .name = "memory"}});
  accept_or_refuse([&] {
    const std::vector<std::optional<MessageFields>> fields{read_fields(program, send, send.descriptor.value)};
    const MessageContext context{.program = program,
                                 .fields = fields,
                                 .memory = map,
                                 .arguments = arguments,
                                 .slm_bytes = 1024,
                                 .scratch_bytes = 1024};
    std::vector<MessageCount> counts(1);
    GroupMessages messages(context, counts);
    messages.begin_group();
    messages.send(*thread, program.sends[0], first_lanes(send.lanes));
  });
}

} // namespace xeforge::fuzz

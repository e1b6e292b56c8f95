// A thread that sends one message, for tests of messages.
#pragma once

#include "xeforge/emulator/memory/group_messages.hpp"
#include "xeforge/emulator/program/program.hpp"

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace xeforge::emulator {

// Registers of the message: results from r20, addresses from r40, data from r60.
constexpr int result_register = 20, address_register = 40, data_register = 60;

struct MessageForTest {
  SharedFunction function = SharedFunction::ugm;
  std::uint32_t descriptor = 0, extended = 0;
  int lanes = 1;
  int results = 0, addresses = 1, data = 0; // registers
};

inline Program program_for_test(const MessageForTest& message) {
  Program program;
  program.platform = Platform::xe2;
  program.registers = 128;
  program.instructions.resize(1);
  program.instructions[0].sources.resize(1);
  program.texts = {"send"};
  const auto payload = [](int first, int count) {
    return Payload{static_cast<std::int16_t>(first), static_cast<std::int16_t>(count)};
  };
  DecodedSend send;
  send.function = message.function;
  send.descriptor.value = message.descriptor;
  send.extended.value = message.extended;
  send.destination = payload(result_register, message.results);
  send.address = payload(address_register, message.addresses);
  send.data = payload(data_register, message.data);
  send.lanes = message.lanes;
  send.ends_thread = message.function == SharedFunction::gateway && (message.descriptor & 7) == 0;
  program.sends = {send};
  return program;
}

class SendingThread {
public:
  explicit SendingThread(const MessageForTest& message, std::uint32_t slm_bytes = 0, std::uint32_t scratch_bytes = 0)
      : program_(program_for_test(message)), fields_{read_fields(program_, program_.sends[0], message.descriptor)},
        slm_bytes_(slm_bytes), scratch_bytes_(scratch_bytes) {}

  // Before the first message.
  void give_private_memory(PrivateMemory own) { private_ = std::move(own); }

  template <class T>
  void allocate(std::string name, std::vector<T>& values, Writable writable = Writable::yes) {
    memory_.add(std::move(name), reinterpret_cast<std::byte*>(values.data()), values.size() * sizeof(T), writable);
  }
  template <class T>
  void set(int number, int element, T value) {
    thread.write<T>(number, element * static_cast<int>(sizeof(T)), value);
  }
  template <class T>
  T get(int number, int element) const {
    return thread.read<T>(number, element * static_cast<int>(sizeof(T)));
  }

  Step send(LaneMask lanes = all_lanes) {
    if (!messages_) {
      map_ = memory_.map();
      context_ = std::make_unique<MessageContext>(MessageContext{.program = program_,
                                                                 .fields = fields_,
                                                                 .memory = *map_,
                                                                 .arguments = {},
                                                                 .slm_bytes = slm_bytes_,
                                                                 .scratch_bytes = scratch_bytes_});
      messages_ = std::make_unique<GroupMessages>(*context_, counts, private_);
      messages_->begin_group();
    }
    return messages_->send(thread, program_.sends[0], lanes & first_lanes(program_.sends[0].lanes));
  }
  std::string fault(LaneMask lanes = all_lanes) {
    try {
      send(lanes);
      return {};
    } catch (const Fault& fault) {
      return fault.what();
    }
  }

  ThreadState thread;
  std::vector<MessageCount> counts{1};

private:
  Program program_;
  std::vector<std::optional<MessageFields>> fields_;
  std::uint32_t slm_bytes_, scratch_bytes_;
  Memory memory_;
  PrivateMemory private_;
  std::shared_ptr<const MemoryMap> map_;
  std::unique_ptr<MessageContext> context_;
  std::unique_ptr<GroupMessages> messages_;
};

} // namespace xeforge::emulator

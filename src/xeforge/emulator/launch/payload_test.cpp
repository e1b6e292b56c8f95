#include "xeforge/emulator/launch/payload.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/emulator/launch/device_limits.hpp"
#include "xeforge/emulator/memory/group_messages.hpp"
#include "xeforge/emulator/memory/private_memory.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>

namespace xeforge::emulator {
namespace {

using toolchain::KernelInfo;
using toolchain::PayloadArgument;

PayloadArgument implied(const char* type, std::uint32_t offset, std::uint32_t size) {
  PayloadArgument argument;
  argument.type = type, argument.offset = offset, argument.size = size;
  return argument;
}
// A piece of the kernel object.
PayloadArgument piece(std::uint32_t offset, std::uint32_t size, std::uint32_t source_offset) {
  PayloadArgument argument = implied("arg_byvalue", offset, size);
  argument.index = 0, argument.source_offset = source_offset;
  return argument;
}

// As the vector compiler describes a kernel whose object is a pointer, three numbers and another pointer.
KernelInfo kernel_for_test() {
  KernelInfo kernel;
  kernel.name = "Scale";
  kernel.registers = 128;
  kernel.simd_size = 1;
  kernel.arguments = {implied("group_count", 0, 12),
                      implied("local_size", 12, 12),
                      implied("private_base_stateless", 24, 8),
                      piece(32, 8, 0),
                      piece(40, 12, 8),
                      piece(56, 8, 24)};
  kernel.thread_arguments = {{"packed_local_ids", 0, 6}};
  return kernel;
}

template <class T>
T read(const std::vector<std::byte>& data, std::size_t at) {
  T value;
  std::memcpy(&value, data.data() + at, sizeof(T));
  return value;
}

struct Object {
  std::uint64_t first = 0x1122334455667788;
  std::uint32_t numbers[3] = {7, 8, 9};
  std::uint64_t second = 0x99;
};

TEST(payload, pieces_of_the_kernel_object_go_where_the_description_says) {
  const Object object;
  const LaunchShape shape{.groups = {5, 2, 1}, .group_size = {3, 2, 1}};
  const std::vector<std::byte> data =
      payload_data(kernel_for_test(), shape, {std::as_bytes(std::span(&object, 1))}, 64);
  EXPECT_EQ(read<std::uint32_t>(data, 0), 5u);
  EXPECT_EQ(read<std::uint32_t>(data, 4), 2u);
  EXPECT_EQ(read<std::uint32_t>(data, 12), 3u);
  EXPECT_EQ(read<std::uint64_t>(data, 32), object.first);
  EXPECT_EQ(read<std::uint32_t>(data, 48), 9u);
  EXPECT_EQ(read<std::uint64_t>(data, 56), object.second);
  // 64 bytes for all threads; then each of six has a register with its ids of 16 bits, x fastest.
  for (std::size_t thread = 0; thread < 6; ++thread) {
    EXPECT_EQ(read<std::uint16_t>(data, 64 + thread * 64), thread % 3);
    EXPECT_EQ(read<std::uint16_t>(data, 64 + thread * 64 + 2), thread / 3);
    EXPECT_EQ(read<std::uint16_t>(data, 64 + thread * 64 + 4), 0u);
  }
}

TEST(payload, no_bytes_of_an_empty_object_are_none) {
  KernelInfo kernel = kernel_for_test();
  for (auto& argument : kernel.arguments)
    if (argument.type == "arg_byvalue")
      argument.size = argument.source_offset = 0;
  EXPECT_NO_THROW(payload_data(kernel, {.groups = {1, 1, 1}, .group_size = {1, 1, 1}}, {{}}, 64));
}

TEST(payload, where_private_memory_begins_is_told_to_kernels_that_have_some) {
  KernelInfo kernel = kernel_for_test();
  const Object object;
  const auto base = [&] {
    return read<std::uint64_t>(payload_data(kernel, {}, {std::as_bytes(std::span(&object, 1))}, 64), 24);
  };
  EXPECT_EQ(base(), 0u);
  kernel.thread_buffers.push_back({"global", "private_space", 64, 0});
  EXPECT_EQ(base(), private_base);
}

TEST(payload, ids_of_kernels_with_an_item_in_each_lane_lie_in_rows) {
  KernelInfo kernel = kernel_for_test();
  kernel.simd_size = 16;
  kernel.walk_order = {1, 0, 2};
  kernel.thread_arguments = {{"local_id", 0, 192}};
  const Object object;
  const LaunchShape shape{.groups = {1, 1, 1}, .group_size = {5, 4, 1}};
  EXPECT_EQ(threads_of_group(kernel, shape), 2u);
  const std::vector<std::byte> data = payload_data(kernel, shape, {std::as_bytes(std::span(&object, 1))}, 64);
  for (std::size_t item = 0; item < 20; ++item) {
    const std::size_t own = 64 + item / 16 * 192 + item % 16 * 2;
    EXPECT_EQ(read<std::uint16_t>(data, own), item / 4); // y is fastest here
    EXPECT_EQ(read<std::uint16_t>(data, own + 64), item % 4);
  }
  ThreadState thread;
  begin_thread(thread, kernel, shape, {0, 0, 0}, 1, 64);
  EXPECT_EQ(thread.dispatched, 0xfu); // four items are left
}

TEST(payload, the_first_bytes_of_kernels_with_an_item_in_each_lane_come_in_a_register) {
  KernelInfo kernel = kernel_for_test();
  kernel.simd_size = 16;
  kernel.inline_data_bytes = 32;
  kernel.thread_arguments = {{"local_id", 0, 64}}; // of one dimension
  const Object object;
  const LaunchShape shape{.groups = {1, 1, 1}, .group_size = {16, 1, 1}};
  const std::vector<std::byte> data = payload_data(kernel, shape, {std::as_bytes(std::span(&object, 1))}, 64);
  ASSERT_EQ(bytes_in_register(kernel), 32u);
  // Behind them 32 bytes are left for all threads: then the ids of the first one.
  EXPECT_EQ(read<std::uint64_t>(data, 32), object.first);
  EXPECT_EQ(read<std::uint16_t>(data, 32 + 32 + 2 * 15), 15u);
  ThreadState thread;
  begin_thread(thread, kernel, shape, {0, 0, 0}, 0, 64, std::span(data).first(32));
  EXPECT_EQ(thread.read<std::uint32_t>(1, 0), 1u); // groups
  EXPECT_EQ(thread.read<std::uint32_t>(1, 12), 16u);
  EXPECT_EQ(thread.read<std::uint32_t>(1, 32), 0u);
}

TEST(payload, pointers_into_local_memory_are_offsets_behind_the_kernels_own) {
  KernelInfo kernel = kernel_for_test();
  kernel.slm_bytes = 100;
  kernel.arguments = {implied("arg_bypointer", 0, 8), implied("arg_bypointer", 8, 8)};
  for (std::uint32_t i = 0; i < 2; ++i)
    kernel.arguments[i].index = i, kernel.arguments[i].address_mode = "slm", kernel.arguments[i].slm_alignment = 16;
  const std::uint64_t sizes[] = {40, 8};
  const Parameters parameters{std::as_bytes(std::span(&sizes[0], 1)), std::as_bytes(std::span(&sizes[1], 1))};
  const std::vector<std::byte> data = payload_data(kernel, {}, parameters, 64);
  EXPECT_EQ(read<std::uint64_t>(data, 0), 112u);
  EXPECT_EQ(read<std::uint64_t>(data, 8), 160u);
  EXPECT_EQ(local_bytes_of(kernel, parameters), 68u);
}

TEST(payload, the_header_names_group_thread_and_where_the_data_are) {
  ThreadState thread;
  begin_thread(thread, kernel_for_test(), {.groups = {9, 9, 9}, .group_size = {6, 1, 1}}, {4, 5, 6}, 3, 64);
  EXPECT_EQ(thread.read<std::uint32_t>(0, 0), arguments_address);
  EXPECT_EQ(thread.read<std::uint32_t>(0, 4), 4u);
  EXPECT_EQ(thread.read<std::uint32_t>(0, 24), 5u);
  EXPECT_EQ(thread.read<std::uint32_t>(0, 28), 6u);
  EXPECT_EQ(thread.read<std::uint8_t>(0, 8), 3u);
  EXPECT_EQ(thread.read<std::uint8_t>(0, 11), 6u); // threads, for the group's barrier
  EXPECT_EQ(thread.dispatched, all_lanes);
}

std::string refusal(const std::function<void(KernelInfo&, LaunchShape&, Parameters&)>& change) {
  KernelInfo kernel = kernel_for_test();
  const Object object;
  LaunchShape shape;
  Parameters parameters{std::as_bytes(std::span(&object, 1))};
  Program program;
  program.platform = Platform::xe2, program.registers = 128;
  change(kernel, shape, parameters);
  program.registers = kernel.registers;
  try {
    check_limits(kernel, program, shape, 0);
    payload_data(kernel, shape, parameters, 64);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

bool is_private_base(const PayloadArgument& argument) { return argument.type == "private_base_stateless"; }

TEST(payload, what_a_driver_refuses_is_refused) {
  EXPECT_EQ(refusal([](auto&, auto&, auto&) {}), "");
  EXPECT_EQ(refusal([](auto&, LaunchShape& shape, auto&) { shape.group_size = {64, 1, 1}; }), "");
  EXPECT_EQ(refusal([](auto&, LaunchShape& shape, auto&) { shape.group_size = {65, 1, 1}; }),
            "Scale: got a group of 65 work-items; expected at most 64 with 128 registers a thread");
  EXPECT_EQ(refusal([](KernelInfo& kernel, auto&, auto&) { kernel.inline_data_bytes = 64; }), "");
  EXPECT_NE(refusal([](KernelInfo& kernel, auto&, auto&) { kernel.simd_size = 64; }).find("64 work-items a thread"),
            std::string::npos);
  EXPECT_NE(refusal([](KernelInfo& kernel, LaunchShape& shape, auto&) {
              kernel.registers = 256;
              shape.group_size = {33, 1, 1};
            }).find("at most 32 with 256 registers"),
            std::string::npos);
  EXPECT_NE(refusal([](KernelInfo& kernel, auto&, auto&) { kernel.slm_bytes = 128 * 1024 + 1; }).find("at most 131072"),
            std::string::npos);
  EXPECT_NE(refusal([](KernelInfo& kernel, auto&, auto&) {
              kernel.required_group_size = {4, 1, 1};
            }).find("4 x 1 x 1, which the kernel was compiled for"),
            std::string::npos);
  EXPECT_NE(refusal([](auto&, LaunchShape& shape, auto&) { shape.group_size = {0, 1, 1}; }).find("at least one"),
            std::string::npos);
  EXPECT_NE(refusal([](auto&, LaunchShape& shape, auto&) { shape.groups = {1u << 31, 1u << 31, 4}; }).find("groups"),
            std::string::npos);
  EXPECT_NE(refusal([](KernelInfo& kernel, auto&, auto&) { kernel.barriers = 1000; }).find("at most 32"),
            std::string::npos);
}

TEST(payload, private_memory_is_refused_unless_the_vector_compilers_code_asks_for_it) {
  const auto with_private = [](std::uint64_t bytes, const std::function<void(KernelInfo&)>& change) {
    return refusal([&](KernelInfo& kernel, auto&, auto&) {
      kernel.thread_buffers.push_back({"global", "private_space", bytes, 0});
      change(kernel);
    });
  };
  EXPECT_EQ(with_private(72, [](KernelInfo&) {}), "");
  EXPECT_EQ(with_private(72, [](KernelInfo& kernel) { kernel.simd_size = 16; }),
            "private memory of Scale: got 16 work-items of each thread that share it; expected one");
  EXPECT_EQ(with_private(72, [](KernelInfo& kernel) { kernel.thread_buffers.push_back(kernel.thread_buffers[0]); }),
            "private memory of Scale: got several pieces; expected one");
  EXPECT_EQ(with_private(72, [](KernelInfo& kernel) { std::erase_if(kernel.arguments, is_private_base); }),
            "private memory of Scale: got no argument that says where it begins; expected one of the kind "
            "private_base_stateless, of 8 bytes");
  for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{20}, std::uint64_t{1} << 24})
    EXPECT_EQ(with_private(bytes, [](KernelInfo&) {}),
              "private memory of Scale: got " + std::to_string(bytes) +
                  " bytes a thread; expected a multiple of 8, at most 1048576");
}

TEST(payload, arguments_that_are_missing_or_of_an_unknown_kind_are_refused) {
  EXPECT_NE(refusal([](auto&, auto&, Parameters& parameters) { parameters.clear(); }).find("parameter 0 of Scale"),
            std::string::npos);
  EXPECT_NE(refusal([](auto&, auto&, Parameters& parameters) {
              parameters[0] = parameters[0].first(20);
            }).find("got 20 bytes; expected at least 32"),
            std::string::npos);
  EXPECT_NE(refusal([](KernelInfo& kernel, auto&, auto&) {
              kernel.arguments.push_back(implied("printf_buffer", 64, 8));
            }).find("of the kind printf_buffer"),
            std::string::npos);
  EXPECT_EQ(
      refusal(
          [](KernelInfo& kernel, auto&, auto&) { kernel.thread_buffers.push_back({"slm", "private_space", 64, 0}); }),
      "Scale: got memory of each thread of the kind slm, private_space; expected scratch memory, or private memory "
      "of the kind global");
  EXPECT_NE(refusal([](KernelInfo& kernel, auto&, auto&) {
              kernel.arguments.push_back(implied("local_size", 1u << 30, 12));
            }).find("at most 65536"),
            std::string::npos);
}

} // namespace
} // namespace xeforge::emulator

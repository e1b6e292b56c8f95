#include "xeforge/emulator/thread/assembly_for_test.hpp"

#include "xeforge/base/error.hpp"

namespace xeforge::emulator {
namespace {

class ControlFlow : public WithAssembly {
protected:
  // A thread of 16 channels: when all of them have left, none is enabled.
  void run_16(const std::string& text) {
    thread->dispatched = thread->enabled = 0xffff;
    run_text(text);
    EXPECT_EQ(thread->enabled, 0xffffu) << "all have met again";
  }
};
class Decoding : public WithAssembly {};

TEST_F(ControlFlow, a_loop_runs_as_often_as_its_counter_says) {
  run_text("mov (1|M0) r10.0<1>:d 10:w\n"
           "mov (1|M0) r11.0<1>:d 0:w\n"
           "LOOP:\n"
           "add (1|M0) r11.0<1>:d r11.0<0;1,0>:d r10.0<0;1,0>:d\n"
           "add (1|M0) r10.0<1>:d r10.0<0;1,0>:d -1:w\n"
           "cmp (1|M0) (gt)f0.1 null<1>:d r10.0<0;1,0>:d 0:w\n"
           "(W&f0.1) jmpi (1|M0) LOOP\n");
  EXPECT_EQ(get<std::int32_t>(11, 1)[0], 55);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 1, 10, 10, 10, 10, 1}));
  EXPECT_EQ(thread->executed, 43u);
  EXPECT_TRUE(thread->has_ended);
}

TEST_F(ControlFlow, a_jump_by_a_register_counts_from_itself) {
  run_text("mov (1|M0) r10.0<1>:d 32:w {NoCompact}\n"
           "(W) jmpi (1|M0) r10.0\n"
           "mov (1|M0) r11.0<1>:d 1:w {NoCompact}\n"
           "mov (1|M0) r12.0<1>:d 2:w {NoCompact}\n");
  EXPECT_EQ(get<std::int32_t>(11, 1)[0], 0) << "jumped over";
  EXPECT_EQ(get<std::int32_t>(12, 1)[0], 2);
}

// Channels by their numbers: each adds what its way through the code says.
TEST_F(ControlFlow, channels_meet_again_behind_goto_and_join) {
  std::vector<std::uint16_t> numbers(32);
  for (int i = 0; i < 32; ++i)
    numbers[i] = static_cast<std::uint16_t>(i);
  put(10, numbers);
  run_text("mov (32|M0) r20.0<1>:w 0:w\n"
           "cmp (32|M0) (lt)f0.0 null<1>:uw r10.0<1;1,0>:uw 5:uw\n"
           "(f0.0) goto (32|M0) SECOND SECOND\n"
           "add (32|M0) r20.0<1>:w r20.0<1;1,0>:w 100:w\n"
           "cmp (32|M0) (gt)f1.0 null<1>:uw r10.0<1;1,0>:uw 20:uw\n"
           "(f1.0) goto (32|M0) SECOND THIRD\n"
           "add (32|M0) r20.0<1>:w r20.0<1;1,0>:w 1000:w\n"
           "SECOND:\n"
           "join (32|M0) THIRD\n"
           "add (32|M0) r20.0<1>:w r20.0<1;1,0>:w 1:w\n"
           "THIRD:\n"
           "join (32|M0) END\n"
           "add (32|M0) r20.0<1>:w r20.0<1;1,0>:w 10:w\n"
           "END:\n"
           "(W) mov (32|M0) r21.0<1>:w 1:w\n");
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(get<std::int16_t>(20, 32)[i], i < 5 ? 11 : i > 20 ? 110 : 1111) << i;
  EXPECT_EQ(thread->enabled, all_lanes);
}

TEST_F(ControlFlow, where_all_channels_leave_the_code_between_is_not_executed) {
  run_text("mov (1|M0) f0.0<1>:ud 0xFFFFFFFF:ud\n"
           "(f0.0) goto (32|M0) BEHIND BEHIND\n"
           "(W) mov (1|M0) r20.0<1>:d 5:w\n"
           "BEHIND:\n"
           "join (32|M0) END\n"
           "END:\n"
           "mov (1|M0) r21.0<1>:d 6:w\n");
  EXPECT_EQ(get<std::int32_t>(20, 1)[0], 0) << "not even without a mask";
  EXPECT_EQ(get<std::int32_t>(21, 1)[0], 6);
}

// A loop that each channel leaves after as many iterations as its number.
TEST_F(ControlFlow, channels_wait_behind_a_backward_goto_for_those_that_go_on) {
  std::vector<std::int32_t> numbers(16);
  for (int i = 0; i < 16; ++i)
    numbers[i] = i + 1;
  put(10, numbers);
  run_16("mov (16|M0) r20.0<1>:d 0:w\n"
         "(W) mov (1|M0) f1.0<1>:ud 0:ud\n"
         "LOOP:\n"
         "join (16|M0) BEHIND\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 2:w\n"
         "add (16|M0) r10.0<1>:d r10.0<1;1,0>:d -1:w\n"
         "cmp (16|M0) (gt)f0.0 null<1>:d r10.0<1;1,0>:d 0:w\n"
         "(f0.0) goto.b (16|M0) LOOP LOOP\n"
         "BEHIND:\n"
         "join (16|M0) END\n"
         "END:\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 1000:w\n");
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(get<std::int32_t>(20, 16)[i], 2 * (i + 1) + 1000) << i;
}

TEST_F(ControlFlow, if_else_and_while_send_channels_their_ways) {
  std::vector<std::int32_t> numbers(16);
  for (int i = 0; i < 16; ++i)
    numbers[i] = i;
  put(10, numbers);
  run_16("cmp (16|M0) (lt)f0.0 null<1>:d r10.0<1;1,0>:d 6:w\n"
         "(f0.0) if (16|M0) OTHER AFTER\n"
         "mov (16|M0) r20.0<1>:d 1:w\n"
         "else (16|M0) AFTER AFTER\n"
         "OTHER:\n"
         "mov (16|M0) r20.0<1>:d 2:w\n"
         "AFTER:\n"
         "endif (16|M0) NEXT\n"
         "NEXT:\n"
         "LOOP:\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 10:w\n"
         "add (16|M0) r10.0<1>:d r10.0<1;1,0>:d -1:w\n"
         "cmp (16|M0) (gt)f0.0 null<1>:d r10.0<1;1,0>:d 0:w\n"
         "(f0.0) while (16|M0) LOOP\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 1000:w\n");
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(get<std::int32_t>(20, 16)[i], (i < 6 ? 1 : 2) + 10 * std::max(i, 1) + 1000) << i;
}

TEST_F(ControlFlow, channels_leave_a_loop_by_break) {
  std::vector<std::int32_t> numbers(16);
  for (int i = 0; i < 16; ++i)
    numbers[i] = i;
  put(10, numbers);
  run_16("mov (16|M0) r20.0<1>:d 0:w\n"
         "mov (1|M0) f1.0<1>:ud 0xFFFFFFFF:ud\n"
         "LOOP:\n"
         "cmp (16|M0) (ge)f0.0 null<1>:d r20.0<1;1,0>:d r10.0<1;1,0>:d\n"
         "(f0.0) break (16|M0) BACK BEHIND\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 1:w\n"
         "BACK:\n"
         "(f1.0) while (16|M0) LOOP\n"
         "BEHIND:\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 100:w\n");
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(get<std::int32_t>(20, 16)[i], i + 100) << i;
}

TEST_F(ControlFlow, channels_skip_the_rest_of_a_loops_body_by_cont_and_end_by_halt) {
  std::vector<std::int32_t> numbers(16);
  for (int i = 0; i < 16; ++i)
    numbers[i] = i;
  put(10, numbers);
  run_16("mov (16|M0) r20.0<1>:d 0:w\n"
         "mov (16|M0) r21.0<1>:d 0:w\n"
         "LOOP:\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 1:w\n"
         "cmp (16|M0) (gt)f0.0 null<1>:d r20.0<1;1,0>:d r10.0<1;1,0>:d\n"
         "(f0.0) cont (16|M0) BACK BACK\n"
         "add (16|M0) r21.0<1>:d r21.0<1;1,0>:d 1:w\n"
         "BACK:\n"
         "cmp (16|M0) (lt)f0.0 null<1>:d r20.0<1;1,0>:d 10:w\n"
         "(f0.0) while (16|M0) LOOP\n"
         "cmp (16|M0) (lt)f0.0 null<1>:d r10.0<1;1,0>:d 4:w\n"
         "(f0.0) halt (16|M0) END END\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 100:w\n"
         "END:\n"
         "add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 1000:w\n");
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(get<std::int32_t>(20, 16)[i], 10 + (i < 4 ? 0 : 100) + 1000) << i;
    EXPECT_EQ(get<std::int32_t>(21, 16)[i], std::min(i, 10)) << i;
  }
}

TEST_F(ControlFlow, calls_return_behind_themselves) {
  run_text("(W) call (16|M0) r2.4 TWICE\n"
           "(W) call (8|M0) r2.4 TWICE\n"
           "(W) jmpi (1|M0) END\n"
           "TWICE:\n"
           "add (1|M0) r20.0<1>:d r20.0<0;1,0>:d 1:w\n"
           "ret (16|M0) r2.4\n"
           "END:\n"
           "add (1|M0) r20.0<1>:d r20.0<0;1,0>:d 100:w\n");
  EXPECT_EQ(get<std::int32_t>(20, 1)[0], 102);
  EXPECT_EQ(get<std::uint32_t>(2, 1, 16)[0], program.address(2)) << "where the last call returned to";
}

TEST_F(ControlFlow, only_channels_that_the_launch_gave_take_part) {
  thread->dispatched = thread->enabled = 0x00ff;
  run_text("mov (16|M0) r20.0<1>:d 1:w\n"
           "(W) mov (16|M0) r21.0<1>:d 1:w\n"
           "mov (16|M16) r22.0<1>:d 1:w\n"
           "mov (1|M0) r23.0<1>:ud ce0.0<0;1,0>:ud\n");
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(get<std::int32_t>(20, 16)[i], i < 8);
    EXPECT_EQ(get<std::int32_t>(21, 16)[i], 1);
    EXPECT_EQ(get<std::int32_t>(22, 16)[i], 0);
  }
  EXPECT_EQ(get<std::uint32_t>(23, 1)[0], 0x00ffu);
}

Fault fault_of(ThreadState& thread, const Program& program, MessageUnit& messages, std::uint64_t instructions) {
  Budget budget{instructions};
  thread.next = 0;
  try {
    run(thread, program, messages, budget);
  } catch (const Fault& fault) {
    return fault;
  }
  return Fault("none");
}

TEST_F(ControlFlow, a_loop_without_end_uses_up_its_budget) {
  const Fault fault = fault_of(*thread, assembled("L0:\n(W) jmpi (1|M0) L0\n"), messages, 1000);
  EXPECT_NE(std::string(fault.what()).find("budget"), std::string::npos);
  EXPECT_EQ(fault.instruction, 0);
  EXPECT_EQ(thread->executed, 1000u);
}

TEST_F(ControlFlow, an_illegal_instruction_is_a_fault) {
  const Fault fault = fault_of(*thread, assembled("nop\nillegal\n"), messages, 10);
  EXPECT_NE(std::string(fault.what()).find("illegal"), std::string::npos);
  EXPECT_EQ(fault.instruction, 1);
}

TEST_F(ControlFlow, code_has_an_end) {
  const Fault fault = fault_of(*thread, assembled("nop\n"), messages, 10);
  EXPECT_NE(std::string(fault.what()).find("past the last instruction"), std::string::npos);
}

TEST_F(ControlFlow, a_wait_that_is_not_over_is_executed_again) {
  const Program waiting = assembled("nop\nsync.bar null\n" + std::string(end_of_thread));
  Budget budget{10};
  std::vector<std::uint64_t> counted(3);
  EXPECT_EQ(run(*thread, waiting, messages, budget, counted), Step::again);
  EXPECT_EQ(thread->next, 1);
  EXPECT_EQ(run(*thread, waiting, messages, budget, counted), Step::again);
  EXPECT_EQ(counted, (std::vector<std::uint64_t>{1, 0, 0})) << "counted when it is done";
}

class Watcher : public Observer {
public:
  void before(const ThreadState& thread, std::int32_t instruction, LaneMask lanes) override {
    seen.push_back(instruction);
    masks.push_back(lanes);
    values.push_back(thread.read<std::int32_t>(20, 0));
  }
  void after(const ThreadState& thread, std::int32_t, LaneMask) override {
    values.push_back(thread.read<std::int32_t>(20, 0));
  }
  std::vector<std::int32_t> seen, values;
  std::vector<LaneMask> masks;
};

TEST_F(ControlFlow, an_observer_sees_each_instruction_before_and_after) {
  const Program watched = assembled("mov (8|M0) r20.0<1>:d 3:w\n"
                                    "mov (1|M0) f0.0<1>:ud 0x5:ud\n"
                                    "(f0.0) add (4|M0) r20.0<1>:d r20.0<1;1,0>:d 1:w\n" +
                                    std::string(end_of_thread));
  Watcher watcher;
  Budget budget{10};
  EXPECT_EQ(run(*thread, watched, messages, budget, {}, &watcher), Step::ended);
  EXPECT_EQ(watcher.seen, (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(watcher.masks, (std::vector<LaneMask>{0xff, 1, 5, 1}));
  EXPECT_EQ(watcher.values, (std::vector<std::int32_t>{0, 3, 3, 3, 3, 4, 4, 4}));
}

// ---- decoding -------------------------------------------------------------------------------------------------------
TEST_F(Decoding, what_is_not_known_is_refused_with_its_address_and_text) {
  struct Refused {
    const char *text, *why;
  };
  for (const Refused& refused : {Refused{"brd (16|M0) L0\n", "brd"},
                                 {"mul (16|M0) r1.0<1>:d r2.0<1;1,0>:d r3.0<1;1,0>:d\n", "32 bits"},
                                 {"add (16|M0) (sat)r10.0<1>:q r20.0<1;1,0>:q r30.0<1;1,0>:q\n", "64 bits"},
                                 {"cmp (16|M0) (ov)f0.0 null<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f\n", "ov"},
                                 {"sel (16|M0) (gt)f0.0 r1.0<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f\n", "condition"},
                                 {"add (1|M0) (eq)f0.0 null<1>:uw null<0;1,0>:uw 0x0:uw\n", "null"},
                                 {"add (1|M0) r1.0<1>:uw null<0;1,0>:uw 0x0:uw\n", "null"},
                                 {"movi (8|M0) r1.0<1>:ud r[a0.0]<1;1,0>:ud r3.0<0;1,0>:ud\n", "no compiler"}}) {
    try {
      assembled(std::string("nop\nL0:\n") + refused.text);
      FAIL() << refused.text;
    } catch (const Error& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find("0x0010"), std::string::npos) << what;
      EXPECT_NE(what.find(refused.why), std::string::npos) << what;
      EXPECT_NE(what.find(std::string(refused.text).substr(0, 3)), std::string::npos) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
    }
  }
}

// They stand between others, as nop does, but in a pipe.
TEST_F(Decoding, additions_of_null_into_null_are_executed) {
  put<std::int16_t>(10, {7, 9});
  run_text("mov (1|M0) r11.0<1>:w r10.0<0;1,0>:w\n"
           "(W) add (1|M0) null<1>:uw null<0;1,0>:uw 0x0:uw\n"
           "mov (1|M0) r12.0<1>:w r11.0<0;1,0>:w {I@2}\n");
  EXPECT_EQ(get<std::int16_t>(12, 1)[0], 7);
}

TEST_F(Decoding, registers_beyond_the_kernels_are_refused) {
  const toolchain::DeviceTools tools(toolchain::default_tools_folder());
  const auto code = toolchain::assemble_machine_code(tools, "xe2", "mov (16|M0) r127.0<1>:d r128.0<1;1,0>:d\n");
  const std::array named{toolchain::NamedCode{"of the test", code}};
  const auto listing = toolchain::list_machine_code(tools, "xe2", named, toolchain::Listing::complete).front();
  EXPECT_EQ(decode_program("xe2", 256, {listing.json, listing.text}).code.size(), 1u);
  EXPECT_THROW(decode_program("xe2", 128, {listing.json, listing.text}), Error);
  EXPECT_THROW(decode_program("xe2", 64, {listing.json, listing.text}), Error);
}

TEST_F(Decoding, the_scoreboards_annotations_are_kept) {
  const Program kept = assembled("add (16|M0) r1.0<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f {@2,$5.src}\n"
                                 "sync.nop null {$7.dst}\n"
                                 "send.ugm (16|M0) r10 r20 r30:2 a0.2 0x8200580 {A@1,$3}\n"
                                 "add (16|M0) r1.0<1>:f r2.0<1;1,0>:f r3.0<1;1,0>:f {@4}\n");
  using toolchain::Distance, toolchain::DistancePipe, toolchain::ScoreboardToken;
  using Role = ScoreboardToken::Role;
  const auto is = [&](int index, std::optional<ScoreboardToken> token, std::optional<Distance> distance) {
    EXPECT_EQ(kept.instructions[index].token, token) << index;
    EXPECT_EQ(kept.instructions[index].distance, distance) << index;
  };
  is(0, ScoreboardToken{5, Role::waits_for_operands}, Distance{DistancePipe::own, 2});
  is(1, ScoreboardToken{7, Role::waits_for_result}, std::nullopt);
  is(2, ScoreboardToken{3, Role::sets}, Distance{DistancePipe::all, 1});
  is(3, std::nullopt, Distance{DistancePipe::own, 4});
}

TEST_F(Decoding, messages_keep_descriptors_payloads_and_masks) {
  const Program kept = assembled("send.ugm (16|M16) r10 r20 r30:2 a0.2 0x8200580 {$1}\n"
                                 "(W) send.gtwy (1|M0) null r3 null:0 0x0 0x02000010 {EOT}\n");
  ASSERT_EQ(kept.sends.size(), 2u);
  const DecodedSend& send = kept.sends[0];
  EXPECT_EQ(send.function, SharedFunction::ugm);
  EXPECT_EQ(send.descriptor.value, 0x8200580u);
  EXPECT_EQ(send.extended.address_word, 2);
  EXPECT_EQ(send.destination.first, 10);
  EXPECT_EQ(send.destination.count, 2);
  EXPECT_EQ(send.address.first, 20);
  EXPECT_EQ(send.data.first, 30);
  EXPECT_EQ(send.data.count, 2);
  EXPECT_EQ(send.lanes, 16);
  EXPECT_EQ(send.channel_offset, 16);
  EXPECT_FALSE(send.ends_thread);
  EXPECT_TRUE(kept.sends[1].ends_thread);
  EXPECT_EQ(kept.sends[1].destination.count, 0);
  EXPECT_TRUE(kept.sends[1].is_unmasked);
  EXPECT_NE(kept.texts[0].find("send.ugm (16|M16)"), std::string::npos) << kept.texts[0];
}

TEST_F(Decoding, names_of_barriers_are_numbers_or_in_registers) {
  const Program kept = assembled("sync.bar null\nsync.bar 3:uw\nsync.bar f1.0:uw\n");
  ASSERT_EQ(kept.barrier_waits.size(), 3u);
  thread->flags[1] = 0x00050007;
  EXPECT_FALSE(kept.barrier_waits[0].is_named);
  EXPECT_EQ(kept.barrier_waits[1].name_in(*thread), 3u);
  EXPECT_EQ(kept.barrier_waits[2].name_in(*thread), 7u);
}

} // namespace
} // namespace xeforge::emulator

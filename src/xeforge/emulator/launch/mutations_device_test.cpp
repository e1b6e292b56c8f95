// Machine code with one thing changed: an operand, a region, a type, a number, a predicate, a wait, a surface, a
// barrier. Each has to be caught: by other results, by a fault, or by a hazard. The code as it was has neither.
#include "xeforge/emulator/launch/hazards.hpp"
#include "xeforge/emulator/launch/launch.hpp"
#include "xeforge/emulator/thread/assembled_kernel_for_test.hpp"
#include "xeforge/toolchain/device_testing.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <iostream>
#include <map>

namespace xeforge::emulator {
namespace {

// The kernel's only argument, an address, to r2.0:q.
const std::string argument_to_r2 = "(W) mov (16|M0) r126.0<1>:ud 0x0:ud\n"
                                   "(W) and (1|M0) r126.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud {I@1}\n"
                                   "(W) send.ugm (1|M0) r2 r126 null:0 0xFF000000 0x6219D500 {I@1,$0}\n";
const std::string end_of_thread = "(W) mov (16|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"
                                  "(W) send.gtwy (1|M0) null r127 null:0 0x0 0x02000010 {EOT,I@1,$15}\n";

constexpr std::size_t words = 1024, outputs = 256; // of memory; where results begin

struct Code {
  std::string text;
  std::uint32_t threads = 1, slm_bytes = 0, private_bytes = 0;
  std::vector<float> input;                                            // the first words
  std::vector<std::uint32_t> (*expected)(const std::vector<float>&){}; // from `outputs` on
};
struct Mutation {
  const char *what, *from, *to; // the first place where the text stands
};

std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// ---- numbers of every kind ------------------------------------------------------------------------------------------
Code arithmetic() {
  Code code;
  code.text = argument_to_r2 +
              "(W) add (1|M0) r3.0<1>:q r2.0<0;1,0>:q 64:w {$0.dst}\n"
              "(W) add (1|M0) r5.0<1>:q r2.0<0;1,0>:q 1024:w\n"
              "(W) send.ugm (1|M0) r10 r2 null:0 0x0 0x0210D580 {$1}\n"
              "(W) send.ugm (1|M0) r11 r3 null:0 0x0 0x0210D580 {I@2,$2}\n"
              "mul (16|M0) r12.0<1>:f r10.0<1;1,0>:f 0.5:f {$1.dst}\n"
              "sync.nop null {$2.dst}\n"
              "mad (16|M0) r13.0<1>:f r12.0<1;0>:f r11.0<1;0>:f r10.0<1>:f {F@1}\n"
              "cmp (16|M0) (lt)f0.0 null<1>:f r13.0<1;1,0>:f r11.0<1;1,0>:f {F@1}\n"
              "(f0.0) sel (16|M0) r14.0<1>:f r13.0<1;1,0>:f r11.0<1;1,0>:f\n"
              "mov (16|M0) r15.0<1>:d r14.0<1;1,0>:f {A@1}\n"
              "shl (16|M0) r16.0<1>:d r15.0<1;1,0>:d 2:w {A@1}\n"
              "add (16|M0) r17.0<1>:d r16.0<1;1,0>:d r15.3<0;1,0>:d {I@1}\n"
              "(~f0.0) add (16|M0) r17.0<1>:d r17.0<1;1,0>:d 7:w {I@1}\n"
              "math.sqt (16|M0) r18.0<1>:f (abs)r14.0<1;1,0>:f\n"
              "add (16|M0) r19.0<1>:f r18.0<1;1,0>:f 1.5:f {M@1}\n"
              "(W) send.ugm (1|M0) null r5 r17:1 0x0 0x0200D584 {A@1,$3}\n"
              "(W) add (1|M0) r5.0<1>:q r5.0<0;1,0>:q 64:w {$3.src}\n"
              "(W) send.ugm (1|M0) null r5 r19:1 0x0 0x0200D584 {A@1,$4}\n" +
              end_of_thread;
  for (int i = 0; i < 32; ++i)
    code.input.push_back(static_cast<float>(i * 37 % 29 - 14));
  code.expected = [](const std::vector<float>& in) {
    std::vector<std::uint32_t> out(32);
    std::vector<float> chosen(16);
    for (std::size_t i = 0; i < 16; ++i) {
      const float x = in[i], y = in[16 + i], sum = 0.5f * x + y * x;
      chosen[i] = sum < y ? sum : y;
    }
    const auto whole = [](float value) { return static_cast<std::int32_t>(value); };
    for (std::size_t i = 0; i < 16; ++i) {
      const float x = in[i], y = in[16 + i];
      const bool is_less = 0.5f * x + y * x < y;
      out[i] = static_cast<std::uint32_t>(4 * whole(chosen[i]) + whole(chosen[3]) + (is_less ? 0 : 7));
      out[16 + i] = bits_of(std::sqrt(std::abs(chosen[i])) + 1.5f);
    }
    return out;
  };
  return code;
}

const Mutation arithmetic_mutations[] = {
    {"operand: another register", "mul (16|M0) r12.0<1>:f r10.0", "mul (16|M0) r12.0<1>:f r11.0"},
    {"operand: sources of mad change places", "r12.0<1;0>:f r11.0<1;0>:f r10.0<1>:f",
     "r11.0<1;0>:f r12.0<1;0>:f r10.0<1>:f"},
    {"operand: another destination", "shl (16|M0) r16.0", "shl (16|M0) r26.0"},
    {"operand: another element", "r15.3<0;1,0>:d", "r15.4<0;1,0>:d"},
    {"operand: without its absolute value", "(abs)r14.0", "r14.0"},
    {"operand: with a minus", "(f0.0) sel (16|M0) r14.0<1>:f r13.0", "(f0.0) sel (16|M0) r14.0<1>:f -r13.0"},
    {"region: one element for all", "mul (16|M0) r12.0<1>:f r10.0<1;1,0>", "mul (16|M0) r12.0<1>:f r10.0<0;1,0>"},
    {"region: every second element", "add (16|M0) r17.0<1>:d r16.0<1;1,0>", "add (16|M0) r17.0<1>:d r16.0<2;1,0>"},
    {"region: rows of four", "add (16|M0) r17.0<1>:d r16.0<1;1,0>", "add (16|M0) r17.0<1>:d r16.0<0;4,1>"},
    {"region: all instead of one", "r15.3<0;1,0>:d", "r15.0<1;1,0>:d"},
    {"region: eight channels", "shl (16|M0)", "shl (8|M0)"},
    {"type: words", "add (16|M0) r17.0<1>:d r16.0<1;1,0>:d", "add (16|M0) r17.0<1>:d r16.0<1;1,0>:w"},
    {"type: no sign in a comparison", "(lt)f0.0 null<1>:f r13.0<1;1,0>:f r11.0<1;1,0>:f",
     "(lt)f0.0 null<1>:ud r13.0<1;1,0>:ud r11.0<1;1,0>:ud"},
    {"type: a copy of bits", "mov (16|M0) r15.0<1>:d r14.0<1;1,0>:f", "mov (16|M0) r15.0<1>:d r14.0<1;1,0>:d"},
    {"immediate: of a product", "0.5:f", "0.25:f"},
    {"immediate: of a shift", "r15.0<1;1,0>:d 2:w", "r15.0<1;1,0>:d 3:w"},
    {"immediate: of a sum", "7:w", "8:w"},
    {"immediate: of a float sum", "1.5:f", "1.25:f"},
    {"immediate: of an address", "64:w {$0.dst}", "128:w {$0.dst}"},
    {"immediate: an address far away", "1024:w", "8192:w"},
    {"operation: subtraction of the sign", "shl (16|M0)", "asr (16|M0)"},
    {"condition: greater", "(lt)f0.0", "(gt)f0.0"},
    {"predicate: the other channels", "(~f0.0) add", "(f0.0) add"},
    {"predicate: another flag", "(~f0.0) add", "(~f1.0) add"},
    {"predicate: all channels", "(~f0.0) add (16|M0)", "add (16|M0)"},
    {"predicate: the other operand", "(f0.0) sel", "(~f0.0) sel"},
    {"wait removed: for the argument", " {$0.dst}", ""},
    {"wait removed: for a load", " {$1.dst}", ""},
    {"wait removed: for the second load", "sync.nop null {$2.dst}\n", ""},
    {"wait weakened: for the operands instead of the result", "{$1.dst}", "{$1.src}"},
    {"wait removed: a product", "r10.0<1>:f {F@1}", "r10.0<1>:f"},
    {"wait removed: the address of a load", "{I@2,$2}", "{$2}"},
    {"wait too short: two instructions back", "add (16|M0) r17.0<1>:d r16.0<1;1,0>:d r15.3<0;1,0>:d {I@1}",
     "add (16|M0) r17.0<1>:d r16.0<1;1,0>:d r15.3<0;1,0>:d {I@2}"},
    {"wait for the wrong pipe", "7:w {I@1}", "7:w {F@1}"},
    {"wait removed: the extended math unit", " {M@1}", ""},
    {"wait removed: data of a store", "r17:1 0x0 0x0200D584 {A@1,$3}", "r17:1 0x0 0x0200D584 {$3}"},
    {"wait removed: an address that is still read", " {$3.src}", ""},
    {"token: of another message", "{$1.dst}", "{$5.dst}"},
    {"message: half of a row", "r10 r2 null:0 0x0 0x0210D580", "r10 r2 null:0 0x0 0x0210C580"},
    {"message: bytes instead of words", "r10 r2 null:0 0x0 0x0210D580", "r10 r2 null:0 0x0 0x0210D180"},
    {"message: an offset", "r11 r3 null:0 0x0 0x0210D580", "r11 r3 null:0 0x4000 0x0210D580"},
};

// ---- a product of matrices by two threads that exchange a row -------------------------------------------------------
Code exchange() {
  Code code;
  code.threads = 2, code.slm_bytes = 128;
  code.text = argument_to_r2 + "(W) mov (1|M0) r7.0<1>:ud r0.8<0;1,0>:ub\n"
                               "(W) shl (1|M0) r8.0<1>:d r7.0<0;1,0>:d 6:w {I@1}\n"
                               "(W) shl (1|M0) r8.1<1>:d r7.0<0;1,0>:d 9:w\n"
                               "(W) add (1|M0) r3.0<1>:q r2.0<0;1,0>:q 256:w {$0.dst}\n"
                               "(W) add (1|M0) r4.0<1>:q r2.0<0;1,0>:q 512:w\n"
                               "(W) add (1|M0) r5.0<1>:q r2.0<0;1,0>:q r8.1<0;1,0>:ud {I@3}\n"
                               "(W) add (1|M0) r5.0<1>:q r5.0<0;1,0>:q 1024:w {I@1}\n"
                               "(W) send.ugm (1|M0) r30 r2 null:0 0x0 0x0240F580 {$1}\n"
                               "(W) send.ugm (1|M0) r20 r3 null:0 0x0 0x0240F580 {I@1,$2}\n"
                               "(W) send.ugm (1|M0) r24 r4 null:0 0x0 0x0240F580 {I@1,$3}\n";
  for (int row = 0; row < 8; ++row)
    code.text += "mov (16|M0) r" + std::to_string(40 + row) + ".0<1>:f r7.0<0;1,0>:ud\n";
  code.text += "sync.nop null {$1.dst}\nsync.nop null {$2.dst}\nsync.nop null {$3.dst}\n"
               "sync.nop null {F@1}\n"
               "dpas.8x8 (16|M0) r40:f r40:f r20:hf r30.0:hf {$4}\n"
               "sync.nop null {$4.dst}\n"
               // The second thread comes late: others go on at its fences.
               "(W) cmp (1|M0) (eq)f1.0 null<1>:ud r7.0<0;1,0>:ud 0x0:ud\n"
               "(W&f1.0) jmpi L_STORE\n"
               "(W) send.slm (1|M0) r9 r0 null:0 0x0 0x0210001F {$6}\n"
               "(W) send.slm (1|M0) r9 r0 null:0 0x0 0x0210001F {$6}\n"
               "L_STORE:\n"
               "(W) send.slm (1|M0) null r8 r40:1 0x0 0x0200D504 {A@1,$5}\n"
               "(W) send.slm (1|M0) r9 r0 null:0 0x0 0x0210001F {$6}\n"
               "(W) mov (8|M0) null<1>:ud r9.0<1;1,0>:ud {$6.dst}\n"
               "(W) mov (16|M0) r12.0<1>:ud 0x02020000:ud\n"
               "(W) send.gtwy (1|M0) null r12 null:0 0x0 0x02000004 {I@1,$7}\n"
               "(W) sync.bar 0x0\n"
               "(W) xor (1|M0) r13.0<1>:ud r8.0<0;1,0>:ud 64:uw\n"
               "(W) send.slm (1|M0) r14 r13 null:0 0x0 0x0210D500 {I@1,$8}\n"
               "sync.nop null {$5.src}\n"
               "add (16|M0) r40.0<1>:f r40.0<1;1,0>:f r14.0<1;1,0>:f {$8.dst}\n"
               "(W) send.ugm (1|M0) null r5 r40:4 0x0 0x0200F584 {A@1,$9}\n"
               "(W) add (1|M0) r6.0<1>:q r5.0<0;1,0>:q 256:w\n"
               "(W) send.ugm (1|M0) null r6 r44:4 0x0 0x0200F584 {I@1,$10}\n" +
               end_of_thread;
  code.input.resize(192); // A: 8 rows of 16 halves; B: 8 rows of 16 pairs of them. Small whole numbers.
  for (std::size_t i = 0; i < code.input.size(); ++i) {
    const _Float16 pair[] = {static_cast<_Float16>(static_cast<int>(i * 5 % 7) - 3),
                             static_cast<_Float16>(static_cast<int>(i * 3 % 5) - 2)};
    std::memcpy(&code.input[i], pair, sizeof(pair));
  }
  code.expected = [](const std::vector<float>& in) {
    const auto half = [&](std::size_t word, std::size_t which) {
      _Float16 pair[2];
      std::memcpy(pair, &in[word], sizeof(pair));
      return static_cast<float>(pair[which]);
    };
    std::vector<std::uint32_t> out(256);
    for (std::size_t thread = 0; thread < 2; ++thread)
      for (std::size_t row = 0; row < 8; ++row)
        for (std::size_t column = 0; column < 16; ++column) {
          float sum = 0;
          for (std::size_t k = 0; k < 16; ++k)
            sum += half(row * 8 + k / 2, k % 2) * half(64 + k / 2 * 16 + column, k % 2);
          const float mine = sum + static_cast<float>(thread), other = sum + static_cast<float>(1 - thread);
          out[thread * 128 + row * 16 + column] = bits_of(row == 0 ? mine + other : mine);
        }
    return out;
  };
  return code;
}

const Mutation exchange_mutations[] = {
    {"dpas: seven rows", "dpas.8x8", "dpas.8x7"},
    {"dpas: another type", "r20:hf r30.0:hf", "r20:bf r30.0:bf"},
    {"dpas: operands change places", "r20:hf r30.0:hf", "r30:hf r20.0:hf"},
    {"wait removed: for A", "sync.nop null {$1.dst}\n", ""},
    {"wait removed: for the second half of B", "sync.nop null {$3.dst}\n", ""},
    {"wait removed: for the sums' first values", "sync.nop null {F@1}\n", ""},
    {"wait removed: for dpas", "sync.nop null {$4.dst}\n", ""},
    {"wait removed: for a row in local memory", " {$8.dst}", ""},
    {"wait removed: for the store to local memory", "sync.nop null {$5.src}\n", ""},
    {"barrier: counts one thread", "0x02020000:ud", "0x01010000:ud"},
    {"barrier: counts three threads", "0x02020000:ud", "0x03030000:ud"},
    {"barrier: another one", "0x02020000:ud", "0x02020001:ud"},
    {"barrier: no signal", "(W) send.gtwy (1|M0) null r12 null:0 0x0 0x02000004 {I@1,$7}\n", ""},
    {"barrier: no wait", "(W) sync.bar 0x0\n", ""},
    {"local memory: beyond its end", "r7.0<0;1,0>:d 6:w", "r7.0<0;1,0>:d 7:w"},
    {"local memory: its own row", "64:uw", "0:uw"},
    {"thread: the number of another byte", "r0.8<0;1,0>:ub", "r0.9<0;1,0>:ub"},
};

// ---- a block of a surface -------------------------------------------------------------------------------------------
Code surface() {
  Code code;
  code.text = argument_to_r2 +
              "(W) mov (16|M0) r10.0<1>:ud 0x0:ud\n"
              "(W) mov (1|M0) r10.0<1>:q r2.0<0;1,0>:q {$0.dst}\n"
              "(W) mov (1|M0) r10.2<1>:ud 0x3f:ud\n"
              "(W) mov (1|M0) r10.3<1>:ud 0x7:ud\n"
              "(W) mov (1|M0) r10.4<1>:ud 0x3f:ud\n"
              "(W) mov (1|M0) r10.5<1>:ud 0x4:ud\n"
              "(W) mov (1|M0) r10.6<1>:ud 0x2:ud\n"
              "(W) mov (1|M0) r10.7<1>:ud 0x0707:ud\n"
              "(W) add (1|M0) r5.0<1>:q r2.0<0;1,0>:q 1024:w\n"
              "(W) send.ugm (1|M0) r20 r10 null:0 0x0 0x02400403 {I@1,$1}\n"
              "sync.nop null {$1.dst}\n"
              "(W) send.ugm (1|M0) null r5 r20:4 0x0 0x0200F584 {I@1,$2}\n" +
              end_of_thread;
  for (int i = 0; i < 256; ++i)
    code.input.push_back(static_cast<float>(i + 1));
  code.expected = [](const std::vector<float>& in) {
    std::vector<std::uint32_t> out(64);
    for (std::size_t row = 0; row < 8; ++row)
      for (std::size_t column = 0; column < 8; ++column)
        out[row * 8 + column] = row + 2 < 8 ? bits_of(in[(row + 2) * 16 + column + 4]) : 0;
    return out;
  };
  return code;
}

const Mutation surface_mutations[] = {
    {"surface: one row more", "0x7:ud", "0x8:ud"},
    {"surface: four rows", "0x7:ud", "0x3:ud"},
    {"surface: narrower than the hardware takes", "r10.2<1>:ud 0x3f:ud", "r10.2<1>:ud 0x1f:ud"},
    {"surface: wider than its pitch", "r10.2<1>:ud 0x3f:ud", "r10.2<1>:ud 0x7f:ud"},
    {"surface: another pitch", "r10.4<1>:ud 0x3f:ud", "r10.4<1>:ud 0x7f:ud"},
    {"block: another column", "0x4:ud", "0x5:ud"},
    {"block: another row", "0x2:ud", "0x3:ud"},
    {"block: seven columns", "0x0707:ud", "0x0706:ud"},
    {"block: more rows than registers", "0x0707:ud", "0x0f07:ud"},
    {"block: transposed", "0x02400403", "0x02408403"},
    {"block: halves", "0x02400403", "0x02400203"},
    {"wait removed: for the payload", "0x02400403 {I@1,$1}", "0x02400403 {$1}"},
    {"wait removed: for the block", "sync.nop null {$1.dst}\n", ""},
};

// ---- a word of each thread in private memory ------------------------------------------------------------------------
// Sixteen threads on two engines write 100 and more, meet, and take it back.
Code own_word() {
  Code code;
  code.threads = 16, code.private_bytes = 8;
  code.text = argument_to_r2 +
              "(W) mov (1|M0) r7.0<1>:ud r0.8<0;1,0>:ub\n"
              "(W) and (1|M0) r8.0<1>:d sr0.0<0;1,0>:ud 7:w {A@1}\n"
              "(W) and (1|M0) r8.1<1>:d sr0.0<0;1,0>:ud 112:w {A@1}\n"
              "(W) and (1|M0) r8.2<1>:d msg0.0<0;1,0>:ud 255:w {A@1}\n"
              "(W) shr (1|M0) r8.1<1>:ud r8.1<0;1,0>:ud 1:uw {A@1}\n"
              "(W) shl (1|M0) r8.2<1>:d r8.2<0;1,0>:d 6:w {A@1}\n"
              "(W) or (1|M0) r8.0<1>:d r8.0<0;1,0>:d r8.1<0;1,0>:d {A@1}\n"
              "(W) or (1|M0) r8.0<1>:d r8.0<0;1,0>:d r8.2<0;1,0>:d {A@1}\n"
              "(W) mul (1|M0) r8.0<1>:d r8.0<0;1,0>:d 8:w {A@1}\n"
              "(W) add (1|M0) r10.0<1>:q r2.1<0;1,0>:q r8.0<0;1,0>:ud {A@1,$0.dst}\n"
              "(W) add (1|M0) r11.0<1>:d r7.0<0;1,0>:d 100:w {A@1}\n"
              "(W) send.ugm (1|M0) null r10 r11:1 0x0 0x02008584 {A@1,$1}\n"
              "(W) mov (16|M0) r12.0<1>:ud 0x10100000:ud\n"
              "(W) send.gtwy (1|M0) null r12 null:0 0x0 0x02000004 {I@1,$2}\n"
              "(W) sync.bar 0x0\n"
              "(W) send.ugm (1|M0) r13 r10 null:0 0x0 0x02108580 {$3}\n"
              "(W) shl (1|M0) r7.0<1>:d r7.0<0;1,0>:d 2:w\n"
              "(W) add (1|M0) r5.0<1>:q r2.0<0;1,0>:q r7.0<0;1,0>:ud {A@1}\n"
              "(W) add (1|M0) r5.0<1>:q r5.0<0;1,0>:q 1024:w {A@1}\n"
              "sync.nop null {$3.dst}\n"
              "(W) send.ugm (1|M0) null r5 r13:1 0x0 0x02008584 {A@1,$4}\n" +
              end_of_thread;
  code.expected = [](const std::vector<float>&) {
    std::vector<std::uint32_t> out(16);
    for (std::uint32_t i = 0; i < 16; ++i)
      out[i] = 100 + i;
    return out;
  };
  return code;
}

const Mutation own_word_mutations[] = {
    {"place: two threads of an engine share their memory", "sr0.0<0;1,0>:ud 7:w", "sr0.0<0;1,0>:ud 6:w"},
    {"place: engines share theirs", "sr0.0<0;1,0>:ud 112:w", "sr0.0<0;1,0>:ud 0:w"},
    {"place: the engine's number where the thread's is", "r8.1<0;1,0>:ud 1:uw", "r8.1<0;1,0>:ud 2:uw"},
    {"place: bytes of a thread that overlap", "r8.0<0;1,0>:d 8:w", "r8.0<0;1,0>:d 4:w"},
    {"place: more bytes than a thread has", "r8.0<0;1,0>:d 8:w", "r8.0<0;1,0>:d 16:w"},
    {"private memory: not written", "(W) send.ugm (1|M0) null r10 r11:1 0x0 0x02008584 {A@1,$1}\n", ""},
    {"private memory: beyond its end", "r10 null:0 0x0 0x02108580", "r10 null:0 0x8000 0x02108580"},
    {"private memory: the word behind", "r10 null:0 0x0 0x02108580", "r10 null:0 0x4000 0x02108580"},
};

// ---- the test -------------------------------------------------------------------------------------------------------
class Mutations : public toolchain::WithDeviceTools {
protected:
  enum class Caught { no, by_refusal, by_fault, by_hazard, by_results };

  // What is seen first of a launch of the code.
  Caught caught(const Code& code, std::string& how) const {
    alignas(64) static std::array<std::uint32_t, words> memory; // surfaces begin at multiples of 64
    memory.fill(0);
    std::memcpy(memory.data(), code.input.data(), code.input.size() * sizeof(float));
    Memory allocations;
    allocations.add("memory", reinterpret_cast<std::byte*>(memory.data()), words * sizeof(std::uint32_t));
    const auto address = reinterpret_cast<std::uint64_t>(memory.data());
    try {
      const Kernel kernel = assembled(code);
      HazardSearch hazards(kernel);
      emulator::run(
          kernel,
          {.shape = {.groups = {1, 1, 1}, .group_size = {code.threads, 1, 1}},
           .parameters = {std::as_bytes(std::span(&address, 1))},
           .thread_budget = 10000,
           .observer = [&](const Extent& group, std::size_t thread) { return hazards.observe(group, thread); }},
          allocations);
      if (!hazards.hazards().empty()) {
        how = described(kernel, hazards.hazards().front());
        return Caught::by_hazard;
      }
    } catch (const LaunchFault& fault) {
      how = fault.what();
      return Caught::by_fault;
    } catch (const Fault& refused) {
      how = refused.what();
      return Caught::by_refusal;
    } catch (const Error& refused) {
      how = refused.what();
      return Caught::by_refusal;
    }
    const std::vector<std::uint32_t> expected = code.expected(code.input);
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (memory[outputs + i] != expected[i]) {
        how = "word " + std::to_string(i) + " is " + std::to_string(memory[outputs + i]) + " and not " +
              std::to_string(expected[i]);
        return Caught::by_results;
      }
    return Caught::no;
  }

  void all_are_caught(const Code& code, std::span<const Mutation> mutations) const {
    std::string how;
    EXPECT_EQ(caught(code, how), Caught::no) << "as it was: " << how;
    std::map<Caught, int> times;
    for (const Mutation& mutation : mutations) {
      Code mutated = code;
      const auto at = mutated.text.find(mutation.from);
      ASSERT_NE(at, std::string::npos) << mutation.what << ": " << mutation.from;
      mutated.text.replace(at, std::strlen(mutation.from), mutation.to);
      const Caught by = caught(mutated, how);
      EXPECT_TRUE(by != Caught::no && by != Caught::by_refusal)
          << mutation.what << ": " << (by == Caught::no ? "not caught" : how);
      ++times[by];
    }
    std::cout << mutations.size() << " mutations: " << times[Caught::by_results] << " caught by results, "
              << times[Caught::by_fault] << " by a fault, " << times[Caught::by_hazard] << " by a hazard, "
              << times[Caught::by_refusal] << " refused\n";
  }

private:
  static Kernel assembled(const Code& code) {
    Kernel kernel = assembled_kernel("Mutated", code.text);
    kernel.info.slm_bytes = code.slm_bytes;
    if (code.private_bytes > 0) {
      kernel.info.thread_buffers = {{"global", "private_space", code.private_bytes, 0}};
      toolchain::PayloadArgument base;
      base.type = "private_base_stateless", base.offset = 8, base.size = 8;
      kernel.info.arguments.push_back(base);
    }
    return kernel;
  }
};

TEST_F(Mutations, of_arithmetic_are_caught) { all_are_caught(arithmetic(), arithmetic_mutations); }
TEST_F(Mutations, of_matrices_barriers_and_local_memory_are_caught) { all_are_caught(exchange(), exchange_mutations); }
TEST_F(Mutations, of_where_private_memory_is_are_caught) { all_are_caught(own_word(), own_word_mutations); }
TEST_F(Mutations, of_surfaces_are_caught) { all_are_caught(surface(), surface_mutations); }

} // namespace
} // namespace xeforge::emulator

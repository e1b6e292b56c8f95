// Listings of several kernels at once are those of each by itself. With the real disassembler; skipped where it is absent.
#include "xeforge/toolchain/device_testing.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/binary/disassembly.hpp"
#include "xeforge/toolchain/binary/machine_code.hpp"

#include <algorithm>
#include <array>

namespace xeforge::toolchain {
namespace {

class Listings : public WithDeviceTools {
protected:
  const DeviceTools tools{default_tools_folder()};

  std::vector<std::byte> code(const char* text) const { return assemble_machine_code(tools, "xe2", text); }
  std::vector<MachineCodeListing> listed(std::span<const NamedCode> kernels, Listing listing) const {
    return list_machine_code(tools, "xe2", kernels, listing);
  }
};

TEST_F(Listings, of_several_kernels_are_those_of_each) {
  const auto copy = code("mov (16|M0) r10.0<1>:f 0.1:f\n");
  const auto loop = code("L0:\n(W) add (1|M0) r1.0<1>:d r1.0<0;1,0>:d -1:w\n(W) jmpi (1|M0) L0\n");
  const std::array kernels{NamedCode{"copy", copy}, NamedCode{"loop", loop}, NamedCode{"again", copy}};
  for (const Listing listing : {Listing::for_people, Listing::complete}) {
    const std::vector<MachineCodeListing> all = listed(kernels, listing);
    ASSERT_EQ(all.size(), kernels.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const MachineCodeListing one = listed(std::span(kernels).subspan(i, 1), listing).front();
      EXPECT_EQ(all[i].text, one.text) << kernels[i].name;
      EXPECT_EQ(all[i].json, one.json) << kernels[i].name;
    }
  }
  EXPECT_NE(listed(kernels, Listing::for_people)[1].text.find("jmpi"), std::string::npos);
}

TEST_F(Listings, name_the_kernel_that_is_no_machine_code) {
  const auto copy = code("mov (16|M0) r10.0<1>:f 0.1:f\n");
  const std::vector<std::byte> noise(64, std::byte{0xee});
  const std::array kernels{NamedCode{"copy", copy}, NamedCode{"noise", noise}};
  try {
    listed(kernels, Listing::complete);
    ADD_FAILURE() << "noise was listed";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the kernel noise"), std::string::npos) << error.what();
  }
}

TEST_F(Listings, of_both_kinds_are_read_back_as_fields) {
  const auto all = code("bfn.0xCA (16|M0) r1.0<1>:ud r2.0<1;0>:ud r3.0<1;0>:ud r4.0<1>:ud {I@1}\n"
                        "math.rsqt (16|M0) r5.0<1>:f r1.0<1;1,0>:f\n"
                        "(W) mov (1|M0) f0.0<1>:ud 0x5:ud\n"
                        "(f0.0) sel (16|M0) r6.0<1>:f r5.0<1;1,0>:f r1.0<1;1,0>:f\n");
  const std::array kernels{NamedCode{"all", all}};
  for (const Listing listing : {Listing::for_people, Listing::complete}) {
    const std::vector<ListingElement> elements = read_listing(listed(kernels, listing).front().json);
    const auto find = [&](Operation operation) {
      const auto found = std::ranges::find(elements, operation, [](const ListingElement& each) {
        return each.label.empty() ? each.instruction.operation : Operation::other;
      });
      return found == elements.end() ? Instruction{} : found->instruction;
    };
    EXPECT_EQ(find(Operation::bfn).boolean_function, 0xca);
    EXPECT_EQ(find(Operation::bfn).distance, (Distance{DistancePipe::integers, 1}));
    EXPECT_EQ(find(Operation::math).math_function, MathFunction::rsqt);
    EXPECT_EQ(find(Operation::mov).destination.file, OperandFile::flag);
    EXPECT_EQ(find(Operation::sel).flag, (FlagRegister{0, 0}));
  }
}

TEST_F(Listings, of_kernels_without_code_are_none_of_others) {
  const auto copy = code("mov (16|M0) r10.0<1>:f 0.1:f\n");
  const std::array kernels{NamedCode{"nothing", {}}, NamedCode{"copy", copy}};
  const std::vector<MachineCodeListing> all = listed(kernels, Listing::for_people);
  EXPECT_EQ(all[0].text.find("mov"), std::string::npos) << all[0].text;
  EXPECT_NE(all[1].text.find("mov"), std::string::npos) << all[1].text;
}

} // namespace
} // namespace xeforge::toolchain

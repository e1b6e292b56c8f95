#include "xeforge/cuda_device/shared_pages.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace xeforge::cuda_device {
namespace {

constexpr std::uint64_t page = SharedPages::page;

// A driver that takes each page once.
struct Pages : testing::Test {
  std::map<std::uint64_t, std::uint64_t> registered; // by the first address: the end
  std::uint64_t refused = 0;                         // the first address of what is not taken
  SharedPages pages{{[this](std::uint64_t address, std::size_t bytes) {
                       for (const auto& [first, end] : registered)
                         if (address < end && first < address + bytes)
                           throw std::runtime_error("registered already");
                       if (address == refused)
                         throw std::runtime_error("refused");
                       registered[address] = address + bytes;
                     },
                     [this](std::uint64_t address) { EXPECT_EQ(registered.erase(address), 1U); }}};
};

TEST_F(Pages, OfAShareAreWhole) {
  pages.share(page + 100, 10);
  EXPECT_EQ(registered, (std::map<std::uint64_t, std::uint64_t>{{page, 2 * page}}));
  pages.release(page + 100, 10);
  EXPECT_TRUE(registered.empty());
}

TEST_F(Pages, OfTwoSharesStayUntilTheLast) {
  pages.share(page + 100, 10);
  pages.share(page + 200, 3 * page); // the same page and three more
  EXPECT_EQ(registered.size(), 2U);
  pages.release(page + 100, 10);
  EXPECT_EQ(registered.size(), 2U);
  pages.release(page + 200, 3 * page);
  EXPECT_TRUE(registered.empty());
}

TEST_F(Pages, BetweenOthersAreAdded) {
  pages.share(2 * page, page);
  pages.share(4 * page, page);
  pages.share(page, 5 * page);
  EXPECT_EQ(registered.size(), 5U);
  pages.release(2 * page, page);
  pages.release(4 * page, page);
  EXPECT_EQ(registered.size(), 5U);
  pages.release(page, 5 * page);
  EXPECT_TRUE(registered.empty());
}

TEST_F(Pages, OfARefusedShareAreGivenBack) {
  pages.share(2 * page, page);
  refused = 3 * page;
  EXPECT_THROW(pages.share(page, 3 * page), std::runtime_error);
  EXPECT_EQ(registered, (std::map<std::uint64_t, std::uint64_t>{{2 * page, 3 * page}}));
  pages.release(2 * page, page);
  EXPECT_TRUE(registered.empty());
}

TEST_F(Pages, LimitACopyToOnePiece) {
  pages.share(2 * page, page);
  pages.share(3 * page, page);
  EXPECT_EQ(pages.bytes_in_one_piece(2 * page + 10, 2 * page), page - 10);
  EXPECT_EQ(pages.bytes_in_one_piece(page, 5 * page), page);
  EXPECT_EQ(pages.bytes_in_one_piece(4 * page, 5 * page), 5 * page);
  EXPECT_EQ(pages.bytes_in_one_piece(3 * page, 7), 7U);
}

} // namespace
} // namespace xeforge::cuda_device

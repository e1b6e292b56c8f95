#include "xeforge/driver/folder_names.hpp"

#include <gtest/gtest.h>

namespace xeforge::driver {
namespace {

using Names = std::vector<std::string>;

TEST(FolderNames, are_the_names_of_the_sources) {
  EXPECT_EQ(folder_names({"src/a.cpp", "../b.cc"}), (Names{"a", "b"}));
  EXPECT_EQ(folder_names({}), Names());
}

TEST(FolderNames, tell_sources_of_one_name_apart_by_their_folders) {
  EXPECT_EQ(folder_names({"one/k.cpp", "two/k.cpp", "two/m.cpp"}), (Names{"one-k", "two-k", "m"}));
  EXPECT_EQ(folder_names({"/x/one/src/k.cpp", "/x/two/src/k.cpp", "k.cpp"}), (Names{"one-src-k", "two-src-k", "k"}));
  EXPECT_EQ(folder_names({"./k.cpp", "../k.cpp", "k.cc"}), (Names{"k", "k-2", "k-3"}));
}

TEST(FolderNames, are_all_different_even_where_a_name_is_made_that_another_has) {
  EXPECT_EQ(folder_names({"k.cpp", "k.cpp", "k-2.cpp"}), (Names{"k", "k-2", "k-2-2"}));
  EXPECT_EQ(folder_names({"a/k.cpp", "b/k.cpp", "a-k.cpp"}), (Names{"a-k", "b-k", "a-k-2"}));
}

} // namespace
} // namespace xeforge::driver

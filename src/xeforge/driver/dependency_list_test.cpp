#include "xeforge/driver/dependency_list.hpp"

#include <gtest/gtest.h>

namespace xeforge::driver {
namespace {

TEST(DependencyList, is_where_the_front_end_writes_it) {
  const FrontEndJob job{"k.cpp", "c++", {"-dependency-file", "k.d", "-sys-header-deps", "-MT", "k.o", "k.cpp"}};
  EXPECT_EQ(dependency_list_of(job)->file, "k.d");
  EXPECT_TRUE(dependency_list_of(job)->with_system_headers);
  EXPECT_FALSE(dependency_list_of({"k.cpp", "c++", {"-dependency-file", "k.d", "k.cpp"}})->with_system_headers);
  EXPECT_FALSE(dependency_list_of({"k.cpp", "c++", {"-MT", "k.o", "k.cpp"}}));
}

TEST(DependencyList, gets_what_devices_read_and_loses_what_is_kept) {
  const FrontEndJob plain{"k.cpp", "c++", {}}, with_rules{"k.cpp", "c++", {"-MP"}};
  EXPECT_EQ(mended_list("k.o: k.cpp u.h\n", plain, {"k.cpp", "v.h", "w x.h"}, ""),
            "k.o: k.cpp \\\n  u.h \\\n  v.h \\\n  w\\ x.h\n");
  EXPECT_EQ(mended_list("k.o: k.cpp\n", with_rules, {"v.h"}, ""), "k.o: k.cpp \\\n  v.h\nv.h:\n");
  EXPECT_EQ(mended_list("k.o: /kept/1.hpp s.hpp k.cpp \\\n  u.h\n/kept/1.hpp:\nu.h:\n", with_rules, {"v.h"}, "/kept"),
            "k.o: k.cpp \\\n  s.hpp \\\n  u.h \\\n  v.h\ns.hpp:\nu.h:\nv.h:\n");
  EXPECT_EQ(mended_list("k.o: k.cpp u.h\n", plain, {"u.h"}, "/kept"), "k.o: k.cpp u.h\n");
  EXPECT_EQ(mended_list("", plain, {"v.h"}, ""), "");
}

TEST(DependencyList, of_several_sources_are_mended_one_by_one) {
  const std::vector<FrontEndJob> jobs{{"a.cpp", "c++", {}}, {"b.cpp", "c++", {}}, {"c.cpp", "c++", {}}};
  EXPECT_EQ(mended_lists("a.o: a.cpp \\\n  u.h\nb.o: b.cpp\nu.h:\nc.o: c.cpp\n", jobs,
                         {{"b.cpp", {"b.cpp", "v.h"}}, {"a.cpp", {"w.h"}}}),
            "a.o: a.cpp \\\n  u.h \\\n  w.h\nb.o: b.cpp \\\n  v.h\nu.h:\nc.o: c.cpp\n");
}

} // namespace
} // namespace xeforge::driver

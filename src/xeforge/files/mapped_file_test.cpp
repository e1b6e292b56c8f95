#include "xeforge/files/mapped_file.hpp"

#include "xeforge/files/folder_for_test.hpp"

#include <algorithm>

#include <fcntl.h>
#include <sys/mman.h>

namespace xeforge::files {
namespace {

namespace fs = std::filesystem;

class mapped_file : public FolderForTest {
protected:
  static constexpr std::size_t size = 1 << 20;

  std::shared_ptr<MappedFile> map() const {
    write(folder / "file", std::string(size, 'a'));
    auto mapped = MappedFile::map(Descriptor(::open((folder / "file").c_str(), O_RDONLY | O_CLOEXEC)), "the file");
    EXPECT_EQ(mapped->bytes()[size - 1], std::byte{'a'});
    return mapped;
  }
};

TEST_F(mapped_file, that_is_shortened_reads_as_zeros_and_is_named_once) {
  {
    const auto mapped = map();
    EXPECT_FALSE(mapped->has_changed());
    EXPECT_EQ(changed_mapping(), "");
    fs::resize_file(folder / "file", size / 2 + 100);
    EXPECT_EQ(std::ranges::count(mapped->bytes(), std::byte{'a'}), size / 2 + 100);
    EXPECT_EQ(mapped->bytes()[size - 1], std::byte{0});
    EXPECT_TRUE(mapped->has_changed());
  }
  EXPECT_EQ(changed_mapping(), "the file");
  EXPECT_EQ(changed_mapping(), "");
}

// Within its last page nothing faults.
TEST_F(mapped_file, that_loses_one_byte_has_changed) {
  const auto mapped = map();
  fs::resize_file(folder / "file", size - 1);
  EXPECT_EQ(changed_mapping(), "the file");
}

TEST_F(mapped_file, an_access_that_is_nobodys_still_ends_the_program) {
  const auto mapped = map();
  const int other = ::open((folder / "other").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::ftruncate(other, 1), 0);
  void* const page = ::mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE, other, 0);
  EXPECT_DEATH(static_cast<void>(static_cast<volatile const char*>(page)[5000]), "");
  ::munmap(page, 8192);
  ::close(other);
}

} // namespace
} // namespace xeforge::files

// What the device behind sees, and what is noted: a device in this process that does nothing but keep a list.
#include "xeforge/device_kernels/recording_device.hpp"

#include <gtest/gtest.h>

#include <string>

namespace xeforge::device_kernels {
namespace {

using namespace devices;

class ListedKernel : public Kernel {
public:
  std::size_t most_group_items() const override { return 1; }
};

class Ended : public Event {
public:
  bool has_ended() const override { return true; }
  void wait() override {}
  Times times() const override { return {1, 2}; }
};

// Every command as a word: "launch 8 bytes", "copy 16".
using Commands = std::vector<std::string>;

class ListingStream : public Stream {
public:
  explicit ListingStream(Commands& commands) : commands_(commands) {}
  EventRef launch(const Kernel&, const Launch& launch) override {
    return note("launch " + std::to_string(launch.items[0]) + " with " +
                std::to_string(static_cast<int>(launch.parameters.at(0)[0])));
  }
  EventRef launch_all(std::span<const KernelLaunch> launches) override {
    for (const KernelLaunch& one : launches)
      launch(*one.kernel, one.launch);
    return note("all");
  }
  EventRef copy(void*, const void*, std::size_t bytes) override { return note("copy " + std::to_string(bytes)); }
  EventRef fill(void*, std::span<const std::byte>, std::size_t count) override {
    return note("fill " + std::to_string(count));
  }
  void wait_for(const EventRef&) override { note("wait"); }

private:
  EventRef note(std::string command) {
    commands_.push_back(std::move(command));
    return std::make_shared<Ended>();
  }
  Commands& commands_;
};

class ListingDevice : public Device {
public:
  ListingDevice(Commands& commands, const Description& description) : commands_(commands), description_(description) {}
  const Description& description() const override { return description_; }
  Clocks clocks() const override { return {1980, 3201}; }
  void* allocate(MemoryKind, std::size_t, std::size_t, std::string_view) override { return &commands_; }
  void free(void*) override { commands_.push_back("free"); }
  void share(void*, std::size_t, std::string_view) override { commands_.push_back("share"); }
  void release(void*) override { commands_.push_back("release"); }
  std::unique_ptr<Program> load(const machine::DeviceImage&) override { return nullptr; }
  std::unique_ptr<Stream> open_stream() override { return std::make_unique<ListingStream>(commands_); }

private:
  Commands& commands_;
  const Description& description_;
};

class ListingAdapter : public Adapter {
public:
  std::string missing() const override { return {}; }
  const std::vector<Description>& descriptions() const override { return descriptions_; }
  bool runs(std::size_t, std::string_view) const override { return true; }
  Device& open(std::size_t) override { return device_; }

  Commands commands;

private:
  std::vector<Description> descriptions_{[] {
    Description description;
    description.name = "listing";
    return description;
  }()};
  ListingDevice device_{commands, descriptions_.front()};
};

class RecordingDevice : public testing::Test {
protected:
  // A launch over so many items whose one parameter is a byte.
  void launch(Stream& stream, std::uint64_t items, std::byte parameter) {
    Launch launch;
    launch.items = {items, 1, 1};
    launch.parameters.push_back({&parameter, 1});
    stream.launch(kernel, launch);
  }

  ListingAdapter behind;
  ChosenDevice chosen{behind, 0};
  RecordingAdapter recorder{chosen};
  ListedKernel kernel;
};

TEST_F(RecordingDevice, does_everything_on_the_device_behind_it) {
  Device& device = recorder.open(0);
  EXPECT_EQ(recorder.descriptions().front().name, "listing");
  EXPECT_EQ(device.clocks().core, 1980u);
  device.free(device.allocate(MemoryKind::device, 1, 1, ""));
  device.share(nullptr, 1, "");
  device.release(nullptr);
  const auto stream = device.open_stream();
  stream->copy(nullptr, nullptr, 16);
  stream->fill(nullptr, {}, 3);
  launch(*stream, 5, std::byte{1});
  stream->wait_for(nullptr);
  EXPECT_EQ(behind.commands, (Commands{"free", "share", "release", "copy 16", "fill 3", "launch 5 with 1", "wait"}));
}

TEST_F(RecordingDevice, notes_launches_with_the_bytes_they_had_and_repeats_them) {
  const auto stream = recorder.open(0).open_stream(), other = recorder.open(0).open_stream();
  launch(*stream, 5, std::byte{1});
  launch(*other, 6, std::byte{2}); // its byte is gone when the launch is repeated
  RecordedLaunches noted = recorder.take();
  ASSERT_EQ(noted.launches().size(), 2u);
  EXPECT_EQ(noted.launches()[0].kernel, &kernel);
  EXPECT_TRUE(recorder.take().launches().empty()) << "what was taken is noted no more";

  RecordedLaunches twice;
  twice.add(noted);
  twice.add(noted);
  noted = {};
  behind.commands.clear();
  stream->launch_all(twice.launches());
  EXPECT_EQ(behind.commands,
            (Commands{"launch 5 with 1", "launch 6 with 2", "launch 5 with 1", "launch 6 with 2", "all"}));
  EXPECT_TRUE(recorder.take().launches().empty()) << "repeating is no launch of a call";
}

TEST_F(RecordingDevice, memory_that_a_call_frees_lives_as_long_as_its_launches) {
  Device& device = recorder.open(0);
  const auto stream = device.open_stream();
  char before = 0, within = 0;
  device.free(&before);
  launch(*stream, 5, std::byte{1});
  device.free(&within);
  EXPECT_EQ(behind.commands, (Commands{"free", "launch 5 with 1"}));
  {
    RecordedLaunches twice;
    {
      const RecordedLaunches noted = recorder.take();
      twice.add(noted);
    }
    EXPECT_EQ(behind.commands.back(), "launch 5 with 1");
  }
  EXPECT_EQ(behind.commands, (Commands{"free", "launch 5 with 1", "free"}));
}

TEST_F(RecordingDevice, does_not_note_what_the_device_refused) {
  const auto stream = recorder.open(0).open_stream();
  EXPECT_THROW(stream->launch(kernel, {}), std::out_of_range); // the list's own way of refusing: no parameter
  EXPECT_TRUE(recorder.take().launches().empty());
}

} // namespace
} // namespace xeforge::device_kernels

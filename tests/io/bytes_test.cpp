#include "portolan/io/baked/bytes.h"

#include <gtest/gtest.h>

#include <limits>

#include "expect_error.h"
#include "portolan/io/file.h"

namespace portolan::detail {
namespace {

struct Pair {
  std::uint32_t a;
  std::uint32_t b;
  friend bool operator==(const Pair&, const Pair&) = default;
};

TEST(Bytes, SurviveWritingAndReading) {
  ByteWriter writer;
  writer.u8(1);
  writer.u32(2);
  writer.array(std::vector<Pair>{{3, 4}, {5, 6}});
  writer.string("seven");
  writer.array(std::vector<double>{});
  writer.u64(std::numeric_limits<std::uint64_t>::max());
  writer.f64(-0.5);
  writer.array(std::vector<std::uint16_t>{8, 9, 10});
  const SharedBytes bytes = *make_shared_bytes(writer.bytes());
  ByteReader reader(bytes.view(), "a.world");
  EXPECT_EQ(reader.u8(), 1);
  EXPECT_EQ(reader.u32(), 2u);
  EXPECT_EQ(reader.array<Pair>(), (std::vector<Pair>{{3, 4}, {5, 6}}));
  EXPECT_EQ(reader.string(), "seven");
  EXPECT_TRUE(reader.array<double>().empty());
  EXPECT_EQ(reader.u64(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(reader.f64(), -0.5);
  const auto view = reader.view<std::uint16_t>();
  EXPECT_EQ(std::vector<std::uint16_t>(view.begin(), view.end()),
            (std::vector<std::uint16_t>{8, 9, 10}));
  EXPECT_TRUE(reader.finish());
}

TEST(Bytes, AreTheSameWhereArraysStayWhereTheyLie) {
  const std::vector<std::uint16_t> numbers{1, 2, 3};
  const std::vector<Pair> pairs{{4, 5}, {6, 7}};
  ByteWriter copied;
  ByteWriter borrowed;
  for (ByteWriter* writer : {&copied, &borrowed}) {
    const auto array = [&](const auto& values) {
      writer == &copied ? writer->array(values) : writer->borrow_array(values);
    };
    array(pairs);
    writer->u8(8);
    array(numbers);
    array(std::vector<Pair>{});
    array(numbers);
    writer->string("nine");
  }
  EXPECT_EQ(borrowed.size(), copied.size());
  const PiecedBytes written = borrowed.take_pieces();
  EXPECT_EQ(written.size(), copied.size());
  EXPECT_EQ(written.borrowed.front().bytes.data(), std::as_bytes(std::span(pairs)).data());
  std::vector<std::byte> joined;
  for (const auto piece : written.pieces()) joined.insert(joined.end(), piece.begin(), piece.end());
  EXPECT_EQ(joined, copied.bytes());
}

TEST(Bytes, AreRefusedAtEveryLengthButTheirOwn) {
  ByteWriter writer;
  writer.u32(1);
  writer.string("text");
  writer.array(std::vector<std::uint32_t>{2, 3});
  for (std::size_t size = 0; size <= writer.bytes().size() + 1; ++size) {
    auto bytes = writer.bytes();
    bytes.resize(size);
    const SharedBytes aligned = *make_shared_bytes(bytes);
    ByteReader reader(aligned.view(), "a.world");
    reader.u32();
    reader.string();
    reader.view<std::uint32_t>();
    EXPECT_EQ(reader.finish().ok(), size == writer.bytes().size()) << size;
  }
}

TEST(Bytes, RefuseLengthsThatCannotBe) {
  for (const std::uint64_t length : {std::uint64_t{3}, ~std::uint64_t{0}, std::uint64_t{1} << 61}) {
    ByteWriter writer;
    writer.u64(length);
    writer.u64(0);
    ByteReader of_array(writer.bytes(), "a.world");
    EXPECT_TRUE(of_array.array<std::uint64_t>().empty());
    EXPECT_FALSE(of_array.ok());
    EXPECT_ERROR(of_array.finish(), "a.world: at byte 8", std::to_string(length), "are left");
    ByteReader of_text(writer.bytes(), "a.world");
    EXPECT_EQ(of_text.string().size(), length == 3 ? 3u : 0u);
    EXPECT_FALSE(of_text.finish());
  }
}

TEST(Bytes, GiveNothingAfterTheFirstFailure) {
  const std::vector<std::byte> bytes(4, std::byte{0xFF});
  ByteReader reader(bytes, "a.world");
  EXPECT_EQ(reader.u64(), 0u);
  EXPECT_EQ(reader.u8(), 0u);
  EXPECT_EQ(reader.remaining(), 0u);
  reader.fail("another reason");
  EXPECT_ERROR(reader.finish(), "8 bytes are needed, 4 are left");
}

TEST(Bytes, ReportTheCallersReason) {
  ByteReader reader({}, "a.world");
  reader.fail("the level is 99");
  EXPECT_ERROR(reader.finish(), "a.world", "the level is 99");
}

TEST(Bytes, AreNotViewedOffTheBoundary) {
  ByteWriter writer;
  writer.array(std::vector<std::uint32_t>{1});
  std::vector<std::byte> moved(1, std::byte{0});
  moved.insert(moved.end(), writer.bytes().begin(), writer.bytes().end());
  const SharedBytes aligned = *make_shared_bytes(moved);
  ByteReader reader(aligned.view().subspan(1), "a.world");
  EXPECT_TRUE(reader.view<std::uint32_t>().empty());
  EXPECT_ERROR(reader.finish(), "boundary");
}

}  // namespace
}  // namespace portolan::detail

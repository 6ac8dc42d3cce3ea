#include "portolan/io/images/image.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "expect_error.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

using Pixels = std::vector<std::uint8_t>;

Result<Image> parse(const std::string& bytes) { return parse_image(bytes, "a.pgm"); }

Image gradient(std::uint32_t width, std::uint32_t height, std::uint32_t channels) {
  Image image{width, height, channels, {}};
  for (std::uint32_t i = 0; i < width * height * channels; ++i) {
    image.pixels.push_back(static_cast<std::uint8_t>(i * 7));
  }
  return image;
}

TEST(Image, ReadsTextAndBinaryGray) {
  for (const char* text :
       {"P2\n# comment\n2 # width\n2 255\n0 128\n254 255\n", "P5 2 2 255\n\x00\x80\xFE\xFF"}) {
    const std::string bytes = text[1] == '5' ? std::string(text, 15) : text;
    const auto image = parse(bytes);
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->width, 2u);
    EXPECT_EQ(image->channels, 1u);
    EXPECT_EQ(image->pixels, (Pixels{0, 128, 254, 255}));
  }
}

TEST(Image, ScalesToEightBits) {
  EXPECT_EQ(parse("P2 3 1 15 0 7 15")->pixels, (Pixels{0, 119, 255}));
  EXPECT_EQ(parse(std::string("P5 3 1 65535\n\0\0\x80\0\xFF\xFF", 19))->pixels,
            (Pixels{0, 127, 255}));
}

TEST(Image, ReadsColours) {
  const auto image = parse("P6 1 2 255\nabcdef");
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->channels, 3u);
  EXPECT_EQ(image->pixels, (Pixels{'a', 'b', 'c', 'd', 'e', 'f'}));
  EXPECT_EQ(parse("P3 1 1 255 1 2 3")->pixels, (Pixels{1, 2, 3}));
}

TEST(Image, RefusesWithFileAndPlace) {
  EXPECT_ERROR(parse(""), "a.pgm", "not a PNG, PGM or PPM");
  EXPECT_ERROR(parse("GIF89a"), "a.pgm", "convert");
  EXPECT_ERROR(parse("P2\n0 2 255\n"), "a.pgm:2:", "from 1 to 16384");
  EXPECT_ERROR(parse("P5\n2\n16385 255\n"), "a.pgm:3:", "from 1 to 16384");
  EXPECT_ERROR(parse("P5\n2 x 255\n"), "a.pgm:2:", "width and height");
  EXPECT_ERROR(parse("P5\n2 2\n65536\n"), "a.pgm:3:", "1 to 65535");
  EXPECT_ERROR(parse("P5\n2 2\n0\n"), "a.pgm:3:", "1 to 65535");
  EXPECT_ERROR(parse("P5\n2 2\n255\nabc"), "a.pgm:4:", "needs 4 bytes", "has 3");
  EXPECT_ERROR(parse("P2\n16384 16384\n255\n1 2"), "a.pgm:3:", "needs 536870912 bytes");
  EXPECT_ERROR(parse("P2\n2 2\n9\n1 2\n3 10\n"), "a.pgm:5:", "sample 3", "0 to 9");
  EXPECT_ERROR(parse("P2\n2 2\n9\n1 2\n3 x  \n"), "a.pgm:5:", "sample 3");
  EXPECT_ERROR(load_image("no/a.png"), "no/a.png", "check the name");
}

TEST(Image, SurvivesWritingAndReadingAsPng) {
  const TemporaryFolder folder;
  for (const std::uint32_t channels : {1u, 3u}) {
    const Image image = gradient(31, 17, channels);
    const auto path = folder.path() / "a.png";
    ASSERT_TRUE(save_png(path, image));
    const auto again = load_image(path);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->width, 31u);
    EXPECT_EQ(again->height, 17u);
    EXPECT_EQ(again->channels, channels);
    EXPECT_EQ(again->pixels, image.pixels);
  }
}

TEST(Image, RefusesDamagedAndHostilePng) {
  const std::string png = *write_png(gradient(31, 17, 3));
  EXPECT_ERROR(parse(png.substr(0, 20)), "a.pgm", "PNG");
  EXPECT_ERROR(parse(png.substr(0, png.size() / 2)), "a.pgm", "PNG");
  std::string wide = png;
  wide[18] = 0x40;  // Width 16384 + 31.
  EXPECT_ERROR(parse(wide), "a.pgm");
  wide[18] = 0x3F;
  wide[22] = 0x3F;
  EXPECT_ERROR(parse(wide), "a.pgm", "too few bytes");
  std::string long_chunk = png;
  long_chunk[33] = 0x7F;  // The length of the pixel data: 2 GB.
  EXPECT_ERROR(parse(long_chunk), "a.pgm", "PNG");
  std::string empty_chunk = png;
  empty_chunk.insert(33, std::string("\0\0\0\0IDAT\x35\xAF\x06\x1E", 12));
  EXPECT_ERROR(parse(empty_chunk), "a.pgm", "PNG");
}

TEST(Image, IsNotSavedWhenItsFieldsDisagree) {
  const TemporaryFolder folder;
  Image image = gradient(4, 4, 3);
  image.pixels.pop_back();
  EXPECT_ERROR(save_png(folder.path() / "a.png", image), "a.png", "4x4", "47 bytes");
  EXPECT_ERROR(make_grid_from_image(image), "4x4");
  EXPECT_ERROR(write_png(Image{}), "0x0");
}

TEST(Image, BecomesAGridByLightness) {
  const auto gray = make_grid_from_image({4, 1, 1, {0, 127, 128, 255}});
  ASSERT_TRUE(gray);
  EXPECT_TRUE(std::ranges::equal(gray->letters(), std::string_view("@@..")));
  EXPECT_TRUE(
      std::ranges::equal(make_grid_from_image({4, 1, 1, {0, 127, 128, 255}}, 200)->letters(),
                         std::string_view("@@@.")));
  const auto colours = make_grid_from_image({3, 1, 3, {255, 255, 255, 0, 255, 0, 0, 0, 255}});
  ASSERT_TRUE(colours);
  EXPECT_TRUE(std::ranges::equal(colours->letters(), std::string_view("..@")));
}

}  // namespace
}  // namespace portolan::detail

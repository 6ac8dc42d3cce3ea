#include "portolan/io/geometry/gltf.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <numbers>

#include "expect_error.h"
#include "geometry_testing.h"
#include "portolan/io/geometry/gltf_data.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

using Triangle = Geometry::Triangle;

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

/// Four corners of a unit square that faces up when read 0 1 2 3, and one more, far above.
const std::string kPositions = bytes_of<float>({0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 9, 0});

Result<Geometry> parse_text(const std::string& text, const SourceAxes& axes = {}) {
  return parse_gltf(std::as_bytes(std::span(text)), "a.gltf", axes);
}

/// Puts a file together; the parts that are empty are left out of it.
struct File {
  std::string data = kPositions + bytes_of<std::uint16_t>({0, 1, 2, 0, 2, 3});
  std::string uri;  ///< Of the buffer, instead of its data.
  std::string views =
      R"({"buffer":0,"byteLength":60},{"buffer":0,"byteOffset":60,"byteLength":12})";
  std::string positions = R"({"bufferView":0,"componentType":5126,"count":5,"type":"VEC3"})";
  std::string indices = R"({"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"})";
  std::string primitives = R"({"attributes":{"POSITION":0},"indices":1})";
  std::string nodes = R"({"mesh":0})";
  std::string more = R"(,"scene":0,"scenes":[{"nodes":[0]}])";
  bool embedded = true;

  std::string json() const {
    std::string text = R"({"asset":{"version":"2.0"},"buffers":[{)";
    if (!uri.empty()) {
      text += R"("uri":")" + uri + R"(",)";
    } else if (embedded) {
      text += R"("uri":"data:application/octet-stream;base64,)" + base64(data) + R"(",)";
    }
    text += R"("byteLength":)" + std::to_string(data.size()) + R"(}],"bufferViews":[)" + views +
            R"(],"accessors":[)" + positions + "," + indices + R"(],"meshes":[{"primitives":[)" +
            primitives + R"(]}],"nodes":[)" + nodes + "]" + more + "}";
    return text;
  }

  Result<Geometry> parse(const SourceAxes& axes = {}) const { return parse_text(json(), axes); }
};

std::string chunk(std::string_view type, std::string bytes) {
  bytes.resize((bytes.size() + 3) / 4 * 4, type == "JSON" ? ' ' : '\0');
  return bytes_of<std::uint32_t>({static_cast<std::uint32_t>(bytes.size())}) + std::string(type) +
         bytes;
}

std::string glb(const std::string& chunks, std::uint32_t version = 2) {
  return "glTF" +
         bytes_of<std::uint32_t>({version, static_cast<std::uint32_t>(12 + chunks.size())}) +
         chunks;
}

const std::string_view kBin("BIN\0", 4);

/// Expects an error with all of these texts in it once the file is changed.
template <class Change>
void refused(Change change, const std::vector<std::string>& texts) {
  File file;
  change(file);
  const auto geometry = file.parse();
  for (const std::string& text : texts) EXPECT_ERROR(geometry, text);
}

TEST(Gltf, ReadsOneSquare) {
  const auto geometry = File().parse();
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->vertices,
            (std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}, {0, 9, 0}}));
  EXPECT_EQ(geometry->triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(geometry->areas, (std::vector<std::uint8_t>{0, 0}));
  EXPECT_EQ(geometry->area_names, std::vector<std::string>{"default"});
  EXPECT_FLOAT_EQ(area_of(*geometry), 1.0f);
}

TEST(Gltf, ReadsBinaryFiles) {
  File file;
  file.embedded = false;
  const TemporaryFolder folder;
  const std::string whole = glb(chunk("JSON", file.json()) + chunk(kBin, file.data));
  const auto geometry = load_gltf(folder.put("a.glb", whole));
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_FLOAT_EQ(area_of(*geometry), 1.0f);
  EXPECT_ERROR(parse_text(whole.substr(0, 19)), "a.gltf:", "inside its header");
  EXPECT_ERROR(parse_text(whole.substr(0, whole.size() - 1)), "get a whole copy");
  EXPECT_ERROR(parse_text(glb(chunk("JSON", "{}"), 1)), "binary glTF 1", "2.0");
  EXPECT_ERROR(parse_text(glb(chunk(kBin, file.data) + chunk("JSON", file.json()))), "first chunk");
  EXPECT_ERROR(parse_text(glb(chunk("JSON", ""))), "no JSON");
  EXPECT_ERROR(parse_text(glb(bytes_of<std::uint32_t>({99}) + "JSON{}  ")), "chunk of 99 bytes");
  EXPECT_ERROR(parse_text(glb(chunk("JSON", file.json()))), "buffers[0]", "no data");
  EXPECT_ERROR(parse_text(glb(chunk("JSON", file.json()) + chunk(kBin, "short"))), "buffers[0]",
               "8 of its 72 bytes");
}

TEST(Gltf, ReadsBuffersFromFiles) {
  File file;
  file.uri = "the%20data.bin";
  const TemporaryFolder folder;
  const auto path = folder.put("a.gltf", file.json());
  EXPECT_ERROR(load_gltf(path), "a.gltf: buffers[0]:", "the data.bin", "cannot be opened");
  EXPECT_ERROR(file.parse(), "buffers[0]", "'the%20data.bin'", "embed it");
  folder.put("the data.bin", file.data);
  const auto geometry = load_gltf(path);
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->triangles.size(), 2u);
  EXPECT_ERROR(load_gltf(folder.path() / "none.glb"), "none.glb", "cannot be opened");
}

TEST(Gltf, ReadsStripsFansAndPlainTriangles) {
  const auto triangles_of = [](int mode, const std::vector<std::uint16_t>& indices) {
    File file;
    file.data = kPositions + bytes_of(indices);
    file.views = R"({"buffer":0,"byteLength":60},{"buffer":0,"byteOffset":60,"byteLength":)" +
                 std::to_string(2 * indices.size()) + "}";
    file.indices = R"({"bufferView":1,"componentType":5123,"type":"SCALAR","count":)" +
                   std::to_string(indices.size()) + "}";
    file.primitives =
        R"({"attributes":{"POSITION":0},"indices":1,"mode":)" + std::to_string(mode) + "}";
    const auto geometry = file.parse();
    return geometry ? geometry->triangles : std::vector<Triangle>();
  };
  EXPECT_EQ(triangles_of(5, {0, 1, 3, 2}), (std::vector<Triangle>{{0, 1, 3}, {1, 2, 3}}));
  EXPECT_EQ(triangles_of(5, {0, 1, 3, 3, 4, 4, 1, 2}),  // Two strips sewn together.
            (std::vector<Triangle>{{0, 1, 3}, {4, 2, 1}}));
  EXPECT_EQ(triangles_of(6, {0, 1, 2, 3}), (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  for (const int mode : {5, 6}) EXPECT_TRUE(triangles_of(mode, {0, 1}).empty());
  for (const int mode : {0, 1, 2, 3, 7}) EXPECT_TRUE(triangles_of(mode, {0, 1, 2}).empty());
  File plain;
  plain.primitives = R"({"attributes":{"POSITION":0},"mode":6})";
  const auto geometry = plain.parse();
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(Gltf, ReadsAllTypesOfIndices) {
  const std::vector<std::uint8_t> bytes{0, 1, 2, 0, 2, 3};
  const std::vector<std::uint32_t> words(bytes.begin(), bytes.end());
  for (const auto& [type, data] :
       {std::pair{5121, bytes_of(bytes)}, std::pair{5125, bytes_of(words)}}) {
    File file;
    file.data = kPositions + data;
    file.views = R"({"buffer":0,"byteLength":60},{"buffer":0,"byteOffset":60,"byteLength":)" +
                 std::to_string(data.size()) + "}";
    file.indices = R"({"bufferView":1,"count":6.0,"type":"SCALAR","componentType":)" +
                   std::to_string(type) + "}";
    const auto geometry = file.parse();
    ASSERT_TRUE(geometry) << geometry.error().message;
    EXPECT_EQ(geometry->triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  }
}

TEST(Gltf, ReadsQuantizedAndInterleavedPositions) {
  File file;
  file.data = bytes_of<std::int16_t>({99, 99, 0, 0, 0, 99, 0, 0, 32767, 99, -32768, 0, 0});
  file.views = R"({"buffer":0,"byteLength":26,"byteStride":8},{"buffer":0,"byteLength":0})";
  file.positions = R"({"bufferView":0,"byteOffset":4,"componentType":5122,"count":3,"type":"VEC3",)"
                   R"("normalized":true})";
  file.primitives = R"({"attributes":{"POSITION":0}})";
  const auto geometry = file.parse();
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->vertices, (std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {-1, 0, 0}}));
  file.positions.replace(file.positions.find("true"), 4, "false");
  EXPECT_EQ(file.parse()->vertices[1], (Vec3{0, 0, 32767}));
}

TEST(Gltf, MovesNestedNodes) {
  File file;
  const double half = std::numbers::sqrt2 / 2;
  // Scaled by 2, reversed a quarter from x to -z, moved; below a matrix that moves by 10, 0, 0.
  file.nodes = R"({"children":[1],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,10,0,0,1]},{"mesh":0,)"
               R"("translation":[0,5,0],"scale":[2,2,2],"rotation":[0,)" +
               std::to_string(half) + ",0," + std::to_string(half) + "]}";
  const auto geometry = file.parse();
  ASSERT_TRUE(geometry) << geometry.error().message;
  const std::vector<Vec3> expected{{10, 5, 0}, {12, 5, 0}, {12, 5, -2}, {10, 5, -2}, {10, 23, 0}};
  ASSERT_EQ(geometry->vertices.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_LT(distance(geometry->vertices[i], expected[i]), 1e-5f) << i;
  }
  EXPECT_NEAR(area_of(*geometry), 4.0f, 1e-5f);
}

TEST(Gltf, KeepsTheFacingUnderMirrors) {
  File file;
  for (const char* scale : {"[-1,1,1]", "[1,1,-3]", "[-1,-1,-1]"}) {
    file.nodes = R"({"mesh":0,"scale":)" + std::string(scale) + "}";
    const auto geometry = file.parse();
    ASSERT_TRUE(geometry) << geometry.error().message;
    const bool upside_down = std::string(scale) == "[-1,-1,-1]";
    EXPECT_EQ(area_of(*geometry) > 0.0f, !upside_down) << scale;
  }
}

TEST(Gltf, DrawsTheDefaultSceneOrAllNodes) {
  File file;
  file.nodes = R"({"mesh":0},{"mesh":0,"translation":[5,0,0]},{"children":[0]})";
  file.more = R"(,"scenes":[{"nodes":[0]},{"nodes":[1]}],"scene":1)";
  const auto one = file.parse();
  ASSERT_TRUE(one) << one.error().message;
  EXPECT_EQ(one->triangles.size(), 2u);
  EXPECT_EQ(one->vertices[0], (Vec3{5, 0, 0}));
  file.more = "";
  const auto all = file.parse();
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_EQ(all->triangles.size(), 4u);
  EXPECT_EQ(all->triangles[3], (Triangle{5, 7, 8}));
}

TEST(Gltf, TurnsAxesAndScales) {
  const auto geometry = File().parse({SourceAxes::Up::z, 2.0f});
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->vertices[2], (Vec3{2, 2, 0}));
  EXPECT_EQ(geometry->vertices[4], (Vec3{0, 0, -18}));
  EXPECT_ERROR(File().parse({SourceAxes::Up::y, 0.0f}), "a.gltf:", "the unit is");
}

TEST(Gltf, MakesMaterialsAreas) {
  File file;
  const auto primitive = [](const std::string& material) {
    return R"({"attributes":{"POSITION":0},"indices":1)" + material + "}";
  };
  file.primitives = primitive(R"(,"material":2)") + "," + primitive("") + "," +
                    primitive(R"(,"material":0)") + "," + primitive(R"(,"material":1)") + "," +
                    primitive(R"(,"material":3)");
  file.more += R"(,"materials":[{"name":"road"},{},{"name":"mud"},{"name":"road"}])";
  const auto geometry = file.parse();
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->area_names,
            (std::vector<std::string>{"default", "mud", "road", "material 1"}));
  EXPECT_EQ(geometry->areas, (std::vector<std::uint8_t>{1, 1, 0, 0, 2, 2, 3, 3, 2, 2}));
  EXPECT_EQ(geometry->vertices.size(), 5u);  // The primitives share them.
  std::string materials;
  file.primitives.clear();
  for (int i = 0; i < 63; ++i) {
    materials += i == 0 ? "{}" : ",{}";
    file.primitives += (i == 0 ? "" : ",") + primitive(R"(,"material":)" + std::to_string(i));
  }
  file.more = R"(,"materials":[)" + materials + "]";
  EXPECT_ERROR(file.parse(), "a.gltf: meshes[0]:", "62 materials");
}

TEST(Gltf, RefusesWhatIsNotGltf) {
  EXPECT_ERROR(parse_text(""), "a.gltf:1:", "not JSON");
  EXPECT_ERROR(parse_text("{\n\"asset\":\n]"), "a.gltf:3:", "not JSON");
  EXPECT_ERROR(parse_text("[1e999]"), "a.gltf:", "too large");
  EXPECT_ERROR(parse_text("[]"), "a.gltf:", "'asset'");
  EXPECT_ERROR(parse_text(R"({"asset":{"version":"1.0"}})"), "glTF '1.0'", "export it as glTF 2.0");
  EXPECT_ERROR(parse_text(R"({"asset":{"version":"2.0"}})"), "no triangles");
  EXPECT_ERROR(parse_text(R"({"asset":{"version":"2.0"},"extensionsRequired":)"
                          R"(["KHR_texture_transform","KHR_draco_mesh_compression"]})"),
               "'KHR_draco_mesh_compression'", "uncompressed");
  const std::string deep(500'000, '[');
  EXPECT_ERROR(parse_text(R"({"extras":)" + deep + std::string(deep.size(), ']') + "}"), "'asset'");
}

TEST(Gltf, RefusesNodesThatAreNoTrees) {
  File file;
  file.nodes = R"({"mesh":0,"children":[0]})";
  EXPECT_ERROR(file.parse(), "nodes[0]", "below itself");
  file.more = "";
  EXPECT_ERROR(file.parse(), "nodes[0]", "below itself");
  file.nodes = R"({"mesh":0},{"children":[2]},{"children":[1]})";
  EXPECT_ERROR(file.parse(), "nodes[1]", "below itself");
  file.nodes = R"({"children":[1,2]},{"children":[2]},{"mesh":0})";
  EXPECT_ERROR(file.parse(), "nodes[2]", "two nodes");
}

TEST(Gltf, RefusesIndicesOutOfRange) {
  refused([](File& f) { f.nodes = R"({"mesh":1})"; }, {"nodes[0]", "number 1 of the 1 'meshes'"});
  refused([](File& f) { f.nodes = R"({"children":["a"]})"; }, {"nodes[0]", "no number"});
  refused([](File& f) { f.nodes = R"({"children":[-1]})"; }, {"nodes[0]", "no number"});
  refused([](File& f) { f.nodes = R"({"scale":[1,2]})"; }, {"nodes[0]", "'scale'", "3 numbers"});
  refused([](File& f) { f.nodes = R"({"matrix":[1]})"; }, {"nodes[0]", "'matrix'", "16 numbers"});
  refused([](File& f) { f.more = R"(,"scene":0)"; }, {"a.gltf: it points to", "'scenes'"});
  refused([](File& f) { f.more = R"(,"scene":0,"scenes":[{"nodes":[1]}])"; }, {"scenes[0]"});
  refused([](File& f) { f.primitives = R"({"attributes":{"POSITION":2}})"; },
          {"meshes[0]", "'accessors'"});
  refused([](File& f) { f.primitives = R"({"attributes":{"POSITION":0},"material":0})"; },
          {"meshes[0]", "'materials'"});
  refused([](File& f) { f.views = "{}"; }, {"bufferViews[0]", "'buffer'"});
  refused([](File& f) { f.positions = R"({"bufferView":2,"count":1,"componentType":5126})"; },
          {"accessors[0]", "number 2 of the 2 'bufferViews'"});
  refused([](File& f) { f.data[60] = 5; }, {"meshes[0]", "vertex 5 of 5"});
}

TEST(Gltf, RefusesArraysThatDoNotFit) {
  const auto accessor = [](const std::string& rest) {
    return R"({"bufferView":0,"type":"VEC3","componentType":5126,)" + rest + "}";
  };
  for (const char* rest :
       {R"("count":6)", R"("count":5,"byteOffset":4)", R"("count":1,"byteOffset":61)",
        R"("count":18446744073709551615)", R"("count":1,"byteOffset":18446744073709551615)"}) {
    refused([&](File& f) { f.positions = accessor(rest); }, {"accessors[0]", "do not fit"});
  }
  for (const char* stride : {"0", "11", "13", "18446744073709551615"}) {
    refused(
        [&](File& f) {
          f.views = R"({"buffer":0,"byteLength":60,"byteStride":)" + std::string(stride) +
                    R"(},{"buffer":0,"byteOffset":60,"byteLength":12})";
        },
        {"accessors[0]", "do not fit"});
  }
  refused([&](File& f) { f.positions = accessor(R"("count":0)"); },
          {"accessors[0]", "no elements"});
  refused([&](File& f) { f.positions = accessor(R"("count":-1)"); }, {"accessors[0]", "'count'"});
  refused([&](File& f) { f.positions = accessor(R"("count":1.5)"); }, {"accessors[0]", "'count'"});
  refused([&](File& f) { f.positions = accessor(R"("count":5,"sparse":{})"); },
          {"accessors[0]", "sparse"});
  refused([](File& f) { f.positions = R"({"count":5,"type":"VEC3","componentType":5126})"; },
          {"accessors[0]", "compressed"});
  refused([](File& f) { f.positions.replace(f.positions.find("5126"), 4, "5130"); },
          {"accessors[0]", "5130"});
  refused([](File& f) { f.positions.replace(f.positions.find("VEC3"), 4, "VEC2"); },
          {"accessors[0]", "'VEC2'", "'VEC3'"});
  refused([](File& f) { f.indices.replace(f.indices.find("5123"), 4, "5122"); },
          {"accessors[1]", "unsigned"});
  refused([](File& f) { f.indices.replace(f.indices.find("6"), 1, "5"); },
          {"meshes[0]", "5 corners"});
  for (const char* view : {R"("byteLength":73)", R"("byteOffset":70,"byteLength":12)",
                           R"("byteOffset":1,"byteLength":18446744073709551615)"}) {
    refused(
        [&](File& f) {
          f.views = R"({"buffer":0,)" + std::string(view) + "},{\"buffer\":0,\"byteLength\":1}";
        },
        {"bufferViews[0]", "beyond its buffer of 72"});
  }
  refused([](File& f) { f.uri = "data:;base64,AA*A"; }, {"buffers[0]", "base64"});
  refused([](File& f) { f.uri = "data:text/plain,hello"; }, {"buffers[0]", "base64"});
  refused([](File& f) { f.uri = "data:;base64,AAAA"; }, {"buffers[0]", "3 of its 72 bytes"});
}

TEST(Gltf, RefusesWhatIsNotFinite) {
  File file;
  file.data.replace(0, 4, bytes_of<float>({std::numeric_limits<float>::quiet_NaN()}));
  EXPECT_ERROR(file.parse(), "nodes[0]", "not finite");
  File far;
  far.nodes = R"({"mesh":0,"scale":[1,1e300,1]})";
  EXPECT_ERROR(far.parse(), "nodes[0]", "too far out");
}

TEST(Gltf, RefusesMoreTrianglesThanFit) {
  // A mesh of 30,000 triangles, drawn 4,000 times by a file of 200 KB.
  File file;
  file.data = kPositions + std::string(90'000, '\0');
  file.views = R"({"buffer":0,"byteLength":60},{"buffer":0,"byteOffset":60,"byteLength":90000})";
  file.indices = R"({"bufferView":1,"componentType":5121,"count":90000,"type":"SCALAR"})";
  for (int i = 1; i < 4000; ++i) file.nodes += R"(,{"mesh":0})";
  file.more = "";
  EXPECT_ERROR(file.parse(), "nodes[3333]", "more than 100000000");
}

/// Strips that turn on the spot have no triangles: their corners are counted all the same.
TEST(Gltf, RefusesStripsOfNothingSlow) {
  constexpr std::size_t kCorners = 1'000'000;
  File file;
  file.data = kPositions + std::string(kCorners, '\0');
  file.views = R"({"buffer":0,"byteLength":60},{"buffer":0,"byteOffset":60,"byteLength":)" +
               std::to_string(kCorners) + "}";
  file.indices = R"({"bufferView":1,"componentType":5121,"type":"SCALAR","count":)" +
                 std::to_string(kCorners) + "}";
  const std::string strip = R"({"attributes":{"POSITION":0},"indices":1,"mode":5})";
  file.primitives = strip;
  for (int i = 0; i < 40'000; ++i) file.primitives += "," + strip;
  EXPECT_ERROR(file.parse(), "meshes[0]", "more than 100000000", "split the level");
}

/// Names are looked up once a material, not once a primitive: minutes otherwise.
TEST(Gltf, ReadsLongNamesOnce) {
  File file;
  const std::string one = R"({"attributes":{"POSITION":0},"indices":1,"material":0})";
  file.primitives = one;
  for (int i = 1; i < 30'000; ++i) file.primitives += "," + one;
  file.more += R"(,"materials":[{"name":")" + std::string(2'000'000, 'a') + R"("}])";
  const auto geometry = file.parse();
  ASSERT_TRUE(geometry) << geometry.error().message;
  EXPECT_EQ(geometry->areas.size(), 60'000u);
  EXPECT_EQ(geometry->areas.back(), 1);
}

TEST(GltfData, DecodesBase64) {
  for (const std::string bytes : {"", "a", "ab", "abc", "abcd", "\xff\xfe\xfd"}) {
    EXPECT_EQ(decode_data_uri("data:x/y;base64," + base64(bytes)), bytes);
  }
  EXPECT_EQ(decode_data_uri("file.bin"), std::nullopt);
  EXPECT_EQ(decode_percent("a%20b%2f%zz%4"), "a b/%zz%4");
}

}  // namespace
}  // namespace portolan::detail

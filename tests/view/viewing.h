#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/types.h"
#include "tests/temporary_folder.h"
#include "view/router.h"
#include "view/viewer.h"

/// Asks the viewer's routes without a socket.
namespace portolan::detail::cli {

/// A world made of a file, as `portolan view FILE OPTIONS` makes it.
std::unique_ptr<World> open_for_view(const std::string& file,
                                     const std::vector<std::string>& options = {});

/// A binary answer, read by what docs/viewer-http.md says of its layout.
class ReadBundle {
 public:
  explicit ReadBundle(const Response& response);

  const nlohmann::json& header() const { return header_; }
  /// An array of the header's; fails the test where there is none of that name and type.
  template <class T>
  std::vector<T> array(const std::string& name) const {
    constexpr const char* type = std::is_same_v<T, float>           ? "f32"
                                 : std::is_same_v<T, std::uint32_t> ? "u32"
                                 : std::is_same_v<T, std::uint16_t> ? "u16"
                                                                    : "u8";
    const std::string_view bytes = find(name, type);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
  std::vector<Vec3> points(const std::string& name) const;

 private:
  std::string_view find(const std::string& name, std::string_view type) const;

  std::string body_;
  nlohmann::json header_;
  std::size_t data_ = 0;
};

/// A viewer of one world and its router.
class AskedViewer {
 public:
  static constexpr unsigned kPort = 7000;

  explicit AskedViewer(std::unique_ptr<World> world, const std::string& name = "world");

  /// `address` with what follows the question mark.
  Response get(const std::string& address) const;
  Response post(const std::string& path, const std::string& body) const;
  Response remove(const std::string& path) const;  ///< By DELETE.
  /// The same, whose answer must be good.
  nlohmann::json get_json(const std::string& address) const;
  ReadBundle get_bundle(const std::string& address) const;
  nlohmann::json post_json(const std::string& path, const std::string& body) const;

 private:
  Router router_;
  Viewer viewer_;
};

inline nlohmann::json json_of(const Response& response) {
  return nlohmann::json::parse(response.body, nullptr, false);
}

/// Small worlds of each kind, in a folder of their own.
class ViewedWorlds : public ::testing::Test {
 public:
  /// 12x8 tiles in squares of 4: a wall with one gap at 5,6 between its two halves.
  std::unique_ptr<World> walled_grid(const std::vector<std::string>& options = {}) const;
  /// 48x48 tiles with posts here and there.
  std::unique_ptr<World> open_grid() const;
  /// Two floors of 20 m with "grass" between them, 10 m wide.
  std::unique_ptr<World> three_floors() const;
  /// Hills of side x side heights.
  std::unique_ptr<World> hills(int side = 24) const;

 private:
  TemporaryFolder folder_;
};

}  // namespace portolan::detail::cli

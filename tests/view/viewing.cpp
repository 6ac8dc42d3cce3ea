#include "viewing.h"

#include "arguments/command.h"
#include "arguments/world_arguments.h"

namespace portolan::detail::cli {
namespace {

/// Splits what follows the question mark; nothing in it is escaped.
void read_address(const std::string& address, Request& request) {
  const std::size_t mark = address.find('?');
  request.path = address.substr(0, mark);
  if (mark == std::string::npos) return;
  std::string_view left = std::string_view(address).substr(mark + 1);
  while (!left.empty()) {
    const std::string_view pair = left.substr(0, left.find('&'));
    const std::size_t equals = pair.find('=');
    request.parameters.emplace_back(pair.substr(0, equals),
                                    equals == pair.npos ? "" : pair.substr(equals + 1));
    left.remove_prefix(std::min(left.size(), pair.size() + 1));
  }
}

Request local_request(const std::string& method) {
  Request request;
  request.method = method;
  request.host = "127.0.0.1:" + std::to_string(AskedViewer::kPort);
  return request;
}

}  // namespace

std::unique_ptr<World> open_for_view(const std::string& file,
                                     const std::vector<std::string>& options) {
  Command command;
  WorldArguments arguments;
  arguments.add_to(command, "");
  std::vector<std::string> words{file};
  words.insert(words.end(), options.begin(), options.end());
  command.read_words(words);
  return arguments.open();
}

ReadBundle::ReadBundle(const Response& response) : body_(response.body) {
  EXPECT_EQ(response.status, 200) << response.body.substr(0, 300);
  EXPECT_EQ(response.type, "application/octet-stream");
  if (body_.size() < 8) return;
  std::uint32_t start[2];
  std::memcpy(start, body_.data(), sizeof start);
  EXPECT_EQ(start[0], 0x31425650u);
  EXPECT_EQ(start[1] % 4, 0u);
  data_ = 8 + std::size_t{start[1]};
  header_ = nlohmann::json::parse(body_.substr(8, start[1]), nullptr, false);
  EXPECT_EQ(header_["version"], 1);
}

std::string_view ReadBundle::find(const std::string& name, std::string_view type) const {
  for (const auto& array : header_["arrays"]) {
    if (array["name"] != name || array["type"] != type) continue;
    const std::size_t size = type == "u8" ? 1 : type == "u16" ? 2 : 4;
    const auto offset = array["offset"].get<std::size_t>();
    EXPECT_EQ(offset % 4, 0u);
    const auto bytes = array["count"].get<std::size_t>() * array["width"].get<std::size_t>() * size;
    EXPECT_LE(data_ + offset + bytes, body_.size());
    return std::string_view(body_).substr(data_ + offset, bytes);
  }
  ADD_FAILURE() << "no array " << name << " of " << type << " in " << header_.dump();
  return {};
}

std::vector<Vec3> ReadBundle::points(const std::string& name) const {
  const std::vector<float> numbers = array<float>(name);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  return points;
}

AskedViewer::AskedViewer(std::unique_ptr<World> world, const std::string& name)
    : viewer_(name, make_viewed_world(std::move(world))) {
  router_.set_port(kPort);
  viewer_.add_routes(router_);
}

Response AskedViewer::get(const std::string& address) const {
  Request request = local_request("GET");
  read_address(address, request);
  return router_.answer(request);
}

Response AskedViewer::post(const std::string& path, const std::string& body) const {
  Request request = local_request("POST");
  request.path = path;
  request.body = body;
  return router_.answer(request);
}

Response AskedViewer::remove(const std::string& path) const {
  Request request = local_request("DELETE");
  request.path = path;
  return router_.answer(request);
}

nlohmann::json AskedViewer::get_json(const std::string& address) const {
  const Response response = get(address);
  EXPECT_EQ(response.status, 200) << address << ": " << response.body.substr(0, 300);
  return json_of(response);
}

ReadBundle AskedViewer::get_bundle(const std::string& address) const {
  return ReadBundle(get(address));
}

nlohmann::json AskedViewer::post_json(const std::string& path, const std::string& body) const {
  const Response response = post(path, body);
  EXPECT_EQ(response.status, 200) << path << ": " << response.body.substr(0, 300);
  return json_of(response);
}

std::unique_ptr<World> ViewedWorlds::walled_grid(const std::vector<std::string>& options) const {
  const auto file = folder_.put("walled.map",
                                "type octile\nheight 8\nwidth 12\nmap\n"
                                ".....@......\n"
                                ".....@......\n"
                                ".....@......\n"
                                ".....@..3...\n"
                                ".....@......\n"
                                ".....@......\n"
                                "............\n"
                                ".....@......\n");
  std::vector<std::string> words{"--cell-size", "4", "--group", "2", "--levels", "2"};
  words.insert(words.end(), options.begin(), options.end());
  return open_for_view(file.string(), words);
}

std::unique_ptr<World> ViewedWorlds::open_grid() const {
  std::string text = "type octile\nheight 48\nwidth 48\nmap\n";
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 48; ++x) text += (x * 5 + y * 3) % 11 == 0 ? '@' : '.';
    text += "\n";
  }
  return open_for_view(folder_.put("open.map", text).string());
}

std::unique_ptr<World> ViewedWorlds::three_floors() const {
  const auto file = folder_.put(
      "floors.obj",
      "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nv 30 0 0\nv 30 0 20\nv 50 0 20\nv 50 0 0\n"
      "usemtl floor\nf 1 2 3 4\nf 5 6 7 8\nusemtl grass\nf 4 3 6 5\n");
  return open_for_view(file.string(), {"--merge", "2"});
}

std::unique_ptr<World> ViewedWorlds::hills(int side) const {
  std::string text = "P2\n" + std::to_string(side) + " " + std::to_string(side) + "\n255\n";
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) text += std::to_string((x * 7 + y * 13 + x * y) % 29) + " ";
    text += "\n";
  }
  return open_for_view(folder_.put("hills.pgm", text).string(),
                       {"--world", "terrain", "--spacing", "10", "--cell-size", "4"});
}

}  // namespace portolan::detail::cli

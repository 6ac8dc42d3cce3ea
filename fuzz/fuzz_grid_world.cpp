#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "portolan/grid/grid_query.h"
#include "portolan/io/container.h"
#include "portolan/io/grid_world_file.h"

namespace {

using namespace portolan;
using Bytes = std::span<const std::byte>;

/// The sections that the bytes name, as far as they lie inside, in a container whose checksums
/// are right: so that what stands in the sections is what gets tested.
std::vector<std::byte> with_right_checksums(Bytes bytes) {
  ContainerPrologue prologue;
  if (bytes.size() < sizeof prologue) return {};
  std::memcpy(&prologue, bytes.data(), sizeof prologue);
  ContainerWriter writer(Tag(prologue.kind));
  const std::size_t room = (bytes.size() - sizeof prologue) / sizeof(SectionEntry);
  for (std::size_t i = 0; i < room && i < prologue.section_count && i < 8; ++i) {
    SectionEntry entry;
    std::memcpy(&entry, bytes.data() + sizeof prologue + i * sizeof entry, sizeof entry);
    if (entry.offset > bytes.size()) continue;
    const auto size = std::min<std::uint64_t>(entry.size, bytes.size() - entry.offset);
    const auto section = bytes.subspan(entry.offset, size);
    writer.add(Tag(entry.tag), {section.begin(), section.end()});
  }
  auto file = writer.write();
  return file ? std::move(*file) : std::vector<std::byte>();
}

/// Asks for some ways between free tiles by all methods; they must be made of legal moves.
void ask(GridQuery& query, const GridSnapshot& world) {
  const auto letters = world.grid().letters();
  std::vector<Tile> free;
  for (std::size_t i = 0; i < letters.size() && free.size() < 200; ++i) {
    const Tile t{static_cast<std::int32_t>(i % world.grid().width()),
                 static_cast<std::int32_t>(i / world.grid().width())};
    if (world.graph().passable(t)) free.push_back(t);
  }
  GridPath path;
  for (std::size_t k = 0; k < 8 && k < free.size(); ++k) {
    GridQueryOptions options;
    options.search.level = static_cast<unsigned>(k % (world.hierarchy().levels() + 1));
    options.search.connect = static_cast<ConnectMethod>(k % 4);
    options.smoothing = k < 4 ? Smoothing::none : Smoothing::full;
    query.find_path(world, free[k * 31 % free.size()], free[free.size() - 1 - k * 17 % free.size()],
                    options, path);
    if (path.status == Status::complete && world.graph().cost(path.nodes) == kInfinite)
      std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto file = with_right_checksums(std::as_bytes(std::span(data, size)));
  const auto world = parse_grid_world(*make_shared_bytes(file), "fuzz.world");
  if (!world) return 0;
  for (unsigned level = 1; level <= world->hierarchy().levels(); ++level) {
    if (world->hierarchy().level_size(level).bytes > world->hierarchy().bytes()) std::abort();
  }
  GridQuery query;
  ask(query, *world);
  const auto letters = world->grid().letters();
  const auto middle = static_cast<std::int32_t>(letters.size() / 2);
  const auto width = static_cast<std::int32_t>(world->grid().width());
  const TileChange changes[] = {{{middle % width, middle / width}, '@'}, {{0, 0}, letters.back()}};
  if (const auto edited = world->edit(changes)) ask(query, edited->snapshot);
  return 0;
}

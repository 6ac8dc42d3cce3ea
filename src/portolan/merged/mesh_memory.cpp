#include "portolan/merged/mesh_memory.h"

#include "portolan/core/narrow.h"

namespace portolan {
namespace {

constexpr std::size_t kFirstBuckets = 256;

std::size_t spread(std::uint32_t mesh) {
  return static_cast<std::size_t>((mesh * 0x9E37'79B9'7F4A'7C15u) >> 32);
}

}  // namespace

MeshMemory::MeshMemory(MemoryKind kind, std::uint32_t count, std::uint32_t first)
    : kind_(kind), iteration_(first - 1) {
  if (kind_ == MemoryKind::array) {
    notes_.resize(count);
  } else {
    buckets_.resize(kFirstBuckets);
  }
}

void MeshMemory::begin() {
  mesh_of_.clear();
  if (++iteration_ != 0) return;
  for (Note& n : notes_) n = {};
  for (Bucket& b : buckets_) b = {};
  iteration_ = 1;
}

bool MeshMemory::add_starter(std::uint32_t mesh, std::uint32_t child) {
  Note& n = note(mesh);
  if (n.iteration != iteration_) {
    n.iteration = iteration_;
    n.starter_count = 0;
  }
  for (std::uint32_t k = 0; k < n.starter_count; ++k) {
    if (n.starters[k] == child) return false;
  }
  n.starters[n.starter_count++] = child;
  return true;
}

std::uint32_t MeshMemory::hashed_slot(std::uint32_t mesh) {
  std::size_t at = spread(mesh) & (buckets_.size() - 1);
  while (buckets_[at].iteration == iteration_) {
    if (buckets_[at].mesh == mesh) return buckets_[at].slot;
    at = (at + 1) & (buckets_.size() - 1);
  }
  const std::uint32_t slot = narrow<std::uint32_t>(mesh_of_.size());
  mesh_of_.push_back(mesh);
  buckets_[at] = {mesh, slot, iteration_};
  if (slot >= notes_.size()) {
    notes_.resize(2 * std::size_t{slot} + 64);
  }
  if (2 * mesh_of_.size() > buckets_.size()) grow();
  return slot;
}

void MeshMemory::grow() {
  buckets_.assign(2 * buckets_.size(), {});
  for (std::uint32_t slot = 0; slot < mesh_of_.size(); ++slot) {
    std::size_t at = spread(mesh_of_[slot]) & (buckets_.size() - 1);
    while (buckets_[at].iteration == iteration_) at = (at + 1) & (buckets_.size() - 1);
    buckets_[at] = {mesh_of_[slot], slot, iteration_};
  }
}

std::size_t MeshMemory::bytes() const {
  return notes_.capacity() * sizeof(Note) + buckets_.capacity() * sizeof(Bucket) +
         mesh_of_.capacity() * sizeof(std::uint32_t);
}

}  // namespace portolan

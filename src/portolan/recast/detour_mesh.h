#pragma once

#include <DetourNavMesh.h>

#include <cassert>
#include <memory>
#include <utility>

namespace portolan {

/// A dtNavMesh, shared by its copies and freed with the last of them. Never null. Reading it from
/// several threads is safe; changing it is not, and no copy notices.
class DetourMesh {
 public:
  /// Takes over a mesh that dtAllocNavMesh made.
  explicit DetourMesh(dtNavMesh* mesh) : mesh_(mesh, &dtFreeNavMesh) { assert(mesh != nullptr); }

  /// Shares a mesh that is owned elsewhere.
  explicit DetourMesh(std::shared_ptr<dtNavMesh> mesh) : mesh_(std::move(mesh)) {
    assert(mesh_ != nullptr);
  }

  dtNavMesh& operator*() const { return *mesh_; }
  dtNavMesh* operator->() const { return mesh_.get(); }
  dtNavMesh* get() const { return mesh_.get(); }

 private:
  std::shared_ptr<dtNavMesh> mesh_;
};

}  // namespace portolan

#pragma once

#include <vector>

#include "portolan/hierarchy/overlay_cell.h"
#include "portolan/hierarchy/partition.h"
#include "portolan/io/baked/bytes.h"
#include "portolan/io/file.h"
#include "portolan/types.h"

/// Partitions and packed cells as sections of baked files.
namespace portolan::detail {

/// The parents of the cells, level by level.
void write_parents(const Partition& partition, ByteWriter& out);

/// Where each cell's block begins (in words), and the blocks, which stay where they lie.
void write_cells(const std::vector<CellWords>& cells, ByteWriter& out);
/// The same as a section of its own.
PiecedBytes cell_bytes(const std::vector<CellWords>& cells);

/// The blocks where they lie in the file's memory, which lives as long as any of them. Each is as
/// long as it says; nothing else is known about them yet. A reader that fails gives none.
std::vector<CellWords> read_cells(ByteReader& in, const SharedBytes& file);

}  // namespace portolan::detail

#pragma once

#include "portolan/merged/merged_hierarchy.h"

namespace portolan::detail {

/// Fills in children and places from the parents.
void lay_out_tree(MergedHierarchy& h);

/// Fills in records and their joints from the tree and the mates; distances stay 0.
void lay_out_records(MergedHierarchy& h);

/// All of these, and the distances of the records: what follows from prices, parents, `entering`.
void lay_out_all(MergedHierarchy& h);

/// Fills in which top clusters have a path to each other.
void find_components(MergedHierarchy& h);

}  // namespace portolan::detail

#include "portolan/merged/merged_query.h"

#include "portolan/merged/expand_clusters.h"

namespace portolan::detail {

template class MergedQueryOf<ClusterMemory>;

}  // namespace portolan::detail

/// Everything but recast.h and detour.h, which speak Recast and Detour (recast_options.h does not,
/// and is here), and gpu.h, which is not installed.
#pragma once

#include "portolan/batch.h"
#include "portolan/geometry.h"
#include "portolan/graph.h"
#include "portolan/grid.h"
#include "portolan/io.h"
#include "portolan/navmesh.h"
#include "portolan/picture.h"
#include "portolan/recast_options.h"
#include "portolan/surface.h"
#include "portolan/terrain.h"
#include "portolan/types.h"

/// Everything but what speaks Recast and Detour: recast.h and detour.h.
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

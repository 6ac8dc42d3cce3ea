#include <gtest/gtest.h>

#include "tool.h"

namespace portolan::detail {
namespace {

/// A command line and what its refusal must say.
struct MeshMistake {
  const char* name;
  const char* arguments;
  const char* says;
};

class CliMeshMistake : public ToolFolder, public ::testing::WithParamInterface<MeshMistake> {};

TEST_P(CliMeshMistake, NamesItselfAndWhatIsAllowed) {
  write_two_parts("small.map");
  write_two_floors("two.obj");
  write_polyanya("flat.mesh");
  run("build flat.mesh -o flat.portolan");
  const auto result = run(GetParam().arguments);
  EXPECT_EQ(result.exit_code, 2) << result;
  EXPECT_NE(result.err.find(GetParam().says), std::string::npos)
      << "'" << GetParam().says << "' is not in " << result;
}

INSTANTIATE_TEST_SUITE_P(
    All, CliMeshMistake,
    ::testing::Values(
        MeshMistake{"GridOptionOfAMesh", "build two.obj -o w --transitions all",
                    "--transitions is for grids; this world is one of the navigation meshes"},
        MeshMistake{"MeshOptionOfAGrid", "build small.map -o w --merge 4",
                    "--merge is for navigation meshes; this world is one of the grids"},
        MeshMistake{"GeometryOptionOfAMesh", "build flat.mesh -o w --agent-radius 1",
                    "--agent-radius is for geometry; flat.mesh is a mesh already"},
        MeshMistake{"ConnectionOfGrids", "run flat.portolan random:3 --connect sparse",
                    "--connect: sparse and goalward are for grids"},
        MeshMistake{"TableThatIsNotThere", "run flat.mesh random:3 --tables none --connect table",
                    "--connect: the world has no connect table; build it with --tables auto"},
        MeshMistake{"UnknownConnection", "run flat.portolan random:3 --connect tabel",
                    "--connect: 'tabel' is unknown; give astar, dijkstra"},
        MeshMistake{"NothingToAdd", "build flat.portolan -o w",
                    "'flat.portolan' is a built world; give --metric"},
        MeshMistake{"BuildOptionWhenAdding", "build flat.portolan -o w --metric m.json --merge 4",
                    "keeps its other build options; leave --merge out"},
        MeshMistake{"AnyPairOfAFile", "run flat.portolan q.csv --any-pair",
                    "--any-pair: it is for random:COUNT"},
        MeshMistake{"BuildOptionOfABuiltWorld", "info flat.portolan --merge 4",
                    "flat.portolan: a built world has its build options inside; leave --merge out"},
        MeshMistake{"OtherWorld", "build two.obj -o w --world grid",
                    "--world: 'two.obj' holds what navigation meshes are built from, not grid"},
        MeshMistake{"OutputLikeAMesh", "build two.obj -o w.obj", "end it in .portolan"},
        MeshMistake{"Merge", "build two.obj -o w --merge 16,1",
                    "--merge: '1' is not a whole number from 2 to 1024"},
        MeshMistake{"Levels", "build two.obj -o w --levels 65",
                    "--levels: '65' is not a whole number from 1 to 64"},
        MeshMistake{"Partition", "build two.obj -o w --partition best",
                    "--partition: 'best' is unknown; give auto, metis, matching"},
        MeshMistake{"Weights", "build two.obj -o w --weights blocks:1",
                    "--weights: 'blocks:1' is not for meshes; give random:SEED"},
        MeshMistake{"MetricsOfAGrid", "build small.map -o w --metric a.json --metric b.json",
                    "--metric: is named twice; a grid has one agent type"},
        MeshMistake{"Up", "build two.obj -o w --up x", "--up: 'x' is unknown; give y, z"},
        MeshMistake{"Unit", "build two.obj -o w --unit 0", "--unit: '0' is not a number from"},
        MeshMistake{"Regions", "build two.obj -o w --regions some",
                    "--regions: 'some' is unknown; give watershed, monotone, layers"},
        MeshMistake{"Slope", "build two.obj -o w --agent-slope 90", "--agent-slope: '90' is not"},
        MeshMistake{"AgentTooSmall", "build two.obj -o w --agent-height 0.3",
                    "--agent-height of 0.3 m is 2 voxels; Recast takes 3 to 255: change it or "
                    "--voxel-height"},
        MeshMistake{"TileSize", "build two.obj -o w --tile-size 8",
                    "--tile-size is 8; give a number from 16 to 4096"},
        MeshMistake{"VerticesPerPolygon", "build two.obj -o w --vertices-per-polygon 7",
                    "--vertices-per-polygon: '7' is not a whole number from 3 to 6"},
        MeshMistake{
            "Point", "path two.obj --from 1,2 --to 2,0,2",
            "--from: '1,2' is not a point on a navigation mesh; give X,Y,Z in metres, y up"},
        MeshMistake{"ExtentOfTwo", "path two.obj --from 1,0,2 --to 2,0,2 --extent 2,4",
                    "--extent: '2,4' is not three distances; give X,Y,Z in metres"},
        MeshMistake{"Extent", "path two.obj --from 1,0,2 --to 2,0,2 --extent -1,2,2",
                    "--extent: '-1,2,2' has a negative part"},
        MeshMistake{"SmoothingOfAMesh", "run two.obj random:3 --smooth none",
                    "--smooth is for grids"},
        MeshMistake{"WaypointsOfAGrid", "run small.map random:3 --waypoints",
                    "--waypoints is for navigation meshes and terrain"},
        MeshMistake{"AgentOfAGrid", "run small.map random:3 --agent default",
                    "--agent is for navigation meshes"},
        MeshMistake{"DetourOnAGrid", "run small.map random:3 --algorithm astar,detour",
                    "--algorithm: detour is for navigation meshes; give astar, hierarchy"},
        MeshMistake{"DetourWithoutItsData", "run flat.portolan random:3 --algorithm astar,detour",
                    "this world has none: it was built from polygons alone, or saved by a program "
                    "without them; build it from geometry by portolan build, or save it with"},
        MeshMistake{"LevelTooHigh", "run flat.portolan random:3 --level 9",
                    "--level: the world has levels 1 to "},
        MeshMistake{"UnknownScene", "generate navmesh maze -o a.obj",
                    "NAME: 'maze' is unknown; give city, islands, serpentine, dungeon, hill-town"},
        MeshMistake{"NoScene", "generate navmesh -o a.obj", "NAME is required"},
        MeshMistake{"NoSceneOfAGrid", "generate grid -o a.map", "NAME is required"},
        MeshMistake{"Output", "generate navmesh city -o a.map",
                    "--output: 'a.map' does not end in .obj"},
        MeshMistake{"Size", "generate navmesh city --size 20 -o a.obj",
                    "--size: '20' is not a number from 30 to 10000"},
        MeshMistake{"Preset", "generate navmesh --preset city-9 -o a.obj",
                    "--preset: 'city-9' is unknown; give dungeon-119, serpentine-4k"},
        MeshMistake{"PresetAndScene", "generate navmesh city --preset city-5k -o a.obj",
                    "--preset: says the scene and its size; leave NAME and --size out"},
        MeshMistake{"PresetOfAGrid", "generate grid city --preset city-5k -o a.map",
                    "--preset is for navigation meshes"},
        MeshMistake{"OptionOfGridScenes", "generate navmesh city --block-size 9 -o a.obj",
                    "--block-size is for grids"},
        MeshMistake{"OptionOfAnotherScene", "generate navmesh city --floors 2 -o a.obj",
                    "--floors: belongs to the scene dungeon, not to city"}),
    [](const auto& mistake) { return mistake.param.name; });

}  // namespace
}  // namespace portolan::detail

// Levels, waves and the merged hierarchy.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, far, header, http, open, pixels, quiet, screenOf, shown, state } from "./support.mjs";

for (const kind of ["grid", "navmesh", "terrain"]) {
  test(`levels of a ${kind} are shown`, async () => {
    const session = await open(kind, { hash: "#view=top&tab=levels" });
    const { page } = session;
    const world = await http(kind, "api/world");
    const middle = await screenOf(page, world.bounds.min.map((low, axis) => (low + world.bounds.max[axis]) / 2));
    const spots = [...Array(40).keys()].map((i) => ({ x: middle.x - 100 + i * 5, y: middle.y }));
    const before = await pixels(page, spots);
    for (const info of world.level_info) {
      await page.mouse.move(middle.x, middle.y);
      await page.keyboard.press("]");
      await page.waitForFunction((level) => window.portolan.page.level === level, info.level);
      const { cells, gates } = await shown(page);
      assert.equal(cells, info.cells);
      assert.equal(gates, info.gates);
      if (info.level > 1) continue;
      await quiet(page);
      const changed = (await pixels(page, spots)).filter((colour, i) => far(colour, before[i]) > 10);
      assert.ok(changed.length > 10, `cells have colours: ${changed.length} of ${spots.length} places changed`);
    }
    await close(session, `${kind}-levels`);
  });
}

test("hovering tells what a thing is", async () => {
  const session = await open("grid", { hash: "#level=1&ground=cells&tab=levels" });
  const { page } = session;
  const place = await screenOf(page, [40.5, 0, 40.5]);
  await page.mouse.move(place.x, place.y);
  await page.mouse.move(place.x + 1, place.y);
  await page.waitForFunction(() => window.portolan.page.hover !== "");
  const expected = await http("grid", "api/at?point=40.5,0,40.5");
  assert.equal((await shown(page)).hover, expected.text);
  assert.match(await page.locator("#hover").innerText(), /level 1/);
  await close(session, "grid-hover");
});

for (const kind of ["grid", "navmesh", "terrain"]) {
  test(`a wave on a ${kind} reaches as far as the server says`, async () => {
    const session = await open(kind, { hash: "#view=top&ground=wave&wave=ratio&tab=waves" });
    await session.page.waitForFunction(() => Object.keys(window.portolan.page.wave).length === 2 && window.portolan.page.ground === "wave");
    const { wave } = await shown(session.page);
    const { from } = await state(session.page);
    for (const name of ["astar", "hierarchy"]) {
      assert.equal(wave[name], (await header(kind, `api/wave?from=${from}&algorithm=${name}`)).largest, name);
    }
    assert.ok(wave.hierarchy >= wave.astar, "nothing is cheaper than by A*");
    await close(session, `${kind}-wave`);
  });
}

test("the thesis' paths spread as a wave over an area", async () => {
  const session = await open("terrain", { hash: "#view=top&ground=wave&wave=merged-ratio&tab=waves&area=-1" });
  await session.page.waitForFunction(() => "merged" in window.portolan.page.wave && window.portolan.page.ground === "wave");
  assert.match(await session.page.locator("#legend").innerText(), /Merged against A\*/);
  await close(session, "terrain-merged-wave");
});

test("merge steps go forward and back", async () => {
  const session = await open("terrain", { hash: "#tab=levels&ground=clusters&merge=0" });
  const { page } = session;
  const world = await http("terrain", "api/world");
  const { steps } = await http("terrain", "api/merged");
  assert.ok(steps > 1);
  await page.waitForFunction(() => window.portolan.page.clusters > 0);
  assert.equal((await shown(page)).clusters, world.elements, "at first every triangle is on its own");
  const buttons = (name) => page.locator("#merged").getByRole("button", { name, exact: true }).first();
  await buttons("+1").click();
  await page.waitForFunction((all) => window.portolan.page.clusters < all, world.elements);
  assert.equal((await shown(page)).clusters, (await header("terrain", "api/merged/clusters?step=1")).clusters);
  await buttons("−1").click();
  await page.waitForFunction((all) => window.portolan.page.clusters === all, world.elements);
  await buttons("+10").click();
  await page.waitForFunction(() => window.portolan.page.clusters === 1, null);
  assert.equal((await state(page)).mergeStep, -1, "all steps are done");
  await page.keyboard.press("n");
  await page.waitForFunction(() => window.portolan.page.clusters > 1);
  assert.equal((await shown(page)).clusters, (await header("terrain", "api/merged/clusters?layer=1")).clusters);
  await close(session, "terrain-merged");
});

test("compression goes step by step, and parents are outlined", async () => {
  const session = await open("terrain", { hash: "#view=top&tab=levels&ground=clusters&layer=1&layers=3&compress=0&clusters=neighbours" });
  const { page } = session;
  const { compression_steps: steps } = await http("terrain", "api/merged?layers=3");
  const first = await header("terrain", "api/merged/clusters?layer=1&layers=3&compress=0");
  await page.waitForFunction((count) => window.portolan.page.clusters === count, first.clusters);
  await page.keyboard.press("k");
  const next = await header("terrain", `api/merged/clusters?layer=1&layers=3&compress=${Math.min(1, steps)}`);
  await page.waitForFunction((count) => window.portolan.page.mergeStep === 1 && window.portolan.page.clusters === count, next.clusters);
  await page.keyboard.press("c");
  await page.mouse.move(800, 380);
  await page.mouse.move(803, 383);
  await page.waitForFunction(() => window.portolan.page.parents > 0);
  assert.match(await page.locator("#hover").innerText(), /Parents, with their triangles/);
  await close(session, "terrain-compressed");
});

test("a guided path is shown layer by layer", async () => {
  const session = await open("terrain", { hash: "#view=top&trace=guided&by=guided" });
  const { page } = session;
  const { from, to } = await state(page);
  const { phases, stages } = await header("terrain", `api/trace?from=${from}&to=${to}&algorithm=guided`);
  const all = phases.reduce((sum, phase) => sum + phase.count, 0);
  await page.waitForFunction((steps) => window.portolan.page.trace.steps === steps && window.portolan.page.trace.at === steps, all);
  assert.equal(await page.locator("#tracing .chip").count(), phases.length);
  for (const [i, phase] of phases.entries()) {
    await page.locator("#tracing .chip").nth(i).click();
    await page.waitForFunction((at) => window.portolan.page.trace.at === at, phase.first + phase.count);
    assert.match(await page.locator("#tracing").innerText(), new RegExp(`the ${stages[i].name} path`));
  }
  await page.keyboard.press(",");
  await page.waitForFunction((at) => window.portolan.page.trace.at === at, all - 1);
  await close(session, "terrain-guided");
});

test("a path over clusters is shown after every expansion", async () => {
  const session = await open("terrain", { hash: "#view=top&trace=merged&by=merged" });
  const { page } = session;
  const { from, to } = await state(page);
  const { all_expansions: all } = await header("terrain", `api/merged/path?from=${from}&to=${to}`);
  await page.waitForFunction((steps) => window.portolan.page.trace.steps === steps && window.portolan.page.trace.at === steps, all);
  await page.keyboard.press("<");
  await page.keyboard.press(",");
  await page.waitForFunction((at) => window.portolan.page.trace.at === at, all - 11);
  const { walked } = await header("terrain", `api/merged/path?from=${from}&to=${to}&expansions=${all - 11}`);
  assert.match(await page.locator("#tracing").innerText(), new RegExp(`the first ${walked.toLocaleString("en-GB")} of them`));
  await close(session, "terrain-merged-path");
});

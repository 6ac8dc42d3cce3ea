// Levels, waves and the merged hierarchy.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, far, header, http, open, pixels, screenOf, shown, state } from "./support.mjs";

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
      await page.waitForTimeout(200);
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
    await session.page.waitForFunction(() => Object.keys(window.portolan.page.wave).length === 2);
    const { wave, ground } = await shown(session.page);
    assert.equal(ground, "wave");
    const { from } = await state(session.page);
    for (const name of ["astar", "hierarchy"]) {
      assert.equal(wave[name], (await header(kind, `api/wave?from=${from}&algorithm=${name}`)).largest, name);
    }
    assert.ok(wave.hierarchy >= wave.astar, "nothing is cheaper than by A*");
    await close(session, `${kind}-wave`);
  });
}

test("merge steps go forward and back", async () => {
  const session = await open("terrain", { hash: "#tab=levels&ground=clusters&merge=0" });
  const { page } = session;
  const world = await http("terrain", "api/world");
  assert.ok(world.merged.steps > 1);
  await page.waitForFunction(() => window.portolan.page.clusters > 0);
  assert.equal((await shown(page)).clusters, world.elements, "at first every triangle is on its own");
  await page.locator("section", { hasText: "Merged hierarchy" }).getByRole("button", { name: "+1", exact: true }).first().click();
  await page.waitForFunction((all) => window.portolan.page.clusters < all, world.elements);
  await page.locator("section", { hasText: "Merged hierarchy" }).getByRole("button", { name: "−1", exact: true }).first().click();
  await page.waitForFunction((all) => window.portolan.page.clusters === all, world.elements);
  await close(session, "terrain-merged");
});

// Edits: the path changes with the world, and comes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, costsOf, http, open, quiet, screenOf, settle, shown } from "./support.mjs";

test("a painted wall changes the path, and undo takes it back", async () => {
  const session = await open("grid", { hash: "#tab=edit" });
  const { page } = session;
  const before = await shown(page);
  const { points } = (await http("grid", `api/path?from=${before.ends.from}&to=${before.ends.to}&algorithms=astar&level=auto`)).algorithms.astar;
  const middle = points[Math.floor(points.length / 2)];
  const spot = await screenOf(page, middle);
  for (const [dx, dy] of [[70, 0], [0, 70]]) {
    await page.mouse.move(spot.x - dx, spot.y - dy);
    await page.mouse.down();
    await page.mouse.move(spot.x + dx, spot.y + dy, { steps: 4 });
    await page.mouse.up();
  }
  await page.waitForFunction((old) => window.portolan.page.revision > old, before.revision);
  await page.waitForFunction((cost) => window.portolan.page.costs.astar !== cost, before.costs.astar);
  await quiet(page);
  await settle(page);
  const after = await shown(page);
  assert.ok(after.edit.touched > 0, "cells were touched");
  assert.ok(after.costs.astar > before.costs.astar, "the way around costs more");
  assert.equal(after.revision, (await http("grid", "api/world")).revision);
  assert.deepEqual(after.costs, await costsOf("grid", after.ends, Object.keys(after.costs)));
  const undo = page.getByRole("button", { name: "Undo" });
  for (let left = (await http("grid", "api/world")).revision - before.revision; left > 0; --left) {
    const { revision } = await shown(page);
    await undo.click();
    await page.waitForFunction((old) => window.portolan.page.revision > old, revision);
    await quiet(page);
  }
  await settle(page);
  assert.equal((await shown(page)).costs.astar, before.costs.astar);
  await close(session, "grid-edit");
});

test("an area's cost changes the path's cost", async () => {
  const session = await open("navmesh", { hash: "#tab=edit" });
  const { page } = session;
  const before = await shown(page);
  const areas = (await http("navmesh", "api/world")).areas;
  const used = areas.find((area) => area.passable).name;
  const field = page.locator(`[data-area="${used}"] input[type=number]`);
  await field.fill("3");
  await field.press("Enter");
  await page.waitForFunction((cost) => window.portolan.page.costs.astar > cost, before.costs.astar);
  await settle(page);
  const after = await shown(page);
  assert.deepEqual(after.costs, await costsOf("navmesh", after.ends, Object.keys(after.costs)));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((cost) => window.portolan.page.costs.astar === cost, before.costs.astar);
  await settle(page);
  await close(session, "navmesh-edit");
});

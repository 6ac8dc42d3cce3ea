// Agents walk, and the benchmark of the world runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, far, http, open, pixels, shown } from "./support.mjs";

for (const kind of ["grid", "navmesh", "terrain"]) {
  test(`agents walk on a ${kind}`, async () => {
    const session = await open(kind, { hash: "#tab=agents" });
    const { page } = session;
    const spots = [...Array(80).keys()].map((i) => ({ x: 700 + (i % 10) * 30, y: 200 + Math.floor(i / 10) * 40 }));
    const before = await pixels(page, spots);
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForFunction(() => window.portolan.page.agents.frame > 5);
    const { agents } = await shown(page);
    assert.equal(agents.count, 1000);
    const changed = (await pixels(page, spots)).filter((colour, i) => far(colour, before[i]) > 10).length;
    assert.ok(changed > 0 && changed < spots.length * 0.7, `agents walk on the ground and do not hide it: ${changed} of ${spots.length} places changed`);
    await page.getByLabel("Heat map of where they were").check();
    await page.waitForFunction(() => window.portolan.page.ground === "density");
    await page.screenshot();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.waitForFunction(() => window.portolan.page.agents.count === 0);
    await close(session, `${kind}-agents`);
  });
}

test("agents are compared by who finds their paths, and pause as asked", async () => {
  const session = await open("terrain", { hash: "#tab=agents&agents=100" });
  const { page } = session;
  await page.waitForFunction(() => window.portolan.page.agents.frame > 2);
  await page.getByLabel("Found by").selectOption("astar");
  await page.getByLabel("They pause").selectOption("step");
  await page.getByLabel("At the goal").selectOption("main_path");
  await page.waitForFunction(() => /crowd=astar/.test(location.hash) && /pause=step/.test(location.hash) && window.portolan.page.requests <= 1);
  // The page asks for another crowd some time after the last choice; until then the old one walks.
  let asked = await http("terrain", "api/agents");
  for (let tries = 0; tries < 100 && asked.at_end !== "main_path"; ++tries) {
    await page.waitForTimeout(100);
    asked = await http("terrain", "api/agents");
  }
  assert.deepEqual([asked.algorithm, asked.pause, asked.at_end], ["astar", "step", "main_path"]);
  await page.waitForFunction(() => window.portolan.page.agents.frame > 10);
  await close(session, "terrain-runners");
  await http("terrain", "api/agents", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"count":0}' });
});

test("the world is measured and the result plotted", async () => {
  const session = await open("grid", { hash: "#tab=measure" });
  const { page } = session;
  await page.getByLabel("Compare cell sizes too").check();
  await page.getByRole("button", { name: "Measure this world" }).click();
  await page.waitForSelector(".plot", { timeout: 60000 });
  const { measure } = await shown(page);
  const { rows } = await http("grid", "api/measure");
  assert.equal(measure, rows.length);
  assert.equal(await page.locator("#measured tbody tr").count(), rows.filter((row) => row.cell_size === 0).length);
  assert.equal(await page.locator(".plot circle").count(), rows.filter((row) => row.cell_size > 0).length, "a dot for each size and level");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SVG" }).first().click();
  assert.match((await saved).suggestedFilename(), /\.svg$/);
  await close(session, "grid-measure");
});

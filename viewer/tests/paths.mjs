// Ends are clicked and dragged; what the page shows is what the tool computes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, close, costsOf, far, http, open, pixels, quiet, screenOf, settle, shown, state } from "./support.mjs";

/** A walkable place between the ends of the path, seen in the page and not below the panel. */
async function placeOnPath(kind, page, part) {
  const { from, to } = await state(page);
  const answer = await http(kind, `api/path?from=${from}&to=${to}&algorithms=astar&level=auto`);
  const points = answer.algorithms.astar.points;
  return points[Math.floor(points.length * part)];
}

for (const kind of ["grid", "navmesh", "terrain"]) {
  test(`a click sets the goal on a ${kind}`, async () => {
    const session = await open(kind, { hash: "#view=top" });
    const { page } = session;
    const goal = await placeOnPath(kind, page, 0.5);
    const { x, y } = await screenOf(page, goal);
    await page.mouse.click(x, y);
    await page.waitForFunction((before) => String(window.portolan.state.to) !== before, String((await http(kind, "api/world")).goal));
    await settle(page);
    const { ends, costs } = await shown(page);
    assert.ok(far(ends.to, goal) < far(ends.from, goal), "the goal is where the click was");
    const names = Object.keys(costs).filter((row) => !row.includes("@"));
    assert.deepEqual(costs, await costsOf(kind, ends, names));
    await close(session, `${kind}-click`);
  });

  test(`an end is dragged on a ${kind}`, async () => {
    const session = await open(kind, { hash: "#view=top" });
    const { page } = session;
    const before = (await shown(page)).costs;
    const { to } = await state(page);
    const foot = await screenOf(page, to);
    const place = await screenOf(page, await placeOnPath(kind, page, 0.6));
    await page.mouse.move(foot.x, foot.y - 12);
    await page.mouse.down();
    for (let i = 1; i <= 8; ++i) await page.mouse.move(foot.x + ((place.x - foot.x) * i) / 8, foot.y + ((place.y - foot.y) * i) / 8);
    await page.mouse.up();
    await quiet(page);
    await settle(page);
    const { ends, costs, latencies } = await shown(page);
    assert.ok(costs.astar < before.astar, `a nearer goal costs less: ${costs.astar} and ${before.astar}`);
    assert.ok(latencies.length > 1, "paths were drawn on the way");
    assert.deepEqual(costs, await costsOf(kind, ends, Object.keys(costs)));
    await close(session, `${kind}-drag`);
  });
}

test("costs are those of the command line", async () => {
  const session = await open("grid");
  const { from, to } = await state(session.page);
  const tile = ([x, , z]) => `${Math.floor(x)},${Math.floor(z)}`;
  const { costs } = await shown(session.page);
  const answer = await ask("path", "grid.portolan", "--from", tile(from), "--to", tile(to), "--algorithm", Object.keys(costs).join(), "--json");
  for (const [name, cost] of Object.entries(costs)) assert.equal(cost, answer.algorithms[name].cost, name);
  await close(session, "grid-costs");
});

test("the path is drawn in the colour of its algorithm", async () => {
  const session = await open("grid", { hash: "#by=astar" });
  const { page } = session;
  const place = await placeOnPath("grid", page, 0.5);
  const [colour] = await pixels(page, [await screenOf(page, place)]);
  assert.ok(far(colour, [0x6f, 0x9f, 0xe0]) < 30, `A* is blue, not ${colour}`);
  await close(session, "grid-astar");
});

for (const kind of ["grid", "navmesh", "terrain"]) {
  test(`an abstract path on a ${kind} is refined hop by hop`, async () => {
    const session = await open(kind, { hash: "#trace=hierarchy&hops=0" });
    const { page } = session;
    await page.waitForFunction(() => window.portolan.page.trace.steps > 0 && window.portolan.page.trace.hops === 0);
    await page.keyboard.press("r");
    await page.waitForFunction(() => window.portolan.page.trace.hops === 1);
    await page.locator("#refining").getByRole("button", { name: "+10" }).click();
    await page.waitForFunction(() => window.portolan.page.trace.hops > 1);
    await close(session, `${kind}-refining`);
  });
}

test("a query is shown step by step", async () => {
  const session = await open("grid", { hash: "#trace=astar" });
  const { page } = session;
  await page.waitForFunction(() => window.portolan.page.trace.steps > 0);
  const { trace } = await shown(page);
  assert.equal(trace.at, trace.steps, "the whole search is shown at first");
  assert.match(await page.locator("#tracing").innerText(), /the smoothed path/);
  await page.keyboard.press(",");
  await page.waitForFunction((at) => window.portolan.page.trace.at === at, trace.steps - 1);
  assert.match(await page.locator("#tracing").innerText(), /the refined path/);
  await page.keyboard.press(".");
  await page.keyboard.press(",");
  await page.keyboard.press("<");
  await page.waitForFunction((at) => window.portolan.page.trace.at === at, trace.steps - 11);
  await page.getByRole("button", { name: "+10" }).first().click();
  await page.waitForFunction((at) => window.portolan.page.trace.at === at, trace.steps - 1);
  await close(session, "grid-trace");
});

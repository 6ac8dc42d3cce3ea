// What is shown is in the link, and comes back from it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { close, drawn, far, keep, open, pixels, pixelsOf, quiet, screenOf, settle, shown, state } from "./support.mjs";

test("a state is restored from its link", async () => {
  const first = await open("navmesh");
  const { page } = first;
  await page.keyboard.press("v");
  await page.keyboard.press("]");
  await page.waitForFunction(() => window.portolan.page.level === 1);
  await page.mouse.move(800, 400);
  await page.mouse.wheel(0, -300);
  await page.getByRole("button", { name: "Swap" }).click();
  await page.getByRole("checkbox", { name: "Detour" }).check();
  await page.waitForFunction(() => /level=1/.test(location.hash) && /camera=/.test(location.hash) && /by=[^&]*detour/.test(location.hash) && /from=/.test(location.hash));
  await quiet(page);
  await settle(page);
  const [wanted, costs, place] = [await state(page), (await shown(page)).costs, await screenOf(page, (await state(page)).from)];
  const hash = await page.evaluate(() => location.hash);
  await close(first, "link-made");
  const second = await open("navmesh", { hash });
  await second.page.waitForFunction(() => window.portolan.page.level === 1);
  const found = await state(second.page);
  for (const key of ["view", "level", "rows", "tab", "paint", "from", "to"]) assert.deepEqual(found[key], wanted[key], key);
  const again = await screenOf(second.page, found.from);
  assert.ok(Math.hypot(again.x - place.x, again.y - place.y) < 2, "the camera is where it was");
  const after = (await shown(second.page)).costs;
  assert.deepEqual(after, costs);
  await close(second, "link-opened");
});

test("a picture is saved with its legend", async () => {
  const session = await open("terrain");
  const { page } = session;
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: /Save a picture/ }).click();
  const file = await saved;
  assert.match(file.suggestedFilename(), /\.png$/);
  const png = await readFile(await file.path());
  await keep("saved-terrain.png", png);
  const bar = await page.locator("#legend .bar").boundingBox();
  const line = await page.locator("#legend svg").first().boundingBox();
  const places = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => ({ x: bar.x + bar.width * part, y: bar.y + bar.height / 2 }));
  places.push({ x: line.x + 4, y: line.y + line.height / 2 }, { x: 900, y: 300 });
  const left = 1280 - png.readUInt32BE(16);
  assert.ok(left > 400, "without what the panel covers");
  const shifted = places.map(({ x, y }) => ({ x: x - left, y }));
  const [there, here] = [await pixelsOf(page, png, shifted), await pixels(page, places)];
  there.forEach((colour, i) => assert.ok(far(colour, here[i]) < 12, `${colour} is ${here[i]} on the page, at ${JSON.stringify(places[i])}`));
  await close(session, "terrain-picture");
});

test("the tool draws a state by itself", async () => {
  const state = "view=top&level=1&ground=cells&by=astar&theme=dark";
  const png = await drawn("grid", "--state", `${state}&bare=1`, "--size", "640x400");
  assert.equal(png.readUInt32BE(16), 640);
  assert.equal(png.readUInt32BE(20), 400);
  const session = await open("grid", { hash: `#${state}&bare=1`, width: 640, height: 400 });
  await quiet(session.page);
  const places = [...Array(60).keys()].map((i) => ({ x: 20 + i * 10, y: 120 + (i % 7) * 20 }));
  const [there, here] = [await pixelsOf(session.page, png, places), await pixels(session.page, places)];
  const same = there.filter((colour, i) => far(colour, here[i]) < 40).length;
  assert.ok(same > places.length * 0.9, `it looks as in a window: ${same} of ${places.length} places do`);
  await close(session, "link-drawn");
});

test("a link with nonsense shows the world all the same", async () => {
  const session = await open("grid", { hash: "#level=99&camera=1,2&from=a,b,c&tab=none&ground=sky&by=astar,nothing" });
  const { rows, tab } = await state(session.page);
  assert.deepEqual([rows, tab], [["astar"], "paths"]);
  assert.ok((await shown(session.page)).costs.astar > 0);
  await close(session, "link-nonsense");
});

// The camera: pan, orbit, zoom and fly-to, by mouse and by keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, http, open, quiet, screenOf, state } from "./support.mjs";

/** A place of the ground, near the one that is so far from the corner, with where it is shown. */
async function place(page, kind, [right, down] = [0.6, 0.6]) {
  const { bounds } = await http(kind, "api/world");
  const at = (axis, share) => bounds.min[axis] + (bounds.max[axis] - bounds.min[axis]) * share;
  const { point } = await http(kind, `api/at?point=${at(0, right)},${bounds.min[1]},${at(2, down)}`);
  return { point, ...(await screenOf(page, point)) };
}

const camera = async (page) => (await state(page)).camera;

/** Where the camera stands once it has been moved. */
async function moved(page, before) {
  await page.waitForFunction((old) => JSON.stringify(window.portolan.state.camera) !== old, JSON.stringify(before));
  await quiet(page);
  return camera(page);
}

async function drag(page, from, by, button = "left") {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  for (let step = 1; step <= 4; ++step) await page.mouse.move(from.x + (by.x * step) / 4, from.y + (by.y * step) / 4);
  await page.mouse.up({ button });
}

const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

test("dragging the map takes the ground under the cursor along", async () => {
  const session = await open("grid", { hash: "#view=top" });
  const spot = await place(session.page, "grid");
  await drag(session.page, spot, { x: -80, y: 50 });
  await moved(session.page, null);
  const after = await screenOf(session.page, spot.point);
  assert.ok(near(after, { x: spot.x - 80, y: spot.y + 50 }) < 8, `it went from ${spot.x},${spot.y} to ${after.x},${after.y}`);
  await close(session, "camera-pan");
});

test("dragging with the right button turns the view around its middle", async () => {
  const session = await open("terrain", { hash: "#view=3d" });
  const spot = await place(session.page, "terrain");
  await drag(session.page, spot, { x: 60, y: 0 }, "right");
  const first = await moved(session.page, null);
  await drag(session.page, spot, { x: 100, y: -40 }, "right");
  const second = await moved(session.page, first);
  assert.ok(Math.abs(second.azimuth - first.azimuth) > 0.3, "it turns");
  assert.ok(Math.abs(second.polar - first.polar) > 0.1, "it tilts");
  assert.deepEqual(second.target, first.target, "what it looks at stays");
  assert.equal(second.distance, first.distance);
  await close(session, "camera-orbit");
});

test("the wheel zooms to the place under the cursor", async () => {
  const session = await open("grid", { hash: "#view=top" });
  const spot = await place(session.page, "grid");
  await session.page.mouse.move(spot.x, spot.y);
  await session.page.mouse.wheel(0, -200);
  const first = await moved(session.page, null);
  assert.ok(near(await screenOf(session.page, spot.point), spot) < 8, "that place stays where it is");
  await session.page.mouse.wheel(0, -200);
  const second = await moved(session.page, first);
  assert.ok(second.distance < first.distance * 0.9, "and comes nearer");
  await close(session, "camera-zoom");
});

/** Waits until the camera has flown to a place, and tells how far it is from there. */
async function flown(page, { point }) {
  await page.waitForFunction(([x, , z]) => {
    const target = window.portolan.state.camera?.target;
    return target && Math.hypot(target[0] - x, target[2] - z) < 2;
  }, point);
  return (await camera(page)).distance;
}

test("a click with alt, or f, flies to a place", async () => {
  const session = await open("navmesh", { hash: "#view=top" });
  const { page } = session;
  const spot = await place(page, "navmesh", [0.4, 0.4]);
  await page.keyboard.down("Alt");
  await page.mouse.click(spot.x, spot.y);
  await page.keyboard.up("Alt");
  const first = await flown(page, spot);
  const other = await place(page, "navmesh", [0.5, 0.5]);
  await page.mouse.move(other.x, other.y);
  await quiet(page);
  await page.keyboard.press("f");
  assert.ok((await flown(page, other)) < first, "nearer than before");
  await close(session, "camera-flown");
});

test("keys move, turn and zoom; h shows all of the world again", async () => {
  const session = await open("terrain", { hash: "#view=3d" });
  const { page } = session;
  let last = null;
  for (const key of ["ArrowLeft", "Shift+ArrowUp", "+", "-", "v", "ArrowDown", "v"]) {
    await page.keyboard.press(key);
    if (key !== "v") last = await moved(page, last);
  }
  await page.keyboard.press("h");
  const whole = await moved(page, last);
  assert.notDeepEqual(whole.target, last.target);
  await close(session, "camera-keys");
});

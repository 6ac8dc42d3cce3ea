// Every kind of world is shown, in wide and narrow windows, light and dark.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, far, http, open, pixels, quiet, screenOf, shown } from "./support.mjs";

for (const kind of ["grid", "navmesh", "terrain"]) {
  test(`a ${kind} is shown as the server describes it`, async () => {
    const session = await open(kind);
    const page = await shown(session.page);
    const world = await http(kind, "api/world");
    assert.equal(page.kind, kind);
    assert.equal(page.world, world.name);
    assert.equal(page.revision, world.revision);
    const middle = world.bounds.min.map((low, axis) => (low + world.bounds.max[axis]) / 2);
    const corner = { x: 1275, y: 400 };
    const [ground, outside] = await pixels(session.page, [await screenOf(session.page, middle), corner]);
    assert.ok(far(ground, outside) > 8, `the middle of the world has the background's colour ${ground}`);
    await close(session, `${kind}-light`);
  });
}

test("tiles have the colours of their letters", async () => {
  const session = await open("grid");
  const world = await http("grid", "api/world");
  const texts = await Promise.all([...Array(24).keys()].map((i) => http("grid", `api/at?point=${i * 4 + 0.5},0,50.5`)));
  const places = await Promise.all(texts.map((_, i) => screenOf(session.page, [i * 4 + 0.5, 0, 50.5])));
  const colours = await pixels(session.page, places);
  const light = (colour) => colour[0] + colour[1] + colour[2];
  const free = colours.filter((_, i) => texts[i].walkable).map(light);
  const blocked = colours.filter((_, i) => !texts[i].walkable).map(light);
  assert.ok(free.length > 2 && blocked.length > 2, `the row shows both kinds in ${world.name}`);
  assert.ok(Math.min(...free.sort().slice(1)) > Math.max(...blocked), "free tiles are lighter than blocked ones");
  await close(session, "grid-tiles");
});

test("the page fits narrow windows and has a dark look", async () => {
  const session = await open("terrain", { width: 420, height: 800, dark: true });
  const { overflow, theme } = await session.page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    theme: document.documentElement.dataset.theme,
  }));
  assert.equal(theme, "dark");
  assert.ok(overflow <= 0, "nothing sticks out");
  await close(session, "terrain-narrow-dark");
});

test("the keys are listed on ?", async () => {
  const session = await open("grid");
  await session.page.keyboard.press("?");
  assert.ok(await session.page.locator("#help").isVisible());
  assert.match(await session.page.locator("#help").innerText(), /Drag a pin/);
  await close(session, "help");
});

test("storeys are peeled off", async () => {
  const session = await open("terrain", { hash: "#view=top" });
  const world = await http("terrain", "api/world");
  const spots = [];
  for (let i = 1; i < 16; ++i) {
    for (let k = 1; k < 16; ++k) {
      const x = world.bounds.min[0] + ((world.bounds.max[0] - world.bounds.min[0]) * i) / 16;
      const z = world.bounds.min[2] + ((world.bounds.max[2] - world.bounds.min[2]) * k) / 16;
      spots.push(await screenOf(session.page, [x, 0, z]));
    }
  }
  const before = await pixels(session.page, spots);
  await session.page.locator("#storeys input").fill("100");
  await quiet(session.page);
  const after = await pixels(session.page, spots);
  const [background] = await pixels(session.page, [{ x: 1275, y: 600 }]);
  const bare = (colours) => colours.filter((colour) => far(colour, background) < 4).length;
  assert.ok(bare(before) < 4, "all of the ground is shown at first");
  assert.ok(bare(after) > 20 && bare(after) < spots.length, `half way up some of it is gone: ${bare(after)}`);
  await close(session, "terrain-peeled");
});

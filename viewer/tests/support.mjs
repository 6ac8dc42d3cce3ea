// What the browser tests share: small worlds, the tool that serves them, a browser that looks at them.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);

export const tool = process.env.PORTOLAN;
if (!tool) throw new Error("set PORTOLAN to the built tool, such as build/dev/bin/portolan");
/** A folder with the built page, for tools that do not have it inside. */
const assets = process.env.ASSETS;
const pictures = path.resolve(process.env.SHOTS || path.join(here, "../pictures"));
const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";

const recipes = {
  grid: [
    ["generate", "grid", "city", "--size", "96", "--seed", "7", "-o", "town.map"],
    ["build", "town.map", "-o", "grid.portolan"],
  ],
  navmesh: [
    ["generate", "navmesh", "city", "--size", "60", "--seed", "7", "-o", "city.obj"],
    ["build", "city.obj", "-o", "navmesh.portolan"],
  ],
  terrain: [
    ["generate", "terrain", "fractal", "--size", "65", "--seed", "7", "-o", "land.pgm"],
    ["build", "land.pgm", "--world", "terrain", "--spacing", "10", "--height-scale", "0.01", "--merged", "-o", "terrain.portolan"],
  ],
};

let folder;
let browser;
const servers = new Map();

async function workFolder() {
  folder ??= await mkdtemp(path.join(os.tmpdir(), "portolan-viewer-"));
  return folder;
}

/** Runs the tool on the built world of a kind, and gives back what it prints as JSON. */
export async function ask(...words) {
  const env = { ...process.env, CHROMIUM: executablePath };
  const { stdout } = await run(tool, words, { cwd: await workFolder(), maxBuffer: 1 << 26, env });
  return JSON.parse(stdout);
}

/** What `portolan view --picture` saves of a world. */
export async function drawn(kind, ...words) {
  await serve(kind);
  const { picture } = await ask("view", `${kind}.portolan`, "--port", "0", "--picture", `${kind}.png`, "--json", ...words, ...(assets ? ["--assets", path.resolve(assets)] : []));
  const bytes = await readFile(path.join(await workFolder(), picture));
  await keep(`drawn-${kind}.png`, bytes);
  return bytes;
}

/** Puts a picture among those that are kept to be looked at. */
export async function keep(name, bytes) {
  await mkdir(pictures, { recursive: true });
  await writeFile(path.join(pictures, name), bytes);
}

/** The link of a server for a small world of this kind. */
export async function serve(kind) {
  if (servers.has(kind)) return servers.get(kind).link;
  const cwd = await workFolder();
  for (const words of recipes[kind]) await run(tool, words, { cwd });
  const words = ["view", `${kind}.portolan`, "--port", "0", "--json", ...(assets ? ["--assets", path.resolve(assets)] : [])];
  const child = spawn(tool, words, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const link = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      const found = /"link":\s*"([^"]+)"/.exec(text);
      if (found) resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`the server for ${kind} ended with ${code}`)));
  });
  servers.set(kind, { child, link });
  return link;
}

/** Asks the server without the page. */
export async function http(kind, route, init) {
  const response = await fetch(new URL(route, await serve(kind)), init);
  assert.ok(response.ok, `${route}: ${response.status} ${await response.clone().text()}`);
  return response.json();
}

/** The header of a binary answer. */
export async function header(kind, route) {
  const response = await fetch(new URL(route, await serve(kind)));
  assert.ok(response.ok, `${route}: ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return JSON.parse(bytes.subarray(8, 8 + bytes.readUInt32LE(4)).toString());
}

/** An open page, and the errors that its console showed. */
export async function open(kind, { hash = "", width = 1280, height = 720, dark = false } = {}) {
  browser ??= await chromium.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  page.setDefaultTimeout(60000);
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto((await serve(kind)) + hash);
  await settle(page);
  return { page, errors };
}

/** Waits until every chosen algorithm has answered for the ends that are set now. */
export async function settle(page) {
  await page.waitForFunction(
    () => {
      const { page: shown, state } = window.portolan ?? {};
      if (!shown?.ready || shown.waiting > 0) return false;
      return state.rows.every((row) => row in shown.statuses) && String(shown.ends.to) === String(state.to) && String(shown.ends.from) === String(state.from);
    },
    null,
    { timeout: 60000 },
  );
}

/** Waits until nothing is asked for any longer and all of it is drawn. */
export async function quiet(page) {
  await page.waitForFunction(
    () =>
      new Promise((done) => {
        const free = () => window.portolan.page.requests === 0;
        if (!free()) done(false);
        else requestAnimationFrame(() => requestAnimationFrame(() => done(free())));
      }),
    null,
    { timeout: 60000 },
  );
}

export const shown = (page) => page.evaluate(() => window.portolan.page);
export const state = (page) => page.evaluate(() => window.portolan.state);
export const screenOf = (page, point) => page.evaluate((place) => window.portolan.screen(place), point);

export async function close({ page, errors }, name) {
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  const failed = (await shown(page)).errors;
  await page.close();
  assert.deepEqual(errors, [], "errors in the console");
  assert.deepEqual(failed, [], "requests that failed");
}

/** The colours at places of the page, each as [red, green, blue]. */
export async function pixels(page, places) {
  return pixelsOf(page, await page.screenshot(), places);
}

/** The same of any picture. */
export function pixelsOf(page, png, places) {
  const picture = png.toString("base64");
  return page.evaluate(
    async ([data, wanted]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      const draw = canvas.getContext("2d");
      draw.drawImage(image, 0, 0);
      return wanted.map(({ x, y }) => [...draw.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3)]);
    },
    [picture, places],
  );
}

export function far(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** What the HTTP interface answers for the ends that the page shows. */
export async function costsOf(kind, { from, to }, algorithms) {
  const answer = await http(kind, `api/path?from=${from}&to=${to}&algorithms=${algorithms.join()}&level=auto`);
  return Object.fromEntries(algorithms.map((name) => [name, answer.algorithms[name].cost]));
}

export async function finish() {
  await browser?.close();
  for (const { child } of servers.values()) child.kill();
  if (folder) await rm(folder, { recursive: true, force: true });
}

// How quick the page is on given worlds: until it is ready, from a drag to the path it shows, and with a
// crowd. usage: PORTOLAN=tool [ASSETS=page] [CHROMIUM=browser] node measure.mjs WORLD...
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

const tool = process.env.PORTOLAN;
if (!tool) throw new Error("set PORTOLAN to the built tool, such as build/release/bin/portolan");
const assets = process.env.ASSETS ? ["--assets", process.env.ASSETS] : [];
const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";
const kAgents = 10000;
const kMoves = 60;

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function serve(world) {
  const child = spawn(tool, ["view", world, "--port", "0", "--json", ...assets], { stdio: ["ignore", "pipe", "ignore"] });
  const link = await new Promise((resolve, reject) => {
    child.stdout.on("data", (part) => resolve(JSON.parse(String(part)).link));
    child.on("exit", (code) => reject(new Error(`${world}: the server ended with ${code}`)));
  });
  return { child, link };
}

/** Milliseconds from opening the link to the world being there and the first paths asked for. */
async function ready(browser, link) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const begin = performance.now();
  await page.goto(link, { waitUntil: "commit" });
  await page.waitForFunction(() => window.portolan?.page.ready, null, { timeout: 60000 });
  return { page, milliseconds: performance.now() - begin };
}

/** From each movement of the goal to the frame with its path. */
async function drag(page) {
  await page.waitForFunction(() => window.portolan.page.waiting === 0, null, { timeout: 60000 });
  const goal = await page.evaluate(() => window.portolan.screen(window.portolan.state.to));
  const middle = { x: 850, y: 400 };
  const before = (await page.evaluate(() => window.portolan.page.latencies)).length;
  await page.mouse.move(goal.x, goal.y - 12);
  await page.mouse.down();
  for (let i = 1; i <= kMoves; ++i) {
    await page.mouse.move(goal.x + ((middle.x - goal.x) * i) / kMoves, goal.y + ((middle.y - goal.y) * i) / kMoves);
    await page.waitForTimeout(25);
  }
  const latencies = (await page.evaluate(() => window.portolan.page.latencies)).slice(before);
  await page.mouse.up();
  return latencies;
}

async function crowd(browser, link) {
  const { page } = await ready(browser, `${link}#tab=agents&agents=${kAgents}&by=`);
  await page.waitForFunction(() => window.portolan.page.agents.frame > 60, null, { timeout: 120000 });
  const rates = [];
  for (let i = 0; i < 8; ++i) {
    await page.waitForTimeout(500);
    rates.push((await page.evaluate(() => window.portolan.page.agents)).fps);
  }
  await page.close();
  return median(rates);
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
for (const world of process.argv.slice(2)) {
  const { child, link } = await serve(world);
  const { page, milliseconds } = await ready(browser, link);
  const renderer = await page.evaluate(() => window.portolan.page.renderer);
  const latencies = await drag(page);
  await page.close();
  const second = await ready(browser, link);
  await second.page.close();
  const fps = await crowd(browser, link);
  child.kill();
  const numbers = {
    world,
    ready_ms: Math.round(milliseconds),
    ready_again_ms: Math.round(second.milliseconds),
    drag_ms_median: Math.round(median(latencies)),
    drag_ms_95: Math.round([...latencies].sort((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? NaN),
    drag_paths: latencies.length,
    frames_a_second: Number(fps.toFixed(1)),
    renderer,
  };
  console.log(JSON.stringify(numbers));
}
await browser.close();

// All browser tests, one after the other in one browser.
import { after } from "node:test";
import { finish } from "./support.mjs";

after(finish);
await import("./worlds.mjs");
await import("./camera.mjs");
await import("./paths.mjs");
await import("./hierarchy.mjs");
await import("./changes.mjs");
await import("./crowd.mjs");
await import("./links.mjs");

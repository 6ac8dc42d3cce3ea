// Bundles the page into the folder named by OUT: index.html, app.js, app.css.
import { copyFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.env.OUT || path.join(here, "dist"));

await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
});
await build({
  absWorkingDir: here,
  entryPoints: { app: "style.css" },
  outdir: out,
  minify: true,
  logLevel: "warning",
});
await copyFile(path.join(here, "index.html"), path.join(out, "index.html"));

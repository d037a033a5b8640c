#!/usr/bin/env node
// Fails when the download size exceeds its budget (gzip bytes of the first page, of each later chunk, and of each worker), and when
// chunks import each other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, say } from './tasks.mjs';

const budgetKb = { entry: 230, chunk: 120, worker: 150, charts: 120 };
const client = join(root, 'dist/client');
const kb = (bytes) => Math.round(bytes / 100) / 10;
const sizeOf = (path) => gzipSync(readFileSync(join(client, path)), { level: 9 }).length;

const page = readFileSync(join(client, 'index.html'), 'utf8');
const named = [...page.matchAll(/(?:src|href)="\/?assets\/([^"]+\.js)"/g)].map((match) => match[1]);
const files = JSON.parse(readFileSync(join(root, 'dist/client-files.json'), 'utf8')).filter((name) => name.endsWith('.js'));

// The page's small script loads the app, and both load what they import.
const app = files.find((name) => name.startsWith('start-app-'));
if (app === undefined) throw new Error('The build has no chunk that starts the app');
const first = [...withImports([...named, app])];
const problems = [];
const entry = first.reduce((sum, name) => sum + sizeOf(`assets/${name}`), 0);
report('the first page', entry, budgetKb.entry);
for (const name of files.filter((name) => !first.includes(name))) {
  const isWorker = /worker/i.test(name);
  report(name, sizeOf(`assets/${name}`), isWorker ? budgetKb.worker : budgetKb.chunk);
}
// The chart library and what draws with it, together: what no other chunk loads.
const drawing = withImports(files.filter((name) => name.startsWith('stacked-bars-')));
if (drawing.size === 0) throw new Error('The build has no chunk that draws stacked bars');
const elsewhere = withImports(files.filter((name) => !drawing.has(name)));
const charts = [...drawing].filter((name) => !elsewhere.has(name));
const ofCharts = charts.reduce((sum, name) => sum + sizeOf(`assets/${name}`), 0);
report('what draws stacked bars', ofCharts, budgetKb.charts);
const done = new Set();
for (const name of files) {
  const circle = circleOf(name, [], done);
  if (circle !== null) problems.push(`Chunks import each other: ${circle.join(' -> ')}. Check the groups in vite.config.ts`);
}
if (named.length === 0) problems.push('index.html names no script');
say(
  `The first page loads ${kb(entry)} kB of scripts (budget ${budgetKb.entry}), ${files.length - first.length} chunks come later; stacked bars load ${kb(ofCharts)} kB (budget ${budgetKb.charts})`,
);
for (const problem of problems) say(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function report(what, bytes, budget) {
  if (bytes > budget * 1000) problems.push(`${what} is ${kb(bytes)} kB gzip; its budget is ${budget} kB`);
}

/** These files and all that they import without being asked, directly or not. */
function withImports(names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    withImports(importsOf(name), seen);
  }
  return seen;
}

/** The chunks that a chunk imports statically. */
function importsOf(name) {
  const imports = readFileSync(join(client, 'assets', name), 'utf8').matchAll(/\b(?:import|from)\s*["']\.\/([^"']+\.js)["']/g);
  return [...imports].map((match) => match[1]);
}

/** Chunks that import each other, directly or not: one of them would run before what it uses exists. Null if there are none. */
function circleOf(name, path = [], done = new Set()) {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
  if (done.has(name)) return null;
  for (const imported of importsOf(name)) {
    const circle = circleOf(imported, [...path, name], done);
    if (circle !== null) return circle;
  }
  done.add(name);
  return null;
}

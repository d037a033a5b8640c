#!/usr/bin/env node
// Fails when the download size exceeds its budget: gzip bytes of the first page, of each later chunk, and of each worker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, say } from './tasks.mjs';

const budgetKb = { entry: 230, chunk: 120, worker: 150 };
const client = join(root, 'dist/client');
const kb = (bytes) => Math.round(bytes / 100) / 10;
const sizeOf = (path) => gzipSync(readFileSync(join(client, path)), { level: 9 }).length;

const page = readFileSync(join(client, 'index.html'), 'utf8');
const named = new Set([...page.matchAll(/(?:src|href)="\/?assets\/([^"]+\.js)"/g)].map((match) => match[1]));
const files = JSON.parse(readFileSync(join(root, 'dist/client-files.json'), 'utf8')).filter((name) => name.endsWith('.js'));

// Files named in the page load before anything shows: its script and the preloaded chunks.
const first = files.filter((name) => named.has(name));
const problems = [];
const entry = first.reduce((sum, name) => sum + sizeOf(`assets/${name}`), 0);
report('the first page', entry, budgetKb.entry);
for (const name of files.filter((name) => !named.has(name))) {
  const isWorker = /worker/i.test(name);
  report(name, sizeOf(`assets/${name}`), isWorker ? budgetKb.worker : budgetKb.chunk);
}
if (first.length === 0) problems.push('index.html names no script');
say(
  `The first page loads ${kb(entry)} kB of scripts (budget ${budgetKb.entry}), ${files.length - first.length} chunks come later`,
);
for (const problem of problems) say(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function report(what, bytes, budget) {
  if (bytes > budget * 1000) problems.push(`${what} is ${kb(bytes)} kB gzip; its budget is ${budget} kB`);
}

#!/usr/bin/env node
// `npm start`: installs and builds what is missing, then runs the service with its own PostgreSQL and the demo agency. Set PORT
// (4180) and JOBDOCK_HOME (the data folder) to run several side by side.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensurePackages, root, say, seconds } from './tasks.mjs';

const since = performance.now();
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  say(`Jobdock needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
try {
  await ensurePackages();
  await build();
} catch (error) {
  say(error.message);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist/server/main.mjs')).href);
say(`Ready after ${seconds(since)}. Ctrl-C stops it.`);

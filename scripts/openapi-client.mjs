#!/usr/bin/env node
// `npm run openapi-client`: generates a TypeScript client from the OpenAPI document of a running service, compiles it strictly and works
// with it. It installs its packages in `tests/openapi-client`; `npm test` does not run it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensurePackages, root, run, say } from './tasks.mjs';

const folder = join(root, 'tests/openapi-client');
const home = mkdtempSync(join(tmpdir(), 'jobdock-openapi-'));
/** The demo agency's administrator, as `npm start` prints. */
const person = ['admin@harborview.example', 'harbor-Demo-2'];
const readyMs = 120_000;

let service;
try {
  await ensurePackages();
  await build();
  await step('Installing the generator', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]);
  const address = await startService();
  const schema = join(folder, 'generated/schema.d.ts');
  const generator = join(folder, 'node_modules/.bin/openapi-typescript');
  await step('Generating types', generator, [`${address}/api/openapi.json`, '-o', schema]);
  await step('Compiling', join(folder, 'node_modules/.bin/tsc'), ['-p', folder]);
  const { walk } = await import(pathToFileURL(join(folder, 'generated/out/client.js')).href);
  say(`The generated client works: ${await walk(address, ...person)}`);
} catch (error) {
  say(`✗ ${error.message}`);
  process.exitCode = 1;
} finally {
  await stopService();
  rmSync(home, { recursive: true, force: true });
}

async function step(name, program, args) {
  say(`${name}…`);
  const { code, words } = await run(program, args, { quiet: true });
  if (code !== 0) throw new Error(`${name} failed:\n${words}`);
}

/** Starts the built service with the demo agency on a data folder of its own; answers its address. */
async function startService() {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), JOBDOCK_HOME: home, JOBDOCK_DEMO: '1', NODE_ENV: 'production' };
  service = spawn(process.execPath, [join(root, 'dist/server/main.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (part) => (words += part));
  const deadline = Date.now() + readyMs;
  while (!words.includes('Jobdock is ready')) {
    if (service.exitCode !== null || Date.now() > deadline) throw new Error(`the service did not start:\n${words}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `http://127.0.0.1:${port}`;
}

async function stopService() {
  if (!service || service.exitCode !== null) return;
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

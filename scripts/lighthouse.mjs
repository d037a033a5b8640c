#!/usr/bin/env node
// `npm run lighthouse`: Lighthouse on the sign-in page of a built demo service of its own, with its mobile preset (a slow phone on a
// slow line). Prints the median of five runs, and fails below the goals. `-- --runs N` sets the number of runs, `-- --keep` keeps
// the reports. Lighthouse comes from the npm registry when this runs; it is no dependency, and the check never runs it.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './browser.mjs';
import { build } from './build.mjs';
import { ensurePackages, root, run, say } from './tasks.mjs';

const version = '12.8.2';
/** Scores from 0 to 100. */
const goals = { performance: 90, accessibility: 100, 'best-practices': 100 };
const metrics = {
  'first-contentful-paint': 'ms',
  'largest-contentful-paint': 'ms',
  'total-blocking-time': 'ms',
  'speed-index': 'ms',
  'cumulative-layout-shift': '',
  'total-byte-weight': 'bytes',
};

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '5' }, keep: { type: 'boolean' } } });
await ensurePackages();
await build();
const chromium = await ensureChromium();
const folder = mkdtempSync(join(tmpdir(), 'jobdock-lighthouse-'));
// The embedded PostgreSQL runs as a user of its own where this runs as root.
chmodSync(folder, 0o755);
const service = await startDemo(join(folder, 'data'));
try {
  const reports = [];
  for (let n = 0; n < Number(options.runs); n++)
    reports.push(await measure(`${service.address}/login`, join(folder, `${n}.json`)));
  print(reports);
} finally {
  await service.stop();
  if (options.keep) say(`Reports: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

function print(reports) {
  const median = (valueOf) => {
    const values = reports.map(valueOf).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)];
  };
  say(`Lighthouse ${version}, mobile, sign-in page, median of ${reports.length}`);
  for (const [category, goal] of Object.entries(goals)) {
    const score = median((report) => Math.round(report.categories[category].score * 100));
    const failed = new Set(reports.flatMap((report) => faultsOf(report, category)));
    say(
      `  ${score >= goal ? '✓' : '✗'} ${category.padEnd(26)} ${score} of ${goal}${score < 100 && failed.size > 0 ? `: ${[...failed].join(', ')}` : ''}`,
    );
    if (score < goal) process.exitCode = 1;
  }
  for (const [metric, unit] of Object.entries(metrics)) {
    const value = median((report) => report.audits[metric].numericValue);
    say(`    ${metric.padEnd(26)} ${unit === '' ? value.toFixed(3) : Math.round(value)} ${unit}`);
  }
}

/** Audits of the category that are not perfect, by their names. */
function faultsOf({ categories, audits }, category) {
  const refs = categories[category].auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9);
  return refs.map(({ id }) => id);
}

async function measure(address, path, tries = 3) {
  const args = ['--yes', `lighthouse@${version}`, address, '--quiet', '--output=json', `--output-path=${path}`];
  const flags = '--headless=new --no-sandbox --disable-background-networking';
  const { code, words } = await run(
    'npx',
    [...args, `--chrome-flags=${flags}`, `--only-categories=${Object.keys(goals).join()}`],
    {
      quiet: true,
      env: { CHROME_PATH: chromium },
      cwd: folder,
    },
  );
  // Now and then Chromium leaves out the start of its trace; Lighthouse asks to be run again.
  if (code !== 0 && words.includes('NO_NAVSTART') && tries > 1) return measure(address, path, tries - 1);
  if (code !== 0) throw new Error(`Lighthouse failed:\n${words.slice(-2000)}`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Starts the built service with the demo agency in a folder of its own, and waits until it answers. */
async function startDemo(home) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: { ...process.env, PORT: String(port), JOBDOCK_HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  const address = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  for (let tries = 0; tries < 240; tries++) {
    const answer = await fetch(`${address}/sw-status`).catch(() => null);
    if (answer?.ok) return { address, stop };
    await new Promise((done) => setTimeout(done, 500));
  }
  await stop();
  throw new Error('The service did not answer within two minutes');
}

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

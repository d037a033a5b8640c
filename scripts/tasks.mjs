// Shared by start, test, and check: progress output, running commands, installing packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
export const say = (sentence) => process.stdout.write(`${sentence}\n`);
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a program in the checkout, or in `cwd`. Returns its exit code and, with `quiet`, its output. */
export function run(program, args, { quiet = false, env = {}, cwd = root } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd,
      // Quiet output goes into logs, so it has no colors.
      env: { ...process.env, ...(quiet ? { NO_COLOR: '1' } : {}), ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
    });
    let words = '';
    for (const stream of quiet ? [child.stdout, child.stderr] : []) stream.on('data', (part) => (words += part));
    child.once('error', failed);
    child.once('close', (code) => done({ code: code ?? 1, words }));
  });
}

/** Installs the locked packages if they are missing or their versions differ from the lock file. */
export async function ensurePackages() {
  if (packagesStand()) return;
  const since = performance.now();
  say('Installing packages (npm ci), once: about a minute…');
  // None of our packages needs an install script, so none runs.
  const { code } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error('npm ci failed; its output is above');
  say(`Packages installed (${seconds(since)})`);
}

function packagesStand() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, wanted]) => path === '' || wanted.optional || wanted.peer || present[path]?.version === wanted.version,
  );
}

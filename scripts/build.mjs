// Builds the app and the service into dist/ if a source has changed since the last build: `node scripts/build.mjs [--force]`.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, say, seconds } from './tasks.mjs';

const sources = [
  'contract',
  'domain',
  'server',
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'package.json',
];
const stamp = join(root, 'dist/built-from');
const assets = join(root, 'dist/client/assets');
/** Names of the files in `assets` that the last build itself made. */
const ownFiles = join(root, 'dist/client-files.json');
const earlier = join(root, 'dist/earlier');
/** Number of earlier builds whose files stay for tabs that still run them. */
const keptBuilds = 2;
const lock = join(root, 'dist/building');

/** Builds what is out of date. Throws with the builder's output when it fails. */
export async function build({ force = false } = {}) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const free = await takeTurn();
  try {
    const hash = sourceHash();
    if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
    rmSync(stamp, { force: true });
    const since = performance.now();
    say('Building the app and the service…');
    putAside();
    for (const config of ['vite.config.ts', 'vite.server.config.ts']) {
      const { code, words } = await run('npx', ['vite', 'build', '-c', config], { quiet: true });
      if (code !== 0) throw new Error(`vite build -c ${config} failed:\n${words}`);
    }
    bringBack();
    writeFileSync(stamp, hash);
    say(`Built (${seconds(since)})`);
  } finally {
    free();
  }
}

/** Hash of every source file except tests, by path and content. */
function sourceHash() {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(join(root, path))) return;
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`);
    } else if (!/\.(test|spec)\.tsx?$/.test(path)) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  };
  for (const path of [...sources, 'package-lock.json']) add(path);
  return hash.digest('hex');
}

/** Moves aside the current build's own files before the next build empties the folder. */
function putAside() {
  if (!existsSync(ownFiles)) return;
  const aside = join(earlier, String(Date.now()));
  mkdirSync(aside, { recursive: true });
  for (const name of JSON.parse(readFileSync(ownFiles, 'utf8'))) {
    if (existsSync(join(assets, name))) cpSync(join(assets, name), join(aside, name));
  }
  for (const old of readdirSync(earlier).sort().slice(0, -keptBuilds)) rmSync(join(earlier, old), { recursive: true });
}

/** Restores files of earlier builds, because an open tab may request a chunk. Names contain hashes, so none is overwritten. */
function bringBack() {
  writeFileSync(ownFiles, JSON.stringify(readdirSync(assets)));
  if (!existsSync(earlier)) return;
  for (const old of readdirSync(earlier)) cpSync(join(earlier, old), assets, { recursive: true, force: false });
}

/** Two starts in one checkout build one after the other. */
async function takeTurn() {
  const deadline = Date.now() + 180_000;
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      // A killed build leaves its lock, which expires after three minutes.
      if (Date.now() > deadline || Date.now() - statSync(lock, { throwIfNoEntry: false })?.mtimeMs > 180_000) {
        rmSync(lock, { recursive: true, force: true });
      } else await new Promise((done) => setTimeout(done, 200));
    }
  }
}

if (process.argv[1] === import.meta.filename) await build({ force: process.argv.includes('--force') });

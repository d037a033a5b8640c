#!/usr/bin/env node
// Bundles one TypeScript entry for Node and runs it: `node scripts/run.mjs bench/main.ts -- grid`. Node 20 cannot run TypeScript.
// A bundle also measures the shipped code, not a loader.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const [entry, ...args] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/run.mjs ENTRY.ts [ARGS]');
  process.exit(2);
}
const root = resolve(import.meta.dirname, '..');
const name = createHash('sha256').update(entry).digest('hex').slice(0, 12);
const outDir = join(root, 'node_modules', '.cache', 'jobdock', `${name}-${process.pid}`);
await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: {
    ssr: resolve(entry),
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    // The screen table names its components, which no command here renders.
    rolldownOptions: { external: entry.startsWith('scripts/') ? /\.tsx$/ : [], output: { entryFileNames: 'main.mjs' } },
  },
});
process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
process.argv = [process.argv[0], join(outDir, 'main.mjs'), ...args.filter((a, i) => !(i === 0 && a === '--'))];
await import(pathToFileURL(join(outDir, 'main.mjs')).href);

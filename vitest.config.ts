import { defineConfig } from 'vitest/config';

// Three projects by what a test needs: nothing, PostgreSQL, or nothing but a longer breath.
export default defineConfig({
  test: {
    environment: 'node',
    // Vitest leaves one core to its own process, which mostly waits: on two cores the files would run one after another.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          // Half of the time went into loading the same modules for each file; no file here leaves anything behind in them.
          isolate: false,
          unstubGlobals: true,
          // Before any file loads Dexie, which looks for IndexedDB once.
          setupFiles: ['fake-indexeddb/auto'],
          include: ['{contract,domain,server,src,tests,bench}/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/*.spec.ts', 'tests/simulation/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'pg',
          // As above: 47 files spent two minutes loading the service; each has a database of its own.
          isolate: false,
          include: ['{server,tests}/**/*.pg.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Histories of engine and service together, and every planted bug.
      { test: { name: 'simulation', include: ['tests/simulation/**/*.test.ts'] } },
    ],
  },
});

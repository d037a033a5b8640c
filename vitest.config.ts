import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.mjs';

keepTemporaryFilesInMemory();

// Three projects by what a test needs: nothing, PostgreSQL, or only more time.
export default defineConfig({
  test: {
    environment: 'node',
    // A missing recording fails. Only `-u` writes one.
    update: 'none',
    // By default, Vitest reserves one core for its own process. On two cores, files would then run one after another.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          // With isolation, half of the time went into loading the same modules for each file. No file here leaves state in them.
          isolate: false,
          unstubGlobals: true,
          // Must run before any file loads Dexie, which looks for IndexedDB only once.
          setupFiles: ['fake-indexeddb/auto'],
          // Ends a test that hangs. On a busy machine, a long property takes several seconds.
          testTimeout: 30_000,
          include: ['{contract,domain,server,src,tests,bench}/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/*.spec.ts', 'tests/simulation/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'pg',
          // Same reason: 47 files spent two minutes loading the service. Each file has its own database.
          isolate: false,
          include: ['{server,tests}/**/*.pg.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts', 'tests/corpus/feed-parser-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Simulated histories of engine and service, and every planted bug.
      { test: { name: 'simulation', include: ['tests/simulation/**/*.test.ts'] } },
    ],
  },
});

import { defineConfig } from 'vitest/config';

// Three projects by what a test needs: nothing, PostgreSQL, or nothing but a longer breath (properties).
export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,domain,server,src,tests,bench}/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/*.spec.ts', 'tests/simulation/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'pg',
          include: ['{server,tests}/**/*.pg.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Not part of `npm test` yet: one kind of seed still ends in a finding, and two planted bugs hide too long.
      { test: { name: 'simulation', include: ['tests/simulation/**/*.test.ts'] } },
    ],
  },
});

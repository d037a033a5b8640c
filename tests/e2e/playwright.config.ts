import { defineConfig } from 'playwright/test';
import { keepTemporaryFilesInMemory } from '../../scripts/temporary-files.mjs';

keepTemporaryFilesInMemory();

// Specs that leave nothing behind share one service in each worker (`shareBehindWire`). They run in one project, because a worker ends with
// its project.
const shared = /(accessibility|counted-links|first-paint|first-sync|focus-order|forms|reports|screens-offline)\.spec\.ts$/;
// Of the others the longest start first, so that all workers end at about the same time.
const longest = /(device|mapping-keyboard|upgrade|main-job|slow-line|rules|browser-kill)\.spec\.ts$/;

// Tests the built PWA and the built service. Each spec starts its own service over a copy of the demo agency's database; specs
// that kill their service also start their own PostgreSQL. Three specs run at a time on two cores, since each waits for most of its time.
// `npm run check` leaves out tests with the tag @long: they walk further along a way whose main part another test walks, repeat a
// fault, or wait for minutes. `npm run e2e` runs all.
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'shared', testMatch: shared },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: [longest, shared] },
  ],
  globalSetup: '../support/demo-template.ts',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  // Limits end a test that hangs; they measure nothing. A machine that others use, too, may need twice the usual time.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  outputDir: '../../test-results',
  use: {
    actionTimeout: 30_000,
    browserName: 'chromium',
    // Movement takes processor time and makes tests wait. Tests that start their own Chromium show it as usual.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A test's page is closed before optimized code pays off: without it, a page takes a sixth less processor time.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
});

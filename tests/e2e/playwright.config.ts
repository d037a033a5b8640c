import { defineConfig } from 'playwright/test';

// Against the built PWA and the built service. Each spec has a service process of its own over a copy of the demo agency's database;
// one that kills its service has its own PostgreSQL as well. Two specs at a time: a browser mostly waits.
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Filling a device's room waits a minute for what Chromium remembers of it: with DEVICE_ROUNDS set, as the long form.
  ...(process.env['DEVICE_ROUNDS'] ? {} : { grepInvert: /\[edge case 7\]/ }),
  globalSetup: '../support/demo-template.ts',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  outputDir: '../../test-results',
  use: {
    actionTimeout: 20_000,
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    },
  },
});

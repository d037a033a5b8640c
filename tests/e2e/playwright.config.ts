import { defineConfig } from 'playwright/test';

// Against the built PWA and the built service, each spec with a service process of its own. One at a time: two cores, and the kill
// tests must not starve the others.
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Filling a device's room waits a minute for what Chromium remembers of it: with DEVICE_ROUNDS set, as the long form.
  ...(process.env['DEVICE_ROUNDS'] ? {} : { grepInvert: /\[edge case 7\]/ }),
  workers: 1,
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

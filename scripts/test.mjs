#!/usr/bin/env node
// `npm test`: installs what the tests need (packages, a Chromium), then runs `npm run check`, whose last line is the summary.
import { ensurePackages, run, say } from './tasks.mjs';

try {
  await ensurePackages();
  const { ensureChromium } = await import('./browser.mjs');
  process.env.CHROMIUM_PATH = await ensureChromium();
} catch (error) {
  say(error.message);
  say('0 passed, 1 failed');
  process.exit(1);
}
const { code } = await run('npm', ['run', '-s', 'check']);
process.exit(code);

// Finds a Chromium for the browser tests, or installs one.
import { existsSync } from 'node:fs';
import { run, say, seconds } from './tasks.mjs';

/** Debian's package of Chromium without windows: the same engine, with a quarter less processor time for a test. */
const headless = 'chromium-headless-shell';

const known = [
  process.env.CHROMIUM_PATH,
  `/usr/bin/${headless}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const find = () => known.find((path) => path && existsSync(path));

/** Path of a Chromium. As root on Debian, installs it if it is missing; otherwise the error explains how to install it. */
export async function ensureChromium() {
  const found = find() ?? (await playwrightsOwn());
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const since = performance.now();
    say('Installing Chromium for the browser tests (apt-get), once: about a minute…');
    await run('apt-get', ['update', '-qq'], { quiet: true });
    let words = '';
    // A distribution of Debian's kind may have only the second.
    for (const name of [headless, 'chromium']) {
      const args = ['install', '-y', '-qq', '--no-install-recommends', name];
      const done = await run('apt-get', args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
      if (done.code === 0 && find()) {
        say(`Chromium installed (${seconds(since)})`);
        return find();
      }
      words = done.words;
    }
    say(words.slice(-2000));
  }
  throw new Error(
    'The browser tests need Chromium: install it (`apt-get install chromium`, or `npx playwright install chromium`) or set CHROMIUM_PATH.',
  );
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

import { expect, type Page, test } from 'playwright/test';
import type { Screen } from '#src/ui/screen/screen.ts';
import { openSignedIn, pill, synced } from '../support/app-page.ts';
import { goTo, samplesFor, titleProblem } from '../support/every-screen.ts';
import { startBehindWire } from '../support/start-behind.ts';

test.describe.configure({ mode: 'parallel' });

const behind = startBehindWire();

/** Every how many screens one is loaded by its URL in the short form; a link leads to the others. The long form loads each. */
const loadEvery = Number(process.env['SCREENS_LOAD_EVERY'] ?? 5);

/** The error that a screen shows instead of its content, or its wrong title; null if the screen is fine. */
async function problemOf(page: Page, screen: Screen): Promise<string | null> {
  const shown = page.locator(`main[data-screen="${screen.id}"] #page-title`);
  const broken = page.getByRole('heading', { name: / could not be shown$/ });
  await expect(shown.or(broken).first(), screen.id).toBeVisible({ timeout: 30_000 });
  if (await broken.isVisible()) return broken.innerText();
  // The title of the tab follows the screen's.
  const isRight = async () => (await titleProblem(page, screen)) === null;
  await expect
    .poll(isRight)
    .toBe(true)
    .catch(() => undefined);
  return titleProblem(page, screen);
}

for (const person of ['administrator', 'provider'] as const) {
  test(`every screen of the ${person} opens offline`, async ({ page, context }) => {
    test.setTimeout(300_000);
    // The other test of this file may have cut it.
    behind.wire.set({ kind: 'open' });
    await openSignedIn(page, `${behind.address}/dashboard`, person);
    await synced(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    behind.wire.set({ kind: 'cut' });
    await context.setOffline(true);
    const problems: string[] = [];
    for (const [nth, { screen, path }] of samplesFor(person).entries()) {
      if (nth % loadEvery === 0) await page.goto(behind.address + path);
      else await goTo(page, path);
      const problem = await problemOf(page, screen);
      if (problem !== null) problems.push(`${path} ${problem}`);
    }
    expect(problems).toEqual([]);
    await expect(pill(page, /Offline/)).toBeVisible({ timeout: 60_000 });
  });
}

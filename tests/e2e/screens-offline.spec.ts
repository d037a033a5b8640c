import { expect, type Page, test } from 'playwright/test';
import type { Screen } from '#src/ui/screen/screen.ts';
import { openSignedIn, pill, synced } from '../support/app-page.ts';
import { samplesFor, titleProblem } from '../support/every-screen.ts';
import { startBehindWire } from '../support/start-behind.ts';

test.describe.configure({ mode: 'parallel' });

const behind = startBehindWire();

/** The error that a screen shows instead of its content, or its wrong title; null if the screen is fine. */
async function problemOf(page: Page, screen: Screen): Promise<string | null> {
  const shown = page.locator('#page-title');
  const broken = page.getByRole('heading', { name: / could not be shown$/ });
  await expect(shown.or(broken).first()).toBeVisible({ timeout: 30_000 });
  if (await broken.isVisible()) return broken.innerText();
  return titleProblem(page, screen);
}

for (const person of ['administrator', 'provider'] as const) {
  test(`every screen of the ${person} opens by its URL offline`, async ({ page, context }) => {
    test.setTimeout(300_000);
    await openSignedIn(page, `${behind.address}/dashboard`, person);
    await synced(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    behind.wire.set({ kind: 'cut' });
    await context.setOffline(true);
    const problems: string[] = [];
    for (const { screen, path } of samplesFor(person)) {
      await page.goto(behind.address + path);
      const problem = await problemOf(page, screen);
      if (problem !== null) problems.push(`${path} ${problem}`);
    }
    expect(problems).toEqual([]);
    await expect(pill(page, /Offline/)).toBeVisible({ timeout: 60_000 });
  });
}

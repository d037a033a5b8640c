import { readFile } from 'node:fs/promises';
import { expect, type Page, type Request, test } from 'playwright/test';
import { openDatabase } from '#server/kit/db/connection.ts';
import { storingMailer } from '#server/kit/lib/mail.ts';
import { openSignedIn } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block' });

const content = Buffer.from([0, 255, 13, 10, 200]);
const html = `<h1>Open jobs</h1><script>parent.markupRan = 1</script><img src="/x" onerror="parent.markupRan = 1">
  <a href="https://a.example/1">Open</a>`;

/** Writes an email as an area of the service does; the service sends it to the mailbox of the demo. */
async function sendReport(): Promise<void> {
  const db = openDatabase(behind.service.databaseUrl());
  const { id } = await db
    .selectFrom('customer')
    .select('id')
    .where('provider', '=', false)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await storingMailer.send(db, {
    customerId: id,
    cause: 'report 1',
    to: 'ann@harborview.example',
    subject: 'Open jobs of today',
    text: 'All open jobs: https://a.example/1',
    html,
    attachments: [{ name: 'Open jobs – Söder.bin', type: 'application/octet-stream', content }],
  });
  await db.destroy();
}

const violations = async (page: Page) => {
  const { violations: found } = await (await audit(page)).include('.mailbox').exclude('iframe').analyze();
  return found.map(({ id, nodes }) => `${id} ${nodes.map(({ html: markup }) => markup).join(' ')}`);
};

test('an administrator reads an email of the demo where nothing of it runs or loads, and saves its attachment', {
  tag: '@long',
}, async ({ page }) => {
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await sendReport();
  await openSignedIn(page, `${behind.address}/mailbox`, 'provider');
  const subject = page.getByRole('button', { name: 'Open jobs of today' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(subject).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await subject.click();
  const panel = page.getByRole('complementary', { name: 'Open jobs of today' });
  await expect(panel.frameLocator('iframe').getByRole('heading', { name: 'Open jobs' })).toBeVisible();
  expect(await panel.locator('iframe').getAttribute('sandbox')).toBe('');
  expect(await panel.locator('iframe').getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(await page.evaluate(() => 'markupRan' in window)).toBe(false);
  // Some Chromium builds report a request that the page's policy has blocked; it was never sent.
  const loaded = asked.filter((request) => new URL(request.url()).pathname === '/x' && request.failure()?.errorText !== 'csp');
  expect(loaded).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(panel.locator('iframe')).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violations(page)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`mailbox-${width}-${colorScheme}.png`) });
    }
  }

  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save Open jobs – Söder.bin' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('Open jobs – Söder.bin');
  expect((await readFile(await file.path())).equals(content)).toBe(true);

  await panel.getByRole('tab', { name: 'Text' }).click();
  await expect(panel.getByRole('link', { name: 'https://a.example/1' })).toHaveAttribute('rel', 'noreferrer');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Sent' }).click();
  await expect(page.getByRole('row', { name: /Open jobs of today/ })).toContainText('Sent');
  expect(await violations(page)).toEqual([]);
});

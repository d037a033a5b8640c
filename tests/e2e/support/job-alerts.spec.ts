import { expect, type Page, test } from 'playwright/test';
import { writeRows } from '#server/feed/publish.ts';
import { openDatabase } from '#server/kit/db/connection.ts';
import { demo } from '../../support/api-client.ts';
import { openSignedIn } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { goTo } from '../../support/every-screen.ts';
import { aConfiguration } from '../../support/factories/report-factory.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block' });

const looks = (['light', 'dark'] as const).flatMap((scheme) => [390, 1024, 1440].map((width) => ({ scheme, width })));

/** Checks what is on screen in both color schemes and three widths, and keeps pictures. */
async function look(page: Page, name: string): Promise<void> {
  for (const { scheme, width } of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const { violations } = await (await audit(page)).include('body').exclude('iframe').analyze();
    expect(violations.map(({ id, nodes }) => `${name} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${scheme}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** A saved view of all jobs, shared with everyone at the agency of the demo. */
async function saveView(viewId = 900_001, name = 'All open jobs'): Promise<void> {
  const db = openDatabase(behind.service.databaseUrl());
  const row = aConfiguration({ id: viewId, name, ownerId: 0 });
  const { id } = await db
    .selectFrom('app_user')
    .select('customer_id as id')
    .where('email', '=', demo.administrator[0])
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => writeRows(tx, id, [{ collection: 'reportConfiguration', row }]));
  await db.destroy();
}

test('a job alert is made, seen before it is sent, tested and turned off', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  await saveView();
  await openSignedIn(page, `${behind.address}/notifications`, 'administrator');
  await expect(page.getByText('No job alerts yet')).toBeVisible();
  await look(page, 'empty');
  await page.getByRole('link', { name: 'Add job alert' }).click();
  await page.getByRole('button', { name: 'Save job alert' }).click();
  await expect(page.getByRole('alert').getByText('Configuration is required')).toBeVisible();
  await page.getByLabel('Name (required)').fill('New jobs <b>today</b>');
  await page.getByRole('combobox', { name: /^Configuration/ }).fill('All open jobs');
  await page.getByRole('option', { name: /All open jobs/ }).click();
  await page.getByLabel('Link to apply').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert').getByText('Write a whole web address')).toBeVisible();
  await page.getByLabel('Link to apply').fill('https://agency.example/apply?job=#JOB_ID#');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/new jobs – /)).toBeVisible();
  await expect(preview.locator('iframe')).toHaveAttribute('sandbox', '');
  await expect(preview.frameLocator('iframe').getByText('Hello Ann,')).toBeVisible();
  await preview.scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('preview.png') });
  await look(page, 'form');
  await page.getByRole('button', { name: 'Save job alert' }).click();
  const row = page.getByRole('row', { name: /New jobs <b>today<\/b>/ });
  await expect(row).toContainText('On');
  await look(page, 'list');
  await row.getByRole('button', { name: /Send me a test/ }).click();
  await expect(page.getByText(/A test email is on its way to/)).toBeVisible();
  await row.getByRole('link', { name: 'New jobs <b>today</b>' }).click();
  await page.getByRole('switch', { name: /^On/ }).click();
  await page.getByRole('button', { name: 'Save job alert' }).click();
  await expect(row).toContainText('Off');
  await goTo(page, '/notifications/edit/999999');
  await expect(page.getByText(/was removed/)).toBeVisible();
});

test('an alert by text message is seen with its segments, and its test arrives at one phone, once; who answers STOP there gets none', {
  tag: '@long',
}, async ({ page, request }) => {
  test.setTimeout(180_000);
  await saveView(900_002, 'Jobs to text');
  const db = openDatabase(behind.service.databaseUrl());
  await db.updateTable('app_user').set({ phone: '(775) 555-0177' }).where('email', '=', demo.administrator[0]).execute();
  await openSignedIn(page, `${behind.address}/notifications/edit/0`, 'administrator');
  await page.getByLabel('Name (required)').fill('Texts');
  await page.getByRole('combobox', { name: /^Configuration/ }).fill('Jobs to text');
  await page.getByRole('option', { name: /Jobs to text/ }).click();
  await page.getByRole('combobox', { name: /^Send by/ }).click();
  await page.getByRole('option', { name: 'Text message', exact: true }).click();
  await expect(page.getByLabel('Text of the email')).toHaveCount(0);
  await page.getByLabel('Text of the text message (required)').fill('Hi #FIRST_NAME#, new jobs:');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Hi Ann, new jobs:')).toBeVisible();
  await expect(preview.getByText(/Text message: \d+ characters, [1-5] segments?/)).toBeVisible();
  await look(page, 'sms-form');
  await page.getByRole('button', { name: 'Save job alert' }).click();
  const row = page.getByRole('row', { name: /^Texts/ });
  await row.getByRole('button', { name: /Send me a test/ }).click();
  await expect(page.getByText('A test text message is on its way to your phone')).toBeVisible();
  const phones = /Phones of the demo: (\S+)/.exec(behind.service.said)?.[1] ?? '';
  const texts = async () => ((await (await request.get(phones)).text()).match(/<pre>/g) ?? []).length;
  await expect.poll(texts, { timeout: 20_000 }).toBe(1);
  await page.goto(phones);
  await expect(page.getByRole('heading', { name: '+17755550177' })).toBeVisible();
  await expect(page.getByText('Hi Marcus, new jobs:')).toBeVisible();
  await page.getByRole('button', { name: 'Answer STOP' }).click();
  await expect.poll(async () => (await db.selectFrom('sms_stop').select('stopped').execute()).length).toBe(1);
  await db.destroy();
  await openSignedIn(page, `${behind.address}/notifications`, 'administrator');
  await row.getByRole('button', { name: /Send me a test/ }).click();
  await expect(page.getByText(/Your phone answered STOP to text messages/)).toBeVisible();
  expect(await texts()).toBe(1);
});

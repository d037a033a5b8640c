import { sql } from 'kysely';
import { expect, type Page, test } from 'playwright/test';
import { openDatabase } from '#server/kit/db/connection.ts';
import { confirmIdentity, openSignedIn } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block' });

async function inDatabase<T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase(behind.service.databaseUrl());
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const looks = (['light', 'dark'] as const).flatMap((scheme) => [390, 1024, 1440].map((width) => ({ scheme, width })));

/** Checks what is on screen in both color schemes and three widths, and keeps pictures. */
async function look(page: Page, name: string, part = 'body'): Promise<void> {
  for (const { scheme, width } of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const { violations } = await (await audit(page)).include(part).exclude('iframe').analyze();
    expect(violations.map(({ id, nodes }) => `${name} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${scheme}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('an email is written, counted and confirmed by its number, again where the audience changed, and each person gets one', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const problems: string[] = [];
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !message.text().startsWith('Failed to load resource') && problems.push(message.text()),
  );
  page.on('pageerror', (error) => problems.push(error.message));
  const subscribed = async (most: number) =>
    inDatabase(async (db) => {
      await sql`update app_user set alerts = alerts || '{"system": false}'`.execute(db);
      await sql`update app_user set alerts = alerts || '{"system": true}' where id in (
        select u.id from app_user u join customer c on c.id = u.customer_id
        where not c.provider and c.deleted_at is null and u.disabled_at is null and u.deleted_at is null order by u.id limit ${most})`.execute(
        db,
      );
    });
  await subscribed(2);
  await openSignedIn(page, `${behind.address}/notificationsEmail`, 'provider');
  await page.getByRole('button', { name: 'Count recipients…' }).click();
  await expect(page.getByRole('alert').getByText('Enter a subject')).toBeVisible();
  await page.getByRole('switch', { name: /^Everyone/ }).click();
  await page.getByRole('textbox', { name: /^Subject/ }).fill('Maintenance on Saturday');
  const message = page.getByRole('textbox', { name: /^Message/ });
  await message.click();
  await page.keyboard.type('Hello ');
  await page.getByRole('button', { name: '#NAME#' }).click();
  await page.keyboard.type(', Jobdock is ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('read-only');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('textbox', { name: 'Web address' }).fill('https://status.example/saturday');
  await page.keyboard.press('Enter');
  await look(page, 'email');
  await page.getByRole('button', { name: 'Count recipients…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send to 2 people?' });
  await expect(dialog.frameLocator('iframe').getByText('Hello Ann Example')).toBeVisible();
  await look(page, 'send', '.mantine-Modal-body');
  await subscribed(3);
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send email' });
  const number = page.getByRole('dialog').getByRole('textbox', { name: /^Number of people/ });
  await send.click();
  await expect(page.getByRole('dialog').getByRole('alert').getByText('Enter 2 to confirm')).toBeVisible();
  await number.fill('2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').getByText('You have unsaved changes.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(number).toHaveValue('2');
  await send.click();
  const again = page.getByRole('dialog', { name: 'Send to 3 people?' });
  await confirmIdentity(page, 'provider');
  await expect(again.getByRole('alert')).toContainText('the email would now go to 3 people');
  await number.fill('3');
  await send.click();
  await expect(page.locator('.toast').filter({ hasText: 'The email is being sent to 3 people.' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Subject/ })).toHaveValue('');
  const sent = () =>
    inDatabase(async (db) =>
      db.selectFrom('mail').select(['to_address', 'html']).where('subject', '=', 'Maintenance on Saturday').execute(),
    );
  await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBe(3);
  const mails = await sent();
  expect(new Set(mails.map(({ to_address: to }) => to)).size).toBe(3);
  expect(mails[0]?.html).toMatch(/^<p>Hello .+, Jobdock is <strong>read-only<\/strong><a/);
  expect(problems).toEqual([]);
});

test('a notice of the provider shows above every screen until the person dismisses it', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await openSignedIn(page, `${behind.address}/notificationsTool`, 'provider');
  await look(page, 'notices-empty');
  await page.getByRole('button', { name: 'Add notice' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: /^Name/ }).fill('Maintenance on Saturday');
  await form
    .getByRole('textbox', { name: /^Message/ })
    .fill('Jobdock is read-only from 8 PM to 10 PM Eastern.\nMore at https://status.example/saturday. Your work is kept.');
  await form.getByRole('button', { name: 'Add notice' }).click();
  await expect(form.getByRole('alert').getByText('Choose customers, crawlers or targets').first()).toBeVisible();
  await look(page, 'notice-form', '.mantine-Modal-body');
  await form.getByRole('switch', { name: /^Everyone/ }).click();
  await expect(form.getByText(/see this notice$/)).toBeVisible();
  await form.getByRole('button', { name: 'Add notice' }).click();
  await expect(form).toBeHidden();
  await look(page, 'notices');
  const person = await browser.newPage();
  await openSignedIn(person, `${behind.address}/documents`, 'administrator');
  const banner = person.getByRole('complementary', { name: 'Notice' });
  await expect(banner.getByText('Maintenance on Saturday')).toBeVisible({ timeout: 60_000 });
  await look(person, 'banner');
  await banner.getByRole('button', { name: 'Show all' }).click();
  await expect(banner.getByRole('link', { name: 'https://status.example/saturday' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  await goTo(person, '/youtube');
  await look(person, 'videos-empty');
  await banner.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(banner).toBeHidden();
  await person.reload();
  await expect(person.locator('#page-title')).toBeVisible();
  await expect(banner).toBeHidden();
  await person.close();
});

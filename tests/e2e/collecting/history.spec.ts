import { expect, type Page, type Request, test } from 'playwright/test';
import { listReceivedMails } from '#contract/collecting/mails.ts';
import { answerMails, heldMail, unreadMail } from '../../doubles/mail-replies.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();

const violations = async (page: Page) => {
  const { violations: found } = await (await audit(page)).include('.mail-history').exclude('iframe').analyze();
  return found.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
};

test('an email waits for a person: it is read in a frame where nothing runs, tried, accepted, and another one becomes a sample', {
  tag: '@long',
}, async ({ page }) => {
  const accepted: number[] = [];
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await answerMails(page, { rows: [heldMail, unreadMail, ...listReceivedMails.example.rows], accepted });
  await openSignedIn(page, `${behind.address}/history`, 'provider');
  await synced(page);
  const rows = page.getByRole('group', { name: 'Email history', exact: true }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeVisible();
  await page.getByRole('tab', { name: /^Sender not confirmed/ }).click();
  await expect(page.getByRole('tab', { name: /^Sender not confirmed/ })).toHaveText('Sender not confirmed1');
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: heldMail.subject, exact: true }).click();
  const panel = page.getByRole('complementary', { name: heldMail.subject });
  await expect(panel.getByText('The sender is not confirmed: vend0r.example says')).toBeVisible();
  await expect(panel.frameLocator('iframe').getByText('City: Tulsa')).toBeVisible();
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
  expect(await page.evaluate(() => 'markupRan' in window)).toBe(false);
  // The picture of the email was never asked for, not even from the service.
  // Some Chromium builds report a request that the page's policy has blocked; it was never sent.
  const sent = () =>
    asked.filter((request) => new URL(request.url()).pathname === '/x' && request.failure()?.errorText !== 'csp');
  await expect.poll(() => sent().map((request) => request.url())).toEqual([]);
  await expect(panel.getByText('City: Reno')).toBeHidden();
  await panel.getByText('Earlier emails that it quotes').click();
  await expect(panel.getByText('City: Reno')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await panel.getByRole('tab', { name: 'What it would read' }).click();
  const job = panel.getByRole('region', { name: 'Job 2024-1' });
  await expect(job.getByRole('definition').filter({ hasText: 'Tulsa' })).toBeVisible();
  await panel.getByRole('button', { name: 'Accept and read' }).click();
  await expect(page.getByText('Record is added to the queue.').first()).toBeVisible();
  await expect(page.getByText('No email waits because of its sender')).toBeVisible();
  expect(accepted).toEqual([heldMail.id]);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await page.getByRole('tab', { name: /^No parser took it/ }).click();
  await page.getByRole('button', { name: `More for ${unreadMail.subject}` }).click();
  await page.getByRole('menuitem', { name: 'Make a parser from this email…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a parser from this email' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Lakeside news');
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('You have unsaved changes.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Make parser' }).click();
  // The service reads the sample as the email that it was.
  await expect(page.getByRole('heading', { name: 'Lakeside news' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Text of the sample' }).getByText('City: Tulsa')).toBeVisible();
});

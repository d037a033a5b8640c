import { expect, type Page, test } from 'playwright/test';
import readExcel from 'read-excel-file/universal';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { looksWell } from '../../support/audit.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

/** Saves a report as a view and opens its schedules. Gives the first column of its rows. */
async function openSchedules(page: Page, name: string, report = '/report_rules'): Promise<string[]> {
  await openSignedIn(page, `${behind.address}${report}`, 'administrator');
  await synced(page);
  const firsts = page.locator('main tbody tr td:first-child');
  await expect(firsts.first()).toHaveText(/\S/);
  const shown = await firsts.allTextContents();
  await page.locator('main').getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const form = page.getByRole('dialog', { name: 'Save as a view' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Save view' }).click();
  await expect(page.locator('main').getByRole('button', { name, exact: true })).toBeVisible();
  await synced(page);
  await goTo(page, '/report_myreports');
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: /^Schedules/ })
    .click();
  await expect(page.getByRole('dialog', { name: `Schedules of ${name}` })).toBeVisible();
  return shown;
}

test('the jobs report is scheduled, previewed and sent, and the email brings the rows of the page as an Excel file', async ({
  page,
}) => {
  const shown = await openSchedules(page, 'Morning jobs', '/report_jobs?state=NV&jstatus=2');
  await page.getByRole('button', { name: 'Add schedule' }).click();
  const form = page.getByRole('dialog', { name: 'Schedule Morning jobs' });
  // A wrong time is refused at its field, and what was typed stays.
  await form.getByLabel(/^Time/).fill('25:99');
  await form.getByRole('button', { name: 'Save schedule' }).click();
  await expect(form.getByText('Enter a time such as 8:00 AM or 14:30').first()).toBeVisible();
  await form.getByLabel(/^Time/).fill('7:30 am');
  await form.getByRole('checkbox', { name: 'Thursday' }).check();
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = form.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Morning jobs: ');
  const rows = Number(/: (\d+) rows?/.exec((await preview.textContent()) ?? '')?.[1]);
  expect(rows).toBeGreaterThan(0);
  await form.getByRole('button', { name: 'Save schedule' }).click();
  const list = page.getByRole('dialog', { name: 'Schedules of Morning jobs' });
  await expect(list.getByText('Weekly on Monday and Thursday at 7:30 AM')).toBeVisible();

  await list.getByRole('button', { name: 'Show runs' }).click();
  await list.getByRole('button', { name: 'Send now' }).click();
  await expect(list.getByText(`by hand: Sent to 1 address with ${rows} rows.`)).toBeVisible();
  await expect
    .poll(async () => (await behind.service.mails()).map(({ subject }) => subject), { timeout: 30_000 })
    .toContainEqual(expect.stringMatching(/^Morning jobs: \d+ rows – /));
  const mail = (await behind.service.mails()).find(({ subject }) => subject.startsWith('Morning jobs'));
  expect(mail?.attachments).toEqual([expect.objectContaining({ name: expect.stringMatching(/^morning-jobs-.*\.xlsx$/) })]);
  const [sheet] = (await readExcel(await behind.service.mailedFile(mail?.id ?? 0, 0))) as unknown as { data: unknown[][] }[];
  expect(sheet?.data).toHaveLength(rows + 1);
  // The page shows the first hundred.
  expect(sheet?.data.slice(1, 101).map(([job]) => String(job))).toEqual(shown.map((text) => text.trim()));
  await list.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('row', { name: /Morning jobs/ })).toContainText('Weekly on Monday and Thursday at 7:30 AM');

  // The link of the email leads to the schedule.
  const link = /\/report_myreports\?schedule=\d+/.exec(mail?.text ?? '')?.[0] ?? '';
  await goTo(page, link);
  await expect(page.getByRole('dialog', { name: 'Schedules of Morning jobs' })).toBeVisible();
});

test('by keyboard, a report is scheduled for a client, who agrees on a page without sign-in and stops the emails there', {
  tag: '@long',
}, async ({ page, browser }) => {
  await openSchedules(page, 'Client rules');
  await looksWell(page, 'schedules');
  await page.getByRole('button', { name: 'Add schedule' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Schedule Client rules' });
  await form.getByLabel('Further addresses').focus();
  await page.keyboard.type('client@hospital.example,');
  await form.getByRole('button', { name: 'Preview', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('region', { name: 'Preview' })).toContainText('Asked firstclient@hospital.example');
  await looksWell(page, 'schedule-form');
  await form.getByRole('button', { name: 'Save schedule' }).focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('dialog', { name: 'Schedules of Client rules' });
  await expect(list.getByText('Has not agreed yet: client@hospital.example')).toBeVisible();

  const question = async () => (await behind.service.mails()).find(({ to }) => to.includes('client@hospital.example'));
  await expect.poll(async () => (await question())?.subject, { timeout: 30_000 }).toMatch(/^Do you want reports of /);
  const path = /\/auth\/reportaddress\/[\w.-]+/.exec((await question())?.text ?? '')?.[0] ?? '';
  const client = await browser.newPage();
  await client.goto(`${behind.address}${path}`);
  await looksWell(client, 'address-page');
  await client.getByRole('button', { name: 'Send me reports' }).click();
  await expect(client.getByRole('status')).toContainText('client@hospital.example gets reports of');
  await list.getByRole('button', { name: 'Send now' }).click();
  await list.getByRole('button', { name: 'Show runs' }).click();
  await expect(list.getByText(/by hand: Sent to 2 addresses/)).toBeVisible();
  await client.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(client.getByRole('status')).toContainText('client@hospital.example gets no reports of');
  await client.goto(`${behind.address}/auth/reportaddress/1.AAAAAAAAAAAAAAAAAAAAAAAA`);
  await expect(client.getByRole('heading', { name: 'This link is not valid any more' })).toBeVisible();
  await client.close();
});

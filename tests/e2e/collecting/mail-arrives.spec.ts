import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { expect, type Locator, type Page, test } from 'playwright/test';
import { giveMailAddress } from '#contract/collecting/mails.ts';
import { listTasks } from '#contract/collecting/tasks.ts';
import { requisitionFiles } from '#server/demo/mail-vendor/requisition-files.ts';
import { requisitionId, requisitionMail } from '#server/demo/mail-vendor/requisition-mail.ts';
import { offersAt } from '#server/demo/vendors/vendor-offers.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, synced, uploadJobs } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();

/** An order as the demo's vendor writes it, under a number that it never gives. */
const order = () => {
  const [offer] = offersAt('lakeside', new Date());
  if (!offer) throw new Error('the vendor has no order');
  return { ...offer, id: 'LA-990001' };
};

test('an order that a vendor sends by email becomes a job in the open grid, without a reload', async ({ page }) => {
  const administrator = new ApiClient(behind.address);
  await administrator.signIn(...demo.administrator);
  const [task] = await administrator.call(listTasks, { cust: 'me', pageSize: 20, page: 1, t: 'Lakeside VMS' });
  const { address } = await administrator.call(giveMailAddress, { cust: 'me', id: task?.id ?? 0, renew: false });
  const port = Number(/Emails of vendors are taken at [\d.]+:(\d+)/.exec(behind.service.said)?.[1]);
  const offer = order();

  await openSignedIn(page, `${behind.address}/staging`, 'recruiter');
  await synced(page);
  await page.getByPlaceholder(/Search, or ask/).fill(requisitionId(offer));
  const row = page
    .getByRole('treegrid', { name: 'Staged jobs' })
    .getByRole('row')
    .filter({ hasText: requisitionId(offer) });
  await expect(page.getByText('No matching jobs')).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'openedBefore', true));

  const vendor = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, name: 'lakeside-vms.example' });
  await vendor.sendMail({
    from: 'orders@lakeside-vms.example',
    to: address,
    ...requisitionMail(offer),
    attachments: requisitionFiles(offer),
  });
  vendor.close();
  await expect(row.getByRole('gridcell', { name: requisitionId(offer) })).toBeVisible();
  await expect(row).toContainText(offer.facility.city);
  expect(await page.evaluate(() => Reflect.get(window, 'openedBefore'))).toBe(true);
  await downloadsProfile(page, row);
});

/** The panel of the job lists the files of its email. One that was downloaded opens without the service. */
async function downloadsProfile(page: Page, row: Locator): Promise<void> {
  await row.getByRole('gridcell').nth(2).click();
  await page.keyboard.press('e');
  const panel = page.locator('.side-panel');
  await panel.getByRole('tab', { name: /^Attachments/ }).click();
  const file = panel.getByRole('listitem').filter({ hasText: /^Unit profile .*\.pdf/ });
  await expect(file).toContainText(/PDF, \d+ B · Email “Requisition /);
  await expect(file.getByText('On this device')).toBeHidden();
  const saves = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      file.getByRole('button', { name: /^Download/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Unit profile .*\.pdf$/);
    expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-1\.4[\s\S]*Unit profile/);
  };
  await saves();
  await expect(file.getByText('On this device')).toBeVisible();
  await page.context().setOffline(true);
  await saves();
  await page.context().setOffline(false);
}

test('a description of a vendor is shown in paragraphs and lists, and nothing of it runs or loads', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on('request', (one) => new URL(one.url()).hostname.endsWith('vendor.test') && asked.push(one.url()));
  const html = [
    '<h3>Job Description</h3><p onclick=run()>Pays $78.50/hr</p><ul><li>Shift: 3x12 nights<li>BLS</ul>',
    '<script>document.title=1</script><style>@import url(//vendor.test/a.css);</style><img src=//vendor.test/p.gif onerror=run()>',
    '<a href=javascript:run()>Apply</a><iframe src=//vendor.test></iframe>',
  ].join('');
  await uploadJobs(request, behind.address, `Job ID,Facility,Description\nTEXT-1,Mercy,"${html}"\n`);
  await openSignedIn(page, `${behind.address}/staging?view=all`, 'recruiter');
  await synced(page);
  await page.getByPlaceholder(/Search, or ask/).fill('TEXT-1');
  await expect(page.locator('.jg-status [role=status]')).toHaveText(/^1 of /);
  await page.getByRole('treegrid', { name: 'Staged jobs' }).getByText('TEXT-1').click();
  await page.keyboard.press('e');
  const panel = page.locator('.side-panel');
  await panel.getByRole('tab', { name: 'Description' }).click();
  const text = panel.locator('.job-description');
  await expect(text.getByRole('heading', { name: 'Job Description' })).toBeVisible();
  await expect(text.getByRole('listitem')).toHaveText(['Shift: 3x12 nights', 'BLS']);
  await expect(text.locator('mark')).toHaveText(['$78.50/hr', '3x12']);
  await expect(text.locator('script, style, img, a, iframe, [onclick]')).toHaveCount(0);
  await text.getByText('Original').click();
  await expect(text.locator('.job-source')).toHaveText(html);
  expect(asked).toEqual([]);
});

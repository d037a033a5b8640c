import { createTransport } from 'nodemailer';
import { expect, test } from 'playwright/test';
import { giveMailAddress } from '#contract/collecting/mails.ts';
import { listTasks } from '#contract/collecting/tasks.ts';
import { requisitionId, requisitionMail } from '#server/demo/mail-vendor/requisition-mail.ts';
import { offersAt } from '#server/demo/vendors/vendor-offers.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
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
    .getByRole('grid', { name: 'Staged jobs' })
    .getByRole('row')
    .filter({ hasText: requisitionId(offer) });
  await expect(page.getByText('No matching jobs')).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'openedBefore', true));

  const vendor = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, name: 'lakeside-vms.example' });
  await vendor.sendMail({ from: 'orders@lakeside-vms.example', to: address, ...requisitionMail(offer) });
  vendor.close();
  await expect(row.getByRole('gridcell', { name: requisitionId(offer) })).toBeVisible();
  await expect(row).toContainText(offer.facility.city);
  expect(await page.evaluate(() => Reflect.get(window, 'openedBefore'))).toBe(true);
});

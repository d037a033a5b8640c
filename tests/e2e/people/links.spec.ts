import { expect, type Page, test } from 'playwright/test';
import { confirmIdentity, openSignedIn, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const sister = 'Bayside Travel Nurses';
const main = (page: Page) => page.getByRole('main');
const row = (page: Page, name: RegExp) => main(page).getByRole('row', { name });

/** Whether this device lists data of the sister agency. */
async function keepsSister(page: Page): Promise<boolean> {
  await page.goto(`${behind.address}/offline`);
  await synced(page);
  await expect(main(page).getByText('Harborview Staffing').first()).toBeVisible();
  return main(page)
    .getByText(sister)
    .first()
    .isVisible()
    .catch(() => false);
}

test('a recruiter asks for access, the sister agency approves with rights, and unlinking removes its data from the device', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const ann = await (await browser.newContext()).newPage();
  const dana = await (await browser.newContext()).newPage();
  const { address } = behind;

  await openSignedIn(ann, `${address}/linked`, 'recruiter');
  await ann.getByRole('button', { name: 'Ask for access' }).click();
  const ask = ann.getByRole('dialog', { name: 'Ask for access' });
  await ask.getByLabel(/Name of the customer/).fill('Bayside');
  await ask.getByRole('button', { name: 'Send request' }).click();
  await expect(ask.getByText(/No customer has exactly this name/).first()).toBeVisible();
  await ask.getByLabel(/Name of the customer/).fill(sister);
  await ask.getByRole('button', { name: 'Send request' }).click();
  await expect(ann.getByText(/Your request has been sent to your company contact/).first()).toBeVisible();
  await expect(row(ann, /Bayside/)).toContainText('Asked');

  await openSignedIn(dana, `${address}/linked`, 'sister');
  await row(dana, /Ann Reyes/)
    .getByRole('button', { name: /^Approve/ })
    .click();
  const decide = dana.getByRole('dialog', { name: /^Approve/ });
  await expect(decide.getByRole('checkbox', { name: 'See staged jobs' })).toBeChecked();
  await decide.getByRole('checkbox', { name: 'Post jobs to targets' }).uncheck();
  await decide.getByRole('button', { name: 'Approve request' }).click();
  await confirmIdentity(dana, 'sister');
  await expect(decide).toBeHidden();
  await main(dana)
    .getByRole('tab', { name: /Others who work here/ })
    .click();
  await expect(row(dana, /Ann Reyes/)).toContainText('Harborview Staffing');

  await ann.goto(`${address}/staging`);
  await synced(ann);
  await ann.getByRole('button', { name: /^Customer:/ }).click();
  await ann.getByRole('option', { name: new RegExp(sister) }).click();
  await expect(ann.getByRole('button', { name: `Customer: ${sister}` })).toBeVisible();
  await synced(ann);
  expect(await keepsSister(ann)).toBe(true);

  // The device is in the sister's data when the link ends.
  await ann.goto(`${address}/staging`);
  await expect(ann.getByRole('button', { name: `Customer: ${sister}` })).toBeVisible();
  await synced(ann);
  await row(dana, /Ann Reyes/)
    .getByRole('button', { name: /^More for/ })
    .click();
  await dana.getByRole('menuitem', { name: /End access/ }).click();
  await dana.getByRole('dialog').getByRole('button', { name: 'End access' }).click();
  const ended = Date.now();
  await expect(ann.getByText(`Your access to ${sister} has ended`).first()).toBeVisible({ timeout: 20_000 });
  console.log(`an ended link reached the device after ${Date.now() - ended} ms`);
  await expect(ann.locator('header').getByText('Harborview Staffing').first()).toBeVisible();
  await expect.poll(() => keepsSister(ann)).toBe(false);
  await ann.context().close();
  await dana.context().close();
});

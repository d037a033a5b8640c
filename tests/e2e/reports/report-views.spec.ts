import { expect, type Page, test } from 'playwright/test';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { goTo } from '../../support/every-screen.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
test.use({ viewport: { width: 1440, height: 900 } });

const menu = async (page: Page, button: string, item: string | RegExp) => {
  await page.locator('main').getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const isOpen = (page: Page, view: string) =>
  expect(page.locator('main').getByRole('button', { name: view, exact: true })).toBeVisible();
const chip = (page: Page) => page.getByRole('button', { name: 'Remove the filter Status: Active' });

async function hide(page: Page, column: string): Promise<void> {
  await page.getByRole('button', { name: 'Columns of Rule report' }).click();
  await page.getByRole('checkbox', { name: column }).click();
  await page.keyboard.press('Escape');
}

async function saveAs(page: Page, button: string, name: string): Promise<void> {
  await menu(page, button, 'Save as a view…');
  const form = page.getByRole('dialog', { name: 'Save as a view' });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Save view' }).click();
  await isOpen(page, name);
}

test('offline, a report is saved as a view, changed, opened by itself, renamed and deleted', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openSignedIn(page, `${behind.address}/report_rules`, 'administrator');
  await synced(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  behind.wire.set({ kind: 'cut' });
  await context.setOffline(true);

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Active', exact: true }).click();
  await hide(page, 'Table rule');
  await saveAs(page, 'Views', 'Active rules');
  await expect(page).toHaveURL(/cfid=-?\d+&active=yes/);
  await expect(page.getByRole('columnheader', { name: /^Table rule/ })).toHaveCount(0);
  await expect(page.getByText('Edited', { exact: true })).toBeHidden();

  // What is changed stays the person's own until it is saved.
  await page
    .getByRole('columnheader', { name: /^Action/ })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByText('Edited', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByText('Edited', { exact: true })).toBeHidden();
  await chip(page).click();
  await hide(page, 'On export');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Edited', { exact: true })).toBeHidden();

  // The default opens by itself, and a second one asks.
  await menu(page, 'Active rules', 'Open Rule report with it');
  await menu(page, 'Active rules', 'No saved view');
  await isOpen(page, 'Views');
  // The columns of a view are not those of the report.
  await expect(page.getByRole('columnheader', { name: /^On export/ })).toBeVisible();
  await goTo(page, '/reports');
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await goTo(page, '/report_rules');
  await isOpen(page, 'Active rules');
  await expect(page.getByRole('columnheader', { name: /^On export/ })).toHaveCount(0);
  await saveAs(page, 'Active rules', 'Second');
  await menu(page, 'Second', 'Open Rule report with it');
  const question = page.getByRole('dialog', { name: 'Change the default to “Second”?' });
  await question.getByRole('button', { name: 'Keep “Active rules”' }).click();
  await expect(question).toBeHidden();

  // A changed name asks whether it is another view.
  await menu(page, 'Second', 'Rename or share…');
  const form = page.getByRole('dialog', { name: 'Edit Second' });
  await form.getByLabel('Name').fill('Third');
  await form.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Save a new view' }).click();
  await isOpen(page, 'Third');

  await goTo(page, '/report_myreports');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Second')).toContainText('/report_rules?cfid=');
  await expect(row('Active rules')).toContainText('Rule report');
  await row('Third')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(page.getByText('“Third” will be removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete report' }).click();
  await expect(row('Third')).toHaveCount(0);
  await row('Second').getByRole('link').first().click();
  await isOpen(page, 'Second');
});

test('a view that is gone says so, and the report shows all rows again', { tag: '@long' }, async ({ page }) => {
  behind.wire.set({ kind: 'open' });
  await openSignedIn(page, `${behind.address}/report_rules?cfid=987654`, 'recruiter');
  await synced(page);
  await expect(page.getByText(/^Failed loading configuration/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await expect(page.getByText(/^Failed loading configuration/)).toBeHidden();
  await isOpen(page, 'Views');
});

import { expect, type Page, test } from 'playwright/test';
import { demo } from '../../support/api-client.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();

/** The demo agency. */
const agency = 2;

const settings = (page: Page) => page.getByRole('group', { name: /settings$/ });

/** Adds a task of LaborEdge Nexus, which asks for an address, a user name, a password and an org key. */
async function addNexus(page: Page, name: string): Promise<void> {
  await openSignedIn(page, `${behind.address}/edittask/0`, 'administrator');
  await synced(page);
  await page.getByRole('combobox', { name: /Collect with/ }).click();
  await page.getByRole('option', { name: 'LaborEdge Nexus' }).click();
  await page.getByLabel('Task (required)').fill(name);
  await page.getByLabel('Source (required)').fill('Nexus');
  await page.getByLabel('API URL').fill('https://nexus.example/api');
  await page.getByLabel('User name', { exact: true }).fill('ann');
  await page.getByLabel('Password', { exact: true }).fill('first-secret-7');
  await page.getByRole('button', { name: 'Add task' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

test('a task asks for what its crawler needs, keeps the password out of the form, and shows it once confirmed', {
  tag: '@long',
}, async ({ page }) => {
  await addNexus(page, 'Nexus East');
  await expect(page.getByText('Awaiting Setup').first()).toBeVisible();
  const form = settings(page);
  await expect(form.getByLabel('User name', { exact: true })).toHaveValue('ann');
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(form.getByText('A value is stored, encrypted. Leave blank to keep it.').first()).toBeVisible();
  await form.getByLabel('Org key').fill('org-7');
  await form.getByLabel('Secret key', { exact: true }).fill('client-7');
  await form.getByRole('textbox', { name: 'Password expires on' }).fill('+2d');
  // No one answers at this address: it is tried first, and saved anyway after the second time.
  await form.getByRole('button', { name: 'Save task' }).click();
  await expect(form.getByText(/Something is still not working, please check your entries, and try again/)).toBeVisible();
  await form.getByRole('button', { name: 'Save task' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save and close' }).click();
  await expect(page.getByText('Awaiting Setup')).toHaveCount(0);
  await expect(page.getByRole('alert').getByText('The password expires in 2 days.')).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await (await audit(page)).include('.task-settings').analyze();
    expect(violations.map(({ id, nodes }) => `${width} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `the page at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
  }

  await form.getByRole('button', { name: 'Show stored password' }).click();
  const identity = page.getByRole('dialog');
  await identity.getByLabel('Password', { exact: true }).fill(demo.administrator[1]);
  await identity.getByRole('button', { name: /Confirm|Continue/ }).click();
  await expect(form.getByLabel('Stored password')).toHaveText('first-secret-7');
  await form.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(form.getByText('first-secret-7')).toHaveCount(0);
});

test('a second task uses the sign-in of the first, and its own fields are locked', { tag: '@long' }, async ({ page }) => {
  await addNexus(page, 'Nexus West');
  await page.goto(`${behind.address}/edittask/0`);
  await page.getByRole('combobox', { name: /Collect with/ }).click();
  await page.getByRole('option', { name: 'LaborEdge Nexus' }).click();
  await page.getByLabel('Task (required)').fill('Nexus South');
  await page.getByLabel('Source (required)').fill('Nexus');
  const shared = page.getByRole('combobox', { name: 'Use the sign-in of' });
  await shared.fill('Nexus West');
  await page.getByRole('option', { name: /Nexus West/ }).click();
  await expect(page.getByLabel('User name', { exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Add task' }).click();
  await expect(page.getByRole('heading', { name: 'Nexus South', level: 1 })).toBeVisible();
  await expect(settings(page).getByLabel('Password', { exact: true })).toBeDisabled();
});

test('an administrator connects a mailbox with a refresh token, and lists the servers whose forwarded emails it trusts', {
  tag: '@long',
}, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/edittask/0/${agency}`, 'provider');
  await synced(page);
  await page.getByRole('combobox', { name: /Collect with/ }).click();
  await page.getByRole('option', { name: 'Mailbox with an access token' }).click();
  await page.getByLabel('Task (required)').fill('Agency inbox');
  await page.getByLabel('Source (required)').fill('Inbox VMS');
  await page.getByLabel(/^Mailbox, such as/).fill('imaps://imap.agency.example/INBOX');
  await page.getByLabel('User name', { exact: true }).fill('jobs@agency.example');
  await page.getByLabel('Token address').fill('https://login.agency.example/token');
  await page.getByLabel('Client ID').fill('jobdock-client');
  await page.getByLabel('Client secret').fill('client-secret-8');
  await page.getByLabel('Refresh token').fill('refresh-secret-8');
  // The check asks this address for an access token, and no one answers there.
  const add = page.getByRole('button', { name: 'Add task' });
  await add.click();
  const problem = page.getByText(/Something is still not working, please check your entries, and try again/);
  await expect(problem).toContainText('The token address: The host of this address is not known.');
  await expect(page.getByLabel('Refresh token')).toHaveValue('refresh-secret-8');
  await add.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save and close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave it disabled' }).click();
  await expect(page.getByRole('heading', { name: 'Agency inbox', level: 1 })).toBeVisible();

  const form = settings(page);
  await expect(form.getByLabel('Token address')).toHaveValue('https://login.agency.example/token');
  await expect(form.getByLabel('Client ID')).toHaveValue('jobdock-client');
  for (const secret of ['Client secret', 'Refresh token']) await expect(form.getByLabel(secret)).toHaveValue('');
  await expect(form.getByText('A value is stored, encrypted. Leave blank to keep it.')).toBeVisible();
  expect(await page.content()).not.toContain('secret-8');

  const scope = page.getByRole('group', { name: 'Jobs that Agency inbox collects' });
  const forwarders = scope.getByLabel('Trusted forwarders');
  const save = async (): Promise<void> => {
    await scope.getByRole('button', { name: 'Save jobs to collect' }).click();
    await expect(page.getByText('Jobs that Agency inbox collects. Its next run')).toBeVisible();
    await page.reload();
  };
  await forwarders.fill('https://mail.agency.example');
  await forwarders.press('Enter');
  await scope.getByRole('button', { name: 'Save jobs to collect' }).click();
  await expect(scope.getByText('Write domains such as mail.agency.example, without @ and https')).toBeVisible();
  await forwarders.press('Backspace');
  for (const domain of ['mail.agency.example', 'relay.agency.example']) {
    await forwarders.fill(domain);
    await forwarders.press('Enter');
  }
  await save();
  await expect(scope.getByText('mail.agency.example', { exact: true })).toBeVisible();
  await expect(scope.getByText('relay.agency.example', { exact: true })).toBeVisible();
  await forwarders.press('Backspace');
  await save();
  await expect(scope.getByText('mail.agency.example', { exact: true })).toBeVisible();
  await expect(scope.getByText('relay.agency.example', { exact: true })).toHaveCount(0);
});

test('people of the customer do not change what signs in with a key', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/edittask/0`, 'administrator');
  await synced(page);
  await page.getByRole('combobox', { name: /Collect with/ }).click();
  await page.getByRole('option', { name: 'Trio VMS' }).click();
  await expect(page.getByLabel('API key')).toBeDisabled();
  await expect(page.getByText('Only an administrator changes this.').first()).toBeVisible();
});

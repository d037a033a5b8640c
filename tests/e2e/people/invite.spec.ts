import { expect, test } from 'playwright/test';
import { confirmIdentity, openSignedIn } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline.
test.use({ serviceWorkers: 'block' });

const person = { name: 'Ivy Stone', email: 'ivy.stone@harborview.example', password: 'plum-Anchor-7-violet-road' };

type Received = { readonly to: readonly string[]; readonly subject: string; readonly text: string };

/** The link of the newest invitation that reached the demo's mailbox over SMTP. */
async function invitationLink(): Promise<string> {
  const address = /Emails of the demo: (\S+)/.exec(behind.service.said)?.[1] ?? '';
  const mails = (await (await fetch(new URL('/messages.json', address))).json()) as Received[];
  const mail = mails.find(({ to, subject }) => to.includes(person.email) && subject.includes('invited'));
  return /https?:\/\/\S+\/reset\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

test('an invited person sets a password by the mailed link, signs in, and sees what the role gives', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await openSignedIn(page, `${behind.address}/users`, 'administrator');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect(page.getByText(/licenses used/)).toBeVisible();
  await page.getByRole('link', { name: 'Add user' }).click();
  await page.getByLabel('Name (required)').fill(person.name);
  await page.getByLabel('Email (required)').fill(person.email);
  await page
    .getByRole('tab', { name: 'Rights' })
    .or(page.getByRole('button', { name: 'Rights' }))
    .first()
    .click();
  await page.getByRole('combobox', { name: /^Role/ }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await expect(page.getByText('From the role').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add user' }).click();
  await confirmIdentity(page, 'administrator');
  await expect(page.getByRole('heading', { name: person.name, level: 1 })).toBeVisible();
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();

  await expect.poll(invitationLink, { timeout: 30_000 }).toContain('/reset/');
  const link = await invitationLink();
  const context = await browser.newContext();
  const invited = await context.newPage();
  await invited.goto(link);
  await expect(invited.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await expect(invited.getByLabel('Email')).toHaveValue(person.email);
  await invited.getByLabel('New password', { exact: true }).fill(person.password);
  await invited.getByLabel('Confirm new password').fill(person.password);
  await invited.getByRole('button', { name: 'Set password' }).click();
  await invited.getByLabel('User name').fill(person.email);
  await invited.getByLabel('Password', { exact: true }).fill(person.password);
  await invited.getByRole('button', { name: 'Sign in' }).click();
  await invited.getByLabel(/name/i).first().fill(person.name);
  await invited.getByRole('button', { name: /accept|agree/i }).click();
  await expect(invited.locator('header').getByRole('button', { name: /Sync/ })).toBeVisible({ timeout: 60_000 });
  // The role of a viewer: staging is there, users are not.
  await expect(invited.getByRole('link', { name: 'Staging' }).first()).toBeVisible();
  await invited.goto(`${behind.address}/users`);
  await expect(invited.getByText(/You need the right|don’t have permission|See users/).first()).toBeVisible({ timeout: 30_000 });
  // The link works once.
  await invited.goto(link);
  await expect(invited.getByRole('alert')).toContainText('Reset token has expired');
  await context.close();

  await page.goto(`${behind.address}/users`);
  await expect(page.getByRole('row', { name: new RegExp(person.name) })).toContainText('Active');
  // By keys: a dialog gives the focus back to the button of its menu.
  const more = page.getByRole('button', { name: `More for ${person.name}` });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete user…' }).press('Enter');
  await expect(page.getByRole('dialog', { name: `Delete ${person.name}?` })).toContainText('linked accounts will be removed');
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('on a phone, the rights tab says what a role gives by its flag, and the chosen tab is in sight', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, `${behind.address}/users/edit/0?tab=rights`, 'provider');
  await page.getByRole('combobox', { name: /^Role/ }).click();
  await page.getByRole('option', { name: 'Everything' }).click();
  await expect(page.getByText('In short: every right, by the role.')).toBeVisible();
  const line = page.locator('.right-line', { has: page.getByRole('checkbox', { name: 'See staged jobs' }) });
  await expect(line).toContainText('By the role, which authorizes everything');
  await expect(line.getByRole('checkbox')).toBeChecked();
  await expect(line.getByRole('checkbox')).toBeDisabled();

  await page.goto(`${behind.address}/editcustomer/2?tab=activity`);
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect(tab('Activity')).toBeInViewport({ ratio: 1 });
  await expect(tab('Profile')).not.toBeInViewport();
  await tab('Activity').press('ArrowRight');
  await expect(tab('Profile')).toBeInViewport({ ratio: 1 });
});

import { expect, test } from 'playwright/test';
import { listTickets } from '#contract/support/tickets.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });
const behind = startBehindWire();

test('support adds a ticket for a customer, goes through the list by keys, and merges two tickets', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await openSignedIn(page, `${behind.address}/issues?whose=all`, 'provider');
  await synced(page);
  await page.getByRole('button', { name: 'Add ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add ticket' });
  await dialog.getByRole('textbox', { name: /^Subject/ }).fill('The feed moved');
  await dialog.getByRole('textbox', { name: /^Description/ }).fill('Careline moved its feed to a new address.');
  await dialog.getByRole('button', { name: 'Add ticket' }).click();
  await expect(dialog.getByText('Customer cannot be empty').first()).toBeVisible();
  await dialog.getByRole('combobox', { name: /^Customer/ }).fill('Harborview');
  await page.getByRole('option', { name: /Harborview/ }).click();
  await dialog.getByRole('combobox', { name: /^Contact/ }).fill('reyes');
  await page.getByRole('option', { name: 'Ann Reyes' }).click();
  await dialog.getByRole('button', { name: 'Add ticket' }).click();
  await expect(page.getByRole('heading', { name: 'The feed moved' })).toBeVisible({ timeout: 30_000 });

  const api = new ApiClient(`http://127.0.0.1:${behind.service.port}`);
  await api.signIn(...demo.recruiter);
  const tickets = await api.call(listTickets, { cust: 'me' });
  const [added, old] = [tickets.find(({ subject }) => subject === 'The feed moved'), tickets.find(({ id }) => id === 1)];
  expect(added).toMatchObject({ contact: 'Ann Reyes', description: 'Careline moved its feed to a new address.' });

  await page.goto(`${behind.address}/issues?whose=all&sort=id&status=open`);
  await page.getByRole('link', { name: '1', exact: true }).click();
  await expect(page.getByRole('heading', { name: old?.subject ?? '' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('navigation', { name: 'Tickets of the list' })).toContainText('1 of 2');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: 'The feed moved' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next ticket' })).toBeDisabled();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: old?.subject ?? '' })).toBeVisible();
  await page.keyboard.press('j');

  await page.getByRole('button', { name: /^Merge into another ticket/ }).click();
  const merging = page.getByRole('dialog', { name: /^Merge ticket/ });
  await merging.getByRole('combobox', { name: /^Ticket to keep/ }).click();
  await page.getByRole('option', { name: /A job is missing or wrong/ }).click();
  await merging.getByRole('button', { name: 'Merge tickets' }).click();
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('Careline moved its feed', { timeout: 30_000 });
  await page.goto(`${behind.address}/jira/${added?.id ?? 0}`);
  await expect(page.getByText('Merged into #1')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'ticket 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Answer' })).toBeVisible();
});

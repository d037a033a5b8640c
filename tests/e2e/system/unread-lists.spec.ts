import { expect, type Page, test } from 'playwright/test';
import { messages } from '#contract/kit/messages.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();

/** The service fails in these calls. */
const failing = async (page: Page, ...calls: readonly string[]) => {
  for (const call of calls) await page.route(`**${call}`, (route) => route.fulfill({ status: 500, body: 'No answer' }));
};
/** The documented words, then the reason. The age of what is shown may come before. */
const begins = (words: string) => new RegExp(`${words.replaceAll(/[.()[\]]/g, '\\$&')}\\. .`);

test('lists that cannot be read say so in the documented words', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/parsers`, 'provider');
  await synced(page);
  await failing(page, '/api/bssjobs', '/api/customers/*', '/api/tokentype', '/api/datatype', '/api/rules');
  await page.getByRole('link', { name: 'HWL requisition' }).click();
  await page.getByRole('button', { name: 'Edit token 40' }).click();
  const dialog = page.getByRole('dialog');
  for (const list of [messages.tokenTypes, messages.dataTypes])
    await expect(dialog.getByText(begins(messages.listNotRead({ list })))).toBeVisible();
  await expect(dialog.getByText(begins(messages.ruleTypesNotRead))).toBeVisible();
  await failing(page, '/api/CustomerParserTokens/**', '/api/CustomerParserTokens');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('City');
  await dialog.getByRole('button', { name: 'Save token' }).click();
  await expect(dialog.getByText(begins(messages.notUpdated)).first()).toBeVisible();
  await page.goto(`${behind.address}/customers`);
  await expect(page.getByText(begins(messages.customersNotRead))).toBeVisible();
  await page.goto(`${behind.address}/jrfields`);
  await expect(page.getByText(begins(messages.productFieldsNotRead))).toBeVisible();
});

test('a rule and a task say what of them could not be read or saved', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/custrules/new`, 'administrator');
  await synced(page);
  await failing(page, '/api/bssjobs', '/api/customerstatus/list/*', '/api/agent/update/*');
  await page.reload();
  await expect(page.getByText(begins(messages.jobFieldsNotRead))).toBeVisible();
  // A condition without a value is named by its field.
  await page.getByLabel('Rule name (required)').fill('Unfinished');
  const when = page.getByRole('region', { name: 'When to run' });
  await when.getByRole('button', { name: '+ condition' }).click();
  await when.getByLabel('Field', { exact: true }).click();
  await when.getByLabel('Field', { exact: true }).fill('State');
  await page.getByRole('option', { name: 'State', exact: true }).click();
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText(messages.conditionsMissingIn({ name: 'State' })).first()).toBeVisible();

  await page.goto(`${behind.address}/tasks`);
  await page.getByRole('link', { name: 'Medloop' }).first().click();
  await expect(page.getByText(begins(messages.statusListNotRead))).toBeVisible();
  await page.getByLabel('Task (required)').fill('Medloop East');
  await page.getByRole('button', { name: 'Save task' }).click();
  await expect(page.getByText(begins(messages.notUpdated)).first()).toBeVisible();
});

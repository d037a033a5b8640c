import { expect, test } from 'playwright/test';
import { uploadDataset } from '#contract/ai/dataset.ts';
import { listAiModels } from '#contract/ai/models.ts';
import { saveAiPrompt } from '#contract/ai/prompts.ts';
import { listCustomers } from '#contract/people/customers.ts';
import { operations } from '#domain/ai/operations.ts';
import { read } from '#domain/parsing/extract/extract.ts';
import { ApiClient, demo } from '../../support/api-client.ts';
import { openSignedIn } from '../../support/app-page.ts';
import { looksWell } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });
const behind = startBehindWire();

/** Two versions of a prompt: the careful model in production, the hasty one staged; and a dataset of the customer with 200 settled rows. */
async function prepare(address: string): Promise<number> {
  const client = new ApiClient(address);
  await client.signIn(...demo.provider);
  const [customer] = (await client.call(listCustomers, {})).filter(({ name }) => name.startsWith('Harborview'));
  const cust = customer?.id ?? 0;
  const lines = Array.from({ length: 200 }, (_, i) => {
    const description = `Position ${i} at Unit ${i % 90}. Bill rate: $${60 + (i % 50)}/hr. Shift: 7a - 7p.`;
    const { shift, rate } = read(description);
    return JSON.stringify({ description, settled: { shift, rate } });
  });
  await client.call(uploadDataset, { cust } as never, new File([lines.join('\n')], 'rows.jsonl'));
  const models = await client.call(listAiModels, {});
  const modelOf = (name: string) => models.find((model) => model.name === name)?.id ?? null;
  const draft = {
    id: 0,
    operation: 1,
    engineId: 1,
    modelId: modelOf('stand-in-careful'),
    prompt: 'Read shift and bill rate.',
    description: 'Shift and rate of Harborview',
    format: 'json_object' as const,
    resultProperties: operations[1].properties.map(({ name }) => name),
  };
  const { id } = await client.call(saveAiPrompt, { prompt: draft, assignedCustomerIds: [cust] });
  const hasty = { ...draft, id, modelId: modelOf('stand-in-hasty') };
  await client.call(saveAiPrompt, { prompt: hasty, assignedCustomerIds: [cust], stage: true });
  return id;
}

test('two versions are measured on the dataset; wrong rows open, and the worse version asks before production', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(180_000);
  const id = await prepare(behind.address);
  await openSignedIn(page, `${behind.address}/aiprompts/${id}`, 'provider');
  const panel = page.getByRole('region', { name: 'Measure', exact: true });
  const results = panel.getByRole('list', { name: 'Measurements' }).getByRole('listitem');
  await panel.getByRole('button', { name: 'Measure on the dataset' }).click();
  await expect(results).toHaveCount(1, { timeout: 60_000 });
  await expect(results.first().getByText('stand-in, not a model')).toBeVisible();
  await panel.getByRole('combobox', { name: /^Version/ }).click();
  await page.getByRole('option', { name: 'Version 1' }).click();
  await panel.getByRole('button', { name: 'Measure on the dataset' }).click();
  await expect(results).toHaveCount(2, { timeout: 60_000 });

  await looksWell(page, 'measure-page');
  await panel.getByRole('button', { name: /wrong rows of version 2/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('cell', { name: 'Bill rate', exact: true })).toBeVisible();
  const wrong = dialog.getByText(/^Bill rate: \d+, labeled \d+$|^Bill rate: none, labeled \d+$/).first();
  await wrong.click();
  await expect(dialog.getByLabel('Description').first()).toContainText('Bill rate: $');
  await looksWell(page, 'measure-figures');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await versions.first().getByRole('button', { name: 'Put into production' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/Version 2 is worse than version 1.*it loses \d+/);
  await looksWell(page, 'measure-worse');
  await dialog.getByRole('button', { name: 'Keep the version in production' }).click();
  await expect(versions.nth(1).getByText('In production')).toBeVisible();
  await versions.first().getByRole('button', { name: 'Put into production' }).click();
  await dialog.getByRole('button', { name: 'Put into production anyway' }).click();
  await expect(versions.first().getByText('In production')).toBeVisible();
});

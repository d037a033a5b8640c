import { expect, type Page, test } from 'playwright/test';
import { messages } from '#contract/kit/messages.ts';
import { openSignedIn } from '../../support/app-page.ts';
import { fromMenu } from '../../support/open-form.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });
const behind = startBehindWire();
const open = (page: Page, path: string) => openSignedIn(page, `${behind.address}${path}`, 'provider');
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a prompt is changed as a staged version, tested beside the one in production, and put into production and back', async ({
  page,
}) => {
  await open(page, '/aiprompts/3');
  // The editor takes the place of a plain field.
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Be brief. {{rate}}');
  await expect(page.getByText(/\{\{rate\}\} is no placeholder of this operation/)).toBeVisible();
  for (let i = 0; i < '{{rate}}'.length; i += 1) await page.keyboard.press('Backspace');
  await page.getByLabel('Temperature').fill('7');
  await page.getByLabel('What changed').fill('Shorter answers');
  await expect(page.getByLabel('Temperature')).toHaveValue('1');
  await page.getByRole('switch', { name: /^Stage this version/ }).check();
  await page.getByRole('button', { name: 'Save and stage' }).click();
  await expect(page.getByText('Version 2 is staged.')).toBeVisible();

  const tests = part(page, 'Test');
  await tests.getByRole('textbox', { name: /^Text/ }).fill('Which floor is meant? Fourth floor west');
  await tests.getByRole('combobox', { name: /Beside it/ }).click();
  await page.getByRole('option', { name: 'stand-in-hasty' }).click();
  await tests.getByRole('button', { name: 'Test prompt' }).click();
  for (const model of ['stand-in-careful', 'stand-in-hasty']) {
    const result = tests.getByRole('region', { name: new RegExp(`by ${model}`) });
    await expect(result.getByText('stand-in, not a model')).toBeVisible();
    await expect(result.getByText('Fourth floor west')).toBeVisible();
  }
  const careful = tests.getByRole('region', { name: /by stand-in-careful/ });
  await careful.getByText('Is this answer right?').click();
  await careful.getByRole('button', { name: 'Send feedback' }).click();
  await expect(careful.getByText(messages.feedbackAnswer)).toBeVisible();
  await careful.getByRole('radio', { name: 'No' }).click();
  await careful.getByRole('checkbox', { name: 'Not what was asked for' }).click();
  await careful.getByRole('button', { name: 'Send feedback' }).click();
  await expect(careful.getByText('Thank you for your feedback.')).toBeVisible();
  await tests.getByText('Raw response').click();
  await expect(tests.locator('pre').first()).toContainText('{"value":');

  const versions = part(page, 'Versions').getByRole('listitem');
  await versions.first().getByRole('button', { name: 'Changes' }).click();
  await expect(versions.first().locator('ins')).toContainText('Be brief.');
  await versions.first().getByRole('button', { name: 'Put into production' }).click();
  await expect(versions.first().getByText('In production')).toBeVisible();
  await versions.nth(1).getByRole('button', { name: 'Put into production' }).click();
  await expect(versions.nth(1).getByText('In production')).toBeVisible();
});

test('each failure has its documented sentence, and nothing typed is lost', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  const broken = { status: 500, contentType: 'application/json', body: '{}' };
  const breaks = (pattern: string, answer: object = broken) => page.route(`**/api/${pattern}`, (route) => route.fulfill(answer));
  const says = (words: string) => expect(page.getByText(new RegExp(`^${words}`)).first()).toBeVisible();
  await open(page, '/aiprompts/999');
  await says(messages.aiPromptNotFound);
  const shows = async (pattern: string, path: string, words: string) => {
    await breaks(pattern);
    await page.goto(`${behind.address}${path}`);
    await says(words);
    await page.unrouteAll();
  };
  await shows('aimodel/list', '/aimodels', messages.aiModelsNotRead);
  await shows('aiengine/list', '/aimodels?show=engines', messages.aiEnginesNotLoaded);
  await shows('aimodels/byengine/*', '/aiprompts/3', messages.aiModelsNotLoaded);
  await shows('aipromptcustomer/**', '/aiprompts/3', messages.aiCustomersNotLoaded);
  await shows('aiprompts/list/**', '/aiprompts', messages.aiPromptsNotRead);
  await breaks('aiprompts/1', { ...broken, status: 403, body: '{"kind":"forbidden"}' });
  await page.goto(`${behind.address}/aiprompts/1`);
  await says(messages.aiAccessDenied);

  await page.goto(`${behind.address}/aiprompts/3`);
  await breaks('aiprompts/save');
  await page.getByLabel('What changed').fill('kept in the form');
  await page.getByRole('button', { name: 'Save prompt' }).click();
  await says(messages.aiPromptNotSaved);
  await expect(page.getByLabel('What changed')).toHaveValue('kept in the form');
  await page.getByLabel('What changed').fill('');

  await page.goto(`${behind.address}/aiprompts`);
  await breaks('aiprompts/remove/**');
  await fromMenu('Remove…')(page);
  await page.getByRole('button', { name: 'Remove prompt' }).click();
  await says(messages.aiPromptNotRemoved);

  await page.goto(`${behind.address}/aimodels`);
  await breaks('aimodel/save');
  await breaks('aimodel/delete/**');
  await breaks('ai/providers/**');
  const dialog = page.getByRole('dialog');
  for (const [button, words] of [
    ['Add model', messages.aiModelNotAdded],
    ['Edit', messages.aiModelNotUpdated],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click();
    await expect(dialog.getByText(new RegExp(`^${messages.aiProvidersNotRead}`))).toBeVisible();
    await dialog.getByRole('textbox', { name: /^Model/ }).fill('typed');
    await dialog.getByRole('button', { name: /model$/ }).click();
    await expect(dialog.getByText(new RegExp(`^${words}`))).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: /^Model/ })).toHaveValue('typed');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
  }
  await fromMenu('Remove…')(page);
  await page.getByRole('button', { name: 'Remove model' }).click();
  await says(messages.aiModelNotRemoved);
});

test('the texts of a call are read after the password, and stay on no device', { tag: '@long' }, async ({ page }) => {
  await open(page, '/aiprompts/3');
  const tests = part(page, 'Test');
  await tests.getByRole('textbox', { name: /^Text/ }).fill('Which floor is meant? canary-floor');
  await tests.getByRole('button', { name: 'Test prompt' }).click();
  await expect(tests.getByText('canary-floor', { exact: true })).toBeVisible();
  await page.goto(`${behind.address}/aimodels?show=calls`);
  await page
    .getByRole('button', { name: /^Read texts/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Read texts' }).click();
  const password = page.getByLabel(/^Password/);
  await expect(password.or(page.getByLabel('Asked'))).toBeVisible();
  if (await password.isVisible()) {
    await password.fill('harbor-Demo-3');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByLabel('Asked')).toContainText('canary-floor');
  const stored = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const texts: string[] = [JSON.stringify(Object.entries(localStorage))];
    for (const name of names) {
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const asked = indexedDB.open(name);
        asked.addEventListener('success', () => done(asked.result));
        asked.addEventListener('error', () => failed(asked.error));
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown>((done) => {
          const asked = db.transaction(store).objectStore(store).getAll();
          asked.addEventListener('success', () => done(asked.result));
        });
        texts.push(JSON.stringify(rows));
      }
      db.close();
    }
    return texts.join('\n');
  });
  expect(stored.length).toBeGreaterThan(1000);
  expect(stored).not.toContain('canary-floor');
});

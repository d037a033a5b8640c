import { expect, type Locator, type Page, test } from 'playwright/test';
import { hwlMail } from '../../parsers/vendor-mails.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { audit } from '../../support/audit.ts';
import { startBehindWire } from '../../support/start-behind.ts';

test.use({ serviceWorkers: 'block' });

const behind = startBehindWire();
const mail = hwlMail((items) => items[0] as (typeof items)[number]);
const file = {
  name: 'order.html',
  mimeType: 'text/html',
  buffer: Buffer.from(`<html><body>${mail.page(mail.rows)}</body></html>`),
};

test('an administrator teaches a parser by a sample: what it reads is marked, a change says what it does, keys alone suffice', async ({
  page,
}) => {
  await openSignedIn(page, `${behind.address}/parsers`, 'provider');
  await synced(page);
  await page.getByRole('link', { name: 'HWL requisition' }).click();
  await expect(page.getByText('No sample yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add sample…' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('order.html is a sample now.')).toBeVisible();
  await page.keyboard.press('Escape');

  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('Takes this email', { exact: true })).toBeVisible();
  await expect(result.getByRole('definition').filter({ hasText: 'Lakeside Regional Hospital' })).toBeVisible();
  const lines = page.getByRole('list', { name: 'Text of the sample' });
  await expect(lines.locator('mark', { hasText: 'Lakeside Regional Hospital' })).toBeVisible();
  // The struck-through date is not there.
  await expect(lines.getByText('Jan 26, 2026')).toHaveCount(0);

  // From line to line by keys; Enter begins a token for the marked line, by the label left of it.
  await lines.getByRole('button', { name: 'Travel', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add token' });
  await expect(dialog.getByRole('textbox', { name: 'Label' })).toHaveValue('Type');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Edit token 40' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Label' }).fill('City');
  await page.getByRole('button', { name: 'Save token' }).click();
  await expect(result.getByText('order.html: Facility was Lakeside Regional Hospital, is Tulsa')).toBeVisible();
});

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < 100 && !(await hasFocus()); stops++) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
}

test('a person makes a parser from a sample with the keyboard alone', { tag: '@long' }, async ({ page }) => {
  const { keyboard } = page;
  const enter = async (control: Locator) => {
    await tabTo(page, control);
    await keyboard.press('Enter');
  };
  await openSignedIn(page, `${behind.address}/parsers`, 'provider');
  await synced(page);
  await enter(page.getByRole('button', { name: 'Add parser' }));
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Name (required)'));
  await keyboard.type('By keyboard');
  await keyboard.press('Enter');
  await enter(page.getByRole('link', { name: 'By keyboard' }));
  await enter(page.getByRole('button', { name: 'Add sample…' }));
  const chooser = page.waitForEvent('filechooser');
  await enter(dialog.getByRole('button', { name: /^Choose/ }));
  await (await chooser).setFiles(file);
  await expect(page.getByText('order.html is a sample now.')).toBeVisible();
  await keyboard.press('Escape');

  const lines = page.getByRole('list', { name: 'Text of the sample' });
  const result = page.getByRole('region', { name: 'Result' });
  for (const [text, label, field] of [
    [mail.expected['facility'], 'Facility', 'Facility'],
    [mail.expected['providerJobId'], 'Requisition', 'Job ID'],
  ] as const) {
    await tabTo(page, lines.locator('button[tabindex="0"]'));
    const line = lines.getByRole('button', { name: String(text), exact: true });
    for (let steps = 0; steps < 60 && !(await line.evaluate((one) => one === document.activeElement)); steps++)
      await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Label' })).toHaveValue(label);
    await tabTo(page, dialog.getByRole('combobox', { name: 'Field', exact: true }));
    await keyboard.type(field);
    await page.getByRole('option', { name: field, exact: true }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await enter(dialog.getByRole('button', { name: 'Add token' }));
    await expect(result.getByRole('definition').filter({ hasText: String(text) })).toBeVisible();
  }
});

test('the editor has no accessibility violations, and is three tabs on a phone', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/editparser/1`, 'provider');
  await synced(page);
  const sample = page.getByRole('region', { name: 'Sample' });
  const tokens = page.getByRole('region', { name: 'Tokens' });
  await expect(tokens.getByRole('listitem').first()).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const { violations } = await (await audit(page)).include('.page').analyze();
    expect(violations.map(({ id, nodes }) => `${width} ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, `the page at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sample).toBeVisible();
  await expect(tokens).toBeHidden();
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await expect(tokens).toBeVisible();
  await expect(sample).toBeHidden();
});

import { expect, type Page, test } from 'playwright/test';
import { enter, goTo } from '../support/every-screen.ts';
import { startBehindWire } from '../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

const chips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
const rowCount = async (page: Page): Promise<number> =>
  Number((await page.locator('.jg-status [role=status] b').innerText()).replaceAll(',', ''));

async function ask(page: Page, query: string): Promise<void> {
  const box = page.getByPlaceholder(/Search, or ask/);
  await box.fill(query);
  await box.press('Enter');
}

test('a query in plain words becomes chips, and one without rows says what to drop or to correct', async ({ page }) => {
  await enter(page, behind.address, 'recruiter');
  await goTo(page, '/staging?view=all');
  await expect.poll(() => rowCount(page)).toBeGreaterThan(0);

  await ask(page, 'nurse in texas above 20 dollars');
  await expect(chips(page)).toHaveText(['“nurse”', 'State TX', 'Bill rate >20']);

  await ask(page, 'nurse qqzz');
  const drop = page.getByRole('button', { name: /^Drop “qqzz”: [\d,]+ jobs?$/ });
  const says = Number(/: ([\d,]+)/.exec((await drop.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  expect(says).toBeGreaterThan(0);
  await drop.click();
  await expect(chips(page)).toHaveText(['“nurse”']);
  await expect.poll(() => rowCount(page)).toBe(says);

  await ask(page, 'nigths');
  await page.getByRole('button', { name: /^Search “nights”: [\d,]+ jobs?$/ }).click();
  await expect(chips(page)).toHaveText(['“nights”']);
  await expect.poll(() => rowCount(page)).toBeGreaterThan(0);

  await ask(page, 'nights is:unmaped');
  await page.getByRole('button', { name: 'Use is:unmapped' }).click();
  await expect(chips(page)).toHaveText(['“nights”', 'Unmapped']);
});

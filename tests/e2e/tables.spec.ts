import { expect, type Page, test } from 'playwright/test';
import { openSignedIn, synced } from '../support/app-page.ts';
import { startBehindWire } from '../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

const heads = (page: Page) => page.locator('.rows thead .rows-sort').allInnerTexts();

/** Texts of cells that a row's buttons cover, and whether the table is cut. */
const covered = (page: Page) =>
  page.locator('.rows-scroll').evaluate((scroller) => ({
    cut: scroller.scrollWidth > scroller.clientWidth,
    texts: [...scroller.querySelectorAll('tbody tr')].flatMap((row) => {
      const buttons = row.querySelector('.rows-actions')?.getBoundingClientRect();
      if (!buttons) return [];
      return [...row.querySelectorAll('td:not(.rows-actions)')].flatMap((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const apart = right <= buttons.left || left >= buttons.right || bottom <= buttons.top || top >= buttons.bottom;
        return apart ? [] : [cell.textContent];
      });
    }),
  }));

test('columns without a value are hidden until a person shows them; on a tablet nothing is covered', async ({ page }) => {
  await openSignedIn(page, `${behind.address}/eshifts`, 'administrator');
  await synced(page);
  await test.step('empty columns', async () => {
    await expect.poll(() => heads(page)).toEqual(['Shift ↑', 'ATS ID']);
    await page.getByRole('button', { name: 'Columns of External shifts' }).click();
    const starts = page.getByRole('listitem').filter({ hasText: 'Starts' });
    await expect(starts).toContainText('no values');
    await starts.getByRole('checkbox').check();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect.poll(() => heads(page)).toEqual(['Shift ↑', 'ATS ID', 'Starts']);
  });
  await test.step('a search does not change the columns', async () => {
    await page.getByRole('searchbox', { name: 'Search external shifts' }).fill('night');
    await expect(page.getByText(/^\d+ of /).first()).toBeVisible();
    expect(await heads(page)).toEqual(['Shift ↑', 'ATS ID', 'Starts']);
  });
  await test.step('tablet', async () => {
    await page.setViewportSize({ width: 820, height: 1100 });
    for (const path of ['/tasks', '/myclients', '/sources']) {
      await page.goto(`${behind.address}${path}`);
      await expect(page.getByRole('button', { name: /^(Run now|Edit) / }).first()).toBeVisible();
      expect(await covered(page), path).toEqual({ cut: false, texts: [] });
    }
  });
  await test.step('staff only', async () => {
    await page.goto(`${behind.address}/devices`);
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
    await expect(page.getByText('Only Jobdock staff can open Devices.')).toBeVisible();
    await expect(page).toHaveTitle(/^Devices · /);
  });
});

test('a closed screen names who can open it, and a failed list can be tried again', async ({ page }) => {
  await openSignedIn(page, `${behind.address}/targetconfig`, 'recruiter');
  await expect(page.getByRole('heading', { level: 1, name: 'Targets' })).toBeVisible();
  await expect(page.getByText('Marcus Bell can give you the right “Change targets”.')).toBeVisible();
  await page.route('**/api/map/runs/*', (route) => route.abort());
  await page.goto(`${behind.address}/mapruns`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(page.getByRole('heading', { name: 'No mapping runs yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Map facilities' }).click();
  await expect(page).toHaveURL(/\/mapfacility/);
});

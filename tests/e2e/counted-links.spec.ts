import { expect, type Page, test } from 'playwright/test';
import { openSignedIn, synced } from '../support/app-page.ts';
import { enter, goTo, samplesFor, showing } from '../support/every-screen.ts';
import { shareBehindWire } from '../support/start-behind.ts';

const behind = shareBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });

/** Links that are opened on each screen; the long form opens all. */
const mostOfScreen = Number(process.env['COUNTED_LINKS'] ?? 4);

type Counted = { readonly screen: string; readonly href: string; readonly count: number };

/** The links of the shown screen that lead to jobs and say how many. */
async function countedLinks(page: Page, screen: string): Promise<Counted[]> {
  const links = await page.locator('main a[href^="/staging"]').evaluateAll((found) =>
    found.map((link) => ({
      href: link.getAttribute('href') ?? '',
      number: /\d[\d,]*/.exec(link.textContent ?? '')?.[0].replaceAll(',', ''),
      starts: /^\d/.test(link.textContent?.trim() ?? ''),
      named: link.querySelector('.bar-count')?.textContent ?? null,
    })),
  );
  return links.flatMap(({ href, number, starts, named }) => {
    const count = named ?? (starts ? number : undefined);
    // A link that opens one job names its number.
    const isOneJob = new URLSearchParams(href.split('?')[1]).has('open');
    return count === undefined || isOneJob ? [] : [{ screen, href, count: Number(count.replaceAll(',', '')) }];
  });
}

test('every count that links to jobs equals the number of rows behind its link', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(300_000);
  await enter(page, behind.address, 'administrator');
  const links = new Map<string, Counted>();
  for (const sample of samplesFor('administrator')) {
    await goTo(page, sample.path);
    await showing(page, sample);
    const found = await countedLinks(page, sample.path);
    for (const link of found.slice(0, mostOfScreen)) links.set(link.href, link);
  }
  const screens = new Set([...links.values()].map(({ screen }) => screen.split('?')[0]));
  expect([...screens]).toEqual(
    expect.arrayContaining([
      '/dashboard',
      '/mapfacility',
      '/report_mapdetail',
      '/report_mapcert',
      '/report_mapspec',
      '/report_mapshift',
    ]),
  );
  const wrong: string[] = [];
  for (const { screen, href, count } of links.values()) {
    await goTo(page, href);
    const rows = page.locator('.jg-status [role=status] b');
    const shown = async () => Number((await rows.innerText()).replaceAll(',', ''));
    await expect
      .poll(shown, { timeout: 5000 })
      .toBe(count)
      .catch(async () => wrong.push(`${screen} says ${count}, ${href} shows ${await shown()}`));
  }
  expect(wrong).toEqual([]);
});

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

  // The filter shows the same query as fields, and leaves what it has no field for.
  await page.locator('#page-title').focus();
  await page.keyboard.press('q');
  const filter = page.getByRole('complementary', { name: 'Filter' });
  const mapping = filter.getByRole('radiogroup', { name: 'All that the target needs: mapped' });
  await expect(mapping.getByRole('radio', { name: 'Not mapped' })).toBeChecked();
  await mapping.getByText('Mapped', { exact: true }).click();
  await filter.getByRole('textbox', { name: 'State' }).fill('TX, CA');
  await expect(chips(page)).toHaveText(['“nights”', 'Mapped', 'State TX, CA']);
  await filter.getByRole('button', { name: 'Clear filter' }).click();
  await expect(chips(page)).toHaveText(['“nights”']);
  await ask(page, 'near:89501~3000');
  await expect(chips(page)).toHaveText(/Enter a zip code and miles/);
  await ask(page, 'near:89501~1000');
  await expect.poll(() => rowCount(page)).toBeGreaterThan(0);
  await ask(page, 'near:00000');
  await expect(page.getByText('Zip code 00000 is not in the table of places.')).toBeVisible();
});

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

test('columns without a value are hidden until a person shows them; on a tablet nothing is covered', { tag: '@long' }, async ({
  page,
}) => {
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
    const count = page.getByText(/\d shifts?$/).first();
    const before = await count.innerText();
    await page.getByRole('searchbox', { name: 'Search external shifts' }).fill('night');
    await expect(count).not.toHaveText(before);
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

test('a closed screen names who can open it, and a failed list can be tried again', { tag: '@long' }, async ({ page }) => {
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

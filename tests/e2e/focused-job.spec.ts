import { type APIRequestContext, expect, type Locator, type Page, test } from 'playwright/test';
import { listNotifications } from '#contract/people/notices.ts';
import { listStaging } from '#contract/staging/staging-list.ts';
import { has } from '#domain/jobs/flags.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { openSignedIn, synced, uploadJobs } from '../support/app-page.ts';
import { startBehindWire } from '../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const arrivals = 6;
/** Whom the note mentions. */
const administrator = 'Marcus Bell';

const arrival = (n: number) => `Job ID,Title,Facility,Degree,Specialty,Shift\nARRIVED-${n},Nurse,Mercy ${n},RN,ICU,Nights\n`;

/** Another person of the agency uploads jobs. New ones come first in the grid. */
const upload = (request: APIRequestContext, text: string) => uploadJobs(request, behind.address, text);

/** Opens a view of the grid with all its jobs read. */
async function openJobs(page: Page, view: string): Promise<Locator> {
  await openSignedIn(page, `${behind.address}/staging?view=${view}`, 'recruiter');
  await synced(page);
  await expect(page.locator('.jg-status [role=status]')).toHaveText(/ rows/);
  return page.getByRole('treegrid', { name: 'Staged jobs' });
}

/** The row with the focus: its text, its place among the rows, and its distance from the top of the window. */
async function focusedRow(page: Page): Promise<{ text: string; place: number; top: number }> {
  const row = page.locator('[role=row]:has([role=gridcell]:focus)');
  const place = Number(await row.getAttribute('aria-rowindex'));
  return { text: await row.innerText(), place, top: (await row.boundingBox())?.y ?? 0 };
}

test('jobs that arrive move neither the keys nor the view to another job', async ({ page, request }) => {
  const grid = await openJobs(page, 'all');
  await grid.locator('[data-row="3"] [data-col="2"]').click();
  const chosen = await focusedRow(page);
  const number = numberIn(chosen.text) ?? '';
  expect(number).not.toBe('');
  const count = await grid.getAttribute('aria-rowcount');
  const waiting = page.getByRole('button', { name: /new jobs? · Show/ });
  for (let n = 1; n <= arrivals; n++) {
    await upload(request, arrival(n));
    await expect(waiting).toHaveText(`${n} new job${n > 1 ? 's' : ''} · Show`);
    await expect(grid).toHaveAttribute('aria-rowcount', count ?? '');
    expect((await focusedRow(page)).text).toContain(number);
  }
  await page.keyboard.press('n');
  await expect(grid).toHaveAttribute('aria-rowcount', String(Number(count) + arrivals));
  await expect.poll(async () => (await focusedRow(page)).text).toContain(number);
  const now = await focusedRow(page);
  // All of them came above it.
  expect(now.place).toBe(chosen.place + arrivals);
  expect(Math.abs(now.top - chosen.top)).toBeLessThanOrEqual(1);
  await page.keyboard.press('h');
  const api = new ApiClient(behind.address);
  await api.signIn(...demo.administrator);
  const heldOf = async (jid: string) => {
    const page1 = { cust: 'me', targetId: 1, pageSize: 100, page: 1, sourceId: -1, jid, all: 1 } as const;
    return (await api.call(listStaging, page1)).filter(({ chgMap }) => has(chgMap, 'onHold')).length;
  };
  await expect.poll(() => heldOf(number)).toBe(1);
  expect(await heldOf('ARRIVED')).toBe(0);
});

/** The vendor's number of a job in the text of its row. */
const numberIn = (row: string): string | undefined => /[A-Z]{2}-\d+|\d{6,}/.exec(row)?.[0];

/** The number of the job with the focused cell. */
const focusedNumber = async (page: Page): Promise<string | undefined> => numberIn((await focusedRow(page)).text);

test('the focus returns to its cell after every panel and dialog', { tag: '@long' }, async ({ page }) => {
  const grid = await openJobs(page, 'topost');
  await grid.locator('[data-row="2"] [data-col="2"]').click();
  const number = await focusedNumber(page);
  expect(number).toBeDefined();
  const returns = async (how: string) => {
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedNumber(page).catch(() => undefined), { message: how }).toBe(number);
  };

  const heading = page.locator('.side-panel h2');
  await page.keyboard.press('e');
  await expect(heading).toBeFocused();
  // The keys below go to the job's own controls, which its row brings.
  await expect(heading).toContainText(number ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await returns('job panel, after two tabs');

  await page.keyboard.press('p');
  await expect(heading).toBeFocused();
  await returns('post panel');

  await page.keyboard.press('e');
  await expect(heading).toBeFocused();
  await page.locator('.side-panel').getByRole('tab', { name: 'Mapping' }).click();
  await returns('job panel, after a click on a tab');

  await page.keyboard.press('c');
  const question = page.getByRole('dialog', { name: /^Cancel 1 order for / });
  await expect(question.getByText(number ?? '')).toBeVisible();
  await expect(question.getByText('Canceled here and, where posted, in the ATS. You can reopen them.')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Keep order' })).toBeVisible();
  await returns('the question before a cancel');

  // Nothing to undo: no word about it.
  await page.keyboard.press('u');
  await returns('an undo of nothing');
  await expect(page.locator('.toast')).toHaveCount(0);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Search columns').fill('rate');
  await returns('columns');

  await page.keyboard.press('e');
  await writeNote(page, number ?? '');
});

/** Writes a note that mentions the administrator, by keys alone, and opens it from the notice that the administrator gets. */
async function writeNote(page: Page, number: string): Promise<void> {
  const panel = page.locator('.side-panel');
  await panel.getByRole('tab', { name: 'Notes' }).click();
  const box = panel.getByRole('textbox', { name: 'New note' });
  const people = page.getByRole('listbox', { name: 'People' });
  await box.pressSequentially('Rate is low. @');
  await expect(people.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(people).toBeHidden();
  await expect(panel).toBeVisible();
  await box.pressSequentially(administrator.slice(0, 3).toLowerCase());
  await expect(people.getByRole('option')).toHaveText([administrator]);
  await page.keyboard.press('Enter');
  await box.pressSequentially('please call');
  await page.keyboard.press('Control+Enter');
  const note = panel.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(note).toContainText(`Rate is low. @${administrator} please call`);
  await expect(panel.getByRole('tab', { name: 'Notes' })).toHaveText('Notes1');
  const api = new ApiClient(behind.address);
  await api.signIn(...demo.administrator);
  const notice = async () => (await api.call(listNotifications, { cust: 'me' })).list.find(({ text }) => text.includes(number));
  await expect.poll(async () => (await notice())?.text).toContain(`mentioned you in a note on job ${number}`);
  await page.goto(`${behind.address}${(await notice())?.link}`);
  await expect(note).toContainText('please call');
}

test('a person who was away sees what happened meanwhile, and each count leads to its jobs', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const jobs = (rateOf2: number, status3: string) =>
    ['Job ID,Facility,Degree,Specialty,Bill Rate,Status', 'AWAY-1,Mercy,RN,ICU,70,Open', `AWAY-2,Mercy,RN,ICU,${rateOf2},Open`]
      .concat(`AWAY-3,Mercy,RN,ICU,70,${status3}`)
      .join('\n');
  await upload(request, jobs(70, 'Open'));
  const grid = await openJobs(page, 'all');
  await expect(page.getByText('Since you left')).toBeHidden();
  await upload(request, jobs(75, 'Cancelled'));
  // The last visit was two hours ago.
  await page.evaluate(() => {
    const visits = JSON.parse(localStorage.getItem('jobdock:last-visits') ?? '{}') as Record<string, { seenMs: number }>;
    for (const visit of Object.values(visits)) visit.seenMs -= 2 * 3_600_000;
    localStorage.setItem('jobdock:last-visits', JSON.stringify(visits));
  });
  await page.reload();
  await page.getByRole('button', { name: '1 rate change' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(grid).toContainText('AWAY-2');
  await page.getByRole('button', { name: '1 canceled' }).click();
  await expect(grid).toContainText('AWAY-3');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('button', { name: 'Dismiss what happened since you left' }).click();
  await expect(page.getByText('Since you left')).toBeHidden();
});

test('what is typed at once after Ctrl K goes to the palette, not to the selected jobs', { tag: '@long' }, async ({ page }) => {
  const grid = await openJobs(page, 'topost');
  for (const n of [0, 1]) await grid.locator(`[data-row="${n}"]`).getByRole('checkbox').click();
  await expect(page.getByRole('toolbar', { name: '2 selected' })).not.toHaveAttribute('aria-busy', 'true');
  const held = async () => Number((await page.getByRole('tab', { name: /^Held/ }).innerText()).replaceAll(/\D/g, ''));
  const before = await held();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('hold');
  const search = page.getByRole('textbox', { name: 'Search or command' });
  await expect(search).toHaveValue('hold');
  expect(await held()).toBe(before);
  // The action on the selection comes first, with its key.
  await expect(page.getByRole('dialog').getByText('on 2 selected jobs').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(held).toBe(before + 2);
});

test('a question in the palette opens its answer in help; ? opens help on the screen', { tag: '@long' }, async ({ page }) => {
  await openJobs(page, 'topost');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search or command' }).fill('how do I cancel an order');
  await expect(page.getByText('Cancel or reopen orders')).toBeVisible();
  await page.keyboard.press('Enter');
  const help = page.getByRole('dialog', { name: 'Help and shortcuts' });
  await expect(help.getByText('The question names the orders')).toBeVisible();
  await expect(help.getByText('Map a value')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await expect(help.getByRole('heading', { name: 'Staging', level: 3 })).toBeVisible();
  await expect(help.getByText('Map a value')).toBeVisible();
  await expect(help.getByRole('heading', { name: 'Shortcuts on this screen' })).toBeVisible();
});

test('a view that is shared without a connection is there once, and another person opens it', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const grid = await openJobs(page, 'all');
  const query = page.getByRole('combobox', { name: 'Query' });
  const all = (await grid.getAttribute('aria-rowcount')) ?? '';
  await query.fill('icu');
  await query.press('Enter');
  await expect(page).toHaveURL(/q=icu/);
  await expect(grid).not.toHaveAttribute('aria-rowcount', all);
  behind.wire.set({ kind: 'cut' });
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const form = page.getByRole('dialog', { name: 'Save as a view' });
  await form.getByLabel('Name').fill('Intensive care');
  await form.getByLabel(/^Share with everyone/).check();
  await form.getByRole('button', { name: 'Save view' }).click();
  const tab = (on: Page) => on.getByRole('tab', { name: /^Intensive care/ });
  await expect(tab(page)).toHaveAttribute('aria-selected', 'true');
  const rows = (await grid.getAttribute('aria-rowcount')) ?? '';

  // What is changed in it is the person's own until it is saved.
  await page.getByRole('columnheader', { name: 'Start' }).click();
  await expect(page.getByText('Edited', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('Edited', { exact: true })).toBeHidden();

  behind.wire.set({ kind: 'open' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await synced(page);
  await expect(tab(page)).toHaveCount(1);
  const other = await browser.newPage();
  await openSignedIn(other, `${behind.address}/staging`, 'administrator');
  await synced(other);
  await tab(other).click();
  await expect(other.getByRole('treegrid', { name: 'Staged jobs' })).toHaveAttribute('aria-rowcount', rows);
  await expect(other).toHaveURL(/cfid=\d+/);
  await expect(tab(other)).toHaveCount(1);
  await other.goto(`${behind.address}/staging?cfid=987654`);
  await expect(other.getByText('This view was removed, or it is not shared with you.')).toBeVisible();
  await other.close();
});

test('an order opens in place by key and by click, and shows its shifts below it', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const grid = await openJobs(page, 'all');
  const header = 'Job ID,Parent Order,Title,Facility,Degree,Specialty,Shift,Bill Rate';
  const line = (id: string, parent: string, rate: number) => `${id},${parent},Nurse,Mercy Tree,RN,ICU,Nights,${rate}`;
  const jobs = [line('TREE-1', '', 50), line('TREE-2', 'TREE-1', 70), line('TREE-3', 'TREE-1', 60)];
  await upload(request, `${header}\n${jobs.join('\n')}\n`);
  await page.getByRole('combobox', { name: 'Query' }).fill('facility:"Mercy Tree"');
  await page.keyboard.press('Enter');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(page.locator('.jg-status')).toContainText('1 job, 2 children');
  const order = grid.locator('[data-row="0"]');
  await expect(order).toHaveAttribute('aria-expanded', 'false');
  await order.locator('[data-col="1"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(order).toHaveAttribute('aria-expanded', 'true');
  await expect(grid.locator('[data-row="1"]')).toHaveAttribute('aria-level', '2');
  const rowsIn = () => grid.locator('[data-row]').allInnerTexts();
  await expect.poll(async () => (await rowsIn()).map((text) => /TREE-\d/.exec(text)?.[0]).filter(Boolean)).toHaveLength(3);
  await page.keyboard.press('ArrowLeft');
  await expect(order).toHaveAttribute('aria-expanded', 'false');

  // A shift that the query does not find is shown in its open order, with a word why.
  await page.getByRole('combobox', { name: 'Query' }).fill('facility:"Mercy Tree" rate:<65');
  await page.keyboard.press('Enter');
  await order.getByRole('button', { name: 'Open 2 children' }).click();
  await expect(grid.locator('.is-other')).toContainText('TREE-2');
  await expect(grid.locator('.is-other')).toContainText('Not in view');
  await expect(page.locator('.jg-status')).toContainText('1 more shown that is not in this view');
  // From the first cell of a shift, the arrow leads to its order.
  await grid.locator('[data-row="1"] [data-col="2"]').click();
  for (let col = 2; col >= 0; col--) await page.keyboard.press('ArrowLeft');
  await expect(order.locator('[data-col="0"]')).toBeFocused();
  await grid.locator('[data-row="1"]').dblclick();
  await expect(page.locator('.side-panel')).toContainText('Part of order');
});

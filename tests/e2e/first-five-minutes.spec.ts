import { expect, type Locator, type Page, test } from 'playwright/test';
import { demo } from '../support/api-client.ts';
import { figure, synced, uploadJobs } from '../support/app-page.ts';
import { startBehindWire } from '../support/start-behind.ts';

const behind = startBehindWire();
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

/** What a person may need at most, from sign-in to three posted jobs. */
const mostActions = 40;
const jobsPosted = 3;

/** Counts what a person does: a click or tap, a key, a text typed into a field. */
class Hands {
  #actions = 0;
  get actions(): number {
    return this.#actions;
  }
  async press(page: Page, key: string): Promise<void> {
    this.#actions++;
    await page.keyboard.press(key);
  }
  async click(target: Locator): Promise<void> {
    this.#actions++;
    await target.click();
  }
  async type(field: Locator, text: string): Promise<void> {
    this.#actions++;
    await field.fill(text);
  }
}

/**
 * A vendor's new jobs: four that the person looks for, one of them with a facility that the ATS does not know by this name, and two others.
 * They start in this month: with equal dates, jobs of two vendors would be the same orders.
 */
const jobs = (name: string, unknown: string, month: string) =>
  [
    'Job ID,Facility,City,State,Degree,Specialty,Shift,Bill Rate,Start Date',
    `${name}-1,Lubbock Regional Hospital,Lubbock,TX,Registered Nurse,Intensive Care Unit,12h Nights 19:00-07:00,91,2027-${month}-04`,
    `${name}-2,Canadian Memorial Hospital,Canadian,TX,Registered Nurse,Intensive Care Unit,12h Nights 19:00-07:00,88,2027-${month}-11`,
    `${name}-3,Calloway Regional Hospital,Blanco,TX,Registered Nurse,Intensive Care Unit,12h Nights 19:00-07:00,86,2027-${month}-11`,
    `${name}-4,${unknown} Clinic and Hospital,${unknown},TX,Registered Nurse,Intensive Care Unit,12h Nights 19:00-07:00,84,2027-${month}-18`,
    `${name}-5,Lubbock Regional Hospital,Lubbock,TX,Registered Nurse,Intensive Care Unit,12h Nights 19:00-07:00,61,2027-${month}-04`,
    `${name}-6,Lubbock Regional Hospital,Lubbock,TX,Registered Nurse,Telemetry,12h Days 07:00-19:00,95,2027-${month}-04`,
  ].join('\n');

async function signIn(page: Page, hands: Hands): Promise<void> {
  const [name, password] = demo.recruiter;
  await page.goto(behind.address);
  await hands.type(page.getByLabel('User name'), name);
  await hands.type(page.getByLabel('Password', { exact: true }), password);
  await hands.click(page.getByRole('button', { name: 'Sign in' }));
  await synced(page);
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const search = (page: Page) => page.getByPlaceholder(/Search, or ask/);
const question = 'icu nights in texas above 80';

/** Accepts the best suggestion of the open picker. One that is unlikely must be chosen twice. */
async function acceptBest(page: Page, hands: Hands): Promise<void> {
  const choices = page.getByRole('listbox', { name: 'Choices' });
  await expect(choices.getByRole('option').first()).toBeVisible();
  await hands.press(page, 'Enter');
  await choices.waitFor({ state: 'hidden', timeout: 3000 }).catch(() => hands.press(page, 'Enter'));
  await expect(choices).toBeHidden();
}

/** The grid has these jobs and no others. A failure says where the page is, what its rows are, and whether some wait to be shown. */
async function showsOnly(page: Page, grid: Locator, ids: readonly string[]): Promise<void> {
  const found = async () => {
    const texts = await grid.getByRole('row').filter({ hasText: 'DESK-' }).allTextContents();
    const rows = texts.map((text) => /DESK-\d/.exec(text)?.[0] ?? text).sort();
    const waiting = await page.locator('[data-held-rows] button').allTextContents();
    return { rows, waiting, at: page.url().replace(behind.address, '') };
  };
  await expect.poll(found, { timeout: 30_000 }).toEqual({ rows: ids, waiting: [], at: '/staging?view=posted' });
}

test('at a desk: sign in, find, map, edit a rate, post three jobs, and see them posted', async ({ page, request }) => {
  await uploadJobs(request, behind.address, jobs('DESK', 'Plainview', '01'), 'Desk vendor');
  const hands = new Hands();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, hands);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('heading', { name: /^Post one job.*not done yet/ })).toBeVisible();
  await hands.click(menu.getByRole('link', { name: 'Staging' }));
  await hands.type(search(page), question);
  await hands.press(page, 'Enter');
  const grid = page.getByRole('treegrid', { name: 'Staged jobs' });
  const row = (id: string) => grid.getByRole('row').filter({ hasText: id });
  // What is unclear: a facility that the ATS knows by another name.
  await expect(row('DESK-4')).toBeVisible();
  await hands.click(row('DESK-4').getByRole('button', { name: 'Map facility' }));
  await acceptBest(page, hands);
  await hands.click(tab(page, 'To post'));
  await expect(row('DESK-4')).toBeVisible();
  await expect(row('DESK-5')).toBeHidden();
  await expect(row('DESK-6')).toBeHidden();
  const column = await page.getByRole('columnheader', { name: 'Bill rate' }).getAttribute('data-col');
  const rate = row('DESK-1').locator(`[data-col="${column}"]`);
  await hands.click(rate);
  await hands.press(page, 'Enter');
  await hands.type(rate.getByRole('textbox'), '93');
  await hands.press(page, 'Enter');
  await expect(rate).toContainText('93');
  for (const id of ['DESK-1', 'DESK-2', 'DESK-4']) await hands.click(row(id).getByRole('checkbox'));
  await hands.click(page.getByRole('toolbar', { name: `${jobsPosted} selected` }).getByRole('button', { name: /^Post/ }));
  await hands.click(page.getByRole('button', { name: `Post ${jobsPosted} jobs to Bullhorn` }));
  // Exact: "1 of 3 jobs posted to Bullhorn" contains this title.
  const panel = page.getByRole('complementary', { name: `${jobsPosted} jobs posted to Bullhorn`, exact: true });
  await expect(panel).toBeVisible({ timeout: 60_000 });
  await hands.click(panel.getByRole('link', { name: 'Posted', exact: true }));
  await showsOnly(page, grid, ['DESK-1', 'DESK-2', 'DESK-4']);
  figure(`At a desk: ${hands.actions} clicks, keys and typed texts (goal: at most ${mostActions})`);
  expect(hands.actions).toBeLessThanOrEqual(mostActions);
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await expect(steps.getByRole('heading', { name: /^Post one job.*, done/ })).toBeVisible();
  await expect(steps.getByText(`${jobsPosted} jobs posted to Bullhorn.`)).toBeVisible();
});

test('by thumb at 390: the same with cards', { tag: '@long' }, async ({ browser, request }) => {
  await uploadJobs(request, behind.address, jobs('THUMB', 'Levelland', '03'), 'Thumb vendor');
  const hands = new Hands();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page, hands);
  await hands.click(page.getByRole('navigation', { name: 'Daily work' }).getByRole('link', { name: 'Jobs' }));
  await hands.type(search(page), `${question} thumb`);
  await hands.press(page, 'Enter');
  const card = (id: string) => page.getByRole('list', { name: 'Staged jobs' }).getByRole('listitem').filter({ hasText: id });
  await hands.click(card('THUMB-4').getByRole('button', { name: 'Map facility' }));
  await acceptBest(page, hands);
  await hands.click(tab(page, 'To post'));
  await hands.click(
    card('THUMB-1')
      .getByRole('button', { name: /Lubbock/ })
      .first(),
  );
  const panel = page.locator('.side-panel');
  await hands.click(panel.getByRole('button', { name: /^Edit Bill rate/ }));
  await hands.type(panel.getByRole('textbox', { name: 'Bill rate' }), '93');
  await hands.press(page, 'Enter');
  await expect(panel.getByRole('button', { name: /^Edit Bill rate: 93/ })).toBeVisible();
  await hands.click(panel.getByRole('button', { name: 'Close the panel' }));
  const [first, ...others] = ['THUMB-1', 'THUMB-2', 'THUMB-4'];
  await hands.click(card(first ?? '').getByRole('button', { name: /^Actions for/ }));
  await hands.click(page.getByRole('menuitem', { name: 'Select' }));
  // While cards are selected, a tap selects one more.
  for (const id of others) await hands.click(card(id).locator('.job-card-main'));
  await hands.click(page.getByRole('toolbar', { name: `${jobsPosted} selected` }).getByRole('button', { name: /^Post/ }));
  await hands.click(page.getByRole('button', { name: `Post ${jobsPosted} jobs to Bullhorn` }));
  const results = page.getByRole('complementary', { name: `${jobsPosted} jobs posted to Bullhorn`, exact: true });
  await expect(results).toBeVisible({ timeout: 60_000 });
  await hands.click(results.getByRole('link', { name: 'Posted', exact: true }));
  // On a phone the panel covers the list to which the link leads.
  await expect(results).toBeHidden();
  await expect(card('THUMB-1')).toBeVisible();
  figure(`By thumb: ${hands.actions} taps, keys and typed texts (goal: at most ${mostActions})`);
  expect(hands.actions).toBeLessThanOrEqual(mostActions);
  await context.close();
});

import { expect, type Page, test } from 'playwright/test';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listFacilityMap } from '#contract/mapping/mapping-grids.ts';
import { aiMapping, autoMapFacilities, clearAutoMappedFacilities, readMapRun } from '#contract/mapping/mapping-runs.ts';
import { getPrefs, getRole } from '#contract/people/users.ts';
import { getPostData, postToTarget } from '#contract/staging/staging.ts';
import { listStaging } from '#contract/staging/staging-list.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { openSignedIn } from '../support/app-page.ts';
import type { JobOrder, ServiceProcess } from '../support/service-process.ts';
import { startBehind } from '../support/start-behind.ts';
import { Wire } from '../support/wire.ts';

/** Number of facilities that the first test maps. */
const wanted = 20;

let service: ServiceProcess;
let wire: Wire;
let api: ApiClient;

test.beforeAll(async () => {
  ({ service, front: wire } = await startBehind((port) => new Wire(port)));
  api = new ApiClient(`http://127.0.0.1:${service.port}`);
  await api.signIn(...demo.administrator);
});
test.afterAll(async () => {
  await wire.close();
  await service.remove();
});

type Staged = ReplyOf<typeof listStaging>[number];
/** A decision: the vendor's text, all that the inbox says about it (the same text at another place is another one), and the choice. */
type Mapped = { text: string; source: string; about: string; to: string };

const jobs = () => api.call(listStaging, { cust: 'me', targetId: 1, pageSize: 1000, page: 1, sourceId: -1, all: 1 });
const pill = (page: Page, words: RegExp) =>
  expect(page.locator('header').getByRole('button', { name: words })).toBeVisible({ timeout: 30_000 });
const source = (page: Page) => page.getByRole('region', { name: 'Source value' });
const candidates = (page: Page) => page.getByRole('region', { name: 'Candidates' });

const collected = () => expect.poll(async () => (await jobs()).length, { timeout: 60_000 }).toBeGreaterThan(100);

/** Clears the automatic mappings of the first collection, so that enough facilities are unmapped. */
async function clearAutomatic(): Promise<void> {
  await collected();
  await run(clearAutoMappedFacilities);
}

const automap = () => run(autoMapFacilities);

/** Starts a mapping run and waits until it ends. */
async function run(start: typeof autoMapFacilities | typeof clearAutoMappedFacilities): Promise<void> {
  const { id } = await api.call(start, { cust: 'me', targetId: 1 });
  await expect.poll(async () => (await api.call(readMapRun, { cust: 'me', id })).state, { timeout: 60_000 }).toBe('done');
}

/** Two jobs with different facilities that AI mapped: the matcher is certain of them, and they were not mapped before. */
async function mappedByAi(): Promise<readonly [Staged, Staged]> {
  await collected();
  await run(clearAutoMappedFacilities);
  const provider = new ApiClient(`http://127.0.0.1:${service.port}`);
  await provider.signIn(...demo.provider);
  const { customerId: cust } = await api.call(getRole, {});
  const open = (await jobs()).filter(({ mappedFacilityId }) => !mappedFacilityId);
  await provider.call(aiMapping, { cust, targetId: 1, ids: open.slice(0, 60).map(({ id }) => id) });
  const grid = { cust: 'me', targetId: 1, pageSize: 1000, page: 1, mapState: '0', sourceId: 0, sort: '0', name: '-' } as const;
  const byAi = async () => (await api.call(listFacilityMap, grid)).filter(({ how }) => how === 'ai');
  await expect.poll(async () => (await byAi()).length, { timeout: 30_000 }).toBeGreaterThan(1);
  const texts = await byAi();
  const [first, second] = texts.flatMap(({ name: text, source: sentBy }) => {
    const job = open.find(({ facility, source }) => facility === text && source === sentBy);
    return job ? [job] : [];
  });
  if (!first || !second) throw new Error(`no jobs of ${JSON.stringify(texts)}`);
  return [first, second];
}

const post = (ids: number[]) => api.call(postToTarget, { cust: 'me', targetId: 1, recreate: 0, ids });

/** The jobs among these that pass the check before posting. An order that came from two sources waits for a person's choice. */
async function passing(among: readonly Staged[]): Promise<Staged[]> {
  const check = await api.call(getPostData, { cust: 'me', targetId: 1, ids: among.map(({ id }) => id) });
  const ready = new Set(check.filter((answer) => answer.ok).map((answer) => answer.id));
  return among.filter(({ id }) => ready.has(id));
}

/** Signs in, opens the facility inbox and waits until the app is installed, so that it works offline. */
async function signIn(page: Page): Promise<void> {
  await page.goto(`http://127.0.0.1:${service.publicPort}/mapfacility`);
  const [name, password] = demo.administrator;
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await pill(page, /Synced/);
  await expect(source(page).getByRole('heading')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Maps the first text of the queue to candidate number `nth` with the given key. */
async function mapNext(page: Page, key: string, nth = 0): Promise<Mapped> {
  const text = await source(page).getByRole('heading').innerText();
  const [from = ''] = (await source(page).getByText('first seen').innerText()).split(' · ');
  const about = await source(page).innerText();
  await expect(candidates(page).locator('[aria-busy="false"]')).toBeVisible();
  const to = await candidates(page).locator('.choice-name').nth(nth).innerText();
  await page.keyboard.press(key);
  // An unlikely value must be chosen a second time.
  const decided = page.getByText(`${text} → ${to}`).first();
  const asked = candidates(page).getByText('Choose it again');
  await expect(decided.or(asked).first()).toBeVisible();
  if (await asked.isVisible()) await page.keyboard.press(key);
  // Waits for the list of recent decisions, because the next text may be the same text from another source.
  await expect(decided).toBeVisible();
  return { text, source: from, about, to };
}

/** Skips texts with one candidate, and maps the next other text to its second candidate. */
async function mapToAnother(page: Page): Promise<Mapped> {
  const names = candidates(page).locator('.choice-name');
  for (;;) {
    await expect(candidates(page).locator('[aria-busy="false"]')).toBeVisible();
    if ((await names.count()) > 1) return mapNext(page, '2', 1);
    const only = await names.innerText();
    await page.keyboard.press('s');
    await expect(names.first()).not.toHaveText(only);
  }
}

/** Opens another tab of the inbox by keyboard: Tab to the tab list, then arrow keys. */
async function toBucket(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
  const onTabs = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'tab');
  for (let presses = 0; presses < 200 && !(await onTabs()); presses++) await page.keyboard.press('Tab');
  for (let presses = 0; presses < 4 && (await tab.getAttribute('aria-selected')) !== 'true'; presses++) {
    await page.keyboard.press('ArrowRight');
  }
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

test('a user maps 20 facilities offline by keyboard only, sends them, and undoes them all', async ({ page }) => {
  test.setTimeout(240_000);
  await clearAutomatic();
  await signIn(page);
  wire.set({ kind: 'cut' });
  await pill(page, /Offline/);

  await toBucket(page, 'Suggested');
  const mapped: Mapped[] = [];
  for (let i = 0; i < wanted; i++) mapped.push(await mapNext(page, ['Enter', '1', 'Shift+Enter'][i % 3] ?? 'Enter'));
  await pill(page, new RegExp(`Offline.*${wanted} queued`));
  await expect(page.getByText(`${wanted} of `)).toBeVisible();

  wire.set({ kind: 'open' });
  await pill(page, /Synced/);
  const isMapped = ({ facility, source: sentBy, mappedFacility }: Staged) =>
    mapped.some(({ text, source: from, to }) => text === facility && from === sentBy && to === mappedFacility);
  await expect.poll(async () => distinct((await jobs()).filter(isMapped))).toBe(distinctTexts(mapped));

  // Each of their jobs reaches the ATS once, even though the mappings are undone later.
  const postable = await passing(
    (await jobs()).filter((job) => isMapped(job) && job.status === 'Open' && job.mappedDegreeId && job.mappedSpecialtyId),
  );
  expect(postable.length).toBeGreaterThan(0);
  await post(postable.map(({ id }) => id));
  await expect.poll(() => service.jobOrders().length, { timeout: 60_000 }).toBe(postable.length);

  await undoAll(page, wanted);
  await expect.poll(async () => (await jobs()).filter(isMapped).length).toBe(0);
  const orders = service.jobOrders();
  expect(orders).toHaveLength(postable.length);
  expect(new Set(orders.map(({ externalID }) => externalID)).size).toBe(postable.length);
});

test('posted jobs follow offline mapping decisions: the ATS gets the new values, and after undo the earlier ones', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(240_000);
  await automap();
  const ready = (await jobs()).filter(
    ({ status, externalJobId, mappedFacilityId, mappedDegreeId, mappedSpecialtyId }) =>
      status === 'Open' && (externalJobId || (mappedFacilityId && mappedDegreeId && mappedSpecialtyId)),
  );
  const ids = (await passing(ready.filter(({ externalJobId }) => !externalJobId))).map(({ id }) => id);
  await post(ids.slice(0, 200));
  const standing = async () => (await jobs()).filter(({ externalJobId }) => externalJobId);
  const done = service.jobOrders().length + Math.min(ids.length, 200);
  await expect.poll(async () => (await standing()).length, { timeout: 120_000 }).toBe(done);

  await signIn(page);
  wire.set({ kind: 'cut' });
  await pill(page, /Offline/);
  await toBucket(page, 'Mapped');
  const decided: Mapped[] = [];
  for (let i = 0; i < 5; i++) decided.push(await mapToAnother(page));
  const before = clientsOf(service.jobOrders());

  wire.set({ kind: 'open' });
  await pill(page, /Synced/);
  const decisionOf = ({ facility, source: sentBy, city, state, zip }: Staged) =>
    decided.find(
      ({ text, source, about }) =>
        text === facility && source === sentBy && [city, state, zip].every((part) => about.includes(part ?? '')),
    );
  const moved = (await standing()).filter(decisionOf);
  expect(moved.length).toBeGreaterThan(0);
  for (const job of moved) expect(job.mappedFacility).toBe(decisionOf(job)?.to);
  const told = () => moved.map(({ externalJobId }) => clientsOf(service.jobOrders()).get(Number(externalJobId)));
  const earlier = moved.map(({ externalJobId }) => before.get(Number(externalJobId)));
  await expect.poll(told, { timeout: 30_000 }).toEqual(moved.map(({ mappedFacilityId }) => Number(mappedFacilityId)));
  expect(told()).not.toEqual(earlier);

  await undoAll(page, decided.length);
  await expect.poll(told, { timeout: 30_000 }).toEqual(earlier);
  expect(clientsOf(service.jobOrders())).toEqual(before);
});

test.describe('online', () => {
  // Nothing here goes offline, so the app need not be stored on the device.
  test.use({ serviceWorkers: 'block' });

  test('an accepted AI suggestion maps the text; a rejected one sends feedback', { tag: '@long' }, async ({ page }) => {
    await collected();
    // AI mapping needs a separate right, which the agency's demo users do not have.
    await openSignedIn(page, `http://127.0.0.1:${service.publicPort}/mapfacility`, 'provider');
    await page.getByRole('button', { name: /^Customer:/ }).click();
    await page.getByRole('option', { name: /Harborview/ }).click();
    await expect(source(page).getByRole('heading')).toBeVisible();
    await page.getByRole('button', { name: 'Automatic' }).click();
    await page.getByRole('menuitem', { name: /Ask AI about/ }).click();
    const dialog = page.getByRole('dialog', { name: 'AI mapping' });
    await expect(dialog.getByText(/Answered by the AI endpoint.*stand-in, not a model/)).toBeVisible();
    // Suggestions keep their order; a decided one has no buttons.
    const open = dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Accept' }) });
    const [text = '', to = ''] = (await open.first().locator('span').first().innerText()).split('\n');
    await open.first().getByRole('button', { name: 'Accept' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: text }).getByText('Mapped').first()).toBeVisible();
    const mappedTo = async () =>
      (await jobs()).filter(({ facility }) => facility === text).map(({ mappedFacility }) => mappedFacility);
    await expect.poll(mappedTo).toContain(to);

    await open.first().getByRole('button', { name: 'Reject' }).click();
    await expect(dialog.getByRole('radio', { name: 'No' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: 'Right name, wrong place' }).check();
    await dialog.getByLabel('What is the correct value?').fill('The outpatient clinic next door');
    await dialog.getByRole('button', { name: 'Send feedback' }).click();
    await expect(dialog.getByText('Thank you for your feedback')).toBeVisible();
  });

  test('a person who replaces a mapping that AI made is asked why, until they opt out', { tag: '@long' }, async ({ page }) => {
    const [job, other] = await mappedByAi();
    await openSignedIn(page, `http://127.0.0.1:${service.publicPort}/staging?view=all&open=job:${job.id}`, 'administrator');
    const panel = page.locator('.side-panel');
    const form = page.getByRole('dialog', { name: 'Feedback on AI mapping' });
    /** Maps the facility of the job in the panel to another client than AI did. */
    const replace = async () => {
      await panel.getByRole('tab', { name: 'Mapping' }).click();
      await panel.getByRole('button', { name: 'Change…' }).first().click();
      const picker = page.getByRole('dialog', { name: 'Map facility' });
      await picker.getByRole('combobox').fill('Hospital');
      await picker.getByRole('option').filter({ hasNotText: 'current' }).first().click();
      await expect(picker).toBeHidden();
    };
    await replace();
    await expect(form.getByText(`AI had mapped “${job.facility}”`)).toBeVisible();
    await form.getByRole('radio', { name: 'Yes' }).check();
    await expect(form.getByRole('group', { name: 'What was wrong?' })).toBeHidden();
    await form.getByRole('radio', { name: 'No' }).check();
    await form.getByRole('checkbox', { name: 'Wrong value' }).check();
    await form.getByRole('checkbox', { name: 'Don’t ask me again' }).check();
    await form.getByRole('button', { name: 'Send feedback' }).click();
    await expect(form).toBeHidden();
    await expect.poll(async () => (await api.call(getPrefs, {})).noFeedback).toBe(true);

    await page.goto(`http://127.0.0.1:${service.publicPort}/staging?view=all&open=job:${other.id}`);
    await expect(panel.getByRole('heading').first()).toContainText(other.providerJobId);
    await replace();
    await expect(page.getByText(/ is mapped to /).first()).toBeVisible();
    await expect(form).toBeHidden();
  });

  test('excluding a facility cancels its jobs, and including it again reopens them', { tag: '@long' }, async ({ page }) => {
    await collected();
    await openSignedIn(page, `http://127.0.0.1:${service.publicPort}/sources`, 'administrator');
    const dialog = page.getByRole('dialog', { name: 'Excluded facilities for Careline' });
    const openDialog = async () => {
      await page.getByRole('button', { name: 'More for Careline' }).click();
      await page.getByRole('menuitem', { name: 'Excluded facilities…' }).click();
    };
    await openDialog();
    const facility = dialog.getByRole('list', { name: 'Facilities' }).getByRole('listitem').first();
    const [name = '', count = ''] = (await facility.innerText()).split('\n').filter(Boolean);
    // A vendor may write the same facility in several spellings, which are excluded together.
    const isOfFacility = (text: string | null) => text?.toLowerCase() === name.toLowerCase();
    const openJobs = async () =>
      (await jobs()).filter((job) => job.source === 'Careline' && isOfFacility(job.facility) && job.status === 'Open').length;
    const before = Number.parseInt(count, 10);
    expect(await openJobs()).toBe(before);
    await facility.getByRole('checkbox').check();
    await expect(dialog.getByText(`1 facility added: ${count} will be canceled.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('1 facility excluded for Careline')).toBeVisible();
    await expect.poll(openJobs).toBe(0);

    await openDialog();
    await dialog.getByRole('checkbox', { name }).uncheck();
    await expect(dialog.getByText('1 facility no longer excluded.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(openJobs).toBe(before);
  });
});

/** The client id of each job order in the ATS, by the order's id. */
const clientsOf = (orders: readonly JobOrder[]): ReadonlyMap<number, number> =>
  new Map(orders.map(({ id, clientCorporation }) => [id, clientCorporation.id]));

/** Undoes all recent decisions of the inbox, by keyboard. */
async function undoAll(page: Page, count: number): Promise<void> {
  await page.keyboard.press('Shift+U');
  await expect(page.getByRole('dialog', { name: `Undo ${count} decisions?` })).toBeVisible();
  // The cancel button has the focus; the button before it is the action.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Recent decisions')).toBeHidden();
  await pill(page, /Synced/);
}

const distinct = (rows: readonly Staged[]) => new Set(rows.map(({ facility, source: sentBy }) => `${sentBy}/${facility}`)).size;
const distinctTexts = (texts: readonly Mapped[]) => new Set(texts.map(({ text, source: from }) => `${from}/${text}`)).size;

import { createHash } from 'node:crypto';
import { expect, type Page, test } from 'playwright/test';
import { createBullhornDouble, doubleCredentials } from '#server/demo/bullhorn/bullhorn-double.ts';
import { closeNow, listenOnLoopback } from '#server/demo/loopback/loopback.ts';
import { createTrioDouble, trioKey, trioTenant } from '#server/demo/submissions/trio-double.ts';
import { openSignedIn, synced } from '../../support/app-page.ts';
import { demoService } from '../../support/demo-template.ts';
import { plantText, storesWith } from '../../support/device/device-texts.ts';
import { runOn } from '../../support/engine/test-engine.ts';
import { startBehind } from '../../support/start-behind.ts';
import { Wire } from '../../support/wire.ts';

test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 1000 } });
test.describe.configure({ mode: 'serial' });

const rounds = Number(process.env['STATUS_ROUNDS'] ?? 50);
const hookKey = 'h'.repeat(43);

// The systems run here, so that the test reads what they hold and changes it as people do there.
const ats = createBullhornDouble({ facilities: 1, candidates: 300 });
const vms = createTrioDouble();
let behind: Awaited<ReturnType<typeof startBehind<Wire>>>;

test.beforeAll(async () => {
  const urls = [await listenOnLoopback(ats.server), await listenOnLoopback(vms.server)] as const;
  const service = await demoService();
  service.settings = { JOBDOCK_ALLOW_HOSTS: urls.map((url) => new URL(url).host).join(',') };
  behind = await startBehind((port) => new Wire(port), service);
  const place = (name: string, site: string) =>
    runOn(service.databaseUrl(), `update submission_target set site = '${site}', hook_key = '${hookKey}' where name = '${name}'`);
  await place('Demo Bullhorn', `${urls[0]}/rest-services/loginInfo`);
  await place('Demo Trio', `${urls[1]}/${trioTenant}/api/v3`);
  await runOn(service.databaseUrl(), `update submission_target set hook_key = '' where name = 'Demo Bullhorn'`);
});
test.beforeEach(() => behind.front.set({ kind: 'open' }));
test.afterAll(async () => {
  await behind.front.close();
  await behind.service.remove();
  await Promise.all([closeNow(ats.server), closeNow(vms.server)]);
});

/** Searches for a caregiver of the demo by ID and opens the check of a submission for a job at the destination. */
async function openCheck(page: Page, caregiverId: number, job: string): Promise<void> {
  await openSignedIn(page, `${behind.address}/sendCaregiver`, 'administrator');
  for (const [label, name] of [
    ['Source', 'Demo Bullhorn'],
    ['Destination', 'Demo Trio'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: new RegExp(name) }).click();
  }
  await page.getByLabel('Provider job ID').fill(job);
  await page.getByLabel('Caregiver ID').fill(String(caregiverId));
  await page.getByRole('button', { name: 'Search caregivers' }).click();
  await page.getByRole('button', { name: /^Choose/ }).click();
}

const submissionsOf = (job: string) => [...vms.records.submissions.values()].filter(({ JobNumber }) => JobNumber === job);
const digests = (caregiverId: number) =>
  ats.records.files.of(caregiverId).map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));

test('two documents are missing, are added, and go along: the destination holds one candidate, one submission, and the files byte for byte', {
  tag: '@long',
}, async ({ page }) => {
  const { files } = ats.records;
  const whole = files.of(70_002).filter(({ type }) => type === 'Resume' || type === 'License');
  files.set(70_002, []);
  await openCheck(page, 70_002, 'TRIO-200');
  const missing = page.getByRole('list', { name: 'To solve first' });
  await expect(missing).toContainText('“Resume” is missing');
  await expect(missing).toContainText('“License” is missing');
  const submit = page.getByRole('button', { name: /^Submit Ben/ });
  await expect(submit).toBeDisabled();

  const dialog = page.getByRole('dialog', { name: 'Add Resume' });
  await page.getByRole('button', { name: 'Add a document: Resume' }).click();
  const give = (name: string, buffer: Buffer) =>
    dialog.getByLabel('Choose the document').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await give('Resume.pdf', Buffer.from('MZ program'));
  await expect(dialog.getByText('“Resume.pdf” is a program. Choose a document.')).toBeVisible();
  await give('Resume.pdf', Buffer.alloc(21 * 1024 * 1024, 'x'));
  await expect(dialog.getByText('“Resume.pdf” has 21 MB, and the destination takes 10 MB at most.')).toBeVisible();
  expect(files.of(70_002)).toEqual([]);
  await give('Resume.pdf', whole[0]?.bytes ?? Buffer.alloc(0));
  await expect(dialog).toBeHidden();
  await expect(missing).not.toContainText('“Resume” is missing');
  await expect(page.getByRole('heading', { name: 'Documents of the package' })).toBeFocused();
  await page.getByRole('button', { name: 'Add a document: License' }).click();
  const [, license] = whole;
  const chosen = { name: 'License.pdf', mimeType: 'application/pdf', buffer: license?.bytes ?? Buffer.alloc(0) };
  await page.getByRole('dialog', { name: 'Add License' }).getByLabel('Choose the document').setInputFiles(chosen);
  await expect(page.getByText('Nothing is missing.')).toBeVisible();
  expect(digests(70_002)).toEqual(whole.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')));
  await submit.click();
  await expect.poll(() => submissionsOf('TRIO-200').length, { timeout: 60_000 }).toBe(1);
  expect(vms.records.byEmail('ben.abbott@candidates.example')).toHaveLength(1);
  expect(submissionsOf('TRIO-200')[0]?.files.map(({ digest }) => digest)).toEqual(digests(70_002));
});

test('the connection is cut after the click: the caregiver is submitted once', { tag: '@long' }, async ({ page }) => {
  await openCheck(page, 70_004, 'TRIO-201');
  await expect(page.getByText('Nothing is missing.')).toBeVisible();
  await page.route('**/submission/sync', async (route) => {
    await route.fetch();
    behind.front.set({ kind: 'cut' });
    await route.abort();
  });
  await page.getByRole('button', { name: /^Submit Dan/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'submission' }).first()).toBeVisible();
  await page.unroute('**/submission/sync');
  behind.front.set({ kind: 'open' });
  await expect.poll(() => submissionsOf('TRIO-201').length, { timeout: 60_000 }).toBe(1);

  // Who asks again learns that it is there.
  await openCheck(page, 70_004, 'TRIO-201');
  await expect(page.getByRole('list', { name: 'To solve first' })).toContainText('put this caregiver forward');
  expect(submissionsOf('TRIO-201')).toHaveLength(1);
  expect(vms.records.byEmail('dan.abbott@candidates.example')).toHaveLength(1);
});

test('a status that the destination changes is shown in the open list', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/submissions`, 'administrator');
  const row = page.getByRole('row', { name: /TRIO-200/ });
  await expect(row).toBeVisible({ timeout: 60_000 });
  const [made] = submissionsOf('TRIO-200');
  if (!made) throw new Error('the first test made no submission');
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const status = `Step ${round} of ${rounds}`;
    const since = performance.now();
    const body = JSON.stringify(vms.move(made.Number, status));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${behind.address}/api/submission/webhook/${hookKey}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(202);
    await expect(row.getByText(status, { exact: true })).toBeVisible({ timeout: 60_000 });
    times.push(performance.now() - since);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const figure = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  const figures = `${rounds} changes of status until shown: median ${figure(0.5)} ms, 95th percentile ${figure(0.95)} ms`;
  test.info().annotations.push({ type: 'measured', description: figures });
  console.log(figures);
});

test.describe('with the app stored on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('after search, check, sending, the list, the panel and the dataset the device holds nothing of the caregiver but the ID', {
    tag: '@long',
  }, async ({ page }) => {
    await openCheck(page, 70_020, 'TRIO-202');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect(page.getByText('Nothing is missing.')).toBeVisible();
    await page.getByRole('button', { name: /^Submit Jo/ }).click();
    await page.getByRole('link', { name: 'All submissions' }).click();
    const row = page.getByRole('row', { name: /jo\.brandt@candidates\.example/ });
    await expect(row.getByText('Submitted').first()).toBeVisible({ timeout: 60_000 });
    await row.getByRole('button', { name: /^Details/ }).click();
    await expect(page.getByText('Added the caregiver there')).toBeVisible();
    await synced(page);

    const planted = 'planted-to-be-found';
    await plantText(page, planted);
    const found = await storesWith(page, [planted, '70020']);
    expect(found[planted]).toEqual(['Cache Storage', 'IndexedDB planted', 'localStorage', 'sessionStorage']);
    expect(found['70020']).toEqual([expect.stringMatching(/^IndexedDB jobdock-[0-9a-f]{32}$/)]);

    const { email, phone, mobile, dateOfBirth } = ats.records.candidates.find(({ id }) => id === 70_020) as Record<
      string,
      unknown
    >;
    const born = new Date(Number(dateOfBirth)).toISOString().slice(0, 10);
    const { clientSecret, password } = doubleCredentials;
    const canaries = [email, phone, mobile, born, dateOfBirth, 'Brandt', trioKey, clientSecret, password].map(String);
    expect(canaries.every((text) => text.length > 5)).toBe(true);
    const nothing = Object.fromEntries(canaries.map((text) => [text, []]));
    expect(await storesWith(page, canaries)).toEqual(nothing);

    // The dataset is for people of the provider, on the same device.
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByLabel('User name')).toBeVisible();
    await openSignedIn(page, `${behind.address}/aidataset`, 'provider');
    await expect(page.getByRole('heading', { level: 1, name: 'AI dataset' })).toBeVisible();
    await synced(page);
    expect(await storesWith(page, canaries)).toEqual(nothing);
    expect((await storesWith(page, [planted]))[planted]).toContain('IndexedDB planted');
  });
});

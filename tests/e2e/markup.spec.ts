import { type APIRequestContext, expect, type Page, test } from 'playwright/test';
import { listTargets } from '#contract/posting/posting.ts';
import { addStatus } from '#contract/posting/statuses.ts';
import { createRule } from '#contract/rules/rules.ts';
import { ApiClient, demo } from '../support/api-client.ts';
import { audit } from '../support/audit.ts';
import { demoService } from '../support/demo-template.ts';
import { runOn } from '../support/engine/test-engine.ts';
import { enter, goTo, samplesFor, showing } from '../support/every-screen.ts';
import type { ServiceProcess } from '../support/service-process.ts';

// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

/** Texts that run in a page that shows text as markup. Each sets a mark that this spec looks for. */
const payloads = [
  '<img src=x onerror="window.markupRan=1">',
  '<script>window.markupRan=1</script>',
  '"><svg onload="window.markupRan=1">',
  '<iframe srcdoc="<script>parent.markupRan=1</script>"></iframe>',
  "javascript:window.markupRan=1//'",
  '<style>@import "https://127.0.0.1:9/x.css"</style>',
  '{{constructor.constructor("window.markupRan=1")()}}',
];
/** Screens where people see jobs, mappings, rules, tasks, reports and notices. */
const walked = [
  'dashboard',
  'staging',
  'mapFacilities',
  'mapDegrees',
  'mapShifts',
  'rules',
  'tasks',
  'sources',
  'targets',
  'mapSummary',
  'mapDetail',
];

let service: ServiceProcess;
let address = '';
test.beforeAll(async () => {
  service = await demoService();
  await service.start();
  address = `http://127.0.0.1:${service.port}`;
});
test.afterAll(() => service.remove());

/** A file of jobs with a payload in every text. */
const jobsFile = (): string => {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = payloads.map((text, n) => [`M-${n}`, text, text, text, text, text, text].map(cell).join(','));
  return ['Job ID,Title,Facility,Degree,Specialty,Shift,Description', ...rows].join('\n');
};

/** Uploads and commits the jobs as the agency's administrator. */
async function uploadJobs(request: APIRequestContext): Promise<void> {
  const [username, password] = demo.administrator;
  const signedIn = await request.post(`${address}/auth/login`, { data: { username, password } });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const file = { name: `${payloads[0] ?? ''}.csv`, mimeType: 'text/csv', buffer: Buffer.from(jobsFile()) };
  const read = await request.post(`${address}/api/upload/jobs/me`, { headers, multipart: { file } });
  expect(read.status(), await read.text()).toBe(200);
  const stored = (await read.json()) as { file: string };
  const data = { file: stored.file, source: (payloads[0] ?? '').slice(0, 100) };
  const committed = await request.post(`${address}/api/upload/jobs/commit/me`, { headers, data });
  expect(committed.status(), await committed.text()).toBe(200);
}

/** Writes the payloads as rules and statuses. */
async function writeMarkup(): Promise<void> {
  const api = new ApiClient(address);
  await api.signIn(...demo.administrator);
  for (const text of payloads) {
    await api.call(addStatus, { cust: 'me', name: text.slice(0, 50), isDefault: false });
    await api.call(createRule, { ...ruleFields, name: text, operand: text } as never);
  }
}
const ruleFields = { source: '', actionType: 1, fieldId: 3, ord: 900, active: false };

/** Notices of the service quote names that people typed. */
const writeNotices = (): Promise<void> =>
  runOn(
    service.databaseUrl(),
    payloads
      .map(
        (text) => `insert into notification (customer_id, kind, text, link)
          select customer_id, 'markup', $q$${text}$q$, $q$${text}$q$ from sign_in where email = '${demo.administrator[0]}'`,
      )
      .join(';'),
  );

/** What ran or broke the policy in a page. */
async function watch(page: Page) {
  const found: string[] = [];
  // Browsers send their reports up to a minute later; the page hears of a violation at once.
  await page.exposeFunction('noteViolation', (words: string) => found.push(`violation ${words}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) => {
      (window as unknown as { noteViolation: (words: string) => void }).noteViolation(
        `${effectiveDirective} ${blockedURI} ${sample} ${sourceFile}:${lineNumber}`,
      );
    });
  });
  page.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && /^https?:/.test(request.url())) found.push(`request ${request.url()}`);
  });
  return found;
}
const ran = (page: Page) => page.evaluate(() => 'markupRan' in window);

test('markup in the texts of jobs, mappings, rules and names runs nowhere and breaks no policy', async ({ page, request }) => {
  await uploadJobs(request);
  await writeMarkup();
  await writeNotices();
  const found = await watch(page);
  await enter(page, address, 'administrator');
  const samples = samplesFor('administrator').filter(({ screen }) => walked.includes(screen.id));
  expect(samples.length).toBeGreaterThanOrEqual(8);
  let shown = 0;
  for (const sample of samples) {
    await goTo(page, sample.path);
    await showing(page, sample);
    shown += await page.getByText('markupRan').count();
    expect(await ran(page), sample.path).toBe(false);
  }
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const notices = page.getByRole('dialog', { name: /^Notifications/ });
  for (const text of payloads) await expect(notices.getByText(text, { exact: true })).toBeVisible();
  expect(await ran(page)).toBe(false);
  // Otherwise the walk would have shown none of the texts.
  expect(shown).toBeGreaterThan(3);
  expect(found).toEqual([]);
});

test('a page that breaks the policy is noticed by the walk, and says where to report it', async ({ page }) => {
  const found = await watch(page);
  const opened = await page.goto(`${address}/login`);
  expect(opened?.headers()['content-security-policy']).toContain('report-uri /api/csp-report');
  await expect(page.getByLabel('User name')).toBeVisible();
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = 'http://127.0.0.1:9/picture.png';
    document.body.append(image);
  });
  await expect.poll(() => found).toContainEqual(expect.stringMatching(/^violation img-src http:\/\/127\.0\.0\.1:9/));
});

test('the public page of a job is whole without scripts, at every width, light and dark, and breaks no rule of axe', {
  tag: '@long',
}, async ({ browser, request }) => {
  const api = new ApiClient(address);
  await api.signIn(...demo.administrator);
  const feed = (await api.call(listTargets, { cust: 'me' })).find(({ xmlFeedUrl }) => xmlFeedUrl !== '');
  const text = await (await request.get(`${address}${feed?.xmlFeedUrl}`)).text();
  const path = /\/apply\/[0-9a-f]{32}/.exec(text)?.[0];
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1024, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`${address}${path}`);
    for (const heading of ['Job details', 'Description', 'How to apply'])
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`apply-${width}-${colorScheme}.png`), fullPage: true });
    await context.close();
    const scripted = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    await scripted.goto(`${address}${path}`);
    expect(await scripted.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const { violations } = await (await audit(scripted)).analyze();
    expect(violations).toEqual([]);
    await scripted.close();
  }
});

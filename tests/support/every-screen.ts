import { expect, type Locator, type Page } from 'playwright/test';
import { screens } from '#src/app/screens/screens.ts';
import type { Screen } from '#src/ui/screen/screen.ts';
import { type demo } from './api-client.ts';
import { openSignedIn, synced } from './app-page.ts';

/** A screen of the app's table, and an address that shows it with the demo agency's data. */
export type Sample = { readonly screen: Screen; readonly path: string };

/** Further views of a screen at its own address. */
const otherViews: Readonly<Record<string, readonly string[]>> = {
  mapFacilities: ['/mapfacility?view=table'],
  mapDegrees: ['/mapdegree?view=table&kind=specialty'],
  outbox: ['/outbox?tab=sent'],
  customer: ['/editcustomer/2?tab=linked', '/editcustomer/2?tab=activity'],
  customerBoard: ['/board?tab=posts', '/board?tab=tasks', '/board?tab=devices'],
};

/** Every screen in every view, in the order of the table. */
export const samples: readonly Sample[] = screens.flatMap((screen) => {
  const first = screen.sample ?? screen.nav?.to ?? '';
  return [first, ...(otherViews[screen.id] ?? [])].map((path) => ({ screen, path }));
});

/** A user who can open a screen and sees most of it; null for screens without sign-in. */
export const openerOf = ({ audience }: Screen): keyof typeof demo | null =>
  audience === 'public' ? null : audience === 'admin' ? 'provider' : 'administrator';

/** Screens that a user opens. */
export const samplesFor = (person: keyof typeof demo | null): readonly Sample[] =>
  samples.filter(({ screen }) => openerOf(screen) === person);

const row = (n: number) => (page: Page) => page.getByRole('row').nth(n);
/** Shows that a screen's rows are loaded, if it has any. An empty screen would hide faults. */
const rowsOf: Readonly<Record<string, (page: Page) => Locator>> = {
  '/dashboard': (page) => page.getByRole('group', { name: /^Open jobs on a map/ }),
  '/staging': (page) => page.getByRole('gridcell').first(),
  '/mapfacility': (page) => page.getByRole('navigation', { name: 'Queue' }).getByRole('listitem').first(),
  '/mapfacility?view=table': row(2),
  '/mapdegree?view=table&kind=specialty': row(2),
  '/mapshift': (page) => page.getByRole('navigation', { name: 'Queue' }),
  '/reports': (page) => page.getByRole('link', { name: 'Map summary' }),
  '/report_jobs': row(1),
  '/report_mapsummary': row(1),
  '/report_mapdetail': row(1),
  '/report_mapspec': row(1),
  '/report_rules': row(1),
  '/report_xmljobs': row(1),
  '/sources': row(1),
  '/myclients': row(1),
  '/eshifts': row(1),
  '/specialtydegrees': row(1),
  '/premap': (page) => page.getByRole('heading', { name: 'No premap yet' }),
  '/findJob?job=1': (page) => page.getByText(/^Collected from/).first(),
  '/outbox?tab=sent': (page) => page.getByText(/^Hold/).first(),
  '/issues': row(1),
  '/jira/1': (page) => page.getByRole('list', { name: 'Conversation' }).getByRole('listitem').nth(1),
  '/supportQuestions': row(1),
  '/offline': (page) => page.getByText('open now'),
  '/account': (page) => page.getByRole('button', { name: 'Save account' }),
  '/custrules': row(1),
  '/customers': row(1),
  '/editcustomer/2?tab=linked': row(1),
  '/board': row(1),
  '/board?tab=tasks': row(1),
  '/tasks': row(1),
  '/history': row(1),
  '/targetconfig': row(1),
};

/**
 * Waits until a screen is the one shown, and the browser tab has its name, the customer's and the product's. A screen of one object
 * has the object's name.
 */
export async function named(page: Page, screen: Screen): Promise<void> {
  if (screen.audience === 'public') return expect(page, screen.id).toHaveTitle(`${screen.title} · Jobdock`);
  await expect(page.locator(`main[data-screen="${screen.id}"]`), screen.id).toBeVisible();
  await expect.poll(() => titleProblem(page, screen), { message: screen.id }).toBeNull();
}

/** What is wrong with the title of the tab; null if it is right. */
export async function titleProblem(page: Page, screen: Screen): Promise<string | null> {
  const title = await page.title();
  const name = title.split(' · ')[0]?.replace(/ \([\d,]+\)$/, '') ?? '';
  const heading = (await page.locator('#page-title').innerText()).trim();
  const isRight = [screen.title, heading].includes(name) && title.endsWith(' · Jobdock');
  return isRight ? null : `is called ${title}`;
}

/** Waits until a screen shows its title, its rows (on a wide window), and no loading state. */
export async function showing(page: Page, { screen, path }: Sample): Promise<void> {
  await expect(page.locator('#page-title'), path).toBeVisible({ timeout: 30_000 });
  await named(page, screen);
  // A narrow window shows some screens without a list.
  const isWide = (page.viewportSize()?.width ?? 0) >= 1440;
  const rows = isWide ? rowsOf[path] : undefined;
  if (rows) await expect(rows(page), path).toBeVisible();
  await atRest(page);
}

/** Waits until nothing is loading and no color transition is running. */
export async function atRest(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
}

/** Opens another address of the app without a page load, as a link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Number of jobs held so far. Each sign-in holds the next job. */
let held = 0;

/** Opens the app for a user. The administrator makes one sent change, so that the outbox is not empty. */
export async function enter(page: Page, address: string, person: keyof typeof demo | null): Promise<void> {
  if (person === null) return void (await page.goto(`${address}/login`));
  await openSignedIn(page, `${address}/staging`, person);
  await synced(page);
  if (person !== 'administrator') return;
  await hold(page, held++);
  await expect(page.getByText(/1 job held/).first()).toBeVisible();
}

/** Holds the nth shown job: on a phone by the menu of its card. */
async function hold(page: Page, nth: number): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page
      .getByRole('list', { name: 'Staged jobs' })
      .getByRole('button', { name: /^Actions for/ })
      .nth(nth)
      .click();
    return page.getByRole('menuitem', { name: 'Hold' }).click();
  }
  await page.getByRole('gridcell').first().waitFor();
  await page.getByRole('gridcell').getByRole('checkbox').nth(nth).click();
  await page.getByRole('toolbar').getByRole('button', { name: /^Hold/ }).click();
}

import { expect, type Page, test } from 'playwright/test';
import { audit, reachableFaults } from '../support/audit.ts';
import { atRest, enter, goTo, openerOf, type Sample, samples, samplesFor, showing } from '../support/every-screen.ts';
import { shareBehindWire } from '../support/start-behind.ts';

// The parts take about equally long, so that the workers can share them.
test.describe.configure({ mode: 'parallel' });
// No test here goes offline, so the app need not be stored on the device.
test.use({ serviceWorkers: 'block' });

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const sizes = { desktop: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
type Look = { readonly size: keyof typeof sizes; readonly scheme: 'light' | 'dark' };

/** The long form, `npm run axe`, checks every screen in every size and color scheme. */
const all = process.env['AXE'] === 'all';
/** `AXE_AT=/report npm run axe` checks the screens at these addresses alone, after a change to one area. */
const wanted = new RegExp(process.env['AXE_AT'] ?? '');
const looks: readonly Look[] = all
  ? (['desktop', 'tablet', 'phone'] as const).flatMap((size) => [
      { size, scheme: 'light' } as const,
      { size, scheme: 'dark' } as const,
    ])
  : [{ size: 'desktop', scheme: 'light' }];
/** Rows of long lists after the first ones are built of the same parts. They took half of the time, so only the long form checks them. */
const furtherRows = 'tr:nth-child(n + 16), [role="row"]:nth-child(n + 16)';
/** Screens that users need every day. They are also checked on a phone in the dark color scheme. */
const main: readonly string[] = [
  'login',
  'dashboard',
  'outbox',
  'staging',
  'mapFacilities',
  'mapDegrees',
  'rules',
  'tasks',
  'targets',
  'preferences',
];

const behind = shareBehindWire();

/** Accessibility rules that the screen violates in this size and color scheme, each with the elements. */
async function faultsOf(page: Page, { size, scheme }: Look): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  await atRest(page);
  const auditor = (await audit(page)).withTags(levels);
  const { violations } = await (all ? auditor : auditor.exclude(furtherRows)).analyze();
  const standing = await Promise.all(violations.map(async (one) => ({ id: one.id, nodes: await reachableFaults(page, one) })));
  return standing
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => {
      const places = nodes.slice(0, 5).map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`);
      return `${size} ${scheme} ${new URL(page.url()).pathname} ${id}: ${places.join('; ')}`;
    });
}

async function look(page: Page, part: readonly Sample[], seen: Look): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize(sizes[seen.size]);
  await page.emulateMedia({ colorScheme: seen.scheme, reducedMotion: 'reduce' });
  for (const sample of part) {
    await goTo(page, sample.path);
    await showing(page, sample);
    faults.push(...(await faultsOf(page, seen)));
  }
  return faults;
}

test('the list of samples includes the main screens', () => {
  expect(samples.map(({ screen }) => screen.id)).toEqual(expect.arrayContaining([...main]));
  expect(samples.length).toBeGreaterThanOrEqual(35);
});

const partOf = (person: Parameters<typeof samplesFor>[0]) => samplesFor(person).filter(({ path }) => wanted.test(path));
const own = partOf('administrator');
const parts = {
  'that need no sign-in': { person: null, part: partOf(null) },
  'of the provider': { person: 'provider', part: partOf('provider') },
  'of an agency, first half': { person: 'administrator', part: own.slice(0, own.length / 2) },
  'of an agency, second half': { person: 'administrator', part: own.slice(own.length / 2) },
} as const;

for (const [name, { person, part }] of Object.entries(parts)) {
  test(`screens ${name} meet WCAG 2.2 AA`, async ({ page }) => {
    test.setTimeout(300_000 * looks.length);
    await enter(page, behind.address, person);
    const faults: string[] = [];
    for (const seen of looks) faults.push(...(await look(page, part, seen)));
    expect(faults).toEqual([]);
  });
}

test('the main screens meet WCAG 2.2 AA on a phone in the dark color scheme', async ({ page }) => {
  test.setTimeout(300_000);
  const faults: string[] = [];
  const night = { size: 'phone', scheme: 'dark' } as const;
  const chosen = samples.filter(({ screen, path }) => main.includes(screen.id) && !path.includes('?'));
  expect(chosen).toHaveLength(main.length);
  for (const person of [null, 'administrator'] as const) {
    await enter(page, behind.address, person);
    faults.push(
      ...(await look(
        page,
        chosen.filter(({ screen }) => openerOf(screen) === person),
        night,
      )),
    );
  }
  expect(faults).toEqual([]);
});

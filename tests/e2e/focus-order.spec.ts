import { expect, type Page, test } from 'playwright/test';
import { openSignedIn, synced } from '../support/app-page.ts';
import { goTo, type Sample, samples, showing } from '../support/every-screen.ts';
import { shareBehindWire } from '../support/start-behind.ts';

const behind = shareBehindWire();
test.use({ serviceWorkers: 'block', reducedMotion: 'reduce' });

const screens = ['dashboard', 'outbox', 'staging', 'mapFacilities', 'mapDegrees', 'rules', 'tasks', 'targets', 'preferences'];
const chosen = samples.filter(({ screen, path }) => screens.includes(screen.id) && !path.includes('?'));
const skip = (page: Page) => page.getByRole('link', { name: 'Skip to content' });
/** Enough to reach the rows of every list. */
const mostStops = 45;

/**
 * Presses Tab through the page. Returns what is wrong: a stop that a person cannot see or that shows no focus, and a step to the
 * left in the same line, or up and to the left at once.
 */
async function faultsOf(page: Page, { path }: Sample): Promise<string[]> {
  const faults: string[] = [];
  let stops = 0;
  await page.evaluate(() => Reflect.deleteProperty(window, 'lastStop'));
  for (; stops < mostStops; stops++) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(readStop);
    if (seen === null) break;
    faults.push(...seen.map((fault) => `${path}: ${fault}`));
  }
  expect(stops, `stops on ${path}`).toBeGreaterThan(10);
  return faults;
}

/** Runs in the page. Null when the focus left the page, or came around. */
function readStop(): string[] | null {
  const stop = document.activeElement;
  const last = Reflect.get(window, 'lastStop') as Element | undefined;
  if (!(stop instanceof HTMLElement) || stop === document.body) return null;
  Reflect.set(window, 'lastStop', stop);
  const name = `${stop.tagName.toLowerCase()} “${(stop.getAttribute('aria-label') ?? stop.textContent ?? '').slice(0, 40)}”`;
  const faults: string[] = [];
  // The label is what shows of a choice between segments.
  const label = stop.getBoundingClientRect().width === 0 ? stop.nextElementSibling : null;
  const box = (label ?? stop).getBoundingClientRect();
  const isInView = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight && box.right > 0;
  if (!isInView) faults.push(`${name} has the focus out of sight`);
  if (stop.tabIndex > 0) faults.push(`${name} has a tab index of its own`);
  // The ring may be on the field around an input, or on the row around a checkbox.
  const around = [stop, stop.parentElement, stop.parentElement?.parentElement, stop.nextElementSibling];
  const hasRing = around.some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  if (!hasRing) faults.push(`${name} does not show the focus`);
  const region = (element: Element) => element.closest('header, nav, main, aside, [role=group]');
  if (last?.isConnected && region(last) === region(stop)) {
    const before = last.getBoundingClientRect();
    const isAbove = box.bottom <= before.top + 1;
    const isBelow = box.top >= before.bottom - 1;
    const isLeft = box.right <= before.left + 1;
    if (isLeft && !isBelow) faults.push(`${name} comes after what is to its right${isAbove ? ' and below' : ''}`);
  }
  return faults;
}

test('Tab visits the main screens in reading order, and every stop shows the focus', async ({ page }) => {
  expect(chosen).toHaveLength(screens.length);
  await openSignedIn(page, `${behind.address}/dashboard`, 'administrator');
  await synced(page);
  const faults: string[] = [];
  for (const sample of chosen) {
    await goTo(page, sample.path);
    await showing(page, sample);
    await skip(page).focus();
    faults.push(...(await faultsOf(page, sample)));
    await expect(page.locator(`main[data-screen="${sample.screen.id}"]`)).toBeVisible();
  }
  expect(faults).toEqual([]);
});

test('the first stop leads to the content', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/dashboard`, 'administrator');
  await synced(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  await expect(skip(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

/** Movements that take longer than a person who asked for none would want, in milliseconds. */
const movements = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0))
      .filter((duration) => duration > 10),
  );

test('nothing moves for a person who asked for reduced motion', { tag: '@long' }, async ({ page }) => {
  await openSignedIn(page, `${behind.address}/staging?view=all`, 'administrator');
  await synced(page);
  const acts: Record<string, () => Promise<void>> = {
    grid: () => page.getByRole('gridcell').nth(2).click(),
    panel: () => page.keyboard.press('Enter'),
    palette: () => page.keyboard.press('Control+k'),
    help: async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
    },
    menu: async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Account:/ }).click();
    },
  };
  for (const [what, act] of Object.entries(acts)) {
    await act();
    const seen: number[] = [];
    for (let frame = 0; frame < 5; frame++) {
      seen.push(...(await movements(page)));
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect(seen, what).toEqual([]);
  }
});

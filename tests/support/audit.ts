import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from 'playwright/test';

const hasAxe = () => 'axe' in window;

/**
 * Looks for accessibility faults on a page. Axe's script of half a megabyte enters a document only once, and axe names the elements
 * of violations only: describing all that is right took most of the time.
 */
export async function audit(page: Page): Promise<AxeBuilder> {
  const have = await Promise.all(page.frames().map((frame) => frame.evaluate(hasAxe)));
  const source = have.every(Boolean) ? { axeSource: 'void 0' } : {};
  return new AxeBuilder({ page, ...source }).setLegacyMode().options({ resultTypes: ['violations'] });
}

type NodeResult = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number];
type Violation = { readonly id: string; readonly nodes: readonly NodeResult[] };

/** A sticky bar may cover part of a click target: drops `target-size` violations that disappear after scrolling to it. */
export async function reachableFaults(page: Page, { id, nodes }: Violation): Promise<readonly NodeResult[]> {
  if (id !== 'target-size') return nodes;
  const left: NodeResult[] = [];
  for (const node of nodes) {
    const [place] = node.target;
    if (typeof place !== 'string') return nodes;
    await page.locator(place).evaluate((target) => target.scrollIntoView({ block: 'center' }));
    const again = await (await audit(page)).include(place).withRules(['target-size']).analyze();
    if (again.violations.length > 0) left.push(node);
  }
  return left;
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const looks = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1024, height: 768, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/**
 * Looks at a page, or at what is `within` a selector, at every width, light and dark: nothing is cut off, and it meets WCAG 2.2 AA. Pictures
 * are kept under `name`. The page is as wide as before afterwards.
 */
export async function looksWell(page: Page, name: string, within?: string): Promise<void> {
  const before = page.viewportSize();
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(fits, `${name} ${size.width}`).toBe(true);
    const auditor = (await audit(page)).withTags(levels);
    const { violations } = await (within === undefined ? auditor : auditor.include(within)).analyze();
    const faults = await Promise.all(violations.map(async (one) => ({ id: one.id, nodes: await reachableFaults(page, one) })));
    const standing = faults.filter(({ nodes }) => nodes.length > 0);
    expect(standing, `${name} ${size.width} ${colorScheme}`).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`${name}-${size.width}-${colorScheme}.png`) });
  }
  if (before) await page.setViewportSize(before);
}

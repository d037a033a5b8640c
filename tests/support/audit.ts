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

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const looks = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1024, height: 768, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/**
 * Looks at a page at every width, light and dark: nothing is cut off, and it meets WCAG 2.2 AA. Pictures are kept under `name`. The page
 * is as wide as before afterwards.
 */
export async function looksWell(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(fits, `${name} ${size.width}`).toBe(true);
    const { violations } = await (await audit(page)).withTags(levels).analyze();
    expect(violations, `${name} ${size.width} ${colorScheme}`).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`${name}-${size.width}-${colorScheme}.png`) });
  }
  if (before) await page.setViewportSize(before);
}

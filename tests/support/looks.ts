import { expect, type Page, test } from 'playwright/test';
import { audit } from './audit.ts';

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

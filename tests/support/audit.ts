import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

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

import { join, resolve } from 'node:path';
import type { Page } from 'playwright/test';
import { build } from 'vite';
import type { PageKit } from './page-kit.ts';

const root = resolve(import.meta.dirname, '../..');
let bundled: Promise<string> | null = null;

/** `page-kit.ts` with all its imports as one script. */
async function bundle(): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(root, 'tests/support/page-kit.ts'), formats: ['iife'], name: 'pageKit' },
    },
  });
  const [first] = [output].flat();
  if (!first || !('output' in first)) throw new Error('the page kit was not built');
  return first.output[0].code;
}

/** Adds the kit to a page as `window.kit`. Uses the debugger connection, which the page's security policy does not restrict. */
export async function putKit(page: Page): Promise<void> {
  bundled ??= bundle();
  await page.evaluate(await bundled);
}

declare global {
  interface Window {
    /** Available in a page after `putKit`. */
    readonly kit: PageKit;
  }
}

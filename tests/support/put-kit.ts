import { join, resolve } from 'node:path';
import type { Page } from 'playwright/test';
import { build } from 'vite';
import type { PageKit } from './page-kit.ts';

const root = resolve(import.meta.dirname, '../..');
let bundled: Promise<string> | null = null;

/** `page-kit.ts` and all that it imports as one script. */
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

/** Puts the kit into a page as `window.kit`. It goes over the debugger's line, which the page's policy does not bind. */
export async function putKit(page: Page): Promise<void> {
  bundled ??= bundle();
  await page.evaluate(await bundled);
}

declare global {
  interface Window {
    /** In a page that `putKit` was called for. */
    readonly kit: PageKit;
  }
}

import { afterAll, beforeAll } from 'vitest';
import { createVendorSite } from '#server/demo/vendor-site.ts';
import { buildFeedParser } from '#tests/corpus/build-feed-parser.ts';
import { listening } from './collector-tools.ts';

/** Runs the demo's vendor site and builds the parsing process for the tests of a file. `now` is the clock of the vendor. */
export function useVendorSite(now: () => Date): { readonly url: () => string } {
  const endings: (() => unknown)[] = [];
  let url = '';
  beforeAll(async () => {
    endings.push(await buildFeedParser());
    const listens = await listening(createVendorSite(now));
    url = listens.url;
    endings.push(listens.close);
  }, 60_000);
  afterAll(async () => {
    for (const end of endings.splice(0)) await end();
  });
  return { url: () => url };
}

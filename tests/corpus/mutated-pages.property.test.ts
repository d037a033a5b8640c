import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { detailPage, listPage, signInPage } from '#server/demo/vendors/portal-pages.ts';
import { demoPortalRecipe } from '#server/demo/vendors/portal-recipe.ts';
import { offersAt } from '#server/demo/vendors/vendor-offers.ts';
import { readPages } from '#server/parsing/pages/read-page.ts';

const offers = offersAt('crestview', new Date('2025-01-10T12:00:00Z')).slice(0, 5);
const pages = [
  signInPage('token'),
  listPage({ offers, page: 1, pages: 2, next: '?page=2', table: 'orders', facilities: true }),
  ...offers.slice(0, 1).map(detailPage),
];
const { list, detail } = demoPortalRecipe;
const plan = {
  form: { at: 'form', controls: { username: 'input[name=UserId]', password: 'input[name=Passcode]' } },
  rows: { kind: 'table', at: list.rows.at, link: list.link },
  values: detail?.values ?? {},
  labels: detail?.labels ?? 'dt',
  link: '.pages a[rel=next]',
} as const;

const special = fc.constantFrom(
  '<',
  '</',
  '<!--',
  '-->',
  '<table>',
  '</table>',
  '<script>',
  '"',
  "'",
  '=',
  '&',
  '&#0;',
  '\0',
  '<td colspan=9>',
  '<tr>',
  '<base href=x:>',
  '<form>',
  '\ud83d',
);
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat({ max: 40 }),
  put: fc.oneof(special, fc.string({ maxLength: 6 })),
});
const mutated = (page: string, mutations: readonly { at: number; cut: number; put: string }[]): string =>
  mutations.reduce((now, { at, cut, put }) => {
    const from = Math.floor(at * now.length);
    return now.slice(0, from) + put + now.slice(from + cut);
  }, page);

// A nightly run sets `FUZZ_RUNS` and `FUZZ_SEED`. A failure prints the seed and the mutations.
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 2000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_250_110);

test('no mutated page makes the reader throw, and rows always have one cell for each column', () => {
  const seen = { forms: 0, lists: 0, labels: 0, without: 0 };
  fc.assert(
    fc.property(fc.nat({ max: pages.length - 1 }), fc.array(mutation, { minLength: 1, maxLength: 5 }), (which, mutations) => {
      const bytes = new TextEncoder().encode(mutated(pages[which] ?? '', mutations));
      const read = readPages([{ bytes, charset: null }], plan);
      const page = read.ok ? read.value[0] : undefined;
      if (!page) throw new Error('a small page was not read');
      const { form, columns, labels } = page.facts;
      if (form && 'username' in form.named && 'password' in form.named) seen.forms += 1;
      else if (columns) seen.lists += 1;
      else if (Object.keys(labels).length > 5) seen.labels += 1;
      else seen.without += 1;
      for (const { cells } of page.rows) expect(cells).toHaveLength(columns?.length ?? -1);
      expect(JSON.stringify(page.rows)).not.toMatch(/\\u0000|\\ud[89a-f]/);
    }),
    { numRuns, seed },
  );
  process.stdout.write(
    `${numRuns} mutated pages: ${seen.forms} forms, ${seen.lists} lists, ${seen.labels} details, ${seen.without} of neither\n`,
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(numRuns / 100);
}, 120_000);

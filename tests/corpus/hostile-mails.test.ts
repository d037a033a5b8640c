import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedParsers } from '#domain/parsers/shipped-parsers.ts';
import { collectMailApart, readSampleApart } from '#server/parsing/read-apart.ts';
import { buildFeedParser } from './build-feed-parser.ts';
import { hostileMails } from './hostile-mails.ts';

let undo = (): void => undefined;
beforeAll(async () => {
  undo = await buildFeedParser();
}, 60_000);
afterAll(() => undo());

const parsers = shippedParsers.map((parser, at) => ({ ...parser, id: at + 1 }));
/** The result must not depend on the machine's load. */
const patient = { deadlineMs: 90_000 };

describe.concurrent('the parsing process returns a clear result for each hostile mail', () => {
  test.each(hostileMails.map((mail, n) => [mail.name, mail, n] as const))(
    '%s',
    async (_name, { bytes, becomes }, n) => {
      const options = { parsers, customerId: 1, today: '2026-01-05' };
      const result = await collectMailApart(bytes(), options, { customerId: n, background: true }, patient);
      if (!result.ok) {
        expect(result.error).toMatchObject({ kind: becomes });
        expect(result.error.words).toMatch(/^[A-Z].{20,}\.$/s);
        expect(result.error.words).not.toMatch(/broke its reader/);
        return;
      }
      const { jobs, mail } = result.value;
      expect({ job: jobs[0]?.providerJobId ?? null }).toEqual(becomes);
      expect(mail.reason === '').toBe(mail.parserId !== null);
    },
    100_000,
  );
});

test('a page is shown without anything that runs or loads', async () => {
  const scripted = hostileMails.find(({ name }) => name === 'scripts, forms and pixels');
  const question = {
    name: '',
    parser: null,
    earlier: null,
    rule: null,
    context: { today: '2026-01-05', dateOrder: 'MDY' },
  } as const;
  const sample = await readSampleApart(scripted?.bytes() ?? new Uint8Array(), question, { customerId: 1 });
  expect(sample.ok && sample.value.html).toMatch(/Job ID: 4711/);
  expect(sample.ok && sample.value.html).not.toMatch(/script|svg|meta|img|url=/);
});

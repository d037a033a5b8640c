import * as fc from 'fast-check';
import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { collectRecords } from '#server/parsing/collect-records.ts';

const options = { today: '2025-01-10' };
const rows = [
  ['Job ID', 'Facility', 'State', 'Shift', 'Bill Rate', 'Start Date'],
  ['A-1', 'Mercy "West" Hospital', 'TX', '07:00PM - 07:30AM', '$78.50/hr', '1/20/2025'],
  ['A-2', "St. Mary's & Sons", 'CA', '3x12 Nights', '1,234.00', 'ASAP'],
];
const records = rows.slice(1).map((row) => Object.fromEntries(row.map((cell, n) => [rows[0]?.[n] ?? '', cell])));
const xml = `<?xml version="1.0"?><source><job id="1"><title>A &amp; B</title><state>TX</state><body><![CDATA[<p>x</p>]]></body></job><job id="2"><title>C</title></job></source>`;

async function samples(): Promise<readonly Uint8Array[]> {
  const sheet = await writeXlsxFile(rows.map((row) => row.map((value) => ({ value, type: String })))).toBuffer();
  return [
    strToU8(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')),
    strToU8(JSON.stringify({ count: 2, records })),
    strToU8(xml),
    new Uint8Array(sheet),
  ];
}

type Mutation = { readonly at: number; readonly cut: number; readonly put: Uint8Array };
const special = fc.constantFrom(
  '"',
  '\n',
  '\r',
  ',',
  '<',
  '</',
  '<!DOCTYPE',
  ']]>',
  '&#0;',
  '{',
  '[',
  '}',
  '\\',
  '\0',
  '\uFEFF',
  '__proto__',
  '1e999',
  'PK',
  '=1+1',
  '\ud83d',
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat({ max: 12 }),
  put: fc.oneof(fc.uint8Array({ maxLength: 8 }), special.map(strToU8)),
});

function mutated(bytes: Uint8Array, mutations: readonly Mutation[]): Uint8Array {
  return mutations.reduce((now, { at, cut, put }) => {
    const from = Math.floor(at * now.length);
    return new Uint8Array([...now.subarray(0, from), ...put, ...now.subarray(from + cut)]);
  }, bytes);
}

// A nightly run sets `FUZZ_RUNS` and `FUZZ_SEED`. A failure prints the seed and the mutations.
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 3000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_250_110);

test('no mutated file makes the readers throw: each gives jobs and refused rows, or a problem with a message', async () => {
  const originals = await samples();
  const seen = { jobs: 0, refused: 0, problems: 0 };
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 3 }), fc.array(mutation, { minLength: 1, maxLength: 4 }), async (which, mutations) => {
      const result = await collectRecords(mutated(originals[which] ?? new Uint8Array(), mutations), options);
      if (!result.ok) {
        seen.problems += 1;
        expect(result.error.words.length).toBeGreaterThan(10);
        return;
      }
      seen.jobs += result.value.jobs.length;
      seen.refused += result.value.refused.length;
      expect(new Set(result.value.jobs.map((job) => job.providerJobId)).size).toBe(result.value.jobs.length);
      expect(JSON.stringify(result.value.jobs)).not.toMatch(/\\u0000|\\ud[89a-f]/);
    }),
    { numRuns, seed },
  );
  process.stdout.write(
    `${numRuns} mutated files: ${seen.jobs} jobs, ${seen.refused} refused rows, ${seen.problems} unreadable files\n`,
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(numRuns / 30);
}, 120_000);

test('the four unmodified samples give the same result', async () => {
  const [csv, json, , xlsx] = await Promise.all((await samples()).map(async (bytes) => await collectRecords(bytes, options)));
  for (const read of [csv, json, xlsx]) {
    expect(read?.ok && read.value.refused).toEqual([]);
    expect(read?.ok && read.value.jobs).toMatchObject([
      { providerJobId: 'A-1', facility: 'Mercy "West" Hospital', shiftStart: '19:00', billRate: 78.5, startDate: '2025-01-20' },
      { providerJobId: 'A-2', facility: "St. Mary's & Sons", shiftsPerWeek: 3, billRate: 1234, asap: true },
    ]);
  }
});

test('dates, numbers and long ids of a spreadsheet keep their values', async () => {
  const sheet = await writeXlsxFile([
    [{ value: 'Job ID' }, { value: 'Start Date' }, { value: 'Bill Rate' }, { value: 'Hot Job' }, { value: 'Posted' }],
    [
      { value: '90071992547409931234', type: String },
      { value: new Date('2025-01-20T00:00:00Z'), type: Date, format: 'mm/dd/yyyy' },
      { value: 66.7368, type: Number },
      { value: true, type: Boolean },
      { value: new Date('2025-01-05T13:30:00Z'), type: Date, format: 'mm/dd/yyyy hh:mm' },
    ],
  ]).toBuffer();
  const read = await collectRecords(new Uint8Array(sheet), options);
  expect(read.ok && read.value.jobs[0]).toMatchObject({
    providerJobId: '90071992547409931234',
    startDate: '2025-01-20',
    billRate: 66.7368,
    hot: true,
    postedAt: '2025-01-05T13:30:00.000Z',
  });
});

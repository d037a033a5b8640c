import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { shippedParsers } from '#domain/parsers/shipped-parsers.ts';
import { collectMail, type MailCollection } from '#server/parsing/collect-mail.ts';
import { Seeded } from '#tests/simulation/base/seeded.ts';
import { variantOf } from './mail-variants.ts';
import { type Expected, hwlMail, realMail, staffingEngineMail, type VendorMail } from './vendor-mails.ts';

const folder = join(process.env['JOBDOCK_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'), 'jobs');
const present = existsSync(folder);
if (!present) process.stdout.write(`no real data at ${folder}: real emails are not measured\n`);

const parsers = shippedParsers.map((parser, at) => ({ ...parser, id: at + 1 }));

async function collect(bytes: Uint8Array, today = '2026-01-05'): Promise<MailCollection> {
  const read = await collectMail(bytes, { parsers, customerId: 1, today });
  if (!read.ok) throw new Error(read.error.words);
  return read.value;
}

const real: readonly {
  readonly vendor: VendorMail['vendor'];
  readonly file: string;
  readonly today: string;
  readonly expected: Expected;
}[] = [
  {
    vendor: 'hwl',
    file: 'vms-email-hwl-requisition-2024-67814.html',
    today: '2024-07-20',
    expected: {
      providerJobId: '2024-67814',
      facility: 'Northside Hospital Gwinnett',
      city: 'Lawrenceville',
      state: 'GA',
      title: 'CT Technologist (Allied)',
      specialty: 'Gwi-CT SCAN GMC (7290)',
      startDate: '2024-08-05',
      endDate: '2024-11-02',
      durationDays: 13 * 7,
      guaranteedHours: 40,
      hoursPerShift: 10,
      shift: '10hr Nights',
      billRate: 100,
      workType: 1,
    },
  },
  {
    vendor: 'staffingEngine',
    file: 'vms-email-staffingengine-32646.html',
    today: '2025-03-14',
    expected: {
      providerJobId: '32646',
      facility: 'baylor scott & white medical center - lakeway',
      city: 'lakeway',
      state: 'TX',
      zip: '78738',
      degree: 'rn',
      specialty: 'cath lab',
      shift: '12 hr days',
      shiftsPerWeek: 3,
      startDate: '2025-03-13',
      endDate: null,
      workType: 2,
      positions: 1,
      billRate: 0,
    },
  },
];

const bodyOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe('the real emails', () => {
  test('HWL: the values that stand, not those that are struck through', async () => {
    const [hwl] = real;
    if (!present || !hwl) return;
    const { jobs, refused, warned, mail } = await collect(readFileSync(join(folder, hwl.file)), hwl.today);
    expect(jobs).toMatchObject([hwl.expected]);
    expect([refused, warned]).toEqual([[], []]);
    expect(mail).toMatchObject({ parser: 'HWL requisition', processing: 2 });
  });

  test('StaffingEngine: two schedules contradict each other, and the warning names both', async () => {
    const order = real[1];
    if (!present || !order) return;
    const { jobs, refused, warned } = await collect(readFileSync(join(folder, order.file)), order.today);
    expect(jobs).toMatchObject([order.expected]);
    expect(refused).toEqual([]);
    expect(warned[0]?.problems.map(({ field, problem }) => [field, problem])).toEqual([
      ['shift', expect.stringMatching(/“12 hr days” and also “4 -10 hour day shifts/)],
      ['shiftsPerWeek', expect.stringMatching(/“3” and also “4”/)],
    ]);
  });
});

type Tally = { readonly share: number; readonly refused: ReadonlyMap<string, number>; readonly wrong: readonly string[] };

/** Reads 100 variants. A value is wrong if it differs from the email's, and also if it is missing without a word. */
async function measure(
  seed: number,
  mailOf: (random: Seeded, at: number) => { mail: VendorMail; older: VendorMail; today: string },
): Promise<Tally> {
  const random = new Seeded(seed);
  const refused = new Map<string, number>();
  const wrong: string[] = [];
  let [read, readable] = [0, 0];
  for (let at = 0; at < 100; at++) {
    const { mail, older, today } = mailOf(random, at);
    const variant = variantOf(mail, older, random);
    if (!variant.mustRefuse) readable += 1;
    const { jobs, refused: rows, mail: reading } = await collect(variant.bytes, today);
    const [job] = jobs;
    if (!job) {
      const reason = rows[0]?.problems[0]?.problem ?? reading.reason;
      expect(reason).toMatch(/^[A-Z].{15,}\.$/s);
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
      continue;
    }
    read += 1;
    if (variant.mustRefuse) wrong.push(`${variant.what}: a quoted order was read`);
    wrong.push(...differences(job, mail.expected).map((one) => `${variant.what}: ${one}`));
  }
  const reasons = Array.from(refused, ([reason, times]) => `  ${times} x ${reason}`);
  process.stdout.write(
    [
      `seed ${seed}: ${read} of ${readable} read that may be, ${wrong.length} wrong values, ${100 - read} refused:`,
      ...reasons,
      '',
    ].join('\n'),
  );
  return { share: read / readable, refused, wrong };
}

const differences = (job: CollectedJob, expected: Expected): string[] =>
  Object.entries(expected).flatMap(([field, value]) => {
    const got = job[field as keyof CollectedJob];
    return got === value ? [] : [`${field} is ${JSON.stringify(got)}, not ${JSON.stringify(value)}`];
  });

describe('100 variants: other encodings, forwarded, replied, reordered, nested', () => {
  test.each([20_260_105, 7, 4711])('of mails with values of our own, seed %d', async (seed) => {
    const { share, wrong } = await measure(seed, (random, at) => {
      const make = at % 2 === 0 ? hwlMail : staffingEngineMail;
      const pick = <T>(items: readonly T[]): T => random.pick(items);
      return { mail: make(pick), older: make(pick), today: '2026-01-05' };
    });
    expect(wrong).toEqual([]);
    expect(share).toBeGreaterThan(0.8);
  });

  test('of the real emails', async () => {
    if (!present) return;
    const { share, wrong } = await measure(67_814, (random, at) => {
      const one = real[at % 2];
      if (!one) throw new Error('There are two real emails');
      const pick = <T>(items: readonly T[]): T => random.pick(items);
      const older = one.vendor === 'hwl' ? hwlMail(pick) : staffingEngineMail(pick);
      return { mail: realMail(one.vendor, bodyOf(one.file), one.expected), older, today: one.today };
    });
    expect(wrong).toEqual([]);
    expect(share).toBeGreaterThan(0.8);
  });
});

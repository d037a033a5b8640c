import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxIdsPerCommand } from '#contract/commands/row-ids.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { commands } from '../../commands/commands.ts';
import { beforeImages } from '../../commands/kit/before-images.ts';
import type { Before, Change } from '../../commands/kit/command.ts';
import { rowSet } from '../../commands/row-set.ts';
import { runPure } from '../../commands/run-pure.ts';
import { withEdit } from '../../jobs/overrides.ts';
import { fillFields } from './fill-fields.ts';
import { matchBlock } from './match-block.ts';
import { fillCommands, fillJobOf, planEdits } from './plan-edits.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20261126);
const hand = { by: 'Ann', at: '2026-11-20T00:00:00.000Z' };
const ben = { by: 'Ben', at: '2026-11-19T00:00:00.000Z' };
const writing = { order: 'MDY', today: '2026-11-26' } as const;

const cell = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 20_000 }).map((cents) => `$${(cents / 100).toLocaleString('en-US')}`) },
  fc.integer({ min: -300, max: 300 }).map(String),
  fc
    .date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
    .map((d) => `${d.getUTCMonth() + 1}/${d.getUTCDate()}/${d.getUTCFullYear()}`),
  fc.constantFrom('', '—', 'abc', '13 weeks', '2/30/2027', '92.5', '1e400', '-0', '('),
  fc.string({ maxLength: 8 }),
);
const perRun = 500;
const block = fc.array(fc.tuple(...fillFields.slice(0, 5).map(() => cell)), { minLength: perRun / 5, maxLength: perRun / 5 });
const fields = fc.shuffledSubarray([...fillFields], { minLength: 5, maxLength: 5 });

/** Jobs as they come: plain, without dates, edited by hand, posted and over. */
function aRow(id: number): JobRow {
  const job = aJob({ id, otRate: id, endDate: '2027-03-02' });
  if (id % 5 === 1) return { ...job, startDate: null, durationDays: null };
  if (id % 5 === 2) return withEdit(withEdit(job, 'startDate', '2027-01-11', ben), 'billRate', 80, ben);
  return id % 5 === 3 ? { ...job, status: 'Filled', externalJobId: String(id) } : job;
}

/** A job without who locked a value and when: an undo is a change by a person too. */
const plain = ({ locks, ...job }: JobRow) => ({
  ...job,
  locks: Object.fromEntries(Object.entries(locks).map(([field, { was }]) => [field, was])),
});

test('each of 5,000 random cells is set or refused with a reason or already so, never two of these, and undo gives every value back', () => {
  const seen = { change: 0, same: 0, refused: 0 };
  fc.assert(
    fc.property(block, fields, fc.boolean(), (cells, uses, replacesLocked) => {
      const rows = cells.map((_, i) => aRow(i + 1));
      const { wanted, lost } = matchBlock(
        cells,
        { hasHeader: false, uses },
        { selected: rows.map(fillJobOf), withNumber: () => [] },
        writing,
      );
      expect(lost).toEqual([]);
      const lines = planEdits(wanted, { replacesLocked });
      // One line for each cell, in order.
      expect(lines.map(({ jobId, field }) => `${jobId} ${field}`)).toEqual(
        cells.flatMap((_, i) => uses.map((field) => `${i + 1} ${field}`)),
      );
      const book = rowSet(rows.map((row) => ({ collection: 'job', row }) as const));
      const undo = makeAll(
        book,
        fillCommands(lines, maxIdsPerCommand).map((args) => ({ name: 'job.fill.v1', args }) as const),
      );
      for (const line of lines) {
        seen[line.kind]++;
        const now = book.get('job', line.jobId);
        expect(now?.[line.field]).toBe(line.kind === 'change' ? line.next : line.old);
        if (line.kind === 'change') expect(now?.locks[line.field]).toMatchObject({ by: 'Ann' });
        if (line.kind === 'refused') expect(line.why).toMatch(/^.{10,}\.$/s);
      }
      makeAll(book, undo);
      expect(rows.map(({ id }) => plain(book.get('job', id) ?? aJob()))).toEqual(rows.map(plain));
    }),
    { seed, numRuns: 10 },
  );
  expect(seen.change + seen.same + seen.refused).toBe(5000);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(200); // not vacuous
});

/** Makes the changes, and returns those that undo them. */
function makeAll(book: ReturnType<typeof rowSet>, changes: readonly Change[]): Change[] {
  return changes.flatMap(({ name, args }) => {
    const ran = runPure(commands[name], args as never, {}, book, hand);
    if (ran.outcome !== 'applied') throw new Error(ran.message);
    expect(ran.result.refused).toEqual([]);
    const before: Before[] = beforeImages(ran.writes, book);
    for (const write of ran.writes) book.put(write);
    const { inverse } = commands[name];
    return inverse === 'none' ? [] : inverse(args as never, before);
  });
}

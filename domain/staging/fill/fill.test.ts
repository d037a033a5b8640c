import { describe, expect, test } from 'vitest';
import type { EditableField } from '#contract/commands/job.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { type FillHow, wantedOf } from './fill-value.ts';
import { type Block, type FieldWords, filledLines, matchBlock, proposeShape } from './match-block.ts';
import { fillCommands, fillJobOf, planCounts, planEdits } from './plan-edits.ts';
import { readCell } from './read-cell.ts';

const writing = { order: 'MDY', today: '2026-11-26' } as const;
const keeps = { replacesLocked: false };
const jobs = [7, 8, 9].map((id) => fillJobOf(aJob({ id })));
const [job = fillJobOf(aJob())] = jobs;
const lock = { by: 'Ben', at: '2026-11-01T00:00:00.000Z', was: 90 };
const one = (how: FillHow, field: EditableField = 'billRate', over = {}) =>
  planEdits(wantedOf([fillJobOf(aJob(over))], field, how), keeps)[0];
const set = (text: string, field: EditableField = 'billRate') => ({ kind: 'set', cell: readCell(field, text, writing) }) as const;

describe('a cell', () => {
  test.each([
    ['billRate', '78.50', 78.5],
    ['billRate', '$1,234.50', 1234.5],
    ['billRate', ' USD 78 ', 78],
    ['billRate', '1 234.50', 1234.5],
    ['billRate', '$78.50/hr', 78.5],
    ['billRate', '0', 0],
    ['feePercentage', '12.5%', 12.5],
    ['guaranteedHours', '36 hrs', 36],
    ['durationDays', '13 weeks', 91],
    ['durationDays', '91', 91],
    ['startDate', '6/14/2027', '2027-06-14'],
    ['startDate', '06/14/27', '2027-06-14'],
    ['startDate', 'Jun 14, 2027', '2027-06-14'],
    ['startDate', '2027-06-14', '2027-06-14'],
  ] as const)('%s %s is read', (field, text, value) => {
    expect(readCell(field, text, writing)).toEqual({ kind: 'value', value });
  });

  test.each([
    ['billRate', '-4.50', '-4.5 is below zero. Enter 0 or more.'],
    ['billRate', '($4.50)', '-4.5 is below zero. Enter 0 or more.'],
    ['billRate', 'abc', '“abc” is not a number. Write one such as 78.50.'],
    ['billRate', '7,5', '“7,5” is not a number. Write one such as 78.50.'],
    ['billRate', '1e9', '“1e9” is not a number. Write one such as 78.50.'],
    ['billRate', '99999999', 'This is too large. Enter 9,999,999 or less.'],
    ['feePercentage', '101', '101 is above 100 percent. Enter 100 or less.'],
    ['guaranteedHours', '$36', '“$36” is not a number. Write one such as 36.'],
    ['durationDays', '2.5', '2.5 is no whole day. Enter whole days.'],
    ['startDate', '2/30/2027', 'Month 2 of 2027 has 28 days, not 30. Write a date such as 06/14/2027.'],
    ['startDate', '78.50', 'This is not a date. Write a date such as 06/14/2027.'],
  ] as const)('%s %s is refused with a remedy', (field, text, why) => {
    expect(readCell(field, text, writing)).toEqual({ kind: 'refused', why });
  });

  test('the order of day and month is the person’s', () => {
    expect(readCell('startDate', '03/04/2027', { ...writing, order: 'DMY' })).toEqual({ kind: 'value', value: '2027-04-03' });
  });

  test.each(['', '  ', '—', '-'])('a blank (%j) changes nothing', (text) => {
    expect(one(set(text))).toMatchObject({ kind: 'same' });
  });
});

describe('a fill', () => {
  test('sets, adds, adds a percentage to the cent, and moves days', () => {
    expect(one(set('70'))).toEqual({ jobId: 7, field: 'billRate', old: 92.5, kind: 'change', next: 70 });
    expect(one({ kind: 'add', by: -2.25 })).toMatchObject({ next: 90.25 });
    expect(one({ kind: 'percent', by: 3 })).toMatchObject({ next: 95.28 });
    expect(one({ kind: 'move', by: -1 }, 'startDate')).toMatchObject({ old: '2026-12-01', next: '2026-11-30' });
  });

  test('leaves jobs that have the value already', () => {
    expect(one(set('92.50'))).toMatchObject({ kind: 'same' });
  });

  test.each([
    [{ kind: 'add', by: -100 }, {}, '-7.5 is below zero. Enter 0 or more.'],
    [{ kind: 'add', by: 1 }, { billRate: null }, 'The job has no value to start from. Set a value instead.'],
    [set('70'), { locks: { billRate: lock } }, 'Ben set this by hand. Unlock it, or replace values set by hand.'],
    [
      set('70'),
      { status: 'Cancelled', externalJobId: '4711' },
      'The job is closed in the ATS, which takes no more changes of it. Reopen the job first.',
    ],
  ] as const)('refuses a value that the job cannot have: %j %j', (how, over, why) => {
    expect(one(how, 'billRate', over)).toMatchObject({ kind: 'refused', why });
  });

  test('refuses a start after the end of a job without a duration, unless its duration is set too', () => {
    const open = fillJobOf(aJob({ durationDays: null, endDate: '2027-01-31' }));
    const start = { job: open, field: 'startDate', cell: readCell('startDate', '2/1/2027', writing) } as const;
    expect(planEdits([start], keeps)).toMatchObject([
      { kind: 'refused', why: 'The job ends on 01/31/2027, before this start. Set its duration too.' },
    ]);
    const length = { job: open, field: 'durationDays', cell: readCell('durationDays', '8 weeks', writing) } as const;
    expect(planEdits([start, length], keeps)).toMatchObject([{ kind: 'change' }, { kind: 'change', next: 56 }]);
    const lost = { ...length, cell: readCell('durationDays', '-1', writing) };
    expect(planEdits([start, lost], keeps)).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }]);
  });

  test('replaces values set by hand if the person asks for it', () => {
    const locked = fillJobOf(aJob({ locks: { billRate: lock } }));
    expect(planEdits(wantedOf([locked], 'billRate', set('70')), { replacesLocked: true })).toMatchObject([{ kind: 'change' }]);
  });

  test('is carried out by commands of at most so many jobs, with the values of each job together', () => {
    const lines = planEdits([...wantedOf(jobs, 'billRate', set('70')), ...wantedOf(jobs, 'otRate', set('90', 'otRate'))], keeps);
    expect(planCounts(lines)).toEqual({ change: 6, same: 0, refused: 0, jobs: 3 });
    const edit = { set: { billRate: 70, otRate: 90 } };
    expect(fillCommands(lines, 2)).toEqual([
      { ids: [7, 8], edits: { 7: edit, 8: edit } },
      { ids: [9], edits: { 9: edit } },
    ]);
    expect(fillCommands([], 2)).toEqual([]);
  });
});

describe('a pasted block', () => {
  const fields: FieldWords[] = [
    { field: 'billRate', words: ['Bill rate', 'bill'] },
    { field: 'startDate', words: ['Start'] },
  ];
  const numbers: Record<string, typeof jobs> = { 'HV-7': jobs.slice(0, 1), 'HV-8': jobs.slice(1, 2), twice: jobs.slice(1) };
  const withNumber = (number: string) => numbers[number] ?? [];
  const isJob = (number: string) => number in numbers;
  const shape = (block: Block) => proposeShape(block, fields, isJob);
  const matched = (block: Block, selected = jobs) => matchBlock(block, shape(block), { selected, withNumber }, writing);

  test('with a header finds its columns and jobs by number, whatever their order', () => {
    const block = [
      ['Job ID', 'Facility', 'START', 'Bill  rate'],
      ['HV-8', 'Mercy', '6/14/2027', '$70'],
      ['HV-7', 'Mercy', '', '71'],
    ];
    expect(shape(block)).toEqual({ hasHeader: true, uses: ['job', null, 'startDate', 'billRate'] });
    const { wanted, lost } = matched(block, []);
    expect(lost).toEqual([]);
    expect(planEdits(wanted, keeps)).toMatchObject([
      { jobId: 8, field: 'startDate', line: 2, next: '2027-06-14' },
      { jobId: 8, field: 'billRate', next: 70 },
      { jobId: 7, kind: 'same', line: 3 },
      { jobId: 7, field: 'billRate', next: 71 },
    ]);
  });

  test('without a header recognizes job numbers, and leaves the other columns to the person', () => {
    expect(
      shape([
        ['HV-7', '70'],
        ['HV-8', '71'],
      ]),
    ).toEqual({ hasHeader: false, uses: ['job', null] });
    expect(shape([['70'], ['71']])).toEqual({ hasHeader: false, uses: [null] });
  });

  test('without job numbers goes to the selected jobs in order; rows beyond them are listed', () => {
    const block = [['Bill rate'], ['70'], ['71'], ['72'], ['73']];
    const { wanted, lost } = matched(block);
    expect(wanted.map(({ job, cell }) => [job.id, cell])).toEqual(
      [7, 8, 9].map((id, i) => [id, { kind: 'value', value: 70 + i }]),
    );
    expect(lost).toEqual([{ line: 5, text: '73', why: 'Only 3 jobs are selected. Select more, or paste fewer rows.' }]);
  });

  test('lists rows whose job number is missing, unknown or ambiguous', () => {
    const block = [
      ['Job', 'Bill rate'],
      ['', '70'],
      ['XX-1', '71'],
      ['twice', '72'],
    ];
    expect(matched(block).lost.map(({ why }) => why)).toEqual([
      'The row has no job number. Add it, or choose another column for it.',
      'No job here has the number XX-1. Check the number.',
      '2 jobs have the number twice. Select the one that you mean.',
    ]);
    expect(matched(block, jobs.slice(2)).wanted).toMatchObject([{ job: { id: 9 }, line: 4 }]);
  });

  test('sets a value named twice once, and refuses the second', () => {
    const block = [
      ['Job', 'Bill rate'],
      ['HV-7', '70'],
      ['HV-7', '71'],
    ];
    expect(planEdits(matched(block).wanted, keeps)).toMatchObject([
      { kind: 'change', next: 70 },
      { kind: 'refused', why: 'Row 2 sets it already. Keep one of the two.' },
    ]);
  });

  test('has no lines for the blank ones of a spreadsheet', () => {
    expect(filledLines([['a'], [''], ['', ' ']])).toEqual([['a']]);
  });

  test('a column named twice is used once', () => {
    expect(
      shape([
        ['Bill rate', 'Bill'],
        ['1', '2'],
      ]).uses,
    ).toEqual(['billRate', null]);
  });

  test('the job stays with its values of other fields', () => {
    expect(job).toMatchObject({ id: 7, billRate: 92.5, isOver: false });
  });
});

import { expect, test } from 'vitest';
import { ShiftModifier } from '#contract/rows/dataset-row.ts';
import { aDatasetRow, aDescription, aLabel, aReading } from '#tests/support/factories/dataset-factory.ts';
import { shiftModifiers } from '../reading.ts';
import { agreementOf, agreementOn } from './agreement.ts';
import { readingOfAnswer } from './answer-reading.ts';
import { datasetCounts, datasetRows } from './dataset-page.ts';
import { inLabelOrder } from './label-order.ts';
import { readingProblems } from './reading-problems.ts';
import { isDisputed, settledOf, waitsFor, withoutOthers } from './row-state.ts';
import { needsSecond, splitOf } from './split-of.ts';

const { shift, rate } = aReading();
const other = aReading({ rate: { substring: '$92.50', rate: 90, minRate: null } });

test('the kinds of a shift are the same in contract and domain', () => {
  expect(ShiftModifier.options).toEqual(shiftModifiers);
});

test('what is right has no problem, and so has a description that names nothing', () => {
  expect(readingProblems(aDescription, aReading())).toEqual({});
  expect(readingProblems(aDescription, { shift: null, rate: null })).toEqual({});
});

test.each([
  ['shift.substring', { shift: shift && { ...shift, substring: 'nights 7p-7a' } }, 'not in the description'],
  ['shift.substring', { shift: shift && { ...shift, substring: ' ' } }, 'Mark the words'],
  ['shift.start', { shift: shift && { ...shift, start: '7 pm' } }, 'HH:mm'],
  ['shift.end', { shift: shift && { ...shift, end: '24:00' } }, 'HH:mm'],
  ['shift.hours', { shift: shift && { ...shift, hours: 24.5 } }, '0 to 24'],
  ['shift.hours', { shift: shift && { ...shift, hours: -1 } }, '0 to 24'],
  ['shift.shiftsPerWeek', { shift: shift && { ...shift, shiftsPerWeek: 15 } }, '0 to 14'],
  ['shift.modifiers', { shift: shift && { ...shift, modifiers: ['evening' as 'eve'] } }, 'no kind of shift'],
  ['rate.substring', { rate: rate && { ...rate, substring: '$93' } }, 'not in the description'],
  ['rate.rate', { rate: rate && { ...rate, rate: 0 } }, 'above $0'],
  ['rate.minRate', { rate: rate && { ...rate, minRate: 93 } }, 'at most the bill rate'],
])('%s of %o is refused with its remedy', (field, over, words) => {
  const problems = readingProblems(aDescription, aReading(over));
  expect(Object.keys(problems)).toEqual([field]);
  expect(problems[field]).toContain(words);
});

test('one text in five is for tests and one in ten is labeled twice, always the same ones', () => {
  const digests = Array.from({ length: 5000 }, (_, i) =>
    Math.imul(i, 2_654_435_761).toString(16).replace('-', '').padStart(6, '0').slice(-6),
  ).map(
    (digits, i) =>
      `${digits}${Math.imul(i + 7, 40_503)
        .toString(16)
        .padStart(6, '0')
        .slice(-6)}`,
  );
  const share = (is: (digest: string) => boolean) => digests.filter(is).length / digests.length;
  expect(share((digest) => splitOf(digest) === 'test')).toBeCloseTo(0.2, 1);
  expect(share(needsSecond)).toBeCloseTo(0.1, 1);
  expect(digests.map(splitOf)).toEqual(digests.map(splitOf));
});

test('a row is settled by its one label, by two equal ones where two people label it, or by a decision', () => {
  expect(settledOf(aDatasetRow())).toBeNull();
  expect(settledOf(aDatasetRow({ labels: [aLabel()] }))).toEqual(aReading());
  const twice = aDatasetRow({ second: true, labels: [aLabel()] });
  expect([settledOf(twice), waitsFor(twice, 5), waitsFor(twice, 6)]).toEqual([null, false, true]);
  expect(settledOf({ ...twice, labels: [aLabel(), aLabel({ userId: 6 })] })).toEqual(aReading());
  const disputed = aDatasetRow({ second: true, labels: [aLabel(), aLabel({ userId: 6, reading: other })] });
  expect([settledOf(disputed), isDisputed(disputed), waitsFor(disputed, 7)]).toEqual([null, true, false]);
  const decided = { ...disputed, settled: aLabel({ reading: other }) };
  expect([settledOf(decided), isDisputed(decided)]).toEqual([other, false]);
});

test('who labels a row does not see what others say of it, and sees it afterwards', () => {
  const row = aDatasetRow({ second: true, labels: [aLabel()] });
  expect(withoutOthers(row, 6).labels).toEqual([]);
  expect(withoutOthers(row, 5).labels).toHaveLength(1);
});

test('rows come first where engines differ, then where they are uncertain', () => {
  const by = (engine: string, reading = aReading(), certainty: number | null = 90) => ({ engine, reading, certainty });
  const rows = [
    aDatasetRow({ id: 1, proposals: [by('a'), by('b')] }),
    aDatasetRow({ id: 2, proposals: [by('a', aReading(), 40)] }),
    aDatasetRow({ id: 3, proposals: [by('a'), by('b', other)] }),
    aDatasetRow({ id: 4, proposals: [by('a'), by('b', { shift: null, rate: null })] }),
    aDatasetRow({ id: 5, proposals: [by('a', { shift: null, rate: null }, null)] }),
  ];
  expect(inLabelOrder(rows).map(({ id }) => id)).toEqual([4, 3, 2, 5, 1]);
});

test('kappa is 1 for full agreement, 0 for chance, and unknown where nothing can differ', () => {
  expect(agreementOf([])).toEqual({ rows: 0, agreed: 0, kappa: null });
  expect(
    agreementOf([
      ['a', 'a'],
      ['b', 'b'],
    ]).kappa,
  ).toBe(1);
  expect(
    agreementOf([
      ['a', 'a'],
      ['a', 'a'],
    ]).kappa,
  ).toBeNull();
  expect(
    agreementOf([
      ['a', 'a'],
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'b'],
    ]).kappa,
  ).toBe(0);
  // The example of Cohen (1960) as it is usually printed: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no.
  const times = (count: number, first: string, second: string) => Array.from({ length: count }, () => [first, second] as const);
  const pairs = [...times(20, 'y', 'y'), ...times(5, 'y', 'n'), ...times(10, 'n', 'y'), ...times(15, 'n', 'n')];
  expect(agreementOf(pairs).kappa).toBeCloseTo(0.4, 10);
  const rows = [aDatasetRow({ labels: [aLabel(), aLabel({ userId: 6, reading: other })] }), aDatasetRow({ labels: [aLabel()] })];
  expect(agreementOn(rows)).toMatchObject({ shift: { rows: 1, agreed: 1 }, rate: { rows: 1, agreed: 0 } });
});

test('a page has the rows that are asked for, and counts what is settled', () => {
  const rows = [
    aDatasetRow({ id: 1, labels: [aLabel()] }),
    aDatasetRow({ id: 2, jobId: 8, workType: 3, labels: [aLabel({ reading: aReading({ shift: null }) })] }),
    aDatasetRow({ id: 3, workType: 2, proposals: [{ engine: 'a', reading: aReading({ rate: null }), certainty: 90 }] }),
  ];
  const all = { showShifts: true, showBillRate: true, hideClassified: false, jobId: 0, workType: 0 };
  const ids = (over: object) => datasetRows(rows, { ...all, ...over }, 5).map(({ id }) => id);
  expect(ids({})).toEqual([1, 2, 3]);
  expect(ids({ showShifts: false, showBillRate: false })).toEqual([1, 2, 3]);
  expect(ids({ showBillRate: false })).toEqual([1, 3]);
  expect(ids({ showShifts: false })).toEqual([1, 2]);
  expect(ids({ hideClassified: true })).toEqual([3]);
  expect(ids({ jobId: 8 })).toEqual([2]);
  expect(ids({ workType: 2 })).toEqual([3]);
  expect(datasetCounts(rows)).toEqual({ shifts: 1, billRates: 2, travel: 1, perDiem: 1 });
});

test('an answer of a model is a reading only where its words are in the description and its values can be', () => {
  const answer = {
    startTime: '19:00',
    endTime: '07:00',
    shiftLength: 12,
    numberOfShifts: 3,
    modifiers: ['night', 'nightly'],
    shiftText: 'nights 19:00-07:00, 3x12 hours',
    billRate: 92.5,
    minBillRate: null,
    billRateText: '$92.50',
  };
  expect(readingOfAnswer(answer, aDescription)).toEqual(aReading());
  expect(readingOfAnswer({ ...answer, shiftText: 'days' }, aDescription)).toEqual(aReading({ shift: null }));
  expect(readingOfAnswer({ ...answer, minBillRate: 99 }, aDescription)).toEqual(aReading({ rate: null }));
  expect(readingOfAnswer({ billRate: 92.5 }, aDescription)).toEqual({ shift: null, rate: null });
});

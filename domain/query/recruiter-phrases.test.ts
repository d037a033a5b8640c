import { expect, test } from 'vitest';
import type { Condition } from './condition.ts';
import { conditionOf } from './condition-of.ts';
import { dayNumber } from './day-number.ts';
import { nearestWord } from './nearest-word.ts';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';
import type { QuerySchema } from './query-schema.ts';
import { phraseJobs, phraseToday, recruiterPhrases } from './recruiter-phrases.ts';

const texts = ['title', 'degree', 'specialty', 'shift', 'facility', 'city'];
const numbers = ['billRate', 'durationDays', 'hoursPerShift', 'hoursPerWeek', 'workType', 'payPerWeek'];
const schema: QuerySchema = {
  fields: [
    ...texts.map((key) => ({ key, label: key, type: 'text' as const })),
    { key: 'state', label: 'State', type: 'text', exact: true },
    ...numbers.map((key) => ({ key, label: key, type: 'number' as const, ...(key === 'billRate' && { aliases: ['rate'] }) })),
    { key: 'startDate', label: 'Start', type: 'date', aliases: ['start'] },
    { key: 'postedAt', label: 'Posted', type: 'date' },
    { key: 'asap', label: 'ASAP', type: 'flag' },
  ],
  is: [{ name: 'unmapped', label: 'Unmapped', means: { kind: 'between', column: 'isMapped', from: null, to: 0 } }],
  flag: [],
  plain: {
    state: 'state',
    rate: 'billRate',
    weeklyPay: 'payPerWeek',
    start: 'startDate',
    posted: 'postedAt',
    duration: 'durationDays',
    hoursPerShift: 'hoursPerShift',
    hoursPerWeek: 'hoursPerWeek',
    clinical: ['title', 'degree', 'specialty', 'shift'],
    phrases: new Map([
      ['not mapped', 'is:unmapped'],
      ['mapped', '-is:unmapped'],
      ['asap', 'asap:yes'],
      ['asap start', 'asap:yes'],
      ['travel', 'workType:1'],
      ['perm', 'workType:2'],
      ['per diem', 'workType:3'],
    ]),
  },
};

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The meaning of a condition for one row, apart from the engine of the device. */
function holds(condition: Condition, row: Row): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => holds(part, row));
    case 'any':
      return condition.of.some((part) => holds(part, row));
    case 'not':
      return !holds(condition.of, row);
    case 'word': {
      const escaped = condition.text.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&');
      const pattern = new RegExp(`(?<![a-z0-9])${escaped}${condition.whole ? '(?![a-z0-9])' : ''}`, 'i');
      return (condition.columns ?? [...texts, 'state']).some((column) => pattern.test(String(row[column] ?? '')));
    }
    case 'contains':
      return String(row[condition.column] ?? '')
        .toLowerCase()
        .includes(condition.text.toLowerCase());
    case 'equals':
      return String(row[condition.column] ?? '').toLowerCase() === condition.text.toLowerCase();
    case 'between': {
      const value = row[condition.column];
      if (value === null || value === undefined) return false;
      const [from, to] = [condition.from ?? Number.NEGATIVE_INFINITY, condition.to ?? Number.POSITIVE_INFINITY];
      return (condition.openFrom ? +value > from : +value >= from) && (condition.openTo ? +value < to : +value <= to);
    }
    case 'days': {
      const day = dayNumber(String(row[condition.column] ?? ''));
      return day !== null && day >= (condition.from ?? day) && day <= (condition.to ?? day);
    }
    default:
      throw new Error(`no phrase asks for ${condition.kind}`);
  }
}

test.each(recruiterPhrases)('%s', (phrase, ids) => {
  const { chips, problems } = parseQuery(phrase, schema);
  const where = conditionOf(chips, schema, phraseToday);
  expect(phraseJobs.filter((job) => holds(where, { ...job })).map(({ id }) => id)).toEqual(ids);
  expect(problems).toEqual([]);
  const printed = printQuery(chips, schema);
  expect(parseQuery(printed, schema).chips.map(({ from: _from, to: _to, ...chip }) => chip)).toEqual(
    chips.map(({ from: _from, to: _to, ...chip }) => chip),
  );
});

test('the table has at least 60 phrases, and most give some of the jobs and leave others', () => {
  expect(recruiterPhrases.length).toBeGreaterThanOrEqual(60);
  const telling = recruiterPhrases.filter(([, ids]) => ids.length > 0 && ids.length < phraseJobs.length);
  expect(telling.length).toBeGreaterThanOrEqual(60);
});

test.each([
  ['is:unmaped', 'unknown-predicate', 'is:unmapped'],
  ['faciliy:mercy', 'unknown-field', 'facility:mercy'],
  ['above', 'no-number', '>80'],
  ['>', 'no-number', '>80'],
  ['icu near', 'no-distance', 'city:'],
  ['rn not', 'no-part', 'not mapped'],
  ['starting after tampa', 'no-date', 'starting next month'],
  ['starting', 'no-date', 'starting next month'],
] as const)('%s names the part that cannot be used and the nearest one that can', (typed, problem, nearest) => {
  expect(parseQuery(typed, schema).problems).toMatchObject([{ problem, nearest }]);
});

test('a mistyped word has a nearest word, and a word spelled well has none', () => {
  expect(nearestWord(schema, 'nigths')).toBe('nights');
  expect(nearestWord(schema, 'telemtry')).toBe('telemetry');
  expect(nearestWord(schema, 'texs')).toBe('texas');
  expect(nearestWord(schema, 'nites')).toBeUndefined();
  expect(nearestWord(schema, 'harborview')).toBeUndefined();
});

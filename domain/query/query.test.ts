import { describe, expect, test } from 'vitest';
import { caretInQuery } from './caret-in-query.ts';
import { chipLabel } from './chip-label.ts';
import type { Condition } from './condition.ts';
import { conditionOf } from './condition-of.ts';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';
import type { QuerySchema } from './query-schema.ts';

const unmapped: Condition = { kind: 'empty', column: 'facilityMap' };
const byRule: Condition = { kind: 'bits', column: 'chgMap', mask: 8192 };
const schema: QuerySchema = {
  fields: [
    { key: 'facility', label: 'Facility', type: 'text', aliases: ['client'] },
    { key: 'state', label: 'State', type: 'text', exact: true },
    { key: 'cert', label: 'Certainty', type: 'number' },
    { key: 'rate', label: 'Bill rate', type: 'number' },
    { key: 'posted', label: 'Posted', type: 'date' },
    { key: 'hot', label: 'Hot', type: 'flag' },
  ],
  is: [{ name: 'unmapped', label: 'Unmapped', means: unmapped }],
  flag: [{ name: 'rule', label: 'Set by rule', aliases: ['byrule'], means: byRule }],
};
const chipsOf = (text: string) => parseQuery(text, schema).chips.map(({ from: _from, to: _to, ...chip }) => chip);
const asked = (text: string) => {
  const condition = conditionOf(parseQuery(text, schema).chips, schema, '2026-06-15');
  return condition.kind === 'all' ? condition.of : [];
};
const day = Date.UTC(2026, 5, 15) / 86_400_000;

describe('parsing a query', () => {
  test('the example of the staging grid gives one chip per part', () => {
    const text = 'facility:"st mary" cert:<80 is:unmapped -state:TX posted:>7d rate:60..80 flag:rule icu';
    expect(parseQuery(text, schema).problems).toEqual([]);
    expect(chipsOf(text)).toEqual([
      { not: false, kind: 'text', field: 'facility', exact: false, values: ['st mary'] },
      { not: false, kind: 'number', field: 'cert', spans: [{ op: '<', value: 80 }] },
      { not: false, kind: 'named', of: 'is', names: ['unmapped'] },
      { not: true, kind: 'text', field: 'state', exact: true, values: ['TX'] },
      { not: false, kind: 'date', field: 'posted', spans: [{ op: '>', value: { kind: 'age', days: 7 } }] },
      { not: false, kind: 'number', field: 'rate', spans: [{ op: '..', from: 60, to: 80 }] },
      { not: false, kind: 'named', of: 'flag', names: ['rule'] },
      { not: false, kind: 'word', text: 'icu' },
    ]);
  });

  test('an invalid part is reported with its place, and the rest still works', () => {
    const { chips, problems } = parseQuery('state:CA colour:red cert:high is:lost posted:31.2 hot:maybe rate:', schema);
    expect(chips).toMatchObject([{ field: 'state', from: 0, to: 8 }]);
    expect(problems).toEqual([
      { from: 9, to: 19, text: 'colour:red', problem: 'unknown-field' },
      { from: 20, to: 29, text: 'cert:high', problem: 'not-a-number' },
      { from: 30, to: 37, text: 'is:lost', problem: 'unknown-predicate' },
      { from: 38, to: 49, text: 'posted:31.2', problem: 'not-a-date' },
      { from: 50, to: 59, text: 'hot:maybe', problem: 'not-yes-or-no' },
      { from: 60, to: 65, text: 'rate:', problem: 'missing-value' },
    ]);
  });

  test('the colon before a comparison may be left out after the name of a field, and nowhere else', () => {
    expect(chipsOf('rate>70 -cert<=80 posted>2026-06-01 state=TX')).toEqual(
      chipsOf('rate:>70 -cert:<=80 posted:>2026-06-01 state:=TX'),
    );
    expect(chipsOf('rate>70')).toEqual([{ not: false, kind: 'number', field: 'rate', spans: [{ op: '>', value: 70 }] }]);
    expect(chipsOf('other>70 hot=yes facility<m')).toEqual([
      { not: false, kind: 'word', text: 'other>70' },
      { not: false, kind: 'word', text: 'hot=yes' },
      { not: false, kind: 'word', text: 'facility<m' },
    ]);
  });

  test('names are found by alias and in any letter case', () => {
    expect(chipsOf('Client:mercy FLAG:ByRule')).toMatchObject([{ field: 'facility' }, { names: ['rule'] }]);
  });

  test('an unclosed quote extends to the end, so that results do not flicker while typing', () => {
    expect(chipsOf('facility:"st ma')).toMatchObject([{ values: ['st ma'] }]);
  });

  test('a comma just typed does not break the list before it', () => {
    expect(chipsOf('state:CA,')).toMatchObject([{ values: ['CA'] }]);
    expect(chipsOf('state:CA,"N V"')).toMatchObject([{ values: ['CA', 'N V'] }]);
  });

  test('a day that the calendar lacks is refused', () => {
    expect(parseQuery('posted:2026-02-29', schema).problems).toMatchObject([{ problem: 'not-a-date' }]);
    expect(parseQuery('posted:2028-02-29', schema).problems).toEqual([]);
  });

  test('a time of day with a colon is a word, not a field', () => {
    expect(chipsOf('07:30')).toEqual([{ not: false, kind: 'word', text: '07:30' }]);
  });
});

describe('printing a query', () => {
  test.each([
    ['facility:=Mercy', 'facility:=Mercy'],
    ['state:~A', 'state:~A'],
    ['state:=TX', 'state:TX'],
    ['client:"a \\"b\\" c"', 'facility:"a \\"b\\" c"'],
    ['posted:1/5/2026..2w', 'posted:2026-01-05..14d'],
    ['posted:+0d', 'posted:today'],
    ['hot:no', '-hot:yes'],
    ['-hot:no', 'hot:yes'],
    ['state:""', 'state:""'],
    ['"-x" "a b" a,b', '"-x" "a b" a,b'],
    ['cert:<10,>=90,..5', 'cert:<10,>=90,..5'],
  ])('%s prints as %s', (text, printed) => {
    expect(printQuery(parseQuery(text, schema).chips, schema)).toBe(printed);
  });

  test('chips use the words of the labels', () => {
    const labels = parseQuery(
      'cert:<90 -state:TX,CA posted:>7d posted:<=2026-05-01 posted:2d.. is:unmapped facility:"" x',
      schema,
    );
    expect(labels.chips.map((chip) => chipLabel(chip, schema))).toEqual([
      'Certainty <90',
      'not State TX, CA',
      'Posted more than 7 days ago',
      'Posted until 2026-05-01',
      'Posted from 2 days ago',
      'Unmapped',
      'Facility is blank',
      '“x”',
    ]);
  });
});

describe('the condition of a query', () => {
  test('an age is compared as an age: older than seven days ends before that day', () => {
    expect(asked('posted:>7d')).toEqual([{ kind: 'days', column: 'posted', from: null, to: day - 8 }]);
    expect(asked('posted:<=7d')).toEqual([{ kind: 'days', column: 'posted', from: day - 7, to: null }]);
    expect(asked('posted:7d')).toEqual([{ kind: 'days', column: 'posted', from: day - 7, to: day - 7 }]);
  });

  test('a date ahead is compared as a date', () => {
    expect(asked('posted:today..+2w')).toEqual([{ kind: 'days', column: 'posted', from: day, to: day + 14 }]);
    expect(asked('posted:>=+1d')).toEqual([{ kind: 'days', column: 'posted', from: day + 1, to: null }]);
  });

  test('the ends of a range may be in any order', () => {
    expect(asked('rate:80..60')).toEqual(asked('rate:60..80'));
    expect(asked('posted:7d..30d')).toEqual([{ kind: 'days', column: 'posted', from: day - 30, to: day - 7 }]);
  });

  test('a list means any of its values, a minus negates the whole chip, predicates come from the schema', () => {
    expect(asked('-state:CA,NV is:unmapped flag:rule hot:yes facility:""')).toEqual([
      {
        kind: 'not',
        of: {
          kind: 'any',
          of: [
            { kind: 'equals', column: 'state', text: 'CA' },
            { kind: 'equals', column: 'state', text: 'NV' },
          ],
        },
      },
      unmapped,
      byRule,
      { kind: 'between', column: 'hot', from: 1, to: null },
      { kind: 'empty', column: 'facility' },
    ]);
  });

  test('strict comparisons of numbers exclude the bound', () => {
    expect(asked('cert:<80 rate:>5')).toEqual([
      { kind: 'between', column: 'cert', from: null, to: 80, openTo: true },
      { kind: 'between', column: 'rate', from: 5, to: null, openFrom: true },
    ]);
  });
});

describe('completion at the caret', () => {
  const at = (marked: string) => caretInQuery(marked.replace('|', ''), marked.indexOf('|'), schema);

  test('at a word it suggests names', () => {
    expect(at('state:CA -fac|')).toEqual({ kind: 'name', typed: 'fac', from: 10, to: 13 });
  });

  test('after a field it suggests live values for the item being typed', () => {
    expect(at('state:CA,N| x')).toMatchObject({ kind: 'value', field: { key: 'state' }, typed: 'N', from: 9, to: 10 });
    expect(at('facility:"st m|')).toMatchObject({ kind: 'value', typed: 'st m', from: 9, to: 14 });
    expect(at('state:C|A,NV')).toMatchObject({ typed: 'C', from: 6, to: 8 });
  });

  test('after is: it suggests predicates, and names in an empty place', () => {
    expect(at('is:un|')).toMatchObject({ kind: 'predicate', of: 'is', typed: 'un', from: 3, to: 5 });
    expect(at('cert:<80 |')).toEqual({ kind: 'name', typed: '', from: 9, to: 9 });
  });
});

test.each([
  ['near:89501~50', { zip: '89501', miles: 50 }],
  ['near:89501', { zip: '89501', miles: 50 }],
  ['near:"k1a 0b1"~12.5', { zip: 'K1A', miles: 12.5 }],
  ['near:89501-1234~0', { zip: '89501', miles: 0 }],
])('%s asks for a distance', (text, near) => {
  const withPlaces = { ...schema, near: 'zip' };
  const { chips, problems } = parseQuery(text, withPlaces);
  expect(problems).toEqual([]);
  expect(chips.map(({ from: _from, to: _to, ...chip }) => chip)).toEqual([{ not: false, kind: 'near', ...near }]);
  expect(conditionOf(chips, withPlaces, '2026-11-21')).toEqual({ kind: 'all', of: [{ kind: 'near', column: 'zip', ...near }] });
  expect(chips.map((chip) => chipLabel(chip, withPlaces))).toEqual([`Within ${near.miles} miles of ${near.zip}`]);
});

test.each(['near:reno', 'near:8950', 'near:89501~', 'near:89501~far', 'near:89501~1001', 'near:89501~5~6'])(
  '%s is no distance, and the rest applies',
  (text) => {
    const { chips, problems } = parseQuery(`rate:60 ${text}`, { ...schema, near: 'zip' });
    expect(problems).toMatchObject([{ problem: 'not-a-distance', text }]);
    expect(chips).toHaveLength(1);
  },
);

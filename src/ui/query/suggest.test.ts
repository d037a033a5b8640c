import { expect, test } from 'vitest';
import { parseQuery } from '#domain/query/parse-query.ts';
import type { QuerySchema } from '#domain/query/query-schema.ts';
import { suggestions, type ValuesOf } from './suggest.ts';

const schema: QuerySchema = {
  fields: [
    { key: 'facility', label: 'Facility', type: 'text', aliases: ['client'] },
    { key: 'billRate', label: 'Bill rate', type: 'number', aliases: ['rate'] },
    { key: 'startDate', label: 'Start', type: 'date', aliases: ['start'] },
  ],
  is: [{ name: 'unmapped', label: 'Unmapped', means: { kind: 'all', of: [] } }],
  flag: [],
};
const valuesOf: ValuesOf = async (field, typed) =>
  field.key === 'facility'
    ? [
        { value: 'ST MARY', count: 12 },
        { value: 'STARR', count: 3 },
      ].filter(({ value }) => value.toLowerCase().includes(typed.toLowerCase()))
    : [];
const at = (text: string) => suggestions(text, text.length, schema, valuesOf, ['facility']);

test('the start of a name completes to the shortest name of the field', async () => {
  expect((await at('ra'))[0]).toMatchObject({ label: 'Bill rate', insert: 'rate:' });
});

test('live values come with their counts, quoted if needed, and the inserted text parses as one value', async () => {
  const [first] = await at('is:unmapped facility:st');
  expect(first).toMatchObject({ label: 'ST MARY', count: 12, insert: '"ST MARY" ' });
  const typed = 'is:unmapped facility:st';
  const text = typed.slice(0, first?.from) + (first?.insert ?? '') + typed.slice(first?.to);
  expect(parseQuery(text, schema).chips[1]).toMatchObject({ kind: 'text', values: ['ST MARY'] });
});

test('a free word offers the values that contain it', async () => {
  expect((await at('mary')).map(({ insert }) => insert)).toEqual(['client:"ST MARY" ']);
});

test('after is: come the predicates, and after a comparison nothing', async () => {
  expect((await at('is:un'))[0]).toMatchObject({ label: 'Unmapped', insert: 'unmapped ' });
  expect(await at('rate:>6')).toEqual([]);
});

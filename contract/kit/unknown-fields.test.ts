import { expect, test } from 'vitest';
import * as z from 'zod';
import { unknownFields } from './unknown-fields.ts';

const Line = z.object({ name: z.string() });
type Case = [what: string, schema: z.ZodType, value: unknown, unknown: readonly string[]];

test.each<Case>([
  ['no field beside the declared ones', z.object({ a: Line }), { a: { name: 'x' } }, []],
  ['a field', z.object({ a: z.number() }), { a: 1, b: 2 }, ['b']],
  [
    'a field of a row',
    z.object({ lines: z.array(Line) }),
    { lines: [{ name: 'x' }, { name: 'y', colour: 'red' }] },
    ['lines.1.colour'],
  ],
  ['a field behind wrappers', z.object({ a: Line.nullable().optional().default(null) }), { a: { name: 'x', b: 1 } }, ['a.b']],
  ['a field before a transformation', Line.transform(({ name }) => name), { name: 'x', b: 1 }, ['b']],
  ['a field of a pair', z.tuple([Line, z.number()]), [{ name: 'x', b: 1 }, 2], ['0.b']],
  ['any field of a record', z.record(z.string(), Line), { one: { name: 'x' }, two: { name: 'y', b: 1 } }, ['two.b']],
  ['any field of an object that accepts others', z.looseObject({ a: z.number() }), { a: 1, b: 2 }, []],
  [
    'the fields of the option that fits',
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    { b: 'x', c: 1 },
    ['c'],
  ],
  ['the fields of both parts', z.intersection(Line, z.object({ b: z.number() })), { name: 'x', b: 1, c: 2 }, ['c']],
  ['a value of another kind', z.object({ a: Line }), { a: 'x' }, []],
])('finds %s', (_, schema, value, unknown) => {
  expect(unknownFields(schema, value)).toEqual(unknown);
});

import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { documentedRoute, wire, wireNameOf, wireNamesOf } from './wire-names.ts';

const Text = z.string();

test('A field keeps its documented name when its schema, or the object schema around it, is modified', () => {
  const field = wire('ObjectName', Text);
  for (const changed of [
    field.optional(),
    field.nullable(),
    field.nullish(),
    field.default('x'),
    field.prefault('x'),
    field.catch('x'),
    field.readonly(),
    field.optional().nonoptional(),
    field.refine((text) => text !== ''),
    field.transform((text) => text.length),
    field.optional().default('x').nullable(),
  ])
    expect(wireNameOf(changed)).toBe('ObjectName');
  const Row = z.object({ name: field, id: wire('ID', z.number()) });
  for (const changed of [
    Row.extend({ more: Text }),
    Row.pick({ name: true }),
    Row.partial(),
    Row.required(),
    Row.omit({ id: true }),
  ])
    expect(wireNamesOf(changed).get('name')).toBe('ObjectName');
});

test('wire() changes neither the schema that it gets nor the type', () => {
  const field = wire('ObjectName', Text);
  expect(wireNameOf(Text)).toBeNull();
  expect(field.safeParse(7).success).toBe(false);
  expectTypeOf(field).toEqualTypeOf(Text);
  expect(wireNameOf(z.array(field))).toBeNull();
  expect(wireNameOf(z.lazy(() => field))).toBeNull();
});

test('A documented route has the documented names of its keys', () => {
  const args = z.object({ id: wire('objID', z.number()), cust: Text });
  expect(documentedRoute({ route: 'POST /api/customer/checktarget/:id/:cust', args })).toBe(
    'POST /api/customer/checktarget/:objID/:cust',
  );
});

import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { documentedRoute, wire, wireNameOf, wireNamesOf } from './wire-names.ts';

const Text = z.string();

test('A mark stays through every change of its field and of the object around it', () => {
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

test('A mark leaves the schema that it was made of, and its type, as they are', () => {
  const field = wire('ObjectName', Text);
  expect(wireNameOf(Text)).toBeNull();
  expect(field.safeParse(7).success).toBe(false);
  expectTypeOf(field).toEqualTypeOf(Text);
  expect(wireNameOf(z.array(field))).toBeNull();
  expect(wireNameOf(z.lazy(() => field))).toBeNull();
});

test('A route has the documented names of its keys', () => {
  const args = z.object({ id: wire('objID', z.number()), cust: Text });
  expect(documentedRoute({ route: 'POST /api/customer/checktarget/:id/:cust', args })).toBe(
    'POST /api/customer/checktarget/:objID/:cust',
  );
});

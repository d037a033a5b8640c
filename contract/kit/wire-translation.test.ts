import { expect, test } from 'vitest';
import * as z from 'zod';
import { sortBy } from './sorting.ts';
import { wire } from './wire-names.ts';
import { fromWire, renameFields, toWire } from './wire-translation.ts';

const Row = z.object({ id: wire('ID', z.number()), name: wire('ObjectName', z.string()).optional(), zip: z.string().optional() });
const plain = { id: 1, name: 'Mercy', zip: '95819' };
const sent = { ID: 1, ObjectName: 'Mercy', zip: '95819' };

test.each([
  ['an object', Row, plain, sent],
  ['an array', z.array(Row), [plain], [sent]],
  ['a record, whose keys are data', z.record(z.string(), Row), { name: plain }, { name: sent }],
  ['a tuple with a rest', z.tuple([z.string(), Row], Row), ['a', plain, plain], ['a', sent, sent]],
  ['an optional field', z.object({ row: wire('Row', Row).optional() }), { row: plain }, { Row: sent }],
  ['a nullable field that is null', z.object({ row: wire('Row', Row.nullable()) }), { row: null }, { Row: null }],
  ['a field with a default', z.object({ row: Row.default(plain) }), { row: plain }, { row: sent }],
  [
    'a field with a prefault, a catch and readonly',
    z.object({ row: Row.prefault(plain).catch(plain).readonly() }),
    { row: plain },
    { row: sent },
  ],
  ['what is transformed afterwards', Row.transform(({ id }) => id), plain, sent],
  ['what is prepared before', z.preprocess((value) => value, Row), plain, sent],
  ['a lazy schema', z.lazy(() => Row), plain, sent],
  [
    'both sides of an intersection',
    z.intersection(z.object({ a: wire('A', z.string()) }), z.looseObject({ b: wire('B', z.string()) })),
    { a: 'x', b: 'y' },
    { A: 'x', B: 'y' },
  ],
  ['other keys with a schema of their own', z.object({}).catchall(Row), { any: plain }, { any: sent }],
] as const)('%s: toWire renames, fromWire restores', (_what, schema, inside, outside) => {
  expect(toWire(schema, inside)).toEqual(outside);
  expect(fromWire(schema, outside)).toEqual(inside);
});

test('A union is renamed by the option that the value fits', () => {
  const Other = z.object({ list: z.array(z.string()), name: wire('Label', z.string()) });
  const Either = z.union([Row, Other, z.literal('none')]);
  const other = { list: [], name: 'x' };
  expect(toWire(Either, plain)).toEqual(sent);
  expect(toWire(Either, other)).toEqual({ list: [], Label: 'x' });
  expect(fromWire(Either, { list: [], Label: 'x' })).toEqual(other);
  expect(toWire(Either, 'none')).toBe('none');
  expect(toWire(Either, 7)).toBe(7);
  const Kinds = z.discriminatedUnion('kind', [
    z.object({ kind: wire('Kind', z.literal('a')), name: wire('A', z.string()) }),
    z.object({ kind: wire('Kind', z.literal('b')), name: wire('B', z.string()) }),
  ]);
  expect(toWire(Kinds, { kind: 'b', name: 'x' })).toEqual({ Kind: 'b', B: 'x' });
  expect(fromWire(Kinds, { Kind: 'b', B: 'x' })).toEqual({ kind: 'b', name: 'x' });
});

test('A schema that contains itself is renamed at every depth', () => {
  const Tree = z.object({
    name: wire('ObjectName', z.string()),
    get children() {
      return wire('Children', z.array(Tree));
    },
  });
  const tree = { name: 'a', children: [{ name: 'b', children: [] }] };
  const documented = { ObjectName: 'a', Children: [{ ObjectName: 'b', Children: [] }] };
  expect(toWire(Tree, tree)).toEqual(documented);
  expect(fromWire(Tree, documented)).toEqual(tree);
});

test('A value without renamed parts is returned itself, not a copy', () => {
  const Rows = z.object({ rows: z.array(z.object({ id: z.number() })) });
  const value = { rows: [{ id: 1 }] };
  expect(toWire(Rows, value)).toBe(value);
  expect(fromWire(Rows, value)).toBe(value);
  const Mixed = z.object({ rows: wire('Rows', z.array(z.object({ id: z.number() }))) });
  expect((toWire(Mixed, value) as { Rows: unknown }).Rows).toBe(value.rows);
});

test('Unknown keys and values of the wrong type pass unchanged', () => {
  expect(toWire(Row, { id: 1, more: 2 })).toEqual({ ID: 1, more: 2 });
  expect(fromWire(Row, { ID: 'x', more: 2 })).toEqual({ id: 'x', more: 2 });
  for (const other of [null, undefined, 7, 'text', true]) expect(fromWire(z.array(Row), other)).toBe(other);
  expect(fromWire(Row, [sent])).toEqual([sent]);
  const hostile: unknown = JSON.parse('{"ID":1,"__proto__":{"admin":true}}');
  expect(Object.getPrototypeOf(fromWire(Row, hostile))).toBe(Object.prototype);
});

test('fromWire drops a plain name in place of a documented one, and reports it unless the documented one is also present', () => {
  const told: string[] = [];
  const tell = (path: readonly string[], due: string) => void told.push(`${path.join('.')} as ${due}`);
  expect(fromWire(z.array(Row), [{ id: 1, ObjectName: 'x' }], tell)).toEqual([{ name: 'x' }]);
  expect(told).toEqual(['0.id as ID']);
  expect(fromWire(Row, { ID: 2, id: 1 }, tell)).toEqual({ id: 2 });
  expect(told).toHaveLength(1);
});

test('A name that is the plain name of one field and the documented name of another means the other', () => {
  const Crossed = z.object({ id: wire('ID', z.number()), crawlerId: wire('id', z.number()) });
  expect(toWire(Crossed, { id: 1, crawlerId: 2 })).toEqual({ ID: 1, id: 2 });
  expect(fromWire(Crossed, { ID: 1, id: 2 })).toEqual({ id: 1, crawlerId: 2 });
});

test('A sort value is sent under the documented name of its field', () => {
  const Args = z.object({ sort: sortBy(Row, ['name', 'zip']).default('name') });
  expect(toWire(Args, { sort: '-name' })).toEqual({ sort: '-ObjectName' });
  expect(fromWire(Args, { sort: '-ObjectName' })).toEqual({ sort: '-name' });
  expect(fromWire(Args, { sort: 'zip' })).toEqual({ sort: 'zip' });
  const told: string[] = [];
  const read = Args.safeParse(fromWire(Args, { sort: 'name' }, (path, due) => void told.push(`${path.join('.')} as ${due}`)));
  expect(told).toEqual(['sort as ObjectName']);
  expect(read.success).toBe(false);
  expect(Args.safeParse({ sort: 'city' }).error?.issues[0]?.message).toContain('ObjectName, zip');
});

test('Fields of a refusal are renamed at every depth; path parts that are data are not', () => {
  const Args = z.object({
    lines: wire('TableLines', z.array(z.object({ value: wire('Value', z.string()) }))),
    more: wire('CustomFields', z.record(z.string(), z.string())),
  });
  const fields = { 'lines.3.value': 'a', lines: 'b', 'more.value': 'c', body: 'd' };
  const documented = { 'TableLines.3.Value': 'a', TableLines: 'b', 'CustomFields.value': 'c', body: 'd' };
  expect(renameFields(Args, fields, 'toWire')).toEqual(documented);
  expect(renameFields(Args, documented, 'fromWire')).toEqual(fields);
});

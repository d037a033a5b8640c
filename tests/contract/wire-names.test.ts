import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { endpoints } from '#contract/all.ts';
import { commandArgs } from '#contract/commands/commands.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { wireNamesOf } from '#contract/kit/wire-names.ts';
import { partsOf } from '#contract/kit/wire-plan.ts';
import { fromWire, toWire } from '#contract/kit/wire-translation.ts';
import { collections } from '#contract/rows/rows.ts';
import { Mutation, SnapshotLine } from '#contract/sync/sync.ts';
import { sampleArgs } from './sample-args.ts';

/** Every schema that translates values to or from the wire, with a label. */
const schemas: readonly (readonly [string, z.ZodType])[] = [
  ...endpoints.flatMap(({ route, args, reply, conflict }) => [
    [`${route} arguments`, args] as const,
    [`${route} reply`, reply] as const,
    ...(conflict ? [[`${route} conflict`, conflict] as const] : []),
  ]),
  ...Object.entries(commandArgs),
  ...Object.entries(collections),
  ['a refusal', Refusal],
  ['a change', Mutation],
  ['a line of a snapshot', SnapshotLine],
];

/** All objects in a schema, at any depth. */
function objectsIn(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): z.core.$ZodObject[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = schema._zod.def.type === 'object' ? [schema as z.core.$ZodObject] : [];
  return [...own, ...partsOf(schema).flatMap((part) => objectsIn(part, seen))];
}
const fieldsIn = (schema: z.ZodType) => objectsIn(schema).map((object) => [...wireNamesOf(object._zod.def)]);

const isPlain = (name: string): boolean => /^[a-z][a-zA-Z0-9]*$/.test(name) && !name.includes('ID');

test('The schemas contain fields whose documented name differs from the plain one', () => {
  const renamed = schemas.flatMap(([, schema]) =>
    fieldsIn(schema)
      .flat()
      .filter(([plain, name]) => plain !== name),
  );
  expect(renamed.length).toBeGreaterThan(400);
});

test.each(schemas)('%s: every field has a plain name, and no two fields have the same documented name', (_what, schema) => {
  for (const fields of fieldsIn(schema)) {
    expect(fields.map(([plain]) => plain).filter((plain) => !isPlain(plain))).toEqual([]);
    const documented = fields.map(([, name]) => name);
    expect(new Set(documented).size).toBe(documented.length);
  }
});

test('The recorded wire format contains every documented name that is not a valid plain name', () => {
  const recorded = readFileSync(join(import.meta.dirname, 'wire-format.snap'), 'utf8');
  const words = new Set([...(recorded.match(/\w+/g) ?? []), ...(recorded.match(/\w+(?:-\w+)+/g) ?? [])]);
  const names = new Set(
    schemas.flatMap(([, schema]) =>
      fieldsIn(schema)
        .flat()
        .map(([, name]) => name),
    ),
  );
  const unrecorded = [...names].filter((name) => !isPlain(name) && !words.has(name));
  expect(unrecorded).toEqual([]);
});

test.each(endpoints)(
  '$route: the example reply and minimal arguments survive a round trip over the wire unchanged',
  (endpoint) => {
    const { reply, example, args } = endpoint;
    expect(fromWire(reply, JSON.parse(JSON.stringify(toWire(reply, example))))).toEqual(example);
    const least = sampleArgs(endpoint);
    expect(fromWire(args, toWire(args, least))).toEqual(least);
  },
);

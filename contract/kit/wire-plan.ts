import type * as z from 'zod';
import { innerOf, wireNameOf, wireValuesOf } from './wire-names.ts';

/** Direction of renaming: from plain to documented names, or back. */
export type Way = 'toWire' | 'fromWire';

type Schema = z.core.$ZodType;
type Field = { readonly name: string; readonly schema: Schema };
type Fields = ReadonlyMap<string, Field>;

/**
 * How to rename the values of one schema; computed once per schema. Nested parts are schemas, not plans, because a schema may
 * contain itself: `planOf` computes their plans when a value needs them.
 */
export type Plan =
  /** `toWire` maps fields by plain name, `fromWire` by documented name; `rest` is the schema of all other keys. */
  | { readonly kind: 'object'; readonly toWire: Fields; readonly fromWire: Fields; readonly rest: Schema | null }
  | { readonly kind: 'array' | 'record'; readonly item: Schema }
  | { readonly kind: 'tuple'; readonly items: readonly Schema[]; readonly rest: Schema | null }
  /** The value fits one of the options. */
  | { readonly kind: 'union'; readonly options: readonly Schema[] }
  /** Apply the plans of all parts, in order. */
  | { readonly kind: 'each'; readonly parts: readonly Schema[] }
  | { readonly kind: 'values'; readonly toWire: ReadonlyMap<string, string>; readonly fromWire: ReadonlyMap<string, string> };

const plans = new WeakMap<Schema, { readonly plan: Plan | null }>();

/** The plan for a schema; null if nothing in its values is renamed. */
export function planOf(schema: Schema): Plan | null {
  const known = plans.get(schema);
  if (known) return known.plan;
  const plan = renames(schema, new Set()) ? made(schema) : null;
  plans.set(schema, { plan });
  return plan;
}

/** The fields of an object by their name before renaming. */
export function fieldsOf(shape: z.core.$ZodShape, way: Way): Fields {
  return new Map(
    Object.entries(shape).map(([plain, schema]) => {
      const documented = wireNameOf(schema) ?? plain;
      return way === 'toWire' ? [plain, { name: documented, schema }] : [documented, { name: plain, schema }];
    }),
  );
}

/** The schemas inside a schema: fields, items, options, or the content of a wrapper. */
export function partsOf(schema: Schema): readonly Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return [...Object.values(def.shape), ...(def.catchall ? [def.catchall] : [])];
    case 'array':
      return [def.element];
    case 'record':
      return [def.valueType];
    case 'tuple':
      return [...def.items, ...(def.rest ? [def.rest] : [])];
    case 'union':
      return def.options;
    case 'intersection':
      return [def.left, def.right];
    default:
      return innerOf(schema) ?? [];
  }
}

function renames(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (wireValuesOf(schema)) return true;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object' && Object.values(def.shape).some((field) => wireNameOf(field) !== null)) return true;
  return partsOf(schema).some((part) => renames(part, seen));
}

function made(schema: Schema): Plan {
  const values = wireValuesOf(schema);
  if (values) {
    const pairs = Object.entries(values);
    return { kind: 'values', toWire: new Map(pairs), fromWire: new Map(pairs.map(([plain, name]) => [name, plain])) };
  }
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const ways = { toWire: fieldsOf(def.shape, 'toWire'), fromWire: fieldsOf(def.shape, 'fromWire') };
      return { kind: 'object', ...ways, rest: def.catchall ?? null };
    }
    case 'array':
      return { kind: 'array', item: def.element };
    case 'record':
      return { kind: 'record', item: def.valueType };
    case 'tuple':
      return { kind: 'tuple', items: def.items, rest: def.rest };
    case 'union':
      return { kind: 'union', options: def.options };
    case 'pipe':
      // Rename once only: the output of a transformation already has the new names.
      return {
        kind: 'each',
        parts: partsOf(schema)
          .filter((part) => renames(part, new Set()))
          .slice(0, 1),
      };
    default:
      return { kind: 'each', parts: partsOf(schema) };
  }
}

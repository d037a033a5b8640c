import * as z from 'zod';

/** Documented name of a field, and of its values if they are field names. Set only where it differs from the plain name. */
type WireMark = { readonly name?: string; readonly values?: Readonly<Record<string, string>> };

const marks = z.registry<WireMark>();

/** Copies the schema, because many fields share constants such as `Text`. Without a parent, to keep JSON schemas separate. */
function marked<S extends z.ZodType>(schema: S, mark: WireMark): S {
  const copy = schema.clone(schema._zod.def);
  marks.add(copy, { ...marks.get(schema), ...mark });
  return copy;
}

/**
 * Marks a field's schema with its documented name, which the wire uses: `externalId: wire('External_ID', z.string())`.
 * All other code uses the plain name, which is the key. `toWire` and `fromWire` rename.
 */
export const wire = <S extends z.ZodType>(name: string, schema: S): S => marked(schema, { name });

/** Marks a schema whose values are field names: `values` maps each plain value to the documented one. */
export const wireValues = <S extends z.ZodType>(values: Readonly<Record<string, string>>, schema: S): S =>
  marked(schema, { values });

/** A schema's documented values by plain ones; undefined if `wireValues` did not mark the schema. */
export const wireValuesOf = (schema: z.core.$ZodType): Readonly<Record<string, string>> | undefined => marks.get(schema)?.values;

/** The schemas inside a wrapper: for `z.string().optional()` the string. Null if the schema is not a wrapper. */
export function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'promise':
      return [def.innerType];
    case 'pipe':
      return [def.in, def.out];
    case 'lazy':
      return [def.getter()];
    default:
      return null;
  }
}

/** The documented name of a field's schema, also inside wrappers such as `.optional()` and `.default()`; null if none. */
export function wireNameOf(schema: z.core.$ZodType): string | null {
  const own = marks.get(schema)?.name;
  if (own !== undefined) return own;
  const { type } = schema._zod.def;
  // A lazy schema returns a separate type; a mark on it belongs to a different field.
  if (type === 'lazy') return null;
  for (const inner of innerOf(schema) ?? []) {
    const name = wireNameOf(inner);
    if (name !== null) return name;
  }
  return null;
}

/** The documented name of each field of an object schema by its plain name, in schema order. */
export const wireNamesOf = ({ shape }: { readonly shape: z.core.$ZodShape }): ReadonlyMap<string, string> =>
  new Map(Object.entries(shape).map(([plain, field]) => [plain, wireNameOf(field) ?? plain]));

/** The route of a call with documented names: `:id` becomes `:objID` if that is the argument's documented name. */
export function documentedRoute({ route, args }: { readonly route: string; readonly args: z.ZodObject }): string {
  const names = wireNamesOf(args);
  return route.replaceAll(/:(\w+)/g, (_, key: string) => `:${names.get(key) ?? key}`);
}

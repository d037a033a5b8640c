import * as z from 'zod';

/** How the documented API calls a field, and each value of an enumeration of field names, where that is not the plain name. */
type WireMark = { readonly name?: string; readonly values?: Readonly<Record<string, string>> };

const marks = z.registry<WireMark>();

/** A copy, since constants such as `Text` are the schema of many fields; without a parent, so that its JSON schema stays its own. */
function marked<S extends z.ZodType>(schema: S, mark: WireMark): S {
  const copy = schema.clone(schema._zod.def);
  marks.add(copy, { ...marks.get(schema), ...mark });
  return copy;
}

/**
 * Marks a field's schema with the documented name under which the field travels: `externalId: wire('External_ID', z.string())`.
 * The product uses the plain name, the key; `toWire` and `fromWire` rename at the boundary.
 */
export const wire = <S extends z.ZodType>(name: string, schema: S): S => marked(schema, { name });

/** Marks a text or enumeration whose values name fields: `values` gives the documented value of each plain one. */
export const wireValues = <S extends z.ZodType>(values: Readonly<Record<string, string>>, schema: S): S =>
  marked(schema, { values });

/** The documented values of a schema's plain ones; undefined where it has none of its own. */
export const wireValuesOf = (schema: z.core.$ZodType): Readonly<Record<string, string>> | undefined => marks.get(schema)?.values;

/** What a wrapper holds: of `z.string().optional()` the string. Null for a schema that wraps none. */
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

/** The documented name of a field's schema, also through `.optional()`, `.nullable()`, `.default()` and the like; else null. */
export function wireNameOf(schema: z.core.$ZodType): string | null {
  const own = marks.get(schema)?.name;
  if (own !== undefined) return own;
  const { type } = schema._zod.def;
  // What a lazy schema gives is a type of its own, whose mark belongs to another field.
  if (type === 'lazy') return null;
  for (const inner of innerOf(schema) ?? []) {
    const name = wireNameOf(inner);
    if (name !== null) return name;
  }
  return null;
}

/** The documented name of each field of an object schema, by its plain name, in the order of the schema. */
export const wireNamesOf = ({ shape }: { readonly shape: z.core.$ZodShape }): ReadonlyMap<string, string> =>
  new Map(Object.entries(shape).map(([plain, field]) => [plain, wireNameOf(field) ?? plain]));

/** The route of a call as the documents write it: `:id` stands as `:objID` where that argument is called so. */
export function documentedRoute({ route, args }: { readonly route: string; readonly args: z.ZodObject }): string {
  const names = wireNamesOf(args);
  return route.replaceAll(/:(\w+)/g, (_, key: string) => `:${names.get(key) ?? key}`);
}

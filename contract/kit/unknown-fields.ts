import * as z from 'zod';
import { innerOf } from './wire-names.ts';

type Schema = z.core.$ZodType;
type Path = readonly string[];

/**
 * Paths of the fields in a value that its schema does not declare, as `lines.3.colour`. The value has plain names. Records and
 * schemas of any value accept every field; a value that fits no option of a union has none, since the parser refuses it.
 */
export function unknownFields(schema: Schema, value: unknown, path: Path = []): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return ofObject(def.shape, def.catchall, value, path);
    case 'array':
      return Array.isArray(value) ? value.flatMap((item, i) => unknownFields(def.element, item, [...path, String(i)])) : [];
    case 'tuple':
      return Array.isArray(value) ? value.flatMap((item, i) => below(def.items[i] ?? def.rest, item, [...path, String(i)])) : [];
    case 'record':
      return fieldsOf(value).flatMap(([key, item]) => unknownFields(def.valueType, item, [...path, key]));
    case 'union':
      return ofUnion(def.options, value, path);
    case 'intersection': {
      const right = new Set(unknownFields(def.right, value, path));
      return unknownFields(def.left, value, path).filter((field) => right.has(field));
    }
    case 'pipe':
      // What a transformation makes of a value is not known before it runs.
      return unknownFields(def.in, value, path);
    default:
      return (innerOf(schema) ?? []).flatMap((inner) => unknownFields(inner, value, path));
  }
}

function ofObject(shape: z.core.$ZodShape, rest: Schema | undefined, value: unknown, path: Path): readonly string[] {
  return fieldsOf(value).flatMap(([key, item]) => {
    const at = [...path, key];
    const field = Object.hasOwn(shape, key) ? shape[key] : rest;
    return field ? unknownFields(field, item, at) : [at.join('.')];
  });
}

/** The option that knows most of the value decides. */
function ofUnion(options: readonly Schema[], value: unknown, path: Path): readonly string[] {
  const fitting = options.filter((option) => z.core.safeParse(option, value).success);
  const unknown = fitting.map((option) => unknownFields(option, value, path));
  return unknown.sort((a, b) => a.length - b.length)[0] ?? [];
}

const below = (schema: Schema | null | undefined, value: unknown, path: Path): readonly string[] =>
  schema ? unknownFields(schema, value, path) : [];

const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
    ? Object.entries(value)
    : [];

import type * as z from 'zod';
import { fieldsOf, type Plan, planOf, type Way } from './wire-plan.ts';

/** Called for a plain name in place of its documented one: its path, and the name to send instead. */
export type Misnamed = (path: readonly string[], due: string) => void;

type Walk = { readonly way: Way; readonly path: readonly string[]; readonly misnamed: Misnamed };

const unheard: Misnamed = () => undefined;

/**
 * Gives a value its documented names, for sending. Returns the value itself, without a copy, if the schema renames nothing.
 * Keys that the schema does not know stay unchanged.
 */
export const toWire = (schema: z.core.$ZodType, value: unknown): unknown =>
  translated(planOf(schema), value, { way: 'toWire', path: [], misnamed: unheard });

/**
 * Gives a received value its plain names; the caller parses it afterwards. Drops a field that came under its plain name, and
 * calls `misnamed` unless the documented name is also present.
 */
export const fromWire = (schema: z.core.$ZodType, value: unknown, misnamed: Misnamed = unheard): unknown =>
  translated(planOf(schema), value, { way: 'fromWire', path: [], misnamed });

function translated(plan: Plan | null, value: unknown, walk: Walk): unknown {
  if (plan === null || value === null || value === undefined) return value;
  switch (plan.kind) {
    case 'values':
      return typeof value === 'string' ? valueOf(plan, value, walk) : value;
    case 'object':
      return isObject(value) ? objectOf(plan, value, walk) : value;
    case 'array':
      return Array.isArray(value) ? value.map((item, i) => below(plan.item, item, walk, String(i))) : value;
    case 'tuple':
      return Array.isArray(value) ? value.map((item, i) => below(plan.items[i] ?? plan.rest, item, walk, String(i))) : value;
    case 'record':
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, below(plan.item, item, walk, key)]))
        : value;
    case 'union': {
      const option = plan.options.find((one) => fits(one, value, walk.way));
      return option ? translated(planOf(option), value, walk) : value;
    }
    case 'each':
      return plan.parts.reduce<unknown>((taken, part) => translated(planOf(part), taken, walk), value);
  }
}

function below(schema: z.core.$ZodType | null, value: unknown, walk: Walk, key: string): unknown {
  const plan = schema && planOf(schema);
  return plan ? translated(plan, value, { ...walk, path: [...walk.path, key] }) : value;
}

function objectOf(plan: Plan & { kind: 'object' }, value: Readonly<Record<string, unknown>>, walk: Walk) {
  const fields = plan[walk.way];
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = fields.get(key);
    const due = walk.way === 'fromWire' && !field ? plan.toWire.get(key)?.name : undefined;
    if (due === undefined) entries.push([field?.name ?? key, below(field?.schema ?? plan.rest, item, walk, key)]);
    else if (!Object.hasOwn(value, due)) walk.misnamed([...walk.path, key], due);
  }
  // `fromEntries` sets own properties, so a sent `__proto__` stays a plain field and cannot change the prototype.
  return Object.fromEntries(entries);
}

function valueOf(plan: Plan & { kind: 'values' }, value: string, { way, path, misnamed }: Walk): unknown {
  const renamed = plan[way].get(value);
  if (renamed !== undefined) return renamed;
  const due = way === 'fromWire' ? plan.toWire.get(value) : undefined;
  if (due === undefined) return value;
  misnamed(path, due);
  // A text schema rejects null unless it is nullable.
  return null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value can belong to this option of a union, judged by its type, required fields and literals. */
function fits(schema: z.core.$ZodType, value: unknown, way: Way): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isObject(value) && [...fieldsOf(def.shape, way)].every(([key, field]) => fieldFits(field.schema, value[key], way));
    case 'literal':
      return def.values.includes(value as z.core.util.Literal);
    case 'enum':
      return Object.values(def.entries).includes(value as string);
    case 'array':
    case 'tuple':
      return Array.isArray(value);
    case 'record':
      return isObject(value);
    case 'union':
      return def.options.some((option) => fits(option, value, way));
    case 'null':
      return value === null;
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === def.type;
    default:
      return true;
  }
}

function fieldFits(schema: z.core.$ZodType, value: unknown, way: Way): boolean {
  if (value === undefined) return schema._zod.optin === 'optional';
  const { type } = schema._zod.def;
  return type === 'literal' || type === 'array' || type === 'object' ? fits(schema, value, way) : true;
}

/** Renames the field paths (`lines.3.value`) of sentences. Path parts that the schema does not know stay unchanged. */
export function renameFields(
  schema: z.core.$ZodType,
  fields: Readonly<Record<string, string>>,
  way: Way,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, sentence]) => [renamedPath(schema, path.split('.'), way).join('.'), sentence]),
  );
}

function renamedPath(schema: z.core.$ZodType | null, path: readonly string[], way: Way): readonly string[] {
  const [key, ...rest] = path;
  const plan = schema && planOf(schema);
  if (key === undefined || !plan) return path;
  switch (plan.kind) {
    case 'object': {
      const field = plan[way].get(key);
      return [field?.name ?? key, ...renamedPath(field?.schema ?? plan.rest, rest, way)];
    }
    case 'array':
    case 'record':
      return [key, ...renamedPath(plan.item, rest, way)];
    case 'tuple':
      return [key, ...renamedPath(plan.items[Number(key)] ?? plan.rest, rest, way)];
    case 'union':
    case 'each': {
      const parts = plan.kind === 'union' ? plan.options : plan.parts;
      return parts.map((part) => renamedPath(part, path, way)).find((one) => one.join('.') !== path.join('.')) ?? path;
    }
    case 'values':
      return path;
  }
}

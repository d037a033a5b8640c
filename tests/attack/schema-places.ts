import * as z from 'zod';
import { endpoints } from '#contract/all.ts';
import { type CommandName, commandArgs, commandNames } from '#contract/commands/commands.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { changeNow } from '#contract/sync/changes.ts';
import { clientIdOf, uuidOf } from './plant/planted.ts';

/** The part of a JSON schema that this suite reads. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
};

/** A call to attack. Each command is one of its own, sent through `changeNow`. */
export type Attacked = {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly schema: JsonSchema;
  readonly command?: CommandName;
};

const schemaOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Every declared call, and every command. */
export const attacked: readonly Attacked[] = [
  ...endpoints.map((endpoint) => ({ name: endpoint.route, endpoint, schema: schemaOf(endpoint.args) })),
  ...commandNames.map((command) => ({
    name: command,
    endpoint: changeNow,
    schema: schemaOf(changeNow.args.omit({ args: true }).extend({ args: commandArgs[command] })),
    command,
  })),
];

export type Path = readonly (string | number)[];
/** Arguments that name the customer. */
export const customerKeys: ReadonlySet<string> = new Set(['cust', 'me', 'customerId', 'customer', 'parent', 'child']);

/** Numbers with these names are no ids. */
const counts =
  /^(page|pageSize|perPage|limit|since|globalSince|seen|seq|dependsOn|version|ord|certainty|start|count|level|unsent|maxSeq|protocol|everyMinutes|width|lookupSeconds|distance|mask|operationId|objectType|fieldId|ownerId|contactId)$/;
const textIds = /(^|[a-z])(ids?|ref|guid)$/i;
const smallest = 1_000_000;

const typesOf = ({ type }: JsonSchema): readonly string[] => (type === undefined ? [] : [type].flat());

function isIdPlace(schema: JsonSchema, name: string): boolean {
  if (customerKeys.has(name)) return true;
  if (schema.const !== undefined || schema.enum !== undefined) return false;
  const types = typesOf(schema);
  if (types.includes('integer')) return (schema.maximum ?? Number.POSITIVE_INFINITY) >= smallest && !counts.test(name);
  return types.includes('string') && textIds.test(name) && name !== 'clientSecret';
}

/** Every place of a call that can name a row or a customer. */
export function idPlaces(schema: JsonSchema, path: Path = []): readonly Path[] {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  if (isIdPlace(schema, name)) return [path];
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (options.length > 0) {
    const found = options.flatMap((option) => idPlaces(option, path));
    return [...new Map(found.map((one) => [one.join('.'), one])).values()];
  }
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, part]) => idPlaces(part, [...path, key]));
  return schema.items ? idPlaces(schema.items, [...path, 0]) : [];
}

/** A valid value: required fields, and every place that can have an id, with `id` there. */
export function sampleWith(schema: JsonSchema, id: number, path: Path = []): unknown {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (isIdPlace(schema, name)) return typesOf(schema).includes('string') ? textIdOf(schema, id) : id;
  const option = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((one) => one.type !== 'null');
  if (option) return sampleWith(option, id, path);
  if (schema.properties) {
    const fields = Object.entries(schema.properties).filter(
      ([key, part]) => schema.required?.includes(key) || isIdPlace(part, key) || idPlaces(part, [...path, key]).length > 0,
    );
    return Object.fromEntries(fields.map(([key, part]) => [key, sampleWith(part, id, [...path, key])]));
  }
  if (typesOf(schema).includes('array')) {
    const length = Math.max(schema.minItems ?? 0, schema.items && idPlaces(schema.items, [...path, 0]).length > 0 ? 1 : 0);
    return Array.from({ length }, () => sampleWith(schema.items ?? {}, id, [...path, 0]));
  }
  return plainSample(schema);
}

function plainSample(schema: JsonSchema): unknown {
  const types = typesOf(schema);
  if (types.includes('string')) return textSample(schema);
  if (types.includes('boolean')) return false;
  if (types.includes('object')) return {};
  if (types.includes('integer') || types.includes('number')) return Math.max(schema.minimum ?? 1, 0);
  return types.length === 0 ? {} : null;
}

function textSample(schema: JsonSchema): string {
  if (schema.format === 'email') return 'somebody@example.org';
  if (schema.format === 'uri') return 'https://127.0.0.1:9/feed';
  if (schema.format === 'date-time') return '2026-11-21T00:00:00.000Z';
  if (schema.pattern?.includes('\\d{4}-\\d{2}-\\d{2}')) return '2026-11-21';
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}

/** An id as text: a UUID or the device's name with the number in it, or the number. */
export function textIdOf({ format, minLength = 0 }: JsonSchema, id: number): string {
  if (format === 'uuid') return uuidOf(id);
  return minLength > 10 ? clientIdOf(id) : String(id);
}

/** A copy of a value with another value at one place. */
export function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item: unknown, i) => (i === key ? replaced(item, rest, by) : item));
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, by) };
}

/** The value at a place. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key], value);

import * as z from 'zod';
import type { Endpoint } from '#contract/kit/endpoint.ts';

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
};

/** Minimal valid arguments of a call: only required fields, with simple values. */
export function sampleArgs(endpoint: Endpoint): Record<string, unknown> {
  return sample(z.toJSONSchema(endpoint.args, { io: 'input', unrepresentable: 'any' }) as Schema) as Record<string, unknown>;
}

function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const option = (schema.anyOf ?? schema.oneOf)?.[0];
  if (option) return sample(option);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const fields = (schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]);
    return Object.fromEntries(fields) as Record<string, unknown>;
  }
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
  if (type === 'string') return sampleText(schema);
  if (type === 'boolean') return false;
  return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
}

function sampleText(schema: Schema): string {
  if (schema.format === 'email') return 'somebody@example.org';
  if (schema.format === 'date-time') return '2026-11-21T00:00:00.000Z';
  if (schema.pattern?.includes('\\d{4}-\\d{2}-\\d{2}')) return '2026-11-21';
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}

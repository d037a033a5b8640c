import * as z from 'zod';
import type { OperationId, PropertyName } from '#domain/ai/operation-names.ts';
import { isOperation } from '#domain/ai/operations.ts';

const text = (most: number) => z.string().max(most).nullable();
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .nullable();
const rate = z.number().min(0).max(100_000).nullable();
const shiftKinds = ['night', 'day', 'eve', 'rotating', 'float', 'floatpool', 'weekends', 'shiftday', 'flex', 'call'] as const;

/** The schema of each property of an answer. What an answer holds besides is dropped. */
const properties: { readonly [K in OperationId]: Readonly<Record<PropertyName<K>, z.ZodType>> } = {
  1: {
    startTime: time,
    endTime: time,
    shiftLength: z.number().min(0).max(24).nullable(),
    numberOfShifts: z.number().min(0).max(14).nullable(),
    modifiers: z.array(z.enum(shiftKinds)).max(shiftKinds.length),
    shiftText: text(500),
    billRate: rate,
    minBillRate: rate,
    billRateText: text(500),
  },
  2: { choices: z.array(z.object({ text: z.number().int(), value: z.string().max(500).nullable() })).max(100) },
  3: { value: z.union([z.string().max(5000), z.number(), z.boolean(), z.null()]) },
  4: {
    jobId: text(200),
    title: text(500),
    facility: text(500),
    city: text(200),
    state: text(50),
    degree: text(200),
    specialty: text(200),
    shift: text(500),
    startDate: text(40),
    billRate: rate,
  },
  100: {
    name: z.string().max(200),
    source: z.string().max(20_000),
    actionType: z.number().int(),
    fieldId: z.number().int().nullable(),
    operand: z.string().max(10_000).nullable(),
    workType: z.number().int().nullable(),
    assumed: z.array(z.string().max(500)).max(20),
  },
};

/** Names of answers in requests. */
const names: Readonly<Record<OperationId, string>> = { 1: 'shift_and_rate', 2: 'mapping', 3: 'answer', 4: 'jobs', 100: 'rule' };

/** The schema of an answer with these properties, for the request and for reading it. Unknown properties are left out. */
export function answerSchema(operation: number, wanted: readonly string[]) {
  if (!isOperation(operation)) throw new Error(`there is no AI operation ${operation}`);
  const known: Readonly<Record<string, z.ZodType>> = properties[operation];
  const shape = Object.fromEntries(wanted.flatMap((name) => (known[name] ? [[name, known[name]] as const] : [])));
  const read = z.object(shape);
  // The strict form of it: endpoints refuse a schema that allows further properties.
  const { $schema: _, ...sent } = z.toJSONSchema(read, { io: 'output' }) as Record<string, unknown>;
  return { name: names[operation], sent, read };
}

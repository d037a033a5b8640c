import * as z from 'zod';
import { jobCommandArgs } from './job.ts';
import { ruleCommandArgs } from './rule.ts';
import { ruleTestCaseCommandArgs } from './rule-test-case.ts';
import { sourceCommandArgs } from './source.ts';
import { substitutionCommandArgs } from './substitution.ts';
import { valueCommandArgs } from './value.ts';

/**
 * Arguments of every change a person can make to replicated rows, by wire name; `domain/commands` has one object for each. Names and
 * shapes are stored in outboxes of devices: never renamed, never reused; a new shape is a new `vN` (see `shipped-commands.json`).
 */
export const commandArgs = {
  ...jobCommandArgs,
  ...valueCommandArgs,
  ...sourceCommandArgs,
  ...ruleCommandArgs,
  ...ruleTestCaseCommandArgs,
  ...substitutionCommandArgs,
} as const;

export type CommandName = keyof typeof commandArgs;
export const commandNames = Object.keys(commandArgs) as CommandName[];
export type CommandArgs<N extends CommandName> = z.output<(typeof commandArgs)[N]>;

/** Why a command, or one row of it, was refused. `failed`: a bug of the service, consumed so that the lane goes on. */
export const RefusalCode = z.enum([
  'invalid',
  'forbidden',
  'not_found',
  'gone',
  'conflict',
  'dependency',
  'not_offered',
  'not_postable',
  'expired',
  'changed',
  'unknown_command',
  'failed',
]);
export type RefusalCode = z.infer<typeof RefusalCode>;

/** One row that a command did not change, and why; `message` is a whole sentence. */
export const RowRefusal = z.object({ id: z.number(), code: RefusalCode, message: z.string() });
export type RowRefusal = z.infer<typeof RowRefusal>;

/** A field that someone else changed since the sender saw it. */
export const FieldConflict = z.object({
  collection: z.string(),
  id: z.number(),
  /** How people call the row, where the sender may not hold it. */
  name: z.string().optional(),
  field: z.string(),
  seen: z.unknown(),
  now: z.unknown(),
  wanted: z.unknown(),
  by: z.string().nullable(),
  at: z.string().nullable(),
});
export type FieldConflict = z.infer<typeof FieldConflict>;

/** What a command came to: rows done and rows refused, each named; `conflicts` are the fields that stood against some of the refused. */
export const CommandResult = z.object({
  done: z.array(z.number()),
  refused: z.array(RowRefusal),
  conflicts: z.array(FieldConflict).optional(),
});
export type CommandResult = z.infer<typeof CommandResult>;

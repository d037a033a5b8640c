import * as z from 'zod';
import { assignmentRuleCommandArgs } from './assignment-rule.ts';
import { customerStatusCommandArgs } from './customer-status.ts';
import { datasetCommandArgs } from './dataset.ts';
import { fieldAliasCommandArgs } from './field-alias.ts';
import { fieldMappingCommandArgs } from './field-mapping.ts';
import { flexMappingCommandArgs } from './flex-mapping.ts';
import { jobCommandArgs } from './job.ts';
import { jobNoteCommandArgs } from './job-note.ts';
import { labelCommandArgs } from './label.ts';
import { noticeCommandArgs } from './notice.ts';
import { rateFloorCommandArgs } from './rate-floor.ts';
import { reportConfigurationCommandArgs } from './report-configuration.ts';
import { ruleCommandArgs } from './rule.ts';
import { ruleTestCaseCommandArgs } from './rule-test-case.ts';
import { sourceCommandArgs } from './source.ts';
import { submissionCommandArgs } from './submission.ts';
import {
  submissionDictionaryCommandArgs,
  submissionDocumentCommandArgs,
  submissionPackageCommandArgs,
  submissionPairCommandArgs,
} from './submission-setup.ts';
import { substitutionCommandArgs } from './substitution.ts';
import { taskCommandArgs } from './task.ts';
import { ticketCommandArgs } from './ticket.ts';
import { valueCommandArgs } from './value.ts';

/**
 * Arguments of every change that users can make to replicated rows, by wire name; `domain/commands` has one object for each.
 * Devices store names and shapes in outboxes: never rename or reuse one. A new shape is a new `vN` (`shipped-commands.json`).
 */
export const commandArgs = {
  ...jobCommandArgs,
  ...jobNoteCommandArgs,
  ...valueCommandArgs,
  ...sourceCommandArgs,
  ...ruleCommandArgs,
  ...ruleTestCaseCommandArgs,
  ...substitutionCommandArgs,
  ...fieldAliasCommandArgs,
  ...reportConfigurationCommandArgs,
  ...customerStatusCommandArgs,
  ...rateFloorCommandArgs,
  ...assignmentRuleCommandArgs,
  ...fieldMappingCommandArgs,
  ...flexMappingCommandArgs,
  ...noticeCommandArgs,
  ...taskCommandArgs,
  ...ticketCommandArgs,
  ...submissionCommandArgs,
  ...submissionPackageCommandArgs,
  ...submissionPairCommandArgs,
  ...submissionDocumentCommandArgs,
  ...submissionDictionaryCommandArgs,
  ...datasetCommandArgs,
  ...labelCommandArgs,
} as const;

export type CommandName = keyof typeof commandArgs;
export const commandNames = Object.keys(commandArgs) as CommandName[];
export type CommandArgs<N extends CommandName> = z.output<(typeof commandArgs)[N]>;

/** Why a command, or one row of it, was refused. `failed`: a bug in the service; the lane continues after it. */
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
  /** The row's name, in case the sender's device does not have the row. */
  name: z.string().optional(),
  field: z.string(),
  seen: z.unknown(),
  now: z.unknown(),
  wanted: z.unknown(),
  by: z.string().nullable(),
  at: z.string().nullable(),
});
export type FieldConflict = z.infer<typeof FieldConflict>;

/** Result of a command: ids of completed rows, and refused rows. `conflicts` are the fields that caused some refusals. */
export const CommandResult = z.object({
  done: z.array(z.number()),
  refused: z.array(RowRefusal),
  conflicts: z.array(FieldConflict).optional(),
});
export type CommandResult = z.infer<typeof CommandResult>;

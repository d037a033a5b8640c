import * as z from 'zod';
import { FieldValue, jobValues } from '../rows/jobs.ts';
import { MapKind } from '../rows/rows.ts';
import { RuleDraft, SubstitutionType } from '../rows/rule-rows.ts';

/** Explicit ids only, at most 500 a command: a bulk by filter needs the service. */
export const maxIdsPerCommand = 500;
const Ids = z.array(z.number().int().positive()).min(1).max(maxIdsPerCommand);

/** Fields that people may edit by hand, each with its own lock. */
export const EditableField = z.enum([
  'billRate',
  'localRate',
  'otRate',
  'minBillRate',
  'permFee',
  'feePercentage',
  'guaranteedHours',
  'startDate',
  'durationDays',
]);
export type EditableField = z.infer<typeof EditableField>;

const JobIds = z.object({ ids: Ids });

/**
 * A row that people create: its id where the service gave one, else a negative id of the device's own beside the row's UUID
 * (`domain/commands/local-id.ts`), which the service resolves [edge case 29].
 */
const Created = z.object({ id: z.number().int(), ref: z.uuid().nullable() });
const Words = z.string().trim().max(500);
/** Pinned jobs whose other outcome the sender has seen and accepts. */
const Accepts = z.array(z.number().int()).max(500).optional();

/**
 * Arguments of every change a person can make to replicated rows, by wire name. Names and shapes stand in outboxes in
 * the field: never renamed, never reused; a new shape is a new `vN` (see `shipped-commands.json`).
 */
export const commandArgs = {
  'job.hold.v1': JobIds,
  'job.release.v1': JobIds,
  'job.hide.v1': JobIds,
  'job.show.v1': JobIds,
  'job.cancel.v1': JobIds,
  'job.reopen.v1': JobIds,
  /** Removes the job's own mapping overrides: it follows the shared mapping of its texts again. */
  'job.unbind.v1': JobIds,
  'job.post.v1': z.object({ ids: Ids, targetId: z.number().int() }),
  'job.edit.v1': z.discriminatedUnion('field', [
    z.object({
      id: z.number().int(),
      field: EditableField.exclude(['startDate']),
      value: z.number().min(0).nullable(),
    }),
    z.object({ id: z.number().int(), field: z.literal('startDate'), value: jobValues.startDate }),
  ]),
  'job.unlock.v1': z.object({ id: z.number().int(), field: EditableField }),
  /** Maps one text for this job alone; `mappedId: null` removes the override. */
  'job.map.v1': z.object({ id: z.number().int(), kind: MapKind, mappedId: z.string().nullable() }),
  /** Maps distinct texts (`MapValueRow` ids): every job that carries them follows. `mappedId: null` unmaps. */
  'value.map.v1': z.object({
    ids: Ids,
    mappedId: z.string().nullable(),
    certainty: z.number().min(0).max(100).nullable(),
    /**
     * Where specialties depend on degrees: the texts that the sender saw as one with these, the degree of a specialty or the
     * specialties of a degree. Compared, never changed [S5].
     */
    unit: Ids.optional(),
  }),
  /** Accepts what the matcher suggested for each text. */
  'value.accept.v1': z.object({ ids: Ids }),
  'value.ignore.v1': z.object({ ids: Ids, ignored: z.boolean() }),
  /** Says that no other value of the ATS could be meant, however alike it reads. */
  'value.unique.v1': z.object({ ids: Ids, unique: z.boolean() }),
  /** Sets the other names that feeds and files give a source. */
  'source.alias.v1': z.object({ id: z.number().int(), aliases: z.array(z.string().trim().min(1).max(100)).max(100) }),
  /** Sets the sub-sources that a source groups. */
  'source.group.v1': z.object({ id: z.number().int(), members: z.array(z.number().int().positive()).max(200) }),
  /** Creates or changes a rule as a whole; `words` say why, for its versions. */
  'rule.save.v1': Created.extend({ rule: RuleDraft, words: Words, accepts: Accepts }),
  'rule.activate.v1': Created.extend({ active: z.boolean(), accepts: Accepts }),
  'rule.delete.v1': Created.extend({ accepts: Accepts }),
  /** A restored rule is inactive. */
  'rule.restore.v1': Created,
  /** Removes a deleted rule for good. */
  'rule.purge.v1': Created,
  'substitutionTarget.save.v1': Created.extend({ objectType: SubstitutionType, name: z.string().trim().max(200) }),
  'substitutionTarget.remove.v1': Created,
  'substitutionRule.save.v1': Created.extend({
    objectType: SubstitutionType,
    rule: z.string().max(500),
    targetId: z.number().int(),
    /** The target's UUID where the device created it too and has no id of it yet. */
    targetRef: z.uuid().nullable(),
    caseSensitive: z.boolean(),
  }),
  'substitutionRule.remove.v1': Created,
  /** Keeps a job as it is now, with what the rules must make of it. */
  'golden.pin.v1': Created.extend({
    jobId: z.number().int().positive(),
    name: z.string().trim().min(1).max(200),
    expected: z.record(z.string().max(100), FieldValue),
  }),
  'golden.unpin.v1': Created,
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

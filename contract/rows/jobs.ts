import * as z from 'zod';
import { Instant, LocalDate } from '../kit/ids.ts';

const Text = z.string().nullable();
const Rate = z.number().nullable();

/**
 * State of a job's post to one target. `unknown`: the call's result is unknown, and the service looks it up in the target. `dryRun`: what
 * would be sent was checked, and nothing was sent.
 */
export const PostState = z.enum(['wanted', 'sending', 'unknown', 'human', 'done', 'failed', 'dryRun']);
export type PostState = z.infer<typeof PostState>;

/**
 * Result of posting a job to one target; `words` is the target's message if it refused. `note`: what the target stored otherwise than it
 * was sent, after the job order was read back. `drift`: what people did to the job order in the target, until a person decides about it.
 */
export const PostReceipt = z.object({
  targetId: z.number(),
  state: PostState,
  reference: z.string(),
  externalId: Text,
  words: Text,
  at: Instant,
  tries: z.number(),
  note: Text.optional(),
  drift: z.enum(['changed', 'closed', 'deleted']).optional(),
});
export type PostReceipt = z.infer<typeof PostReceipt>;

/** Lock of a manual value: who set it, and the value from collection and rules (`was`), which returns on unlock. */
export const Lock = z.object({ by: z.string(), at: Instant, was: z.union([z.string(), z.number(), z.null()]) });
export type Lock = z.infer<typeof Lock>;

export const WorkType = z.literal([1, 2, 3]);

/** Type of the value of any catalogue field. */
export const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type FieldValue = z.infer<typeof FieldValue>;

/** Mark of a value that a rule wrote: the rule, its version, and the value before any rule ran (`was`). */
export const Ruled = z.object({ ruleId: z.number(), version: z.number(), was: FieldValue });
export type Ruled = z.infer<typeof Ruled>;

/**
 * What a person has decided about this job and another one that looks like the same order from another source: post this one, leave this one
 * because the other is posted, or both are different orders. The other job has the counterpart. `name` is the other's source and id.
 */
export const SameOrderChoice = z.object({
  jobId: z.number(),
  name: z.string(),
  decision: z.enum(['post', 'leave', 'different']),
});
export type SameOrderChoice = z.infer<typeof SameOrderChoice>;

/**
 * That a person accepted a job's rates although they are below the customer's floor: the rates at that moment, per hour. It counts until
 * one of them is worse for the agency (`domain/posting/rate-floor.ts`).
 */
export const AcceptedRate = z.object({ billRate: Rate, payPerHour: Rate, by: z.string(), at: Instant });
export type AcceptedRate = z.infer<typeof AcceptedRate>;

/** The values from a feed, which rules or users may override. */
export const jobValues = {
  title: Text,
  status: z.enum(['Open', 'Filled', 'On Hold', 'Closed', 'Cancelled']),
  workType: WorkType,
  positions: z.number().nullable(),
  facility: Text,
  address: Text,
  city: Text,
  state: Text,
  zip: Text,
  unit: Text,
  degree: Text,
  specialty: Text,
  shift: Text,
  shiftStart: Text,
  shiftEnd: Text,
  hoursPerShift: Rate,
  shiftsPerWeek: Rate,
  hoursPerWeek: Rate,
  guaranteedHours: Rate,
  startDate: LocalDate.nullable(),
  endDate: LocalDate.nullable(),
  durationDays: z.number().nullable(),
  billRate: Rate,
  localRate: Rate,
  otRate: Rate,
  minBillRate: Rate,
  holidayRate: Rate,
  callbackRate: Rate,
  chargeRate: Rate,
  onCallRate: Rate,
  orientationRate: Rate,
  permFee: Rate,
  feePercentage: Rate,
  currency: z.string(),
  travelStipend: Rate,
  mealStipend: Rate,
  lodgingStipend: Rate,
  payPerHour: Rate,
  payPerWeek: Rate,
  coordinator: Text,
  hiringManager: Text,
  buyer: Text,
  vms: Text,
  msp: Text,
  note: Text,
  description: Text,
  postedAt: Text,
  asap: z.boolean(),
  hot: z.boolean(),
  winterPlanNeed: z.boolean(),
  jobUrl: Text,
  licenses: Text,
  experience: Text,
  association: Text,
  alias: Text,
  /** The vendor's id of the order that this job is a shift or position of, within the same source. */
  parentJobId: Text,
  /** `SubmissionAvailable`: 999 where the vendor takes submissions, 1 to 998 how many it takes; any other value means none. */
  submissionLimit: z.number().nullable(),
};

/**
 * One staged job as every device stores it. Rates are per hour in `currency` unless the name says otherwise, stipends per week.
 * `chgMap` is the documented bit field (`domain/jobs/flags.ts`). The four `…ValueId` refer to the distinct vendor texts
 * (`MapValueRow`) whose mapping the job uses; the four `…Map` override it for this job only, with an ATS id.
 */
export const JobRow = z.object({
  id: z.number(),
  taskId: z.number().nullable(),
  sourceId: z.number(),
  source: z.string(),
  providerJobId: z.string(),
  ...jobValues,
  parentJobId: Text.default(null),
  submissionLimit: z.number().nullable().default(null),
  chgMap: z.number(),
  facilityValueId: z.number().nullable(),
  degreeValueId: z.number().nullable(),
  specialtyValueId: z.number().nullable(),
  shiftValueId: z.number().nullable(),
  facilityMap: Text,
  degreeMap: Text,
  specialtyMap: Text,
  shiftMap: Text,
  locks: z.record(z.string(), Lock),
  /** Values of catalogue fields without a column, by field key; a missing key means empty. */
  extra: z.record(z.string(), FieldValue),
  /** Marks of values that rules wrote, by field key. Rules always start from the values before rules, so they can run again. */
  ruled: z.record(z.string(), Ruled),
  /** The rule that canceled the job; null if no rule did. */
  skipRuleId: z.number().nullable(),
  posts: z.array(PostReceipt),
  /** State of the first target's receipt, for the grid. */
  postState: PostState.nullable(),
  externalJobId: Text,
  firstSeenAt: Instant,
  /** When the vendor last changed the job. Changes by people, rules and posting do not count. */
  changedAt: Instant,
  /** When the vendor last changed an hourly rate; null until then. */
  rateChangedAt: Instant.nullable().default(null),
  /** When the vendor last canceled or withdrew the job; null until then. */
  canceledAt: Instant.nullable().default(null),
  /** How many files its vendor sent with it, also those that are missing. */
  attachments: z.number().default(0),
  /** The person of the customer who works on the job, and their name when it was assigned; null while no one does. */
  assigneeId: z.number().nullable().default(null),
  assignee: Text.default(null),
  /** A person decided who works on the job, or that no one does. Jobs that were assigned before rules existed have `false` and no rule. */
  assignedByHand: z.boolean().default(false),
  /** The assignment rule that assigned the job; null if none did. */
  assignmentRuleId: z.number().nullable().default(null),
  /** A person reopened the job, and the service is asking its vendor whether the order still exists. */
  checking: z.boolean().default(false),
  /** How many notes people wrote on it. */
  noteCount: z.number().default(0),
  /** How many caregivers are put forward for it: its submissions that were not refused or withdrawn. */
  submissions: z.number().default(0),
  /** What people have decided about other jobs that may be the same order, by the other job's id. */
  sameOrder: z.array(SameOrderChoice).default([]),
  /** The rates below the floor that a person accepted; null: none. */
  acceptedRate: AcceptedRate.nullable().default(null),
});
export type JobRow = z.infer<typeof JobRow>;
export type JobField = keyof typeof jobValues;

import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { effectiveMapping, type MapValues } from '../jobs/mapping-of.ts';

/** What decides about a job's assignment. */
export type AssignedJob = Pick<
  JobRow,
  | 'sourceId'
  | 'status'
  | 'facility'
  | 'facilityMap'
  | 'facilityValueId'
  | 'assigneeId'
  | 'assignee'
  | 'assignedByHand'
  | 'assignmentRuleId'
>;

/** What an assignment rule says about jobs. */
export type AssignmentRule = Pick<
  AssignmentRuleRow,
  'id' | 'position' | 'userId' | 'person' | 'sourceId' | 'facilityId' | 'facilityText' | 'enabled'
>;

/** A source with the ids of those that it groups. */
type Group = { readonly id: number; readonly members: readonly number[] };

/** Everything that the assignment of jobs depends on, besides the jobs. `people`: ids of those whom jobs can be assigned to. */
export type AssignmentGrounds = {
  readonly rules: readonly AssignmentRule[];
  readonly people: ReadonlySet<number>;
  readonly sources: readonly Group[];
  readonly values: MapValues;
};

/** Rules that assign jobs, in order, each with the ids of the sources whose jobs it takes; null for every source. */
export type PreparedAssignments = {
  readonly rules: readonly { readonly rule: AssignmentRule; readonly sources: ReadonlySet<number> | null }[];
  readonly values: MapValues;
};

/** The order in which rules are asked. */
export const inOrder = <R extends Pick<AssignmentRule, 'position' | 'id'>>(rules: readonly R[]): R[] =>
  [...rules].sort((a, b) => a.position - b.position || a.id - b.id);

/** Prepares rules for many jobs. A rule that is off, or whose person can no longer be assigned jobs, is passed over. */
export function prepareAssignments({ rules, people, sources, values }: AssignmentGrounds): PreparedAssignments {
  const membersOf = new Map(sources.map(({ id, members }) => [id, members]));
  const active = inOrder(rules).filter(({ enabled, userId }) => enabled && people.has(userId));
  return {
    values,
    rules: active.map((rule) => ({
      rule,
      sources: rule.sourceId === null ? null : new Set([rule.sourceId, ...(membersOf.get(rule.sourceId) ?? [])]),
    })),
  };
}

/** Whether a person decided who works on the job. Jobs that were assigned before rules existed were assigned by people. */
export const isByHand = ({
  assignedByHand,
  assigneeId,
  assignmentRuleId,
}: Pick<AssignedJob, 'assignedByHand' | 'assigneeId' | 'assignmentRuleId'>): boolean =>
  assignedByHand || ((assigneeId ?? null) !== null && (assignmentRuleId ?? null) === null);

/** The first rule that fits the job; null if none does. It does not ask whether a person has decided. */
export function ruleFor(job: AssignedJob, { rules, values }: PreparedAssignments): AssignmentRule | null {
  const mapped = effectiveMapping(job.facilityMap, job.facilityValueId, values)?.id ?? null;
  const text = textKey(job.facility);
  const found = rules.find(({ rule, sources }) => {
    if (sources !== null && !sources.has(job.sourceId)) return false;
    if (rule.facilityId !== null) return rule.facilityId === mapped;
    return rule.facilityText === null ? sources !== null : textKey(rule.facilityText) === text;
  });
  return found?.rule ?? null;
}

const textKey = (text: string | null): string => (text ?? '').trim().toLowerCase();

/** Who an open job that no person has decided about falls to: the person of the first rule that fits, else no one. */
export type Fall = Pick<JobRow, 'assigneeId' | 'assignee' | 'assignmentRuleId'>;

/** Who the job falls to by the rules; null where they have no say: a person decided, or the job is no longer open. */
export function fallOf(job: AssignedJob, prepared: PreparedAssignments): Fall | null {
  if (job.status !== 'Open' || isByHand(job)) return null;
  const rule = ruleFor(job, prepared);
  return rule === null
    ? { assigneeId: null, assignee: null, assignmentRuleId: null }
    : { assigneeId: rule.userId, assignee: rule.person, assignmentRuleId: rule.id };
}

/** The job as the rules assign it; the same object if nothing changes. */
export function withAssignment<J extends AssignedJob>(job: J, prepared: PreparedAssignments): J {
  const fall = fallOf(job, prepared);
  return fall === null || isSame(job, fall) ? job : { ...job, ...fall };
}

const isSame = (job: Fall, fall: Fall): boolean =>
  (job.assigneeId ?? null) === fall.assigneeId &&
  (job.assignee ?? null) === fall.assignee &&
  (job.assignmentRuleId ?? null) === fall.assignmentRuleId;

import type { TargetRow } from '#contract/rows/rows.ts';
import type { FlagName } from '../jobs/flags.ts';
import { mapKinds } from '../jobs/mapping-of.ts';
import type { Condition } from '../query/condition.ts';
import type { QueryPredicate, QuerySchema } from '../query/query-schema.ts';
import { all, any, equals, flagged, inSameOrderState, jobConditions, not, unmappedOf } from './job-conditions.ts';

const manual: readonly FlagName[] = [
  'billRateManual',
  'localRateManual',
  'shiftManual',
  'otRateManual',
  'minBillRateManual',
  'field5',
  'degreeManual',
  'specialtyManual',
  'startDateManual',
  'durationManual',
  'facilityManual',
  'guaranteedHoursManual',
  'permFeeManual',
  'feePercentageManual',
];

const waits: Condition = any(
  { kind: 'contains', column: 'sync', text: 'ing' },
  ...mapKinds.map((k) => ({ kind: 'contains' as const, column: `${k}Sync`, text: 'ing' })),
);

/** What happened to jobs since a moment, in milliseconds. The first collection of a source is not news. */
export function newsConditions(sinceMs: number): Record<'new' | 'rate' | 'canceled', Condition> {
  const after = (column: string): Condition => ({ kind: 'between', column, from: sinceMs, to: null });
  const day = Math.floor(sinceMs / 86_400_000) - 1;
  return {
    new: all(after('firstSeenAt'), { kind: 'arrival', column: 'firstSeenAt', by: 'sourceId', from: day }),
    rate: after('rateChangedAt'),
    canceled: all(after('canceledAt'), equals('status', 'Cancelled')),
  };
}

const newsPredicates = (sinceMs: number): QueryPredicate[] => {
  const news = newsConditions(sinceMs);
  return [
    { name: 'newsince', label: 'New since you left', means: news.new },
    { name: 'ratesince', label: 'Rate changed since you left', means: news.rate },
    { name: 'canceledsince', label: 'Canceled since you left', means: news.canceled },
  ];
};

/** Who asks: their id, and when they last left, in milliseconds; null where that is not known. */
export type Asker = { readonly userId: number | null; readonly sinceMs: number | null };
export const unknownAsker: Asker = { userId: null, sinceMs: null };

/** The jobs that are assigned to a person. */
const assignedTo = (userId: number): Condition => ({ kind: 'between', column: 'assigneeId', from: userId, to: userId });

/** What may follow `is:` and `flag:` in a query for jobs. `today` is a day number. */
export function jobPredicates(
  target: TargetRow | null,
  today: number,
  { userId, sinceMs }: Asker = unknownAsker,
): Pick<QuerySchema, 'is' | 'flag'> {
  const states = jobConditions(target);
  const since = (column: string): Condition => ({ kind: 'days', column, from: today - 1, to: null });
  const is: QueryPredicate[] = [
    { name: 'unmapped', label: 'Unmapped', means: states.unmapped },
    { name: 'mapped', label: 'Mapped', means: not(states.unmapped) },
    { name: 'ready', label: 'Ready to post', aliases: ['postable'], means: states.postable },
    { name: 'open', label: 'Open', means: states.open },
    { name: 'held', label: 'On hold', aliases: ['hold', 'onhold'], means: states.held },
    { name: 'hidden', label: 'Hidden', means: states.hidden },
    { name: 'cancelled', label: 'Canceled', aliases: ['canceled'], means: states.cancelled },
    { name: 'failed', label: 'Needs attention', aliases: ['error'], means: states.failed },
    { name: 'refused', label: 'Post failed', aliases: ['postfailed'], means: states.postFailed },
    { name: 'rejected', label: 'Rejected by the target', means: states.postRejected },
    { name: 'doubtful', label: 'Unconfirmed post', aliases: ['unconfirmed'], means: states.postDoubtful },
    { name: 'posted', label: 'Posted', aliases: ['imported'], means: states.posted },
    { name: 'underway', label: 'Posting', means: states.underway },
    { name: 'drifted', label: 'Changed in the ATS', aliases: ['changedthere'], means: states.drifted },
    { name: 'waiting', label: 'Not sent yet', aliases: ['unsent'], means: waits },
    { name: 'new', label: 'New', means: { kind: 'arrival', column: 'firstSeenAt', by: 'sourceId', from: today - 1 } },
    { name: 'child', label: 'Part of an order', means: not({ kind: 'empty', column: 'parentJobId' }) },
    { name: 'duplicate', label: 'From two sources', aliases: ['twosources', 'twin'], means: states.fromTwoSources },
    { name: 'choose', label: 'Source to choose', means: inSameOrderState(target, 'choose') },
    {
      name: 'belowfloor',
      label: 'Below the rate floor',
      aliases: ['belowrate'],
      means: all(equals('status', 'Open'), states.belowFloor),
    },
    { name: 'checking', label: 'Checking with the vendor', means: { kind: 'between', column: 'checking', from: 1, to: null } },
    { name: 'changed', label: 'Recently changed', means: since('changedAt') },
    {
      name: 'noted',
      label: 'With notes',
      aliases: ['notes'],
      means: { kind: 'between', column: 'noteCount', from: 1, to: null },
    },
    { name: 'submitted', label: 'Submitted', aliases: ['submissions'], means: states.submitted },
    { name: 'mine', label: 'Mine', means: userId === null ? any() : assignedTo(userId) },
    ...(sinceMs === null ? [] : newsPredicates(sinceMs)),
    ...mapKinds.map((kind) => ({ name: `no${kind}`, label: `No ${kind}`, means: unmappedOf(kind) })),
  ];
  const flag: QueryPredicate[] = [
    { name: 'manual', label: 'Edited manually', aliases: ['locked'], means: flagged(...manual) },
    { name: 'rule', label: 'Rate by rule', means: flagged('rateByRule') },
    { name: 'note', label: 'Rate from note', means: flagged('rateFromNote') },
    { name: 'submission', label: 'Submitted', aliases: ['submitted'], means: flagged('submission') },
    { name: 'filled', label: 'Filled', means: any(flagged('filled'), equals('status', 'Filled')) },
    { name: 'ownmap', label: 'Mapping override', means: states.ownMapping },
  ];
  return { is, flag };
}

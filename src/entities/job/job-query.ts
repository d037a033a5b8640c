import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { FlagName } from '#domain/jobs/flags.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Chip, SingleChip } from '#domain/query/chip.ts';
import type { Condition } from '#domain/query/condition.ts';
import type { PlainWords, QueryField, QueryPredicate, QuerySchema } from '#domain/query/query-schema.ts';
import { all, any, equals, flagged, jobConditions, not, unmappedOf } from '#domain/staging/job-conditions.ts';
import { sharedKey } from '#src/workers/grid/job-columns.ts';
import { mapKeyOf } from '#src/workers/grid/job-grid-schema.ts';
import { asQueryField, fieldLabel, jobFields } from './job-fields.ts';

/** The query bar's key for the certainty of each kind of mapping. */
const certaintyKeys: Record<MapKind, string> = { facility: 'cert', degree: 'dcert', specialty: 'scert', shift: 'hcert' };

/** Vendor texts by id, as chips show them. */
export type VendorTexts = ReadonlyMap<number, string>;

/** The query field of the jobs that carry one vendor text, for example `facilityText:v12`. */
const textField = (kind: MapKind): string => `${kind}Text`;

/** The query for the open jobs that carry a vendor text: the rows that a mapping table counts. */
export const openJobsWithText = (kind: MapKind, valueId: number): string =>
  `status:Open ${textField(kind)}:${sharedKey(valueId)}`;

/** Ids of the vendor texts that a query names. */
export const vendorTextsIn = (chips: readonly Chip[]): number[] =>
  partsOf(chips).flatMap((chip) =>
    chip.kind === 'text' && mapKinds.some((kind) => mapKeyOf(kind) === chip.field)
      ? chip.values.map((value) => Number(value.slice(1))).filter(Number.isSafeInteger)
      : [],
  );

const partsOf = (chips: readonly Chip[]): SingleChip[] => chips.flatMap((chip) => (chip.kind === 'any' ? chip.of : [chip]));

function fieldsOfMap(kind: MapKind, texts: VendorTexts): QueryField[] {
  const label = fieldLabel(kind);
  const certainty = certaintyKeys[kind];
  return [
    { key: kind, label, type: 'text', ...(kind === 'facility' && { aliases: ['client'] }) },
    {
      key: mapKeyOf(kind),
      label: `Vendor ${label.toLowerCase()}`,
      type: 'text',
      aliases: [textField(kind)],
      exact: true,
      valueLabel: (value) => texts.get(Number(value.slice(1))) ?? value,
    },
    { key: `${kind}Name`, label: `Mapped ${label.toLowerCase()}`, type: 'text', aliases: [`mapped${kind}`] },
    {
      key: `${kind}Certainty`,
      label: kind === 'facility' ? 'Confidence' : `${label} confidence`,
      type: 'number',
      aliases: kind === 'facility' ? [certainty, 'certainty'] : [certainty],
    },
  ];
}

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

/** Where plain words lead, and the words of this screen that need no field. */
const plainWords: PlainWords = {
  state: 'state',
  rate: 'billRate',
  weeklyPay: 'payPerWeek',
  start: 'startDate',
  posted: 'postedAt',
  duration: 'durationDays',
  hoursPerShift: 'hoursPerShift',
  hoursPerWeek: 'hoursPerWeek',
  clinical: ['title', 'degree', 'specialty', 'shift', 'unit', 'degreeName', 'specialtyName', 'shiftName'],
  phrases: new Map(
    (
      [
        ['is:unmapped', 'unmapped|not mapped|not yet mapped|needs mapping|need mapping|to map|missing mapping|to be mapped'],
        ['is:mapped', 'mapped'],
        ['is:ready', 'ready|ready to post|to post|postable|can be posted'],
        ['is:open', 'open'],
        ['is:held', 'held|on hold'],
        ['is:hidden', 'hidden'],
        ['is:cancelled', 'canceled|cancelled'],
        ['is:failed', 'needs attention|failed'],
        ['is:posted', 'posted'],
        ['is:waiting', 'not sent|unsent'],
        ['is:new', 'new|brand new'],
        ['seen:today', 'new today'],
        ['seen:+0week', 'new this week'],
        ['changed:today', 'changed today|updated today'],
        ['changed:+0week', 'changed this week|updated this week'],
        ['status:Closed', 'closed'],
        ['is:changed', 'changed|recently changed|updated'],
        ['is:nofacility', 'no facility|without facility|facility not mapped'],
        ['is:nospecialty', 'no specialty|without specialty|specialty not mapped'],
        ['is:nodegree', 'no degree|without degree|degree not mapped'],
        ['is:noshift', 'no shift|shift not mapped'],
        ['flag:filled', 'filled'],
        ['billRate:""', 'no rate|no bill rate|without rate|missing rate'],
        ['startDate:""', 'no start date|no start'],
        [
          'asap:yes',
          'asap|as soon as possible|urgent|asap start|start asap|starting asap|immediate|immediate start|starting immediately',
        ],
        ['hot:yes', 'hot'],
        ['workType:1', 'travel|traveler|travelers'],
        ['workType:2', 'perm|permanent|direct hire'],
        ['workType:3', 'per diem|perdiem|prn'],
      ] as const
    ).flatMap(([part, phrases]) => phrases.split('|').map((phrase) => [phrase, part] as const)),
  ),
};

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

/**
 * Everything the staging grid's query bar supports. `today` is a day number. New and changed mean since yesterday; the first
 * collection of a source is not new, because then every job would be. `sinceMs` is when the person last left, if that is known.
 */
export function jobQuerySchema(
  target: TargetRow | null,
  today: number,
  texts: VendorTexts = new Map(),
  sinceMs: number | null = null,
): QuerySchema {
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
    { name: 'posted', label: 'Posted', aliases: ['imported'], means: states.posted },
    { name: 'underway', label: 'Posting', means: states.underway },
    { name: 'waiting', label: 'Not sent yet', aliases: ['unsent'], means: waits },
    { name: 'new', label: 'New', means: { kind: 'arrival', column: 'firstSeenAt', by: 'sourceId', from: today - 1 } },
    { name: 'changed', label: 'Recently changed', means: since('changedAt') },
    ...(sinceMs === null ? [] : newsPredicates(sinceMs)),
    ...mapKinds.map((kind) => ({ name: `no${kind}`, label: `No ${kind}`, means: unmappedOf(kind) })),
  ];
  const flags: QueryPredicate[] = [
    { name: 'manual', label: 'Edited manually', aliases: ['locked'], means: flagged(...manual) },
    { name: 'rule', label: 'Rate by rule', means: flagged('rateByRule') },
    { name: 'note', label: 'Rate from note', means: flagged('rateFromNote') },
    { name: 'submission', label: 'Submitted', aliases: ['submitted'], means: flagged('submission') },
    { name: 'filled', label: 'Filled', means: any(flagged('filled'), equals('status', 'Filled')) },
    { name: 'ownmap', label: 'Mapping override', means: states.ownMapping },
  ];
  const fields = [...mapKinds.flatMap((kind) => fieldsOfMap(kind, texts)), ...jobFields.map(asQueryField)];
  return { fields, is, flag: flags, plain: plainWords };
}

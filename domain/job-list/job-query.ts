import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { mapKinds } from '../jobs/mapping-of.ts';
import type { Chip, SingleChip } from '../query/chip.ts';
import type { PlainWords, QueryField, QuerySchema } from '../query/query-schema.ts';
import { type Asker, jobPredicates, unknownAsker } from '../staging/job-predicates.ts';
import { catalogueQueryFields } from './catalogue-fields.ts';
import { defaultNames, type FieldNames } from './field-names.ts';
import { asQueryField, jobFields } from './job-fields.ts';
import { mapKeyOf, sharedKey } from './map-keys.ts';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

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

function fieldsOfMap(kind: MapKind, texts: VendorTexts, names: FieldNames): QueryField[] {
  const label = names.of(kind);
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
    {
      key: `${kind}Name`,
      label: names.of(`mapped${capital(kind)}`, `Mapped ${label.toLowerCase()}`),
      type: 'text',
      aliases: [`mapped${kind}`],
    },
    {
      key: `${kind}Certainty`,
      label: names.of(`${kind}Certainty`, kind === 'facility' ? 'Confidence' : `${label} confidence`),
      type: 'number',
      aliases: kind === 'facility' ? [certainty, 'certainty'] : [certainty],
    },
  ];
}

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
        ['is:mine', 'mine|my jobs|assigned to me'],
        ['is:noted', 'with notes|with a note|has notes'],
        ['is:submitted', 'submitted|with submissions|has submissions'],
        ['assigned:""', 'unassigned|assigned to no one|not assigned'],
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

/**
 * Everything the staging grid's query bar supports. `today` is a day number. New and changed mean since yesterday; the first
 * collection of a source is not new, because then every job would be. `names` gives the labels; keys and aliases are the same for everyone.
 */
export function jobQuerySchema(
  target: TargetRow | null,
  today: number,
  texts: VendorTexts = new Map(),
  asker: Asker = unknownAsker,
  names: FieldNames = defaultNames,
): QuerySchema {
  const fields = [
    ...mapKinds.flatMap((kind) => fieldsOfMap(kind, texts, names)),
    ...jobFields.map((field) => asQueryField({ ...field, label: names.of(field.key, field.label) }, names.workType)),
  ];
  return {
    fields: [...fields, ...catalogueQueryFields(fields, names)],
    ...jobPredicates(target, today, asker),
    near: 'zip',
    plain: plainWords,
  };
}

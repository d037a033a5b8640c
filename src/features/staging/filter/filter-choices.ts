import { jobValues } from '#contract/rows/jobs.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { statusLabel } from '#domain/job-list/job-states.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { type FilterTextKey, type JobFilter, mappedKeys } from '#domain/staging/documented-filter.ts';

/** A part of the panel: what the filter says now, and how to change it. */
export type PartProps = { readonly filter: JobFilter; readonly set: (change: JobFilter) => void };

export type CodeOf<K extends keyof JobFilter> = NonNullable<JobFilter[K]>;
/** The code in the value of a choice box, which is one of those that were offered. */
export const coded = <K extends keyof JobFilter>(value: string): CodeOf<K> => Number(value) as unknown as CodeOf<K>;

/** The codes of the documented filter with the words for them; 0 is no filter. */
export const mappedChoices = ['Any', 'Mapped', 'Not mapped'] as const;
export const importedChoices: readonly (readonly [0 | 2, string])[] = [
  [0, 'Any'],
  [2, 'In the ATS'],
];
export const statusChoices = ['Any', 'Not posted', 'Open', 'Canceled', 'On hold', 'Hidden'] as const;
export const submittedChoices = ['Any', 'With submissions', 'Without submissions'] as const;
export const newChoices: readonly (readonly [0 | 9 | 10, string])[] = [
  [0, 'Any time'],
  [9, 'Since yesterday'],
  [10, 'Between two dates'],
];
export const workTypeChoices = (names: FieldNames): readonly (readonly [string, string])[] => [
  ['0', 'Any'],
  ...[1, 2, 3].map((type) => [String(type), names.workTypeChoice(type)] as const),
];
export const vendorStatusChoices: readonly (readonly [string, string])[] = [
  ['', 'Any'],
  ...jobValues.status.options.map((status) => [status, statusLabel(status)] as const),
];

/** Miles that the panel offers around a zip code; 0 compares the zip code alone. */
export const milesOffered = [0, 10, 25, 50, 100, 200] as const;

/** The four kinds of mapping with their keys of the filter. */
export const mappedFlags = (names: FieldNames) => mapKinds.map((kind) => ({ key: mappedKeys[kind], label: names.of(kind) }));

/** Text boxes of the panel, in their order. */
export const textBoxes = (names: FieldNames): readonly { readonly key: FilterTextKey; readonly label: string }[] => [
  { key: 'client', label: names.of('facility') },
  { key: 'cert', label: names.of('degree') },
  { key: 'spec', label: names.of('specialty') },
  { key: 'shift', label: names.of('shift') },
  { key: 'jid', label: names.of('providerJobId', 'Job ID') },
  { key: 'association', label: names.of('association') },
  { key: 'alias', label: names.of('alias') },
];

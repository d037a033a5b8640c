import type { AdapterName } from '#domain/targets/target-kinds.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import type { DateForm } from './ats-value.ts';
import { bullhornLines, bullhornRequired } from './bullhorn-lines.ts';
import { crelateLines, crelateRequired } from './crelate-lines.ts';
import { ctmLines, ctmRequired } from './ctm-lines.ts';
import type { FieldLine } from './mapped-fields.ts';
import { salesforceLines, salesforceRequired } from './salesforce-lines.ts';
import { travelNurseLines, travelNurseRequired } from './travel-nurse-lines.ts';

type Mapped = {
  readonly lines: readonly FieldLine[];
  readonly required: readonly string[];
  readonly dates: DateForm;
  /** What the kind's calls cannot take: lists and fields within fields, or a line that is sent only once. */
  readonly lacks: readonly ('nested' | 'once')[];
};

const byAdapter: Partial<Readonly<Record<AdapterName, Mapped>>> = {
  bullhorn: { lines: bullhornLines, required: bullhornRequired, dates: 'epoch', lacks: [] },
  // A change sends the whole job: whether Crelate keeps a field that is left out is not documented.
  crelate: { lines: crelateLines, required: crelateRequired, dates: 'day', lacks: ['once'] },
  ctm: { lines: ctmLines, required: ctmRequired, dates: 'day', lacks: ['nested'] },
  salesforce: { lines: salesforceLines, required: salesforceRequired, dates: 'day', lacks: ['nested'] },
  travelNurseSource: { lines: travelNurseLines, required: travelNurseRequired, dates: 'noon', lacks: ['once'] },
};

const mappedKind = (typeId: number): Mapped | undefined => {
  const { adapter } = targetKind(typeId);
  return adapter === null ? undefined : byAdapter[adapter];
};

/** The lines that a target of this kind begins with. None for a kind without field mapping. */
export const kindLines = (typeId: number): readonly FieldLine[] => mappedKind(typeId)?.lines ?? [];

/** The fields of the ATS that every job order of this kind needs. */
export const requiredFields = (typeId: number): readonly string[] => mappedKind(typeId)?.required ?? [];

const listed = ['facility', 'degree', 'specialty'] as const;
/** The options that need an id or a name of the ATS's own lists: mapped external id, mapped name, one to many. */
const fromLists: readonly number[] = [1, 2, 6];

/**
 * What a new target of this kind maps: the values that its first lines take from the lists of the ATS. Another value that had to be
 * mapped would keep every job back for nothing.
 */
export const usuallyMapped = (typeId: number): (typeof listed)[number][] =>
  listed.filter((kind) => kindLines(typeId).some(({ jobField, option }) => jobField === kind && fromLists.includes(option)));

/** How a kind of target takes dates. */
export const dateForm = (typeId: number): DateForm => mappedKind(typeId)?.dates ?? 'epoch';

/** Whether the calls of a kind cannot take lists and fields within fields, or a line that is sent only once. */
export const lacks = (typeId: number, what: 'nested' | 'once'): boolean => mappedKind(typeId)?.lacks.includes(what) ?? false;

/** The lines that count for a target: its own, or those of its kind while it has none. */
export const linesInUse = (typeId: number, own: readonly FieldLine[]): readonly FieldLine[] =>
  own.length > 0 ? own : kindLines(typeId);

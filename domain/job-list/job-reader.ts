import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { type CellType, cellOf, type NumberType, numberOf, textOf } from '../columns/cell-values.ts';
import { mapFields, mapKinds } from '../jobs/mapping-of.ts';
import { belowFloor, type RateFloor } from '../posting/rate-floor.ts';
import type { Around } from '../rules/derived-values.ts';
import {
  floorStateKey,
  postMarks,
  postMarksKey,
  rateAcceptedByKey,
  ruleFlags,
  ruleFlagsKey,
  sameOrderStateKey,
} from '../staging/job-conditions.ts';
import type { SameOrderMark } from '../staging/same-order-marks.ts';
import { expandedStatuses, type StatusBook, statusOfVendor } from '../statuses/expanded-status.ts';
import { askableColumn, askableFields, type FieldGround, fieldCell } from './field-cell.ts';
import { jobColumnTypes, ledToJobColumns, type MapLookupRow, mapPicks, ownJobColumns } from './job-columns.ts';
import { mapKey, mapKeyOf } from './map-keys.ts';
import { ownMapping, sharedMapping } from './mapping-row.ts';

/** A cell of a list of jobs. Blank texts are null. */
export type JobCell = string | number | boolean | null;

/** One job as the columns of a list show it. Numbers of a blank cell are NaN; days count from 1970, instants in milliseconds. */
export type JobReader = {
  readonly id: number;
  readonly text: (key: string) => string | null;
  readonly number: (key: string) => number;
  readonly cell: (key: string) => JobCell;
};

/** The rows of a customer that the columns of its jobs depend on. */
export type JobGround = {
  readonly values: readonly MapValueRow[];
  readonly ats: readonly AtsValueRow[];
  readonly book: StatusBook;
  readonly floor: RateFloor | null;
  readonly around: Around;
};

const typeOf: ReadonlyMap<string, CellType> = new Map(
  [...ownJobColumns, ...ledToJobColumns, ...[...askableFields.values()].map(askableColumn)].map(({ key, type }) => [key, type]),
);

/** What a column holds. Throws for one that no list of jobs has. */
export function columnType(key: string): CellType {
  const type = typeOf.get(key);
  if (type === undefined) throw new Error(`jobs have no column "${key}"`);
  return type;
}

/** Whether jobs can be sorted by a column. */
export const isSortable = (key: string): boolean => (typeOf.get(key) ?? 'json') !== 'json';

type Raw = (job: JobRow, mark: SameOrderMark | undefined) => unknown;

/**
 * Gives the reader of each job of a customer: the values that a device holds in its columns of jobs, without marks of unsent changes.
 * `mark` is known for jobs whose order came from two sources.
 */
export function jobReaders(ground: JobGround): (job: JobRow, mark?: SameOrderMark) => JobReader {
  const rawOf = rawColumns(ground);
  return (job, mark) => {
    const raw = (key: string): unknown => {
      const of = rawOf.get(key);
      if (!of) throw new Error(`jobs have no column "${key}"`);
      return of(job, mark);
    };
    const text = (key: string) => textOf(raw(key));
    const number = (key: string) => numberOf(raw(key), columnType(key) as NumberType);
    const cell = (key: string): JobCell => {
      const type = columnType(key);
      if (type === 'json') return null;
      return type === 'text' ? text(key) : cellOf(number(key), type);
    };
    return { id: job.id, text, number, cell };
  };
}

function rawColumns({ values, ats, book, floor, around }: JobGround): ReadonlyMap<string, Raw> {
  const atsOf = new Map(ats.map((row) => [`${row.kind}/${row.extId}`, row]));
  const fields: FieldGround = {
    values: new Map(values.map((row) => [row.id, row])),
    ats: (kind, id) => atsOf.get(`${kind}/${id}`),
    around,
  };
  const mappingOf = mappingRows(fields);
  const statusOf = expandedStatuses(book);
  const columns = new Map<string, Raw>([
    ['id', ({ id }) => id],
    ...Object.keys(jobColumnTypes).map((key): [string, Raw] => [key, (job) => job[key as keyof JobRow] ?? null]),
    [postMarksKey, ({ posts }) => postMarks(posts)],
    [ruleFlagsKey, ({ ruled }) => ruleFlags(ruled)],
    ['alsoFrom', (_job, mark) => mark?.alsoFrom ?? null],
    [sameOrderStateKey, (_job, mark) => mark?.sameOrderState ?? null],
    [floorStateKey, (job) => belowFloor(job, floor)?.state ?? null],
    [rateAcceptedByKey, ({ acceptedRate }) => acceptedRate?.by ?? null],
    ['expandedStatus', (job) => statusOf(statusOfVendor(job))?.name ?? null],
    // Only a device has changes that are not sent yet.
    ['sync', () => null],
  ]);
  for (const kind of mapKinds) {
    const keyOf = (job: JobRow) => mapKey(job[mapFields[kind].own], job[mapFields[kind].value]);
    columns.set(mapKeyOf(kind), keyOf);
    for (const pick of Object.keys(mapPicks))
      columns.set(`${kind}${pick}`, (job) => mappingOf(kind, job)?.[pick as keyof MapLookupRow] ?? null);
  }
  for (const [key, column] of askableFields) columns.set(key, (job) => fieldCell(column, (field) => job[field] ?? null, fields));
  return columns;
}

/** What jobs are mapped to. Each mapping is worked out once, however many jobs share it. */
function mappingRows({ values, ats }: FieldGround): (kind: MapKind, job: JobRow) => MapLookupRow | null {
  const known = new Map<string, MapLookupRow | null>();
  return (kind, job) => {
    const { own, value } = mapFields[kind];
    const [override, valueId] = [job[own], job[value]];
    const key = mapKey(override, valueId);
    if (key === null) return null;
    const name = `${kind}/${key}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const nameOf = (id: string) => ats(kind, id)?.name ?? id;
    const shared = valueId === null ? undefined : values.get(valueId);
    const row =
      override !== null ? ownMapping(override, nameOf) : shared?.kind === kind ? sharedMapping(shared, nameOf, null) : null;
    known.set(name, row);
    return row;
  };
}

import type { BlockColumn, ColumnBlock } from '#contract/kit/columns.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import { statusKey } from '#domain/job-list/job-columns.ts';
import { mapKey, mapKeyOf, sharedKey } from '#domain/job-list/map-keys.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import { belowFloor, type RateFloor } from '#domain/posting/rate-floor.ts';
import type { Condition } from '#domain/query/condition.ts';
import {
  floorStateKey,
  postMarks,
  postMarksKey,
  rateAcceptedByKey,
  ruleFlags,
  ruleFlagsKey,
} from '#domain/staging/job-conditions.ts';
import type { SameOrderMark } from '#domain/staging/same-order-marks.ts';
import { statusOfVendor, vendorTextIn } from '#domain/statuses/expanded-status.ts';
import type { StoredBlock } from '#src/store/tables/tables.ts';
import type { PlainRow } from '../columns/table.ts';
import { expandedStatusKey } from './expanded-status-lookup.ts';

type Kind = (typeof mapKinds)[number];

/** Jobs that a changed mapping affects. */
export const openJobs: Condition = { kind: 'equals', column: 'status', text: 'Open' };

/** Open jobs that are posted to the ATS, which receives their changes. For a closed job the ATS only receives the closing. */
export const openPostedJobs: Condition = {
  kind: 'all',
  of: [
    openJobs,
    {
      kind: 'any',
      of: [
        { kind: 'equals', column: 'postState', text: 'done' },
        { kind: 'not', of: { kind: 'empty', column: 'externalJobId' } },
      ],
    },
  ],
};

/** The jobs among them that carry a vendor text and use its mapping. */
export const jobsMappedBy = (kind: Kind, valueId: number, jobs: Condition): Condition => ({
  kind: 'all',
  of: [jobs, { kind: 'equals', column: mapKeyOf(kind), text: sharedKey(valueId) }],
});

/** The override that a lookup key names, or null when it names a vendor text. */
export const overrideIn = (key: string): string | null => (key.startsWith('m') ? key.slice(1) : null);

const noMark = { alsoFrom: null, sameOrderState: null };

/** What the grid's columns depend on besides the jobs: marks of unsent changes by job, and the floor of rates. */
export type ColumnGround = { readonly marks: ReadonlyMap<number, string>; readonly floor: RateFloor | null };

/** Columns beside those that the grid always holds. */
export type MoreColumns = {
  readonly cellsOf: (job: JobRow) => Readonly<Record<string, unknown>>;
  readonly columnsOf: (block: StoredBlock) => Readonly<Record<string, BlockColumn>>;
};

/** A job as a row of the grid's columns, with those that were asked for. */
export function gridRow(
  job: JobRow,
  { marks: syncMarks, floor }: ColumnGround,
  more: MoreColumns,
  sameOrder: SameOrderMark | null = null,
): PlainRow {
  const keys = mapKinds.map((kind) => [mapKeyOf(kind), mapKey(job[mapFields[kind].own], job[mapFields[kind].value])]);
  const marks = { [postMarksKey]: postMarks(job.posts), [ruleFlagsKey]: ruleFlags(job.ruled) };
  return {
    ...job,
    ...Object.fromEntries(keys),
    [statusKey]: expandedStatusKey(statusOfVendor(job)),
    ...marks,
    ...(sameOrder ?? noMark),
    [floorStateKey]: belowFloor(job, floor)?.state ?? null,
    [rateAcceptedByKey]: job.acceptedRate?.by ?? null,
    sync: syncMarks.get(job.id) ?? null,
    ...more.cellsOf(job),
  };
}

/** A stored block of jobs as the grid's columns, with ids and lookup keys of mappings. */
export function gridBlock(block: StoredBlock, { marks, floor }: ColumnGround, more: MoreColumns): ColumnBlock {
  const id: BlockColumn = { kind: 'num', values: block.ids };
  const columns: Record<string, BlockColumn> = { ...block.columns, ...more.columnsOf(block), id };
  for (const kind of mapKinds) columns[mapKeyOf(kind)] = mapKeys(block, kind);
  columns[statusKey] = statusKeys(block);
  columns[postMarksKey] = derivedFrom(block, 'posts', (posts) => (posts === null ? null : postMarks(posts as JobRow['posts'])));
  columns[ruleFlagsKey] = derivedFrom(block, 'ruled', (ruled) => (ruled === null ? 0 : ruleFlags(ruled as JobRow['ruled'])));
  columns[floorStateKey] = floorStates(block, floor);
  columns[rateAcceptedByKey] = derivedFrom(block, 'acceptedRate', (accepted) => (accepted as JobRow['acceptedRate'])?.by ?? null);
  if (marks.size > 0) columns['sync'] = { kind: 'json', values: Array.from(block.ids, (id) => marks.get(id) ?? null) };
  return { rows: block.ids.length, columns };
}

/** A column worked out from another one. Most jobs have neither posts nor marks of rules, so most of its cells are equal. */
function derivedFrom(block: StoredBlock, from: keyof JobRow, cell: (value: unknown) => string | number | null): BlockColumn {
  const column = block.columns[from];
  if (column?.kind === 'dict') return { kind: 'dict', values: column.values.map(cell), codes: column.codes };
  const codeOf = new Map<string | number | null, number>();
  const codes = new Uint32Array(block.ids.length);
  for (let i = 0; i < codes.length; i++) {
    const value = cell(cellAt(column, i));
    const code = codeOf.get(value) ?? codeOf.size;
    codeOf.set(value, code);
    codes[i] = code;
  }
  return { kind: 'dict', values: [...codeOf.keys()], codes };
}

/** Dictionary of the lookup keys of mappings. */
function mapKeys(block: StoredBlock, kind: Kind): BlockColumn {
  const { own, value } = mapFields[kind];
  return keysOf(block, (i) =>
    mapKey(cellAt(block.columns[own], i) as string | null, cellAt(block.columns[value], i) as number | null),
  );
}

/** Dictionary of the lookup keys of expanded statuses. */
function statusKeys(block: StoredBlock): BlockColumn {
  const cell = (field: keyof JobRow, i: number) => cellAt(block.columns[field], i);
  return keysOf(block, (i) =>
    expandedStatusKey({
      sourceId: cell('sourceId', i) as number,
      status: cell('status', i) as JobRow['status'],
      text: vendorTextIn((cell('extra', i) ?? {}) as JobRow['extra']),
    }),
  );
}

/** Dictionary of what the floor of rates says about each job. */
function floorStates(block: StoredBlock, floor: RateFloor | null): BlockColumn {
  const cell = <F extends 'billRate' | 'payPerHour' | 'currency' | 'acceptedRate'>(field: F, i: number) =>
    (cellAt(block.columns[field], i) ?? null) as JobRow[F];
  return keysOf(block, (i) => {
    if (floor === null) return null;
    const acceptedRate = cell('acceptedRate', i);
    const rates = { billRate: cell('billRate', i), payPerHour: cell('payPerHour', i), currency: cell('currency', i) };
    return belowFloor({ ...rates, acceptedRate }, floor)?.state ?? null;
  });
}

/** Dictionary of one key for each row. */
function keysOf(block: StoredBlock, keyOf: (i: number) => string | null): BlockColumn {
  const codeOf = new Map<string | null, number>();
  const codes = new Uint32Array(block.ids.length);
  for (let i = 0; i < codes.length; i++) {
    const key = keyOf(i);
    const code = codeOf.get(key) ?? codeOf.size;
    codeOf.set(key, code);
    codes[i] = code;
  }
  return { kind: 'dict', values: [...codeOf.keys()], codes };
}

/** The overrides that a block's rows carry, by kind. Their names must be looked up too. */
export function overridesIn(block: ColumnBlock): Record<Kind, string[]> {
  const of = (kind: Kind) => {
    const column = block.columns[mapKeyOf(kind)];
    const keys = column?.kind === 'dict' ? (column.values as readonly (string | null)[]) : [];
    return keys.map((key) => (key === null ? null : overrideIn(key))).filter((id) => id !== null);
  };
  return { facility: of('facility'), degree: of('degree'), specialty: of('specialty'), shift: of('shift') };
}

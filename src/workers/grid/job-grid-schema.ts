import { fieldColumns } from '#domain/fields/field-columns.ts';
import { jobColumnTypes, mapPicks, ownJobColumns, statusKey } from '#domain/job-list/job-columns.ts';
import { mapKeyOf } from '#domain/job-list/map-keys.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { DerivedColumnSchema, GridSchema, TreeSchema } from '../columns/grid-schema.ts';

/** Number columns whose total says nothing: numbers that name something, and shares. */
const unsummed: ReadonlySet<string> = new Set([
  'taskId',
  'sourceId',
  'workType',
  'skipRuleId',
  'assigneeId',
  'assignmentRuleId',
  'feePercentage',
  'durationDays',
]);

/** Fields of the catalog with a total: amounts of money. What other numbers measure does not add up. */
const summed: ReadonlySet<string> = new Set(
  fieldColumns.filter(({ key, type }) => type === 'money' && !Object.hasOwn(jobColumnTypes, key)).map(({ key }) => key),
);

/** Whether a group shows a total of the column. */
export const isSummed = (key: string): boolean =>
  summed.has(key) ||
  (Object.hasOwn(jobColumnTypes, key) && jobColumnTypes[key as keyof typeof jobColumnTypes] === 'number' && !unsummed.has(key));

/** The columns to add up for groups: those of the requested ones that have a total, and always the positions. */
export const summedAmong = (keys: readonly string[]): readonly string[] => [...new Set(['positions', ...keys.filter(isSummed)])];

/** The lookup table that leads from what decides about an expanded status to its name. */
export const statusLookup = 'expandedStatus';

const derived = mapKinds.flatMap((kind) =>
  Object.entries(mapPicks).map(
    ([pick, type]): DerivedColumnSchema => ({
      key: `${kind}${pick}`,
      type,
      from: mapKeyOf(kind),
      lookup: kind,
      pick,
      search: pick === 'Name',
    }),
  ),
);

/** Jobs name their parent order by its vendor's ID, which counts within one source. */
export const jobTree: TreeSchema = { own: 'providerJobId', above: 'parentJobId', within: 'sourceId' };

/** The staging grid's columns: a job's own fields, its mapping keys, and its mark of unsent changes. */
export const jobGridSchema: GridSchema = {
  id: 'id',
  columns: ownJobColumns,
  tree: jobTree,
  derived: [
    ...derived,
    { key: 'expandedStatus', type: 'text', from: statusKey, lookup: statusLookup, pick: 'Name', search: false },
  ],
};

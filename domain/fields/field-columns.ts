import { type FlagName, flag } from '../jobs/flags.ts';
import { fieldKeyed, fields } from './catalogue.ts';
import type { Field, FieldGroup, FieldHome, FieldType } from './field.ts';

/** A field as a column of grids, queries and files. */
export type FieldColumn = {
  /** The column's key, which is also its key in queries: that of the field, except where a query has long meant another field by it. */
  readonly key: string;
  /** The field's key in the catalog, or the name of a flag. */
  readonly field: string;
  readonly label: string;
  readonly group: FieldGroup;
  readonly home: Exclude<FieldHome, 'variable'>;
  readonly type: Exclude<FieldType, 'lookup'>;
  /** The grid's column with the values: another one than `key` where the grid has had them under another name. */
  readonly source: string;
};

/** In queries, `local:` has always meant the local rate, and `department:` the unit. */
const taken: ReadonlySet<string> = new Set(['local', 'department']);

const columnKeyOf = (key: string): string => (taken.has(key) ? `${key}Field` : key);

function columnOf({ key, label, group, home, type }: Field): FieldColumn[] {
  // A local variable is a value of one run of rules, not of a job.
  if (home === 'variable') return [];
  const own = columnKeyOf(key);
  const source = home === 'mapped' ? mappedSource(key) : own;
  return [{ key: own, field: key, label, group, home, type: type === 'lookup' ? 'text' : type, source }];
}

/** `mappedFacility` is in the column `facilityName`, `mappedFacilityId` in `facilityMapId`. */
function mappedSource(key: string): string {
  const [, kind, id] = /^mapped([A-Z]\w+?)(Id)?$/.exec(key) ?? [];
  return kind === undefined ? key : `${kind.toLowerCase()}${id === undefined ? 'Name' : 'MapId'}`;
}

/** The words of a name, such as "Local Rate Manual" of `localRateManual`. */
const wordsOf = (name: string): string => name.replaceAll(/([A-Z]|\d+)/g, ' $1').replace(/^./, (first) => first.toUpperCase());

const otherFlags = (Object.keys(flag) as FlagName[])
  .filter((name) => fieldKeyed(name) === undefined)
  .map((name): FieldColumn => {
    return { key: name, field: name, label: wordsOf(name), group: 'Flags', home: 'flag', type: 'yes-no', source: name };
  });

/** The column of every field of a job, in the order of the catalog, then those of the flags that are no fields. */
export const fieldColumns: readonly FieldColumn[] = [...fields.flatMap(columnOf), ...otherFlags];

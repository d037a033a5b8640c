import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import type { CellType } from '../columns/cell-values.ts';
import { fieldKeyed } from '../fields/catalogue.ts';
import { type FieldColumn, fieldColumns } from '../fields/field-columns.ts';
import { dateIn, numberIn, yesNoIn } from '../fields/values.ts';
import { type FlagName, has } from '../jobs/flags.ts';
import { effectiveMapping, mapFields } from '../jobs/mapping-of.ts';
import { type Around, derivedValues } from '../rules/derived-values.ts';
import { mappedValue } from '../rules/mapped-of.ts';
import { type JobColumn, ledToJobColumns, ownJobColumns } from './job-columns.ts';

/** A job's stored values, by field of the row. */
export type ReadJob = (field: keyof JobRow) => unknown;

/** What the values of fields depend on beside the job: mappings of vendor texts, values of the ATS, the day and the pay setup. */
export type FieldGround = {
  readonly values: ReadonlyMap<number, MapValueRow>;
  readonly ats: (kind: MapKind, id: string) => AtsValueRow | undefined;
  readonly around: Around;
};

const heldAlways = new Set([...ownJobColumns, ...ledToJobColumns].map(({ key }) => key));

/** The columns of fields that a list reads only when someone asks for them, by their keys. */
export const askableFields: ReadonlyMap<string, FieldColumn> = new Map(
  fieldColumns.filter(({ source }) => !heldAlways.has(source)).map((column) => [column.key, column]),
);

const typeIn = { text: 'text', number: 'number', money: 'number', date: 'date', 'yes-no': 'flag' } as const satisfies Record<
  FieldColumn['type'],
  CellType
>;

/** A field as a column. A free search leaves it out: what it finds must not depend on the columns shown. */
export const askableColumn = ({ key, type }: FieldColumn): JobColumn => ({ key, type: typeIn[type], search: false });

/** The value of a field in one job, in the form of its column. */
export function fieldCell({ field, home, type }: FieldColumn, read: ReadJob, ground: FieldGround): FieldValue {
  const value = valueOf(field, home, read, ground);
  if (value === null) return null;
  switch (type) {
    case 'number':
    case 'money':
      return numberIn(value);
    case 'date':
      return dateIn(value);
    case 'yes-no':
      return yesNoIn(value);
    case 'text':
      return value;
  }
}

function valueOf(key: string, home: FieldColumn['home'], read: ReadJob, ground: FieldGround): FieldValue {
  switch (home) {
    case 'job':
      return read(key as keyof JobRow) as FieldValue;
    case 'extra':
      return (read('extra') as JobRow['extra'] | null)?.[key] ?? null;
    case 'flag':
      return has(read('chgMap') as number, key as FlagName);
    case 'mapped':
      return mappedValue(
        key,
        (kind) => {
          const { own, value } = mapFields[kind];
          return effectiveMapping(read(own) as string | null, read(value) as number | null, ground.values);
        },
        ground.ats,
      );
    case 'derived':
      return derivedValues[key]?.of((from) => homedValue(from, read, ground), ground.around) ?? null;
  }
}

function homedValue(key: string, read: ReadJob, ground: FieldGround): FieldValue {
  const home = fieldKeyed(key)?.home;
  return home === undefined || home === 'variable' ? null : valueOf(key, home, read, ground);
}

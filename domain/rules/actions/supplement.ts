import type { FieldValue } from '#contract/rows/jobs.ts';
import { fold } from '#domain/fields/values.ts';
import type { FieldRef } from '../language/condition.ts';
import { fieldRefIn } from '../language/syntax.ts';
import type { Unwritable } from './field-write.ts';
import { plain, splitOperand } from './operand.ts';

/** A list of supplemental data by key: data of the service beyond the job, such as burdens by state. */
export type Supplement = {
  readonly columns: readonly string[];
  readonly find: (key: string, column: string) => FieldValue | undefined;
};

/** Finds a list by its name, in any letter case. */
export type SupplementsOf = (name: string) => Supplement | undefined;

/** Every list of the pay setup with its columns: burdens by state, fees by source, pay rates by degree. */
export const supplementColumns = {
  Burdens: ['Burden'],
  Fees: ['VMSFee', 'BillOvertime'],
  'Degree Pay': ['PayRate'],
} as const;

type Row = readonly [key: string, values: Readonly<Record<string, FieldValue>>];
/** The rows of the lists, in the form in which they are sent. A list without rows is empty. */
export type SupplementLists = { readonly [L in keyof typeof supplementColumns]: readonly Row[] };

/** Builds the lookup of lists from these rows. */
export function supplementsIn(lists: SupplementLists): SupplementsOf {
  const named = Object.entries(supplementColumns).map(
    ([list, columns]) => [fold(list), supplementOf(columns, lists[list as keyof SupplementLists])] as const,
  );
  const byName = new Map(named);
  return (name) => byName.get(fold(name));
}

/** The lists without their rows, to check that the list and column of a rule exist. */
export const knownSupplements: SupplementsOf = supplementsIn({ Burdens: [], Fees: [], 'Degree Pay': [] });

/** The list that a rule reads, the job's field with the key, and the column. */
export type SupplementQuestion = { readonly list: string; readonly key: FieldRef; readonly column: string };

/** Parses the operand of supplemental data: `List~[Key field]~Column`. */
export function parseSupplement(operand: string): SupplementQuestion | Unwritable {
  const [list = '', keyText = '', column = ''] = splitOperand(operand, '~').map((part) => plain(part).trim());
  if (list === '' || keyText === '' || column === '')
    return { problem: 'Supplemental data is written as List~[Key field]~Column, such as Burdens~[State]~Burden.' };
  const key = fieldRefIn(keyText);
  return 'words' in key ? { problem: key.words } : { list, key, column };
}

/** Builds a list from rows, each with its key and its values by column name. */
export function supplementOf(
  columns: readonly string[],
  rows: Iterable<readonly [key: string, values: Readonly<Record<string, FieldValue>>]>,
): Supplement {
  const byKey = new Map([...rows].map(([key, values]) => [fold(key), values]));
  const names = new Map(columns.map((column) => [fold(column), column]));
  return {
    columns,
    find(key, column) {
      const name = names.get(fold(column));
      return name === undefined ? undefined : byKey.get(fold(key))?.[name];
    },
  };
}

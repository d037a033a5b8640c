import type { AtsValueRow } from '#contract/rows/rows.ts';
import { fieldKeyed, fields } from '#domain/fields/catalogue.ts';

/** Where the mapped facility is, as the ATS lists it: sources of a line besides the fields of a job. */
const facilityFields: Readonly<
  Record<string, { readonly id: number; readonly label: string; readonly of: 'address' | 'city' | 'state' | 'zip' }>
> = {
  mappedFacilityAddress: { id: 10_001, label: 'Mapped Facility Address', of: 'address' },
  mappedFacilityCity: { id: 10_002, label: 'Mapped Facility City', of: 'city' },
  mappedFacilityState: { id: 10_003, label: 'Mapped Facility State', of: 'state' },
  mappedFacilityZip: { id: 10_004, label: 'Mapped Facility Zip', of: 'zip' },
};

type SourceField = { readonly id: number; readonly key: string; readonly label: string };

/** Every field that a line can read. A local variable of rules is none: it ends with their run. */
export const sourceFields: readonly SourceField[] = [
  ...fields.filter(({ home }) => home !== 'variable').map(({ id, key, label }) => ({ id, key, label })),
  ...Object.entries(facilityFields).map(([key, { id, label }]) => ({ id, key, label })),
];

/** The field of a key that a line can read. */
export function sourceField(key: string): SourceField | undefined {
  const field = fieldKeyed(key);
  if (field) return field.home === 'variable' ? undefined : field;
  const own = Object.hasOwn(facilityFields, key) ? facilityFields[key] : undefined;
  return own && { id: own.id, key, label: own.label };
}

/** The key of a field by its documented number; null if a line cannot read it. */
export const sourceKeyOf = (id: number): string | null => sourceFields.find((field) => field.id === id)?.key ?? null;

/** The mapped facility's value for one of its fields; undefined for every other key. */
export function facilityValue(key: string, facility: AtsValueRow | null): string | null | undefined {
  const own = Object.hasOwn(facilityFields, key) ? facilityFields[key] : undefined;
  return own && (facility?.[own.of] ?? null);
}
